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
package io.trident.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoDirectoryTest {
  @Test
  void aTemporaryOneGoesWithAllThatIsInIt() throws IOException {
    DemoDirectory directory = DemoDirectory.of(null);
    Files.writeString(directory.path().resolve("demo.log"), "words");
    directory.discard();
    assertThat(directory.path()).doesNotExist();
  }

  @Test
  void theUsersOneStays(@TempDir Path named) throws IOException {
    DemoDirectory directory = DemoDirectory.of(named.resolve("a/b"));
    directory.discard();
    assertThat(directory.path()).isEqualTo(named.resolve("a/b")).isDirectory();
  }
}
