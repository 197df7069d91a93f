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
package io.trident.benchmarks.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedWriter;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFilesTest {
  @TempDir private Path root = Path.of("");

  private FileSystem files = new RawLocalFileSystem();

  @BeforeEach
  void openFileSystem() throws IOException {
    files = FileSystem.getLocal(new Configuration(false)).getRawFileSystem();
  }

  @Test
  void linesComeInTheOrderOfMorePartsThanAreReadAtOnce() throws IOException {
    for (int part = 0; part < 50; part++) {
      Files.writeString(part(part), "first of %d\nsecond of %d\n".formatted(part, part));
    }
    Files.writeString(root.resolve("_SUCCESS"), "not a part");

    assertThat(lines(files))
        .containsExactlyElementsOf(
            IntStream.range(0, 50)
                .boxed()
                .flatMap(i -> List.of("first of " + i, "second of " + i).stream())
                .toList());
  }

  @Test
  void aPartThatIsTooLargeToBeHeldKeepsItsPlace() throws IOException {
    Files.writeString(part(0), "before\n");
    String line = "x".repeat(1 << 20);
    try (BufferedWriter large = Files.newBufferedWriter(part(1))) {
      for (long written = 0; written <= ResultFiles.SMALL; written += line.length()) {
        large.write(line);
        large.newLine();
      }
    }
    Files.writeString(part(2), "after\n");

    List<Integer> lengths = new ArrayList<>();
    result(files).forEach(read -> lengths.add(read.length()));

    assertThat(lengths).hasSize(67).startsWith(6, 1 << 20).endsWith(1 << 20, 5);
  }

  @Test
  void aPartThatCannotBeReadIsAnErrorAndNotLeftOut() throws IOException {
    Files.writeString(part(0), "a line\n");
    Files.writeString(part(1), "another\n");

    assertThatThrownBy(() -> lines(new BrokenDisk(part(1), files.getConf())))
        .isInstanceOf(IOException.class)
        .hasMessage("The disk is broken");
  }

  @Test
  void aMissingResultIsReported() {
    assertThatThrownBy(() -> lines(files))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("run the workload");
  }

  private Path part(int number) {
    return root.resolve("part-%05d".formatted(number));
  }

  private ResultFiles result(FileSystem from) {
    return new ResultFiles(from, new org.apache.hadoop.fs.Path(root.toUri()));
  }

  private List<String> lines(FileSystem from) throws IOException {
    List<String> lines = new ArrayList<>();
    result(from).forEach(lines::add);
    return lines;
  }

  /** Local files of which one cannot be read. */
  private static final class BrokenDisk extends RawLocalFileSystem {
    private final Path broken;

    BrokenDisk(Path broken, Configuration configuration) throws IOException {
      this.broken = broken;
      initialize(java.net.URI.create("file:///"), configuration);
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize)
        throws IOException {
      if (Path.of(path.toUri().getPath()).equals(broken)) {
        throw new IOException("The disk is broken");
      }
      return super.open(path, bufferSize);
    }
  }
}
