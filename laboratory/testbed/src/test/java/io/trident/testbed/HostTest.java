/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.trident.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path dir;

  private Host host() {
    return new Host(dir.resolve("commands.log"), Map.of("WHO", "me"));
  }

  @Test
  void runsInItsEnvironmentAndLogs() throws IOException {
    assertThat(host().run("sh", "-c", "echo $WHO $LC_ALL; echo err >&2")).isEqualTo("me C\nerr");
    assertThat(dir.resolve("commands.log")).content().contains("sh -c echo $WHO");
  }

  @Test
  void aFailureHasTheOutputOfTheCommand() {
    assertThatThrownBy(() -> host().run("sh", "-c", "echo no such thing >&2; exit 3"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Exit code 3")
        .hasMessageEndingWith("no such thing");
  }

  @Test
  void aFileOfTheKernelIsNotMade() throws IOException {
    Path missing = dir.resolve("none");
    assertThatThrownBy(() -> host().write(missing, "1")).hasMessageContaining("none");
    Path file = Files.createFile(dir.resolve("there"));
    host().write(file, "7:0 16000000");
    assertThat(file).hasContent("7:0 16000000");
  }
}
