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
package io.trident.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.trident.core.storage.FileSegment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class InputFilesTest {
  @TempDir private Path directory = Path.of("");

  @BeforeEach
  void write() throws IOException {
    for (String name : List.of("day=1/a", "day=1/_SUCCESS", "day=2/b", "day=10/c", "[e]/d")) {
      Path file = directory.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "data");
    }
  }

  private List<String> names(String path) throws IOException {
    return new InputFiles(new Configuration())
        .segments(directory + "/" + path).stream()
            .map(FileSegment::path)
            .map(file -> file.substring(file.lastIndexOf('/') + 1))
            .toList();
  }

  @Test
  void aGlobStandsForWhatItMatches() throws IOException {
    assertThat(names("day=*")).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(names("day=?")).containsExactlyInAnyOrder("a", "b");
    assertThat(names("day={1,10}/*")).containsExactlyInAnyOrder("a", "c");
    assertThat(names("day=[12]")).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void aPathThatExistsIsNoGlob() throws IOException {
    assertThat(names("[e]")).containsExactly("d");
    assertThat(names("day=1")).containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"day=9*", "nothing/*", "{x,y}"})
  void aGlobThatMatchesNothingIsNamed(String glob) {
    assertThatIOException()
        .isThrownBy(() -> names(glob))
        .withMessageContaining("No file or directory matches file:" + directory + "/" + glob)
        .withMessageContaining("quote the glob");
  }

  @Test
  void aGlobThatIsNoneAndAnAbsentFileAreNamed() {
    assertThatIOException().isThrownBy(() -> names("day=[1")).withMessageContaining("[1");
    assertThatIOException().isThrownBy(() -> names("absent")).withMessageContaining("not exist");
  }
}
