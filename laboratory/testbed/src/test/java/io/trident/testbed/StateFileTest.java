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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFileTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path dir;

  @Test
  void keepsTheOrderAndNamesWithSpaces() throws IOException {
    StateFile state = new StateFile(dir.resolve("state"));
    state.record(Made.Kind.NAMESPACE, "trident-net");
    state.record(Made.Kind.MOUNT, Path.of("/a b/c"));
    assertThat(new StateFile(dir.resolve("state")).read())
        .containsExactly(
            new Made(Made.Kind.NAMESPACE, "trident-net"), new Made(Made.Kind.MOUNT, "/a b/c"));
  }

  @Test
  void noFileIsNothing() throws IOException {
    assertThat(new StateFile(dir.resolve("state")).read()).isEmpty();
  }

  @Test
  void aLineCutOffByACrashIsNothingThatWasMade() throws IOException {
    Path file = dir.resolve("state");
    Files.writeString(file, "LINK trident-host\nNAMESPACE tri");
    assertThat(new StateFile(file).read())
        .containsExactly(new Made(Made.Kind.LINK, "trident-host"));
  }

  @Test
  void whatIsNoNameIsRefused() {
    assertThatThrownBy(() -> new Made(Made.Kind.LINK, "a\nb"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Made.parse("LINK")).isInstanceOf(IllegalArgumentException.class);
  }
}
