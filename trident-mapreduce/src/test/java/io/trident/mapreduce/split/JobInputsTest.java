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
package io.trident.mapreduce.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.storage.FileSegment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JobInputsTest {
  private java.nio.file.Path directory;
  private FileSystem fs;
  private Path file;

  @BeforeEach
  void open(@TempDir java.nio.file.Path temporary) throws IOException {
    directory = temporary;
    fs = FileSystem.getLocal(new Configuration()).getRaw();
    file = new Path(directory.toUri().toString(), JobInputs.FILE_NAME);
  }

  private JobInputs roundTrip(JobInputs inputs) throws IOException {
    inputs.write(fs, file);
    return JobInputs.read(fs, file);
  }

  @Test
  void readsWhatItWrote() throws IOException {
    JobInputs inputs =
        new JobInputs(
            List.of(
                new SplitInput(List.of(new FileSegment("hdfs://nn/a b/ü", 0, 1L << 40))),
                SplitInput.UNKNOWN,
                new SplitInput(
                    List.of(
                        new FileSegment("hdfs://nn/a b/ü", 1L << 40, 5),
                        new FileSegment("file:/x", 0, 0)))));
    assertThat(roundTrip(inputs)).isEqualTo(inputs);
    assertThat(inputs.size()).isEqualTo(3);
    assertThat(inputs.splitsOfFiles()).isEqualTo(2);
    assertThat(roundTrip(new JobInputs(List.of())).size()).isZero();
  }

  @Test
  void aHundredThousandSplitsStaySmall() throws IOException {
    Random random = new Random(1);
    List<SplitInput> splits = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      String path = "hdfs://namenode.example.com:8020/warehouse/table/part-" + i / 100;
      splits.add(
          new SplitInput(
              List.of(new FileSegment(path, random.nextInt(1000) * 134217728L, 134217728))));
    }
    JobInputs inputs = new JobInputs(splits);
    assertThat(roundTrip(inputs)).isEqualTo(inputs);
    assertThat(fs.getFileStatus(file).getLen()).isLessThan(1_000_000);
  }

  @Test
  void rejectsWhatIsNotAJobTrident() throws IOException {
    try (var out = fs.create(file)) {
      out.writeBytes("not gzip at all");
    }
    assertThatThrownBy(() -> JobInputs.read(fs, file)).isInstanceOf(IOException.class);

    try (var out = new java.util.zip.GZIPOutputStream(fs.create(file))) {
      out.write(new byte[20]);
    }
    assertThatThrownBy(() -> JobInputs.read(fs, file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("version 1");
  }

  @Test
  void rejectsATruncatedFile() throws IOException {
    new JobInputs(List.of(new SplitInput(List.of(new FileSegment("file:/x", 0, 1)))))
        .write(fs, file);
    byte[] bytes = java.nio.file.Files.readAllBytes(directory.resolve(JobInputs.FILE_NAME));
    for (int length = 0; length < bytes.length; length++) {
      try (var out = fs.create(file, true)) {
        out.write(bytes, 0, length);
      }
      assertThatThrownBy(() -> JobInputs.read(fs, file)).isInstanceOf(IOException.class);
    }
  }
}
