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
package io.trident.layout.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.layout.mapreduce.Conversion.Earlier;
import io.trident.layout.mapreduce.convert.ConversionRequest;
import io.trident.layout.mapreduce.convert.ConversionRequest.By;
import io.trident.layout.mapreduce.convert.ConversionRequest.Partition;
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.verify.Verification;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What directories of all formats that are not lines of text have in common. */
abstract class FormatDirectories {
  static LocalCluster cluster;

  private final String format;
  private final Map<String, String> options;

  /**
   * For a class of tests.
   *
   * @param format the format's name
   * @param options with which directories are converted
   */
  FormatDirectories(String format, Map<String, String> options) {
    this.format = format;
    this.options = options;
  }

  @BeforeAll
  static void start() throws IOException {
    cluster = LocalCluster.start();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /**
   * Writes a file of random rows of columns id, name, n and tags, of which the last is no key.
   *
   * @return the rows as texts
   */
  abstract List<String> write(Path file, int rows, Random random) throws IOException;

  /** Writes a file of random rows that have no column name. */
  abstract void writeNarrow(Path file, Random random) throws IOException;

  /** Returns the rows of a file as texts, as a stock reader reads them. */
  abstract List<String> read(Path file) throws IOException;

  /** Returns how files that are not of the format are refused. */
  abstract String refusal();

  @Test
  void extentsOfOtherBytesAreFound() throws Exception {
    Path directory = new Path("/data/damaged");
    write(new Path(directory, "part-0"), 4_000, new Random(3));
    cluster.conversion().run(directory, request("id", "n"), Earlier.RESUME);
    Path extent = new Path(directory, "_trident/se0000/d1/e01." + format);
    byte[] bytes = new byte[(int) cluster.files().getFileStatus(extent).getLen()];
    try (var in = cluster.files().open(extent)) {
      in.readFully(bytes);
    }
    bytes[bytes.length / 2] ^= 1;
    try (OutputStream out = cluster.files().create(extent, true)) {
      out.write(bytes);
    }

    assertThat(verify(directory).problems())
        .anySatisfy(problem -> assertThat(problem).contains("Super-extent 0"));
  }

  @Test
  void filesThatAreNotTheTablesAreRefused() throws Exception {
    Path directory = new Path("/data/refused");
    Random random = new Random(4);
    write(new Path(directory, "part-0"), 5_000, random);
    isRefused(directory, request("tags"), "no column tags", "id, name, n");
    isRefused(directory, request("nothing"), "no column nothing");

    Path second = new Path(directory, "part-1");
    writeNarrow(second, random);
    isRefused(directory, request("id"), "part-1", "another schema", "column name is absent");

    try (OutputStream out = cluster.files().create(second, true)) {
      out.write("id,name\n1,a\n".repeat(50).getBytes(StandardCharsets.UTF_8));
    }
    isRefused(directory, request("id"), "part-1", refusal());
    cluster.files().rename(second, new Path(directory, "a-first"));
    isRefused(directory, request("id"), "a-first", refusal());
  }

  static void isRefused(Path directory, ConversionRequest request, String... words)
      throws IOException {
    List<String> before = cluster.names(directory);
    assertThatThrownBy(() -> cluster.conversion().run(directory, request, Earlier.RESTART))
        .isInstanceOfAny(IOException.class, IllegalArgumentException.class)
        .hasMessageContainingAll(words);
    assertThat(cluster.names(directory)).isEqualTo(before);
  }

  /** Dimensions by ranges of columns, or by their hash: {@code name:hash}. */
  final ConversionRequest request(String... by) {
    return new ConversionRequest(
        Arrays.stream(by)
            .map(
                one ->
                    new By(
                        one.replace(":hash", ""),
                        one.endsWith(":hash") ? Partition.HASH : Partition.RANGE,
                        Optional.empty()))
            .toList(),
        Optional.empty(),
        format,
        options,
        4,
        10_000,
        3,
        1,
        80_000,
        1 << 20);
  }

  static Verification.Result verify(Path directory) throws Exception {
    return new Verification(cluster.files(), cluster.conf(), new Jobs(cluster.files(), text -> {}))
        .run(directory, new Path(directory, "_trident"), new Path("/reports"));
  }

  /** Returns the rows of all files that are not hidden. */
  final List<String> visibleRows(Path directory) throws IOException {
    List<String> rows = new ArrayList<>();
    for (FileStatus file : cluster.files().listStatus(directory)) {
      if (file.isFile() && file.getLen() > 0) {
        rows.addAll(read(file.getPath()));
      }
    }
    return rows;
  }

  static List<String> all(Map<String, List<String>> rows) {
    return rows.values().stream().flatMap(List::stream).toList();
  }
}
