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
package io.trident.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.testbed.Isolation;
import io.trident.testbed.Layout;
import io.trident.testbed.Node;
import io.trident.testbed.Rates;
import io.trident.testbed.Role;
import io.trident.testbed.Testbed;
import io.trident.testbed.VolumeSizes;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * HDFS and YARN from stock jars, each daemon a process, with the tarball's jars where docs/install.md puts them and
 * the settings of docs/layouts.md; beside them a Spark installation, with docs/install.md's lines.
 */
final class InstalledCluster {
  static final Path DIRECTORY = Path.of("target", "installed-tables").toAbsolutePath();

  private static final Layout LAYOUT =
      new Layout(
          "tables",
          216,
          Isolation.LOOPBACK,
          6,
          3,
          2,
          Rates.TYPICAL,
          1,
          new VolumeSizes(64, 256, 1024, 0));

  private static final Map<String, String> SETTINGS =
      Map.of(
          "trident.hdfs.layout.enabled", "true",
          "dfs.datanode.plugins", "io.trident.hdfs.datanode.TridentDataNodePlugin",
          // A node is dead after 11 seconds without a heartbeat, not after ten minutes.
          "dfs.heartbeat.interval", "1",
          "dfs.namenode.heartbeat.recheck-interval", "500",
          "dfs.namenode.redundancy.interval.seconds", "1",
          // A rebuild that failed is begun again after half a minute, not after five.
          "dfs.namenode.reconstruction.pending.timeout-sec", "30");

  private static final Path TARBALL =
      Path.of(System.getProperty("trident.plugins")).toAbsolutePath().getParent();
  private static final Path SPARK_HOME = Path.of("target", "installed-spark-sql").toAbsolutePath();
  private static final OnMaster MASTER = new OnMaster(DIRECTORY);
  private static final int DATANODE_WEB_PORT = 9864;

  private InstalledCluster() {}

  static void up() throws Exception {
    SparkInstallation.layOut(SPARK_HOME, TARBALL);
    Testbed.at(DIRECTORY).up(new Testbed.Description(LAYOUT, SETTINGS, null), step -> {});
  }

  static void down() throws Exception {
    Testbed.at(DIRECTORY).down(step -> {});
  }

  static String hdfs(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("hdfs"));
    command.addAll(List.of(arguments));
    return MASTER.run(command.toArray(String[]::new));
  }

  static String trident(String... arguments) throws Exception {
    return MASTER.trident(TARBALL, arguments);
  }

  /** Runs a user's program on the stock Spark, in one process, and returns what it prints. */
  static String spark(String program, String... arguments) throws Exception {
    return submit(program, List.of("--master", "local[2]"), Map.of(), List.of(arguments));
  }

  /** Runs a user's program on the stock Spark with executors in containers of YARN. */
  static String sparkOnYarn(String program, Map<String, String> settings, String... arguments)
      throws Exception {
    List<String> options = new ArrayList<>(List.of("--master", "yarn", "--num-executors", "3"));
    Map.of(
            "spark.yarn.jars", "local:" + SPARK_HOME + "/jars/*",
            "spark.driver.host", LAYOUT.master().address(),
            "spark.executor.cores", "2",
            "spark.executor.memory", "512m",
            "spark.scheduler.minRegisteredResourcesRatio", "1",
            "spark.executor.extraJavaOptions", MASTER.jvmOptions(),
            "spark.yarn.am.extraJavaOptions", MASTER.jvmOptions(),
            "spark.ui.enabled", "false")
        .forEach((key, value) -> options.addAll(List.of("--conf", key + "=" + value)));
    return submit(program, options, settings, List.of(arguments));
  }

  private static String submit(
      String program, List<String> options, Map<String, String> settings, List<String> arguments)
      throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                SPARK_HOME.resolve("bin/spark-submit").toString(),
                "--class",
                program,
                "--driver-java-options",
                MASTER.jvmOptions(),
                "--conf", // the test bed's own is not in stock jars
                "spark.hadoop.hadoop.rpc.socket.factory.class.default="
                    + "org.apache.hadoop.net.StandardSocketFactory"));
    command.addAll(options);
    settings.forEach((key, value) -> command.addAll(List.of("--conf", key + "=" + value)));
    command.add(MASTER.compiled(SPARK_HOME, program));
    command.addAll(arguments);
    return MASTER.run(command.toArray(String[]::new));
  }

  /** Something that a user does. */
  @FunctionalInterface
  interface Action {
    String run() throws Exception;
  }

  /** Does several things at a time, as several users would; returns what each prints. */
  static List<String> together(Action... actions) throws Exception {
    ExecutorService users = Executors.newFixedThreadPool(actions.length);
    try {
      List<Future<String>> all = new ArrayList<>();
      for (Action action : actions) {
        all.add(users.submit(action::run));
      }
      List<String> printed = new ArrayList<>();
      for (Future<String> one : all) {
        printed.add(one.get());
      }
      return printed;
    } finally {
      users.shutdownNow();
    }
  }

  /** Returns the object of JSON that a command has printed, perhaps among lines of its log. */
  static JsonNode json(String printed) throws Exception {
    return new ObjectMapper()
        .readTree(
            printed.lines().filter(line -> line.startsWith("{")).findFirst().orElseThrow());
  }

  /** Returns the worker with an address. */
  static Node worker(String address) {
    return LAYOUT.workers().stream()
        .filter(node -> node.address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  static List<Node> workers() {
    return LAYOUT.workers();
  }

  /** Ends a DataNode as a crash does. */
  static void kill(Node node) throws Exception {
    long pid =
        Testbed.at(DIRECTORY).status().stream()
            .filter(daemon -> daemon.role() == Role.DATANODE)
            .filter(daemon -> daemon.node().equals(node))
            .findFirst()
            .flatMap(Testbed.DaemonStatus::pid)
            .orElseThrow();
    assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
  }

  /** Returns a figure that the NameNode publishes. */
  static long figure(String bean, String name) throws Exception {
    JsonNode found = bean(bean).path(name);
    assertThat(found.isNumber()).as(bean + "." + name).isTrue();
    return found.asLong();
  }

  static JsonNode bean(String name) throws Exception {
    return bean(Testbed.at(DIRECTORY).webInterfaces().get("HDFS"), "NameNode", name);
  }

  /** Returns what a DataNode publishes. */
  static JsonNode bean(Node node, String name) throws Exception {
    return bean("http://" + node.address() + ":" + DATANODE_WEB_PORT, "DataNode", name);
  }

  private static JsonNode bean(String server, String service, String name) throws Exception {
    URI address = URI.create("%s/jmx?qry=Hadoop:service=%s,name=%s".formatted(server, service, name));
    return new ObjectMapper().readTree(address.toURL()).path("beans").path(0);
  }

  @FunctionalInterface
  interface Condition {
    boolean holds() throws Exception;
  }

  static void await(String what, Condition condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
    while (!condition.holds()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("Not within three minutes: %s. %s".formatted(what, state()));
      }
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }

  /** Returns what the NameNode publishes of lost blocks, tables and rebuilds. */
  private static String state() throws Exception {
    return bean("FSNamesystem").path("MissingBlocks") + " missing blocks; " + bean("TridentLayouts");
  }
}
