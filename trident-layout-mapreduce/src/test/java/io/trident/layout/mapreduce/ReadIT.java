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

import io.trident.core.layout.slice.Slice;
import io.trident.layout.mapreduce.Conversion.Earlier;
import io.trident.layout.mapreduce.convert.ConversionRequest.By;
import io.trident.layout.mapreduce.convert.ConversionRequest.Partition;
import io.trident.layout.mapreduce.read.ReadKeys;
import io.trident.layout.mapreduce.read.ReadRequest;
import io.trident.layout.mapreduce.read.RowReader;
import io.trident.layout.mapreduce.read.TableInputFormat;
import io.trident.layout.mapreduce.read.TableReads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs that read tables in the dimension of their condition. */
@Tag("slow")
class ReadIT {
  private static LocalCluster cluster;
  private static TestFiles source;

  @BeforeAll
  static void start() throws Exception {
    cluster = LocalCluster.start();
    source = new TestFiles("text", 3_000, new Random(3));
    source.writeTo(cluster.files(), new Path("/t"));
    cluster.conversion().run(new Path("/t"), source.request(6, 6_000), Earlier.RESUME);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static TableReads reads(String where, Optional<String> dimension) throws IOException {
    return TableReads.of(new Path("/t"), new ReadRequest(where, dimension), cluster.conf());
  }

  /** Runs a job that writes what it reads. */
  private static List<String> job(String where, String dimension) throws Exception {
    return job(where, dimension, 1);
  }

  private static List<String> job(String where, String dimension, int slices) throws Exception {
    Configuration conf = cluster.conf();
    conf.setInt(ReadKeys.SLICES.name(), slices);
    conf.set(ReadKeys.WHERE.name(), where);
    if (!dimension.isEmpty()) {
      conf.set(ReadKeys.DIMENSION.name(), dimension);
    }
    Job job = Job.getInstance(conf);
    job.setInputFormatClass(TableInputFormat.class);
    job.setMapperClass(Mapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    job.setOutputFormatClass(TextOutputFormat.class);
    TableInputFormat.addInputPath(job, new Path("/t"));
    Path output = new Path("/out-" + System.nanoTime());
    TextOutputFormat.setOutputPath(job, output);
    assertThat(job.waitForCompletion(false)).isTrue();
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (FileStatus part : cluster.files().globStatus(new Path(output, "part-*"))) {
      try (var in = cluster.files().open(part.getPath())) {
        IOUtils.copyBytes(in, all, 4096);
      }
    }
    return all.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static List<String> expected(long least, String name) {
    return source.rows().stream()
        .filter(row -> Long.parseLong(row.split("\\|")[0]) >= least)
        .filter(row -> name.isEmpty() || row.split("\\|")[1].equals(name))
        .map(row -> row.replaceAll("\r$", ""))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"''", "id", "name", "price"})
  void aJobReadsTheRowsThatMatchOnce(String dimension) throws Exception {
    String name = source.rows().get(17).split("\\|")[1];
    assertThat(job("id >= 400000", dimension))
        .containsExactlyInAnyOrderElementsOf(expected(400_000, ""));
    assertThat(job("name = '" + name + "' AND id >= 0", dimension))
        .containsExactlyInAnyOrderElementsOf(expected(0, name));
    assertThat(job("", dimension)).hasSize(source.rows().size());
  }

  @ParameterizedTest
  @CsvSource({"id", "name"})
  void slicesOfARangeAreReadByAMapEach(String dimension) throws Exception {
    Configuration conf = cluster.conf();
    conf.setInt(ReadKeys.SLICES.name(), 3);
    conf.set(ReadKeys.DIMENSION.name(), dimension);
    Job job = Job.getInstance(conf);
    TableInputFormat.addInputPath(job, new Path("/t"));
    assertThat(new TableInputFormat().getSplits(job))
        .hasSize(3 * reads("", Optional.of(dimension)).splits().size());
    assertThat(job("", dimension, 3))
        .containsExactlyInAnyOrderElementsOf(expected(Long.MIN_VALUE, ""));
    assertThat(job("id >= 400000", dimension, 3))
        .containsExactlyInAnyOrderElementsOf(expected(400_000, ""));
    assertThatThrownBy(() -> job("", "", 3)).hasMessageContaining("name one");
  }

  @Test
  void aSliceHasItsRowsAndAllSlicesHaveAll() throws Exception {
    List<String> all = new ArrayList<>();
    for (int slice = 0; slice < 4; slice++) {
      ReadRequest request =
          new ReadRequest("", Optional.of("price"), Optional.of(new Slice(slice, 4)));
      TableReads reads = TableReads.of(new Path("/t"), request, cluster.conf());
      int before = all.size();
      for (FileSplit split : reads.splits()) {
        try (RowReader rows = reads.open(split)) {
          for (Optional<byte[]> row = rows.next(); row.isPresent(); row = rows.next()) {
            all.add(new String(row.get(), StandardCharsets.UTF_8).replaceAll("\r$", ""));
          }
        }
      }
      assertThat(all.size() - before).isBetween(300, 1_500);
    }
    assertThat(all).containsExactlyInAnyOrderElementsOf(expected(Long.MIN_VALUE, ""));
    assertThatThrownBy(
            () ->
                TableReads.of(
                    new Path("/t"),
                    new ReadRequest("", Optional.empty(), Optional.of(new Slice(0, 4))),
                    cluster.conf()))
        .hasMessageContaining("name one");
  }

  @Test
  void theDimensionOfTheConditionIsReadAndLittleOfIt() throws Exception {
    TableReads all = reads("", Optional.empty());
    assertThat(all.bytes()).isEqualTo(all.allBytes());
    TableReads some = reads("price >= 9900", Optional.empty());
    assertThat(some.splits()).allMatch(split -> split.getPath().toString().contains("/d2/"));
    assertThat(some.bytes()).isLessThan(all.allBytes() / 4);
    assertThat(some.splits()).allMatch(ReadIT::isWithItsBlock);
    TableReads forced = reads("price >= 9900", Optional.of("id"));
    assertThat(forced.bytes()).isGreaterThan(some.bytes());
    assertThatThrownBy(() -> reads("", Optional.of("colour")))
        .hasMessageContaining("There is no dimension colour; there are id, name, price.");
  }

  /** Of columns that are no dimensions manifests have bounds, of super-extents in their order. */
  @Test
  void aConditionOnAnotherColumnPassesOverSuperExtents() throws Exception {
    Path table = new Path("/ordered");
    List<String> rows =
        IntStream.range(0, 3_000)
            .mapToObj(
                i ->
                    "%d|name-%d|%s"
                        .formatted(i * 31 % 1_000, i % 50, i % 100 == 0 ? "none" : i + ".5"))
            .toList();
    try (var out = cluster.files().create(new Path(table, "part"))) {
      out.writeBytes(String.join("\n", rows));
    }
    List<By> dimensions =
        List.of(TestFiles.range("id"), new By("name", Partition.HASH, Optional.empty()));
    cluster.conversion().run(table, source.request(dimensions, 6, 3_000), Earlier.RESUME);

    ReadRequest last = new ReadRequest("price >= 2950 AND id >= 500", Optional.empty());
    TableReads reads = TableReads.of(table, last, cluster.conf());
    assertThat(reads.bytes()).isLessThan(reads.allBytes() / 2);
    assertThat(rows(reads))
        .containsExactlyInAnyOrderElementsOf(
            rows.subList(2_950, 3_000).stream()
                .filter(row -> !row.endsWith("none"))
                .filter(row -> Integer.parseInt(row.split("\\|")[0]) >= 500)
                .toList());
    ReadRequest none = new ReadRequest("price > 3000", Optional.of("name"));
    assertThat(TableReads.of(table, none, cluster.conf()).splits()).isEmpty();
  }

  private static List<String> rows(TableReads reads) throws IOException {
    List<String> all = new ArrayList<>();
    for (FileSplit split : reads.splits()) {
      try (RowReader rows = reads.open(split)) {
        for (Optional<byte[]> row = rows.next(); row.isPresent(); row = rows.next()) {
          all.add(new String(row.get(), StandardCharsets.UTF_8));
        }
      }
    }
    return all;
  }

  private static boolean isWithItsBlock(FileSplit split) {
    try {
      return split.getLocations().length == 1;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void damagedSuperExtentsAreReadFromOtherDimensionsOrVisibleFiles() throws Exception {
    Path copy = new Path("/damaged");
    TestFiles rows = new TestFiles("text", 1_500, new Random(4));
    rows.writeTo(cluster.files(), copy);
    cluster.conversion().run(copy, rows.request(6, 6_000), Earlier.RESUME);
    for (String gone : List.of("_trident/se0000/d2", "_trident/se0001/manifest")) {
      assertThat(cluster.files().delete(new Path(copy, gone), true)).as(gone).isTrue();
    }
    TableReads reads =
        TableReads.of(copy, new ReadRequest("price >= 9900", Optional.empty()), cluster.conf());
    String[] files =
        reads.splits().stream().map(split -> split.getPath().toString()).toArray(String[]::new);
    assertThat(Arrays.stream(files)).noneMatch(file -> file.contains("se0000/d2"));
    assertThat(Arrays.stream(files)).anyMatch(file -> file.contains("/se0001-e"));
  }

  @Test
  void filesThatAreNamedAlmostAsExtentsAreReadToo() throws Exception {
    Path table = new Path("/almost");
    TestFiles rows = new TestFiles("text", 1_500, new Random(8));
    rows.writeTo(cluster.files(), table);
    cluster.conversion().run(table, rows.request(6, 6_000), Earlier.RESUME);
    List<String> names =
        List.of("se0000-e00.bak", "se0000-e99", "se00000-e00", "se99999999999999999999-e00");
    for (String name : names) {
      try (var out = cluster.files().create(new Path(table, name))) {
        out.writeBytes("1|new|9999.0\n");
      }
    }
    assertThat(
            TableReads.of(table, new ReadRequest("price >= 9900", Optional.empty()), cluster.conf())
                .splits())
        .extracting(split -> split.getPath().getName())
        .containsAll(names);
  }

  /** As Hive overwrites a table: it knows nothing of what is hidden. */
  @Test
  void ofSuperExtentsWithoutVisibleFilesNothingIsRead() throws Exception {
    Path table = new Path("/replaced");
    TestFiles rows = new TestFiles("text", 1_500, new Random(6));
    rows.writeTo(cluster.files(), table);
    cluster.conversion().run(table, rows.request(6, 6_000), Earlier.RESUME);
    for (FileStatus file : cluster.files().globStatus(new Path(table, "se*"))) {
      cluster.files().delete(file.getPath(), false);
    }
    try (var out = cluster.files().create(new Path(table, "000000_0"))) {
      out.writeBytes("1|new|9999.0\n");
    }
    assertThat(
            TableReads.of(table, new ReadRequest("price >= 0", Optional.empty()), cluster.conf())
                .splits())
        .singleElement()
        .satisfies(split -> assertThat(split.getPath().getName()).isEqualTo("000000_0"));
  }
}
