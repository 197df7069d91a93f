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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.trident.cli.CommandRun;
import io.trident.minicluster.TieredCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The commands against a real HDFS with the plugin; jobs run in this process. */
class LayoutCommandIT {
  private static TieredCluster cluster;
  private static DistributedFileSystem hdfs;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        TieredCluster.builder()
            .nodes(3)
            .racks(3)
            .hdfsOnly()
            .baseDir(Path.of("target", "layout-" + UUID.randomUUID()))
            .set("trident.hdfs.layout.enabled", "true")
            .start();
    hdfs = cluster.fileSystem();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static CommandRun run(String... args) throws IOException {
    Configuration conf = new Configuration(cluster.configuration());
    conf.set("mapreduce.framework.name", "local");
    conf.setInt("mapreduce.task.io.sort.mb", 8);
    return CommandRun.configured("core-site.xml", conf, args);
  }

  private static org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(name);
  }

  private static byte[] write(String file, int rows) throws IOException {
    Random random = new Random(rows);
    StringBuilder text = new StringBuilder("a,b,c\n");
    for (int i = 0; i < rows; i++) {
      text.append(random.nextInt(5_000)).append(",word").append(random.nextInt(200));
      text.append(',').append(random.nextDouble()).append('\n');
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    try (FSDataOutputStream out = hdfs.create(path(file))) {
      out.write(bytes);
    }
    return bytes;
  }

  private static List<String> names(String directory) throws IOException {
    List<String> names = new ArrayList<>();
    for (FileStatus one : hdfs.listStatus(path(directory))) {
      names.add(one.getPath().getName());
    }
    return names;
  }

  @Test
  void aDirectoryIsConvertedShownVerifiedAndReverted() throws Exception {
    byte[] first = write("/shop/orders/1.csv", 3_000);
    byte[] second = write("/shop/orders/2.csv", 2_000);

    CommandRun converted =
        run(
            "layout",
            "convert",
            "/shop/orders",
            "--by",
            "a,b:hash,c",
            "--format",
            "csv",
            "--option",
            "header=true",
            "--schema",
            "a long, c double",
            "--extents",
            "6",
            "--target-mb",
            "0.008",
            "--json");
    assertThat(converted.exitCode()).as(converted.err()).isZero();
    JsonNode result = new JsonMapper().readTree(converted.out());
    assertThat(result.get("rows").asInt()).isEqualTo(5_000);
    assertThat(result.get("bytesShuffled").asLong()).isPositive();
    assertThat(converted.err()).contains("Verifying");
    assertThat(names("/shop/orders")).contains("se0000-e00.csv").doesNotContain("1.csv");
    long inode = hdfs.getClient().getFileInfo("/shop/orders").getFileId();
    assertThat(hdfs.exists(path("/.trident/layouts/" + inode))).as("registered").isTrue();
    Set<String> racksOfFirst =
        racksOf("/shop/orders/se0000-e00.csv", "/shop/orders/se0000-e01.csv");
    assertThat(racksOfFirst)
        .hasSize(1)
        .isNotEqualTo(
            racksOf(
                "/shop/orders/_trident/se0000/d1/e00.csv",
                "/shop/orders/_trident/se0000/d1/e01.csv"));

    CommandRun shown = run("layout", "show", "/shop/orders");
    assertThat(shown.exitCode()).as(shown.err()).isZero();
    assertThat(shown.out()).contains("5000 rows", "hash", "without a readable replica: 0");
    JsonNode view =
        new JsonMapper().readTree(run("layout", "show", "--json", "/shop/orders").out());
    assertThat(view.get("sourceBytes").asLong()).isEqualTo(first.length + second.length);
    assertThat(view.get("dimensions")).hasSize(3);
    assertThat(view.get("bounds")).as("all columns are dimensions").isEmpty();

    aRowIsFoundWithoutReadingAll(first, second);

    CommandRun verified = run("layout", "verify", "/shop/orders");
    assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
    assertThat(verified.out()).contains("5000 rows", "0 problems");

    CommandRun twice =
        run(
            "layout",
            "convert",
            "/shop/orders",
            "--by",
            "a",
            "--format",
            "csv",
            "--isolation",
            "none");
    assertThat(twice.exitCode()).isEqualTo(1);
    assertThat(twice.err()).contains("a logically replicated table already");

    String kept = result.path("kept").asText();
    if (!kept.isEmpty()) {
      hdfs.delete(path(kept), true);
    }
    CommandRun reverted = run("layout", "revert", "/shop/orders");
    assertThat(reverted.exitCode()).as(reverted.err()).isZero();
    assertThat(names("/shop/orders")).containsExactly("1.csv", "2.csv");
    assertThat(bytes("/shop/orders/1.csv")).isEqualTo(first);
    assertThat(bytes("/shop/orders/2.csv")).isEqualTo(second);
    assertThat(hdfs.exists(path("/.trident/layouts/" + inode))).as("registered").isFalse();
  }

  private static void aRowIsFoundWithoutReadingAll(byte[]... files) throws IOException {
    List<String> wanted =
        Arrays.stream(files)
            .flatMap(file -> new String(file, StandardCharsets.UTF_8).lines())
            .filter(line -> line.contains(",word7,"))
            .toList();
    CommandRun read = run("layout", "read", "/shop/orders", "--where", "b = word7");
    assertThat(read.exitCode()).as(read.err()).isZero();
    assertThat(read.out().lines()).containsExactlyInAnyOrderElementsOf(wanted);
    assertThat(read.err()).contains(wanted.size() + " rows");
    JsonNode summary =
        new JsonMapper()
            .readTree(
                run("layout", "read", "/shop/orders", "--json", "--where", "b = word7").out());
    assertThat(summary.get("bytes").asLong())
        .isLessThan(summary.get("allBytes").asLong() / 4)
        .isPositive();
    assertThat(run("layout", "read", "/shop/orders", "--limit", "3").out().lines()).hasSize(3);
    assertThat(run("layout", "read", "/shop/orders", "--where", "d = 1").err())
        .contains("There is no column d; there are [a, b, c].");
  }

  @Test
  @Tag("slow")
  void aDirectoryIsAppendedAndItsExtentsAreNowTheTables() throws Exception {
    byte[] first = write("/grow/orders/1.csv", 3_000);
    CommandRun converted =
        run(
            "layout",
            "convert",
            "/grow/orders",
            "--by",
            "a,b:hash,c",
            "--format",
            "csv",
            "--option",
            "header=true",
            "--schema",
            "a long, c double",
            "--extents",
            "4",
            "--target-mb",
            "0.008");
    assertThat(converted.exitCode()).as(converted.err()).isZero();
    int before = superExtents("/grow/orders");
    byte[] second = write("/grow/new/1.csv", 2_900);

    CommandRun appended = run("layout", "append", "/grow/orders", "/grow/new", "--json");

    assertThat(appended.exitCode()).as(appended.err()).isZero();
    JsonNode result = new JsonMapper().readTree(appended.out());
    assertThat(result.get("rows").asInt()).isEqualTo(2_900);
    assertThat(result.get("firstSuperExtent").asInt()).isEqualTo(before);
    assertThat(result.get("largestToMean").get("a").asDouble()).isBetween(1.0, 2.0);
    assertThat(hdfs.exists(path("/grow/new"))).isFalse();
    assertThat(superExtents("/grow/orders")).isEqualTo(before + result.get("superExtents").asInt());
    String name = "se%04d".formatted(before);
    assertThat(racksOf("/grow/orders/" + name + "-e00.csv"))
        .as("placed as others")
        .isEqualTo(racksOf("/grow/orders/se0000-e00.csv"))
        .isNotEqualTo(racksOf("/grow/orders/_trident/" + name + "/d1/e00.csv"));
    CommandRun verified = run("layout", "verify", "/grow/orders");
    assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
    assertThat(verified.out()).contains("5900 rows", "0 problems");

    for (FileStatus kept : hdfs.listStatus(path("/grow"))) {
      if (kept.getPath().getName().startsWith(".")) {
        hdfs.delete(kept.getPath(), true);
      }
    }
    CommandRun reverted = run("layout", "revert", "/grow/orders");
    assertThat(reverted.exitCode()).as(reverted.err()).isZero();
    assertThat(names("/grow/orders")).containsExactly("1.csv", "1_copy_1.csv");
    assertThat(bytes("/grow/orders/1.csv")).isEqualTo(first);
    assertThat(bytes("/grow/orders/1_copy_1.csv")).isEqualTo(second);
  }

  private static int superExtents(String table) throws IOException {
    CommandRun shown = run("layout", "show", "--json", table);
    return new JsonMapper().readTree(shown.out()).get("superExtents").asInt();
  }

  @Test
  @Tag("slow")
  void boundsOfOtherColumnsAreShown() throws Exception {
    write("/shop/bounded/1.csv", 900);
    List<String> convert =
        new ArrayList<>(List.of("layout", "convert", "/shop/bounded", "--by", "a,c"));
    convert.addAll(List.of("--format", "csv", "--option", "header=true", "--isolation", "none"));
    convert.addAll(List.of("--schema", "a long, c double"));
    convert.addAll(List.of("--extents", "4", "--target-mb", "0.003"));
    convert.addAll(List.of("--parity-group", "4", "--parity", "2"));
    CommandRun converted = run(convert.toArray(String[]::new));
    assertThat(converted.exitCode()).as(converted.err()).isZero();

    JsonNode view =
        new JsonMapper().readTree(run("layout", "show", "--json", "/shop/bounded").out());
    assertThat(hdfs.exists(path("/shop/bounded/_trident/se0000/p0/g00-1")))
        .as("the second parity")
        .isTrue();
    assertThat(view.get("bounds")).hasSize(1);
    JsonNode bounds = view.get("bounds").get(0);
    assertThat(bounds.get("column").asText()).isEqualTo("b");
    assertThat(bounds.get("superExtents").asInt()).isEqualTo(view.get("superExtents").asInt());
    assertThat(bounds.get("nulls").asLong()).isZero();
    assertThat(bounds.get("least").asText()).isEqualTo("word0");
    assertThat(bounds.get("most").asText()).isEqualTo("word99");
    assertThat(run("layout", "show", "/shop/bounded").out())
        .containsPattern("b +\\d+ +0 +word0 +word99");
  }

  private static Set<String> racksOf(String... files) throws IOException {
    Set<String> racks = new HashSet<>();
    for (String file : files) {
      for (BlockLocation block : hdfs.getFileBlockLocations(path(file), 0, Long.MAX_VALUE)) {
        for (String place : block.getTopologyPaths()) {
          racks.add(place.substring(0, place.lastIndexOf('/')));
        }
      }
    }
    return racks;
  }

  private static byte[] bytes(String file) throws IOException {
    try (var in = hdfs.open(path(file))) {
      return in.readAllBytes();
    }
  }

  @Test
  void whatIsNoTableIsReported() throws Exception {
    write("/none/1.csv", 10);

    for (String command : List.of("show", "read", "verify", "revert")) {
      CommandRun run = run("layout", command, "/none");
      assertThat(run.exitCode()).as(command).isEqualTo(1);
      assertThat(run.err()).as(command).contains("is no logically replicated table");
    }
    assertThat(run("layout", "show", "/absent").err()).contains("/absent");
  }
}
