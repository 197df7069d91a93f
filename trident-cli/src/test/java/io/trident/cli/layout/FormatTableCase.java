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
package io.trident.cli.layout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.trident.cli.CommandRun;
import io.trident.minicluster.TieredCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A directory of files of a format from its conversion to its reversion, with the loss of a node
 * between.
 */
@Timeout(180)
abstract class FormatTableCase {
  private static TieredCluster cluster;
  private static DistributedFileSystem hdfs;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        TieredCluster.builder()
            .nodes(6)
            .racks(3)
            .hdfsOnly()
            .baseDir(Path.of("target", "tables-" + UUID.randomUUID()))
            .set("trident.hdfs.layout.enabled", "true")
            .set("dfs.datanode.plugins", "io.trident.hdfs.datanode.TridentDataNodePlugin")
            .set("dfs.namenode.heartbeat.recheck-interval", "500")
            .set("dfs.namenode.redundancy.interval.seconds", "1")
            .start();
    hdfs = cluster.fileSystem();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** Returns the format's name, which is the extension of its files, too. */
  abstract String format();

  /**
   * Writes a file of rows of a long {@code a}, a text {@code b} and an int {@code c} that may be
   * absent.
   *
   * @return the rows as texts
   */
  abstract List<String> write(String file, int count) throws IOException;

  /** Returns the rows of a file as texts. */
  abstract List<String> read(String file) throws IOException;

  /** Checks what {@code layout read} prints of a table with these rows. */
  abstract void checkRead(String table, List<String> rows) throws IOException;

  static DistributedFileSystem hdfs() {
    return hdfs;
  }

  static CommandRun run(String... args) throws IOException {
    Configuration conf = new Configuration(cluster.configuration());
    conf.set("mapreduce.framework.name", "local");
    conf.setInt("mapreduce.task.io.sort.mb", 8);
    return CommandRun.configured("core-site.xml", conf, args);
  }

  static org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(name);
  }

  @Test
  void aTableSurvivesALostNodeAndItsRowsComeBackInTheirOrder() throws Exception {
    List<String> first = write("/shop/items/part-0." + format(), 4_000);
    List<String> second = write("/shop/items/part-1." + format(), 1_000);

    CommandRun converted =
        run(
            "layout",
            "convert",
            "/shop/items",
            "--by",
            "a,b:hash,c",
            "--format",
            format(),
            "--extents",
            "4",
            "--target-mb",
            "0.015",
            "--parity-group",
            "2");
    assertThat(converted.exitCode()).as(converted.err()).isZero();
    assertThat(converted.out()).contains("5000 rows");
    assertThat(hdfs.exists(path("/shop/items/se0000-e00." + format()))).isTrue();
    CommandRun shown = run("layout", "show", "/shop/items");
    assertThat(shown.out()).contains(format() + " 1", "5000 rows", "without a readable replica: 0");

    checkRead("/shop/items", Stream.concat(first.stream(), second.stream()).toList());

    int lost = nodeOf("/shop/items/_trident/se0000/d1/e00." + format());
    cluster.loseDataNode(lost);
    await("loses extents", () -> !shownLost().isEmpty());
    await("rebuilds them", () -> shownLost().isEmpty());

    CommandRun verified = run("layout", "verify", "/shop/items");
    assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
    assertThat(verified.out()).contains("5000 rows", "0 problems");

    hdfs.delete(path("/shop/.items.trident-old"), true);
    CommandRun reverted = run("layout", "revert", "/shop/items");
    assertThat(reverted.exitCode()).as(reverted.err()).isZero();
    assertThat(reverted.out()).contains("2 files again, all rows in their order, in other bytes");
    assertThat(read("/shop/items/part-0." + format())).isEqualTo(first);
    assertThat(read("/shop/items/part-1." + format())).isEqualTo(second);
  }

  @Test
  void whatCannotBeConvertedIsReportedWithItsRemedy() throws Exception {
    write("/shop/wrong/part-0." + format(), 3_000);

    assertThat(convert("/shop/wrong", "--by", "d")).contains("no column d", "[a, b, c]");
    assertThat(convert("/shop/wrong", "--by", "a", "--schema", "x long"))
        .contains("--schema has the column x", "[a, b, c]");
    assertThat(convert("/shop/wrong", "--by", "a", "--schema", "a string"))
        .contains("Column a", "Give its type");
    assertThat(convert("/shop/wrong", "--by", "a", "--option", "nothing=true"))
        .contains("no option nothing");
  }

  private String convert(String directory, String... options) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of("layout", "convert", directory, "--format", format(), "--target-mb", "0.001"));
    arguments.addAll(List.of(options));
    CommandRun run = run(arguments.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
    return run.err();
  }

  private static List<String> shownLost() throws IOException {
    List<String> lost = new ArrayList<>();
    new JsonMapper()
        .readTree(run("layout", "show", "--json", "/shop/items").out())
        .path("lost")
        .forEach(one -> lost.add(one.asText()));
    return lost;
  }

  private static int nodeOf(String file) throws IOException {
    RemoteIterator<LocatedFileStatus> files = hdfs.listLocatedStatus(path(file));
    BlockLocation block = files.next().getBlockLocations()[0];
    int port = Integer.parseInt(block.getNames()[0].replaceAll(".*:", ""));
    for (int node = 0; node < cluster.nodeNames().size(); node++) {
      if (cluster.dataNode(node).getXferPort() == port) {
        return node;
      }
    }
    throw new IllegalStateException("No node has " + file);
  }

  private static void await(String what, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("waits until HDFS " + what).isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }
}
