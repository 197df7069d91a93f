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
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.verify.Verification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class AppendIT {
  private static final int ROWS = 1_500;
  private static final long BATCH_BYTES = 1; // each super-extent is a job of its own
  private static final long MAX_ROW_BYTES = 1 << 20;

  private static LocalCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    cluster = LocalCluster.start();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void live() throws InterruptedException {
    CrashingHdfs.crashAfter(Integer.MAX_VALUE);
  }

  private static TestFiles write(String format, Path directory, int seed) throws IOException {
    TestFiles source = new TestFiles(format, ROWS, new Random(seed));
    source.writeTo(cluster.files(), directory);
    return source;
  }

  private static TestFiles convert(String format, Path table, int seed) throws Exception {
    TestFiles source = write(format, table, seed);
    cluster.conversion().run(table, source.request(4, 4_000), Earlier.RESUME);
    return source;
  }

  private static Append.Result append(Path table, Path source) throws Exception {
    return cluster.append().run(table, source, BATCH_BYTES, MAX_ROW_BYTES, Earlier.RESUME);
  }

  private static void verify(Path table, long rows) throws Exception {
    Verification.Result result =
        new Verification(cluster.files(), cluster.conf(), new Jobs(cluster.files(), text -> {}))
            .run(table, new Path(table, "_trident"), new Path("/reports"));
    assertThat(result.problems()).isEmpty();
    assertThat(result.rows()).isEqualTo(rows);
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "json", "lines"})
  void whatIsAppendedTwiceIsReadVerifiedAndRevertedByteForByte(String format) throws Exception {
    Path table = new Path("/" + format + "/t");
    TestFiles first = convert(format, table, 1);
    Path more = new Path("/" + format + "/more");
    TestFiles second = write(format, more, 2);
    int before = TableView.of(table, cluster.conf()).superExtents();

    Append.Result result = append(table, more);

    assertThat(result.firstSuperExtent()).isEqualTo(before);
    assertThat(result.superExtents()).isGreaterThan(1).isEqualTo(result.written());
    assertThat(result.rows()).isEqualTo(second.rows().size());
    assertThat(result.skew().values())
        .isNotEmpty()
        .allMatch(skew -> skew.partitions() == 4 && skew.total() > 0);
    assertThat(cluster.files().exists(more)).isFalse();
    assertThat(cluster.files().exists(new Path("/" + format + "/.t.trident-build"))).isFalse();
    verify(table, first.rows().size() + second.rows().size());

    cluster.files().delete(result.kept().orElseThrow(), true);
    TestFiles third = write(format, more, 3);
    append(table, more);
    TableView view = TableView.of(table, cluster.conf());
    assertThat(view.superExtents()).isGreaterThan(before + result.superExtents());
    assertThat(view.rows())
        .isEqualTo(first.rows().size() + second.rows().size() + third.rows().size());
    verify(table, view.rows());

    cluster.files().delete(new Path("/" + format + "/.t.trident-old"), true);
    cluster.reversion().run(table);
    Map<String, byte[]> expected = new TreeMap<>(first.files());
    addCopies(expected, second);
    addCopies(expected, third);
    Map<String, byte[]> back = TestFiles.read(cluster.files(), table);
    assertThat(back.keySet()).isEqualTo(expected.keySet());
    back.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(expected.get(name)));
  }

  private static void addCopies(Map<String, byte[]> files, TestFiles appended) {
    appended
        .files()
        .forEach(
            (name, bytes) -> {
              String free = name;
              for (int copy = 1; files.containsKey(free); copy++) {
                free = name + "_copy_" + copy;
              }
              files.put(free, bytes);
            });
  }

  private static Configuration crashing() {
    Configuration conf = cluster.conf();
    conf.setClass("fs.hdfs.impl", CrashingHdfs.class, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    return conf;
  }

  @Test
  void aCrashAtAnyStepIsMadeGoodByRunningAgain() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int many = 1 << 20;
    int changes = 0;
    for (int i = 0; i < 3; i++) {
      Path table = new Path("/crash/" + i);
      Path more = new Path("/crash/more" + i);
      long rows = convert("csv", table, 1).rows().size();
      TestFiles appended = write("csv", more, 2);
      for (int crash = 0; crash < 3 && i > 0 && cluster.files().exists(more); crash++) {
        // the last changes, of cleaning up, are tried for sure
        CrashingHdfs.crashAfter(crash == 2 ? changes - i : 1 + random.nextInt(changes));
        try {
          cluster.append(crashing()).run(table, more, 1, MAX_ROW_BYTES, Earlier.RESUME);
        } catch (IOException | UncheckedIOException e) {
          // as it was to
        }
        verify(table, cluster.files().exists(more) ? rows : rows + appended.rows().size());
      }
      CrashingHdfs.crashAfter(many);
      if (i == 0 || cluster.files().exists(new Path("/crash/." + i + ".trident-build"))) {
        Append.Result result =
            cluster.append(crashing()).run(table, more, 1, MAX_ROW_BYTES, Earlier.RESUME);
        assertThat(result.rows()).as("seed %d", seed).isEqualTo(appended.rows().size());
      }
      changes = i == 0 ? many - CrashingHdfs.left() : changes;
      assertThat(cluster.files().exists(more)).as("seed %d", seed).isFalse();
      verify(table, rows + appended.rows().size());
    }
    assertThat(changes).isGreaterThan(50);
  }

  @Test
  void aSecondRunDoesNotAppendAgain() throws Exception {
    Path table = new Path("/once/t");
    Path more = new Path("/once/more");
    long rows = convert("csv", table, 1).rows().size();
    TestFiles appended = write("csv", more, 2);
    Appender lost =
        (build, to, source, kept) -> {
          new Moves(cluster.files()).append(build, to, source, kept);
          throw new IOException("The answer is lost.");
        };
    assertThatThrownBy(
            () ->
                new Append(cluster.conf(), lost, text -> {})
                    .run(table, more, BATCH_BYTES, MAX_ROW_BYTES, Earlier.RESUME))
        .hasMessage("The answer is lost.");

    Append.Result again = append(table, more);

    assertThat(again.rows()).isEqualTo(appended.rows().size());
    assertThat(again.written()).isZero();
    verify(table, rows + appended.rows().size());
    assertThatThrownBy(() -> append(table, more))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("does not exist");
  }

  @Test
  void whatCannotBeAppendedIsRefusedAndChangesNothing() throws Exception {
    Path table = new Path("/refused/t");
    TestFiles first = convert("csv", table, 1);
    write("csv", new Path("/refused/no-table"), 2);
    assertThatThrownBy(() -> append(new Path("/refused/no-table"), table))
        .hasMessageContaining("is no logically replicated table");
    assertThatThrownBy(() -> append(table, table)).hasMessageContaining("one in the other");
    assertThatThrownBy(() -> append(table, new Path(table, "_trident")))
        .hasMessageContaining("one in the other");

    Path other = new Path("/refused/other-header");
    cluster.files().mkdirs(other);
    try (var out = cluster.files().create(new Path(other, "a.csv"))) {
      out.writeBytes("x,y,z\n" + "1,b,2.0\n".repeat(5_000));
    }
    assertThatThrownBy(() -> append(table, other)).hasMessageContaining("header");

    Path small = new Path("/refused/small");
    cluster.files().mkdirs(small);
    try (var out = cluster.files().create(new Path(small, "a.csv"))) {
      out.writeBytes("id,name,price\n1,b,2.0\n");
    }
    assertThatThrownBy(() -> cluster.append().run(table, small, 1, MAX_ROW_BYTES, Earlier.RESTART))
        .hasMessageContaining("at least 4 extents");
    verify(table, first.rows().size());
  }
}
