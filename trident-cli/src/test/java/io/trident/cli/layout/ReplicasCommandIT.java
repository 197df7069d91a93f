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
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Replica groups by the command, on a real HDFS with the plugin; jobs run in this process. */
@Tag("slow")
class ReplicasCommandIT {
  private static final int NODES = 4;
  private static final int PARTITIONS = 8;
  private static TieredCluster cluster;
  private static DistributedFileSystem hdfs;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        TieredCluster.builder()
            .nodes(NODES)
            .racks(1)
            .hdfsOnly()
            .baseDir(java.nio.file.Path.of("target", "replicas-" + UUID.randomUUID()))
            .set("trident.hdfs.layout.enabled", "true")
            .set("dfs.namenode.heartbeat.recheck-interval", "500")
            .set("ipc.client.connect.max.retries", "1")
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

  private static List<String> write(String file, String columns, int rows) throws IOException {
    Random random = new Random(rows);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      lines.add(
          "%d,%d,word%d".formatted(random.nextInt(500), random.nextInt(90), random.nextInt(20)));
    }
    try (FSDataOutputStream out = hdfs.create(new Path(file))) {
      out.write((columns + "\n" + String.join("\n", lines)).getBytes(StandardCharsets.UTF_8));
    }
    lines.sort(null);
    return lines;
  }

  private static List<String> rows(String directory) throws IOException {
    List<String> rows = new ArrayList<>();
    for (FileStatus file : hdfs.listStatus(new Path(directory))) {
      if (file.isFile()) {
        try (var in = hdfs.open(file.getPath())) {
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.contains("_"))
              .forEach(rows::add);
        }
      }
    }
    rows.sort(null);
    return rows;
  }

  private static CommandRun create(String source, String target, String by, String... more)
      throws IOException {
    List<String> args =
        new ArrayList<>(
            List.of(
                "replicas",
                "create",
                source,
                target,
                "--by",
                by,
                "--format",
                "csv",
                "--option",
                "header=true",
                "--schema"));
    args.addAll(List.of(more));
    return run(args.toArray(String[]::new));
  }

  /** Returns the node of each partition; nothing for those that are empty or lost. */
  private static List<String> nodes(String replica) throws IOException {
    List<String> nodes = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) {
      Path file = new Path(replica, "se0000-e%02d.csv".formatted(p));
      BlockLocation[] blocks = hdfs.getFileBlockLocations(file, 0, 1);
      nodes.add(blocks.length == 0 ? "" : String.join(",", blocks[0].getNames()));
    }
    return nodes;
  }

  private static JsonNode show(String directory) throws IOException {
    CommandRun shown = run("replicas", "show", "--json", directory);
    assertThat(shown.exitCode()).as(shown.err()).isZero();
    return new JsonMapper().readTree(shown.out());
  }

  private static int lost(String group) throws IOException {
    int lost = show(group).get("lostFiles").size();
    for (JsonNode replica : show(group).get("replicas")) {
      lost += replica.get("lost").size();
    }
    return lost;
  }

  @Test
  void tablesAreJoinedOnTheirNodesAlsoAfterOneIsLostAndRecovered() throws Exception {
    List<String> items = write("/tpch/items/1.csv", "i_order,i_part,i_text", 3_000);
    List<String> parts = write("/tpch/parts/1.csv", "p_size,p_part,p_text", 500);
    String itemColumns = "i_order long, i_part long";

    CommandRun made =
        create("/tpch/items", "/tpch/items-part", "hash(i_part,8)", itemColumns, "--json");
    assertThat(made.exitCode()).as(made.err()).isZero();
    assertThat(made.err()).contains("Verifying");
    JsonNode result = new JsonMapper().readTree(made.out());
    assertThat(result.get("rows").asInt()).isEqualTo(3_000);
    assertThat(result.get("distinctKeys").asInt()).isEqualTo(90);
    assertThat(
            create("/tpch/items", "/tpch/items-order", "hash(i_order,8)", itemColumns).exitCode())
        .isZero();
    assertThat(
            create("/tpch/parts", "/tpch/parts-part", "hash(p_part,8)", "p_size int, p_part long")
                .exitCode())
        .isZero();
    List<String> before = nodes("/tpch/items-part");
    assertThat(before).doesNotContain("");
    assertThat(nodes("/tpch/parts-part")).as("joined on the node").isEqualTo(before);
    assertThat(new HashSet<>(before)).hasSize(NODES);
    assertThat(rows("/tpch/items-part")).isEqualTo(items);

    cluster.loseDataNode(1);
    long end = System.nanoTime() + 60_000_000_000L;
    while (lost("/tpch/items") + lost("/tpch/parts") == 0) {
      assertThat(System.nanoTime()).as("the node is still alive").isLessThan(end);
      Thread.sleep(200);
    }
    for (String group : List.of("/tpch/items", "/tpch/parts")) {
      int lost = lost(group);
      CommandRun recovered = run("replicas", "recover", group, "--json");
      assertThat(recovered.exitCode()).as(recovered.err()).isZero();
      assertThat(new JsonMapper().readTree(recovered.out()).get("partitions").asInt())
          .isEqualTo(lost);
      assertThat(lost(group)).isZero();
      CommandRun verified = run("replicas", "verify", group);
      assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
      assertThat(verified.out()).contains(" 0 problems");
    }

    List<String> after = nodes("/tpch/items-part");
    assertThat(after).doesNotContain("");
    assertThat(nodes("/tpch/parts-part")).as("joined on the node").isEqualTo(after);
    for (int p = 0; p < PARTITIONS; p++) {
      if (nodesAlive().contains(before.get(p))) {
        assertThat(after.get(p)).as("stays").isEqualTo(before.get(p));
      }
    }
    assertThat(rows("/tpch/items-part")).isEqualTo(items);
    assertThat(rows("/tpch/items-order")).isEqualTo(items);
    assertThat(rows("/tpch/parts-part")).isEqualTo(parts);
    assertThat(fsck("/tpch")).contains("The filesystem under path '/tpch' is HEALTHY");

    CommandRun shown = run("replicas", "show", "/tpch/items-order");
    assertThat(shown.exitCode()).as(shown.err()).isZero();
    assertThat(shown.out())
        .contains("/tpch/items-part", "hash(i_order,8)", "hash/8", "3000", "1 files");
    cluster.startDataNode(1);
  }

  private static String fsck(String path) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    DFSck fsck =
        new DFSck(
            new Configuration(cluster.configuration()),
            new PrintStream(out, true, StandardCharsets.UTF_8));
    ToolRunner.run(fsck, new String[] {path});
    return out.toString(StandardCharsets.UTF_8);
  }

  private static List<String> nodesAlive() throws IOException {
    return Arrays.stream(hdfs.getDataNodeStats())
        .filter(node -> node.getLastUpdate() > System.currentTimeMillis() - 5_000)
        .map(node -> node.getXferAddr())
        .toList();
  }

  @Test
  void whatIsNotPossibleIsReportedWithARemedy() throws Exception {
    write("/wrong/items/1.csv", "i_order,i_part,i_text", 100);
    String columns = "i_order long, i_part long";

    assertThat(create("/wrong/items", "/wrong/r", "i_part", columns).err())
        .contains("--by is 'i_part'; give a column and a number of partitions");
    assertThat(
            create("/wrong/items", "/wrong/r", "hash(i_part,8)", columns, "--nodes", "2/2").err())
        .contains("There is no set 2 of 2 sets of nodes");
    assertThat(
            create("/wrong/items", "/wrong/r", "hash(i_part,8)", columns, "--survive", "3").err())
        .contains("survive the loss of 3 nodes; give 1 to 2");
    assertThat(create("/wrong/items", "/wrong/r", "hash(i_part,2)", columns).err())
        .contains("give 4 to 1000");
    assertThat(run("replicas", "show", "/wrong/items").err()).contains("is in no replica group");
    assertThat(run("replicas", "register", "/wrong/items", "/wrong/items").err())
        .contains("/wrong/items");
    assertThat(run("replicas", "recover", "/absent").exitCode()).isEqualTo(1);
  }
}
