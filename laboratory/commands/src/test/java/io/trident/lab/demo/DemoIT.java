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
package io.trident.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.cli.Progress;
import io.trident.lab.CommandRun;
import io.trident.minicluster.TieredCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.ServerSocket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The demo in its smallest useful form, and the commands that ask a cluster, on its cluster. */
class DemoIT {
  private static final int BLOCKS = 6;
  private static final String INPUT = "/demo/input/wordcount";
  private static final Path DIR = Path.of("target", "it", "demo-" + UUID.randomUUID());

  private static final ObjectMapper JSON = new ObjectMapper();

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static DemoResult result;

  private static CommandRun tiers = nothing();
  private static CommandRun tiersJson = nothing();
  private static CommandRun explain = nothing();
  private static CommandRun explainJson = nothing();
  private static CommandRun explainAssumed = nothing();
  private static CommandRun missing = nothing();
  private static CommandRun forbidden = nothing();
  private static CommandRun unreachable = nothing();
  private static CommandRun badCost = nothing();

  @BeforeAll
  static void run() throws Exception {
    DemoOptions options =
        new DemoOptions(3, 2, BLOCKS, 82 * DemoOptions.BLOCK_UNIT, 6, DIR.toAbsolutePath());
    result =
        new Demo()
            .run(
                options,
                new Progress(
                    new PrintWriter(System.err, true, StandardCharsets.UTF_8), System::nanoTime),
                DemoIT::askTheCluster);
  }

  @AfterAll
  static void memoryTierIsGone() throws IOException {
    try (var left = Files.list(DIR.resolve("cluster"))) {
      assertThat(left).isNotEmpty(); // only the memory tier is removed with the cluster
    }
  }

  private static void askTheCluster(TieredCluster cluster) throws IOException {
    Configuration conf = new Configuration(false);
    Path site = cluster.baseDir().resolve("client-conf").resolve("yarn-site.xml");
    conf.addResource(site.toUri().toURL());
    tiers = withConfiguration(conf, Map.of(), "tiers", INPUT);
    tiersJson = withConfiguration(conf, Map.of(), "tiers", "--json", INPUT);
    explain = withConfiguration(conf, Map.of(), "explain", INPUT);
    explainJson = withConfiguration(conf, Map.of(), "explain", "--json", INPUT);
    explainAssumed = withConfiguration(conf, Map.of(), "explain", "--slots", "1", INPUT);
    missing = withConfiguration(conf, Map.of(), "tiers", "/no/such/file");
    badCost = withConfiguration(conf, Map.of("trident.cost.ssd", "50"), "explain", INPUT);
    int closed;
    try (ServerSocket socket = new ServerSocket(0)) {
      closed = socket.getLocalPort();
    }
    unreachable =
        withConfiguration(
            conf, Map.of("fs.defaultFS", "hdfs://localhost:" + closed), "tiers", INPUT);
    cluster
        .fileSystem()
        .setPermission(
            new org.apache.hadoop.fs.Path("/demo/input"),
            FsPermission.createImmutable((short) 0700));
    try {
      forbidden =
          UserGroupInformation.createRemoteUser("stranger")
              .doAs(
                  (PrivilegedExceptionAction<CommandRun>)
                      () -> withConfiguration(conf, Map.of(), "tiers", INPUT));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** Runs a command as with HADOOP_CONF_DIR set. */
  private static CommandRun withConfiguration(
      Configuration conf, Map<String, String> changes, String... args) throws IOException {
    Path dir = Files.createDirectories(DIR.resolve("conf-" + UUID.randomUUID()));
    Configuration changed = new Configuration(conf);
    changes.forEach(changed::set);
    for (String file : new String[] {"core-site.xml", "yarn-site.xml"}) {
      try (OutputStream out = Files.newOutputStream(dir.resolve(file))) {
        changed.writeXml(out);
      }
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {dir.toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader);
      return CommandRun.of(args);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void bothSchedulersRanBothJobsOverAllBlocks() {
    assertThat(Runs.ordered(result)).hasSize(4);
    assertThat(result.inMemory()).containsEntry("wordcount", 6L).containsEntry("sort", 6L);
    for (DemoRun run : result.runs()) {
      assertThat(run.tasks()).hasSize(BLOCKS);
      assertThat(run.optimalCost()).isPositive().isLessThanOrEqualTo(run.cost() + 1e-9);
    }
  }

  @Test
  void tridentCostsNoMoreThanStock() {
    assertThat(result.totalCost("trident")).isLessThanOrEqualTo(result.totalCost("stock"));
    assertThat(result.total("trident", Source.REMOTE)).isZero();
  }

  /** One replica of every block is in memory, and there is room for every task beside it. */
  @Test
  void tridentReadsFromMemory() {
    double maps = 2.0 * BLOCKS;
    assertThat(result.total("trident", Source.MEMORY) / maps).isGreaterThanOrEqualTo(0.95);
  }

  @Test
  void theReportHasTheResult() throws IOException {
    String html = new Report(result).html();
    assertThat(html)
        .contains("%d of 12 map tasks".formatted(result.total("trident", Source.MEMORY)))
        .contains("<svg", "node3", "wordcount")
        .doesNotContain("{{", "http://", "https://", "null");
    Files.writeString(DIR.resolve("report.html"), html, StandardCharsets.UTF_8);
  }

  @Test
  void tiersShowsEveryReplica() throws IOException {
    assertThat(tiers.exitCode()).as(tiers.err()).isZero();
    assertThat(tiers.out()).contains("NVDIMM", "SSD", "DISK", "node1", "6 blocks");
    JsonNode blocks = JSON.readTree(tiersJson.out()).get("blocks");
    assertThat(blocks).hasSize(BLOCKS);
    for (JsonNode block : blocks) {
      assertThat(block.get("replicas").findValuesAsText("tier"))
          .containsExactlyInAnyOrder("nvdimm", "ssd", "disk");
    }
  }

  @Test
  void explainShowsRequestsPlacesAndReasons() throws IOException {
    assertThat(explain.exitCode()).as(explain.err()).isZero();
    assertThat(explain.out()).contains("6 map tasks", "/r1", "node1", "*", "1.0=6", "optimum");
    JsonNode plan = JSON.readTree(explainJson.out());
    assertThat(plan.get("tasks")).hasSize(BLOCKS);
    assertThat(plan.get("cost").asDouble()).isEqualTo(BLOCKS); // all from memory: room for all
    assertThat(plan.get("requests").findValuesAsText("resource")).contains("*", "/r1", "node1");
  }

  /** With less room than tasks some wait, and the reasons name who is in the way. */
  @Test
  void explainNamesWhoHoldsWhatIsCheaper() {
    assertThat(explainAssumed.exitCode()).as(explainAssumed.err()).isZero();
    assertThat(explainAssumed.out()).contains("3 slots (assumed", "waits", "held by map");
  }

  @Test
  void errorsNameTheRemedy() {
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.err()).contains("/no/such/file", "does not exist").doesNotContain("\tat ");
    assertThat(badCost.exitCode()).isEqualTo(1);
    assertThat(badCost.err()).contains("trident.cost.ssd", "50", "lower the score");
    assertThat(unreachable.exitCode()).isEqualTo(1);
    assertThat(unreachable.err()).contains("Cannot reach", "fs.defaultFS");
    assertThat(forbidden.exitCode()).isEqualTo(1);
    assertThat(forbidden.err()).containsIgnoringCase("permission").contains(INPUT);
    assertThat(CommandRun.of("explain", "--slots", "0", INPUT).exitCode()).isEqualTo(2);
    assertThat(CommandRun.of("demo", "--nodes", "2").err()).contains("--nodes", "3 to 32");
    assertThat(CommandRun.of("tiers").exitCode()).isEqualTo(2);
  }

  private static CommandRun nothing() {
    return new CommandRun(-1, "", "");
  }
}
