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
import io.trident.layout.mapreduce.job.BuildLock;
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.table.Places;
import io.trident.layout.mapreduce.verify.Verification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What becomes of a conversion when something ends early, or others are at work. */
@Tag("slow")
class FaultIT {
  private static final int ROWS = 1_500;

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

  private static TestFiles write(Path directory, int seed) throws IOException {
    TestFiles source = new TestFiles("csv", ROWS, new Random(seed));
    source.writeTo(cluster.files(), directory);
    return source;
  }

  /** Each super-extent is a job of its own. */
  private static ConversionRequest request(TestFiles source) {
    ConversionRequest one = source.request(4, 4_000);
    return new ConversionRequest(
        one.dimensions(),
        one.schema(),
        one.format(),
        one.options(),
        one.extents(),
        one.targetBytes(),
        one.parityGroup(),
        one.parities(),
        1,
        one.maxRowBytes());
  }

  private static Configuration crashing() {
    Configuration conf = cluster.conf();
    conf.setClass("fs.hdfs.impl", CrashingHdfs.class, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    return conf;
  }

  private static void verify(Path directory, TestFiles source) throws Exception {
    Verification.Result result =
        new Verification(cluster.files(), cluster.conf(), new Jobs(cluster.files(), text -> {}))
            .run(directory, new Path(directory, "_trident"), new Path("/reports"));
    assertThat(result.problems()).isEmpty();
    assertThat(result.rows()).isEqualTo(source.rows().size());
  }

  @Test
  void aCrashAtAnyStepIsMadeGoodByRunningAgain() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    TestFiles source = write(new Path("/crash/all"), 1);
    int many = 1 << 20;
    CrashingHdfs.crashAfter(many);
    new Conversion(crashing(), new Renames(cluster.files()), text -> {})
        .run(new Path("/crash/all"), request(source), Earlier.RESUME);
    int changes = many - CrashingHdfs.left();
    assertThat(changes).isGreaterThan(100);

    for (int i = 0; i < 4; i++) {
      Path directory = new Path("/crash/" + i);
      write(directory, 1);
      // Three crashes, the last run is whole.
      int written = 0;
      for (int crash = 0; crash < 3; crash++) {
        CrashingHdfs.crashAfter(1 + random.nextInt(changes));
        try {
          Conversion.Result result =
              new Conversion(crashing(), new Renames(cluster.files()), text -> {})
                  .run(directory, request(source), Earlier.RESUME);
          written = result.superExtents();
        } catch (IOException | UncheckedIOException e) {
          // as it was to
        }
        if (cluster.files().exists(new Path(directory, "_trident/spec.json"))) {
          break;
        }
        assertThat(TestFiles.read(cluster.files(), directory).keySet())
            .as("seed %d", seed)
            .isEqualTo(source.files().keySet());
      }
      CrashingHdfs.crashAfter(Integer.MAX_VALUE);
      if (!cluster.files().exists(new Path(directory, "_trident/spec.json"))) {
        written =
            cluster.conversion().run(directory, request(source), Earlier.RESUME).superExtents();
      }
      assertThat(written).as("seed %d", seed).isNotNegative();
      verify(directory, source);
    }
  }

  @Test
  void whatWasDoneBeforeACrashIsNotDoneAgain() throws Exception {
    Path directory = new Path("/resumed");
    TestFiles source = write(directory, 2);
    Configuration failing = cluster.conf();
    Conversion first =
        new Conversion(
            failing,
            (build, table, kept) -> {
              throw new IOException("The NameNode is away.");
            },
            text -> {});
    assertThatThrownBy(() -> first.run(directory, request(source), Earlier.RESUME))
        .hasMessage("The NameNode is away.");

    Conversion.Result second = cluster.conversion().run(directory, request(source), Earlier.RESUME);

    assertThat(second.superExtents()).isGreaterThan(2);
    assertThat(second.written()).isZero();
    verify(directory, source);
  }

  @Test
  void whatAJobThatDiedLeftIsNotCommittedByTheNextJob() throws Exception {
    Path directory = new Path("/left");
    TestFiles source = write(directory, 8);
    Conversion dying =
        new Conversion(
            cluster.conf(),
            new Renames(cluster.files()),
            text -> {
              if (text.startsWith("Super-extent 1 of")) {
                throw new IllegalStateException("The client dies.");
              }
            });
    assertThatThrownBy(() -> dying.run(directory, request(source), Earlier.RESUME))
        .hasMessage("The client dies.");
    CrashingHdfs.crashAfter(Integer.MAX_VALUE); // once the job that it submitted has ended
    Path build = Places.of(directory).build();
    String extent = "_trident/se0000/d2/e00.csv";
    Map<String, byte[]> written = TestFiles.read(cluster.files(), new Path(build, extent));
    Path left = new Path(build, "_temporary/0/task_local1_0001_r_000000/" + extent);
    try (FSDataOutputStream out = cluster.files().create(left)) {
      out.write(written.get("e00.csv")); // another block of the same bytes
    }

    Conversion.Result second = cluster.conversion().run(directory, request(source), Earlier.RESUME);

    assertThat(second.written()).isBetween(1, second.superExtents() - 1);
    verify(directory, source);
  }

  @Test
  void otherOptionsAfterACrashNeedARestart() throws Exception {
    Path directory = new Path("/other-options");
    TestFiles source = write(directory, 3);
    CrashingHdfs.crashAfter(60);
    assertThatThrownBy(
            () ->
                new Conversion(crashing(), new Renames(cluster.files()), text -> {})
                    .run(directory, request(source), Earlier.RESUME))
        .isInstanceOfAny(IOException.class, UncheckedIOException.class);
    CrashingHdfs.crashAfter(Integer.MAX_VALUE);
    ConversionRequest other = source.request(8, 4_000);

    assertThatThrownBy(() -> cluster.conversion().run(directory, other, Earlier.RESUME))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("--restart");
    cluster.conversion().run(directory, other, Earlier.RESTART);

    verify(directory, source);
  }

  @Test
  void sourceFilesThatWereChangedMeanwhileAreNoticed() throws Exception {
    Path directory = new Path("/changed");
    TestFiles source = write(directory, 4);
    Conversion interrupted =
        new Conversion(
            cluster.conf(),
            new Renames(cluster.files()),
            text -> {
              if (text.startsWith("Verifying: job")) {
                append(new Path(directory, "part-000"));
              }
            });

    assertThatThrownBy(() -> interrupted.run(directory, request(source), Earlier.RESUME))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("were changed since the conversion began; give --restart");
    assertThatThrownBy(() -> cluster.conversion().run(directory, request(source), Earlier.RESUME))
        .hasMessageContaining("--restart");
    assertThat(cluster.conversion().run(directory, request(source), Earlier.RESTART).rows())
        .isEqualTo(source.rows().size() + 1);
  }

  private static void append(Path file) {
    try (FSDataOutputStream out = cluster.files().append(file)) {
      out.writeBytes("1,x,2\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void twoClientsDoNotConvertTheSameDirectory() throws Exception {
    Path directory = new Path("/two");
    TestFiles source = write(directory, 5);
    Places places = Places.of(directory);
    try (BuildLock lock = BuildLock.acquire(cluster.files(), places.lock())) {
      FileSystem other = FileSystem.newInstance(cluster.conf());
      Configuration conf = cluster.conf();
      conf.setBoolean("fs.hdfs.impl.disable.cache", true);
      assertThatThrownBy(
              () ->
                  new Conversion(conf, new Renames(other), text -> {})
                      .run(directory, request(source), Earlier.RESUME))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Another client works on this table");
      other.close();
    }
    cluster.conversion().run(directory, request(source), Earlier.RESUME);
    verify(directory, source);
  }

  @Test
  void anOrderThatIsNotThatOfTheSourceIsFoundAndNotReverted() throws Exception {
    Path directory = new Path("/order");
    TestFiles source = write(directory, 6);
    cluster.conversion().run(directory, request(source), Earlier.RESUME);
    Path first = new Path(directory, "_trident/se0000/o/e01");
    Path second = new Path(directory, "_trident/se0000/o/e02");
    Path aside = new Path("/aside");
    cluster.files().rename(first, aside);
    cluster.files().rename(second, first);
    cluster.files().rename(aside, second);

    Verification.Result result =
        new Verification(cluster.files(), cluster.conf(), new Jobs(cluster.files(), text -> {}))
            .run(directory, new Path(directory, "_trident"), new Path("/reports"));
    assertThat(result.superExtents()).containsExactly(0);
    assertThat(result.problems()).anyMatch(problem -> problem.contains("order"));
    cluster.files().delete(new Path("/.order.trident-old"), true);
    assertThatThrownBy(() -> cluster.reversion().run(directory)).isInstanceOf(IOException.class);
    assertThat(cluster.files().exists(new Path(directory, "_trident/spec.json"))).isTrue();
  }

  @Test
  void anExtentThatWasReplacedIsFound() throws Exception {
    Path directory = new Path("/replaced");
    TestFiles source = write(directory, 7);
    cluster.conversion().run(directory, request(source), Earlier.RESUME);
    Path extent = new Path(directory, "_trident/se0001/d2/e00.csv");
    Map<String, byte[]> bytes = TestFiles.read(cluster.files(), extent);
    try (FSDataOutputStream out = cluster.files().create(extent, true)) {
      out.write(bytes.get("e00.csv"));
    }

    Verification.Result result =
        new Verification(cluster.files(), cluster.conf(), new Jobs(cluster.files(), text -> {}))
            .run(directory, new Path(directory, "_trident"), new Path("/reports"));
    assertThat(result.superExtents()).containsExactly(1);
    assertThat(result.problems()).singleElement().asString().contains("was replaced or changed");
    assertThat(TableView.of(directory, cluster.conf()).broken()).hasSize(1);
  }
}
