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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CleanerTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path dir;

  @SuppressWarnings("NullAway.Init")
  private Cleaner cleaner;

  @BeforeEach
  void create() {
    cleaner = new Cleaner(new Host(dir.resolve("log"), Map.of()));
  }

  @ParameterizedTest
  @EnumSource
  void whatWasNeverMadeIsNoError(Made.Kind kind) throws IOException {
    Made made = new Made(kind, dir.resolve("none").toString());
    cleaner.remove(made);
    assertThat(cleaner.exists(made)).isFalse();
  }

  @Test
  void treesGoWithoutFollowingLinks() throws IOException {
    Path kept = Files.createFile(Files.createDirectory(dir.resolve("elsewhere")).resolve("kept"));
    Path tree = dir.resolve("tree");
    Files.createDirectories(tree.resolve("a/b"));
    Files.createFile(tree.resolve("a/file"));
    Files.createSymbolicLink(tree.resolve("a/link"), kept.getParent());
    cleaner.remove(new Made(Made.Kind.DIRECTORY, tree.toString()));
    assertThat(tree).doesNotExist();
    assertThat(kept).exists();
  }

  @Test
  void aSharedDirectoryGoesOnlyWhenItIsEmpty() throws IOException {
    Path shared = Files.createDirectory(dir.resolve("shared"));
    Path other = Files.createFile(shared.resolve("other"));
    Made made = new Made(Made.Kind.EMPTY_DIRECTORY, shared.toString());
    cleaner.remove(made);
    assertThat(other).exists();
    Files.delete(other);
    cleaner.remove(made);
    assertThat(shared).doesNotExist();
  }
}
