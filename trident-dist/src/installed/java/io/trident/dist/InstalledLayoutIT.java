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
import io.trident.testbed.Rates;
import io.trident.testbed.Role;
import io.trident.testbed.Testbed;
import io.trident.testbed.VolumeSizes;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Logically replicated tables, of lines, Parquet and Avro, on HDFS and YARN from stock jars, each daemon a process, with the
 * tarball's jars where docs/install.md puts them and docs/layouts.md's settings.
 */
class InstalledLayoutIT {
  private static final int ROWS = 200_000;

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
  private static final Path DIRECTORY = Path.of("target", "installed-tables").toAbsolutePath();
  private static final Path SPARK_HOME = Path.of("target", "installed-spark-sql").toAbsolutePath();
  private static final OnMaster MASTER = new OnMaster(DIRECTORY);

  @BeforeAll
  static void aCluster() throws Exception {
    SparkInstallation.layOut(SPARK_HOME, TARBALL);
    Testbed.at(DIRECTORY).up(new Testbed.Description(LAYOUT, SETTINGS, null), step -> {});
  }

  @AfterAll
  static void down() throws Exception {
    Testbed.at(DIRECTORY).down(step -> {});
  }

  @Test
  void tablesSurviveAKilledNodeAndSparkReadsTheDimensionOfItsFilter() throws Exception {
    Path rows = rows();
    MASTER.run("hdfs", "dfs", "-mkdir", "-p", "/visits");
    MASTER.run("hdfs", "dfs", "-put", rows.toString(), "/visits/rows.csv");

    spark("WriteVisits", "/visits", "/parquet", "/avro");

    convert("/visits", "csv", "1", "--schema", "page string, day date, visitor int");
    convert("/parquet", "parquet", "0.2");
    convert("/avro", "avro", "0.2");
    assertThat(sortedRows("/visits/se*")).isEqualTo(Files.readAllLines(rows).stream().sorted().toList());

    kill(nodeWithMostExtents());
    await("a dead node", () -> figure("FSNamesystem", "NumDeadDataNodes") == 1);
    await("lost extents", () -> figure("TridentLayouts", "RebuildsDone") > 0);
    await(
        "all extents",
        () ->
            figure("TridentLayouts", "DegradedExtents") == 0
                && figure("FSNamesystem", "MissingBlocks") == 0);
    long expected =
        Files.readAllLines(rows).stream().filter(row -> row.contains(",1999-01-01,")).count();
    for (String table : List.of("/visits", "/parquet", "/avro")) {
      assertThat(MASTER.run("hdfs", "fsck", table)).contains("is HEALTHY");
      trident("layout", "verify", table);
      assertThat(spark("CountVisits", table, "1999-01-01"))
          .contains("visits: " + expected, "dimension=day");
    }
    assertThat(figure("TridentLayouts", "BrokenExtents")).isZero();
    assertThat(trident("layout", "read", "/avro", "--where", "day = 1999-01-01").lines())
        .filteredOn(line -> line.contains("\"page-"))
        .hasSize((int) expected);

    MASTER.run("hdfs", "dfs", "-rm", "-r", "/.visits.trident-old"); // there is no trash
    MASTER.run("hdfs", "dfs", "-mkdir", "-p", "/more");
    MASTER.run("hdfs", "dfs", "-put", rows.toString(), "/more/rows.csv");
    trident("layout", "append", "/visits", "/more");
    assertThat(trident("layout", "read", "/visits", "--where", "day = 1999-01-01").lines())
        .filteredOn(line -> line.startsWith("page-"))
        .hasSize(2 * (int) expected);

    trident("layout", "revert", "/visits");
    for (String file : List.of("rows.csv", "rows_copy_1.csv")) {
      MASTER.run("hdfs", "dfs", "-get", "/visits/" + file, DIRECTORY.resolve(file + ".back").toString());
      assertThat(Files.mismatch(rows, DIRECTORY.resolve(file + ".back"))).isEqualTo(-1);
    }
  }

  private static void convert(String directory, String format, String targetMb, String... options)
      throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "layout",
                "convert",
                directory,
                "--by",
                "page:hash,day,visitor",
                "--format",
                format,
                "--extents",
                "4",
                "--target-mb",
                targetMb,
                "--parity-group",
                "2"));
    arguments.addAll(List.of(options));
    trident(arguments.toArray(String[]::new));
  }

  /** Runs a user's program on the stock Spark, and returns what it prints. */
  private static String spark(String program, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                SPARK_HOME.resolve("bin/spark-submit").toString(),
                "--class",
                program,
                "--master",
                "local[2]",
                "--driver-java-options",
                "-Djdk.net.hosts.file=" + DIRECTORY.resolve("hosts"),
                "--conf", // the test bed's own is not in stock jars
                "spark.hadoop.hadoop.rpc.socket.factory.class.default="
                    + "org.apache.hadoop.net.StandardSocketFactory",
                MASTER.compiled(SPARK_HOME, program)));
    command.addAll(List.of(arguments));
    return MASTER.run(command.toArray(String[]::new));
  }

  private static Path rows() throws Exception {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      text.append("page-").append(random.nextInt(5_000)).append(',');
      text.append("1999-01-%02d".formatted(1 + random.nextInt(28))).append(',');
      text.append(random.nextInt(1_000_000)).append('\n');
    }
    return Files.writeString(DIRECTORY.resolve("rows.csv"), text);
  }

  private static List<String> sortedRows(String path) throws Exception {
    return MASTER.run("hdfs", "dfs", "-cat", path).lines().filter(line -> line.startsWith("page-")).sorted().toList();
  }

  /** Returns the name of the node that has the only replica of most blocks. */
  private static String nodeWithMostExtents() throws Exception {
    Map<String, Integer> blocks = new HashMap<>();
    Matcher single =
        Pattern.compile("(?m)Live_repl=1 +\\[DatanodeInfoWithStorage\\[([0-9.]+):")
            .matcher(MASTER.run("hdfs", "fsck", "/visits", "-files", "-blocks", "-locations"));
    while (single.find()) {
      blocks.merge(single.group(1), 1, Integer::sum);
    }
    String address =
        blocks.entrySet().stream()
            .max(Comparator.comparingInt(Map.Entry::getValue))
            .orElseThrow()
            .getKey();
    return LAYOUT.workers().stream()
        .filter(node -> node.address().equals(address))
        .findFirst()
        .orElseThrow()
        .name();
  }

  /** Ends a DataNode as a crash does. */
  private static void kill(String node) throws Exception {
    long pid =
        Testbed.at(DIRECTORY).status().stream()
            .filter(daemon -> daemon.role() == Role.DATANODE)
            .filter(daemon -> daemon.node().name().equals(node))
            .findFirst()
            .flatMap(Testbed.DaemonStatus::pid)
            .orElseThrow();
    assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
  }

  /** Returns a figure that the NameNode publishes. */
  private static long figure(String bean, String name) throws Exception {
    JsonNode found = bean(bean).path(name);
    assertThat(found.isNumber()).as(bean + "." + name).isTrue();
    return found.asLong();
  }

  private static JsonNode bean(String name) throws Exception {
    URI address =
        URI.create(
            Testbed.at(DIRECTORY).webInterfaces().get("HDFS")
                + "/jmx?qry=Hadoop:service=NameNode,name="
                + name);
    return new ObjectMapper().readTree(address.toURL()).path("beans").path(0);
  }

  @FunctionalInterface
  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(String what, Condition condition) throws Exception {
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

  private static String trident(String... arguments) throws Exception {
    return MASTER.trident(TARBALL, arguments);
  }
}
