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

import static io.trident.dist.InstalledCluster.DIRECTORY;
import static io.trident.dist.InstalledCluster.await;
import static io.trident.dist.InstalledCluster.figure;
import static io.trident.dist.InstalledCluster.hdfs;
import static io.trident.dist.InstalledCluster.json;
import static io.trident.dist.InstalledCluster.spark;
import static io.trident.dist.InstalledCluster.sparkOnYarn;
import static io.trident.dist.InstalledCluster.together;
import static io.trident.dist.InstalledCluster.trident;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.trident.testbed.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Logically replicated tables, of lines, Parquet and Avro, and replica groups, on an {@link InstalledCluster} that
 * has lost a DataNode: what docs/layouts.md, docs/replicas.md, docs/slices.md and docs/spark-layouts.md have users type.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class InstalledLayoutIT {
  private static final int ROWS = 200_000;
  private static final int PARTS = 600;
  private static final int ITEMS = 20_000;
  private static final int SLICES = 4;
  private static final String DAY = "1999-01-01";
  private static final String PART_COLUMNS = "p_partkey long, p_size int";
  private static final String ITEM_COLUMNS = "l_orderkey long, l_partkey long, l_quantity int";

  /** What docs/spark-layouts.md has users set for joins without a shuffle. */
  private static final Map<String, String> JOINS =
      Map.of(
          "spark.sql.catalog.trident", "io.trident.spark.layout.TridentCatalog",
          "spark.sql.extensions", "io.trident.spark.layout.TridentExtensions",
          "spark.sql.autoBroadcastJoinThreshold", "-1"); // these tables are small

  @BeforeAll
  static void aClusterWithTablesAndReplicasThatHasLostANode() throws Exception {
    InstalledCluster.up();
    Path rows = rows();
    hdfs("dfs", "-mkdir", "-p", "/visits", "/tpch/lineitem", "/tpch/part");
    hdfs("dfs", "-put", rows.toString(), "/visits/rows.csv");
    hdfs("dfs", "-put", items().toString(), "/tpch/lineitem");
    List<String> put = new ArrayList<>(List.of("dfs", "-Ddfs.replication=1", "-put")); // no others
    parts().forEach(file -> put.add(file.toString()));
    put.add("/tpch/part");
    hdfs(put.toArray(String[]::new));

    spark("WriteVisits", "/visits", "/parquet", "/avro");

    together(
        () -> convert("/visits", "csv", "1", "--schema", "page string, day date, visitor int"),
        () -> convert("/parquet", "parquet", "0.2"),
        () -> convert("/avro", "avro", "0.2"));
    assertThat(visits(hdfs("dfs", "-cat", "/visits/se*"))).isEqualTo(Files.readAllLines(rows).stream().sorted().toList());
    together(
        () -> create("/tpch/lineitem", "l_partkey", ITEM_COLUMNS),
        () -> create("/tpch/part", "p_partkey", PART_COLUMNS));

    InstalledCluster.kill(nodeWithMostExtents());
    await("a dead node", () -> figure("FSNamesystem", "NumDeadDataNodes") == 1);
  }

  @AfterAll
  static void down() throws Exception {
    InstalledCluster.down();
  }

  @Test
  @Order(1)
  void replicasAreRecoveredAndJoinedByExecutorsOfYarnWithoutAShuffle() throws Exception {
    JsonNode items = json(trident("replicas", "show", "/tpch/lineitem", "--json"));
    JsonNode parts = json(trident("replicas", "show", "/tpch/part", "--json"));
    assertThat(items.at("/replicas/0/lost")).isNotEmpty(); // partitions of both are on the same nodes
    assertThat(parts.at("/replicas/0/lost")).isEqualTo(items.at("/replicas/0/lost"));
    assertThat(items.at("/replicas/0/collidingRows").asLong()).isZero(); // its source has three replicas
    assertThat(parts.at("/replicas/0/collidingRows").asLong()).isPositive();

    List<String> recovered =
        together(
            () -> trident("replicas", "recover", "/tpch/lineitem", "--json"),
            () -> trident("replicas", "recover", "/tpch/part", "--json"));
    for (String one : recovered) {
      assertThat(json(one).get("partitions").asInt()).isEqualTo(parts.at("/replicas/0/lost").size());
    }
    assertThat(json(recovered.get(1)).get("files").asInt()).isEqualTo(parts.get("lostFiles").size());
    hdfs("dfs", "-get", "/tpch/part", DIRECTORY.resolve("part.back").toString());
    for (Path file : parts()) {
      assertThat(DIRECTORY.resolve("part.back").resolve(file.getFileName())).hasSameBinaryContentAs(file);
    }

    hdfs("dfs", "-mv", "/tpch/part-by-p_partkey", "/tpch/renamed");
    List<String> compared =
        together(
            () -> trident("replicas", "verify", "/tpch/lineitem"),
            () -> trident("replicas", "register", "/tpch/part", "/tpch/renamed"));
    assertThat(compared.get(0)).contains("%d rows, 0 problems".formatted(ITEMS));
    assertThat(compared.get(1)).contains("is registered", "%d rows".formatted(PARTS));

    String joined =
        sparkOnYarn(
            "RunSql",
            JOINS,
            "SELECT sum(l_quantity * p_size) AS sum FROM trident.`/tpch/lineitem` JOIN trident.`/tpch/part`"
                + " ON l_partkey = p_partkey");
    assertThat(joined)
        .contains("[%d]".formatted(sumOfItems()), "trident dimension=l_partkey", "trident dimension=p_partkey")
        .doesNotContain("hashpartitioning");
    assertThat(executors(joined)).isNotEmpty().isSubsetOf(names());
    await("all blocks", () -> figure("FSNamesystem", "MissingBlocks") == 0); // of tables, too
  }

  @Test
  @Order(2)
  void executorsOfYarnReadSlicesAndDataNodesReadAnExtentOnceForSeveral() throws Exception {
    await("all extents", () -> areWhole("/visits"));
    long served = slices("SlicesServed");
    long read = slices("ExtentsRead");
    String page = "trident.`/visits` WITH (`dimension` = 'page')";
    String printed =
        sparkOnYarn(
            "RunSql",
            JOINS,
            "SET spark.sql.trident.slices=" + SLICES,
            "SELECT count(*) AS pages, sum(visits) AS visits FROM"
                + " (SELECT page, count(*) AS visits FROM %s GROUP BY page)".formatted(page),
            ("SELECT count(*) AS visits FROM %2$s a JOIN %2$s b ON a.page = b.page"
                    + " WHERE a.day = DATE'%1$s' AND b.day > DATE'%1$s'")
                .formatted(DAY, page));
    assertThat(printed)
        .contains("[%d,%d]".formatted(pages(), ROWS), "[%d]".formatted(pairs()))
        .contains("trident dimension=page")
        .doesNotContain("hashpartitioning");
    assertThat(executors(printed)).isNotEmpty().isSubsetOf(names());
    long extents =
        hdfs("dfs", "-ls", "/visits").lines().filter(line -> line.contains("/visits/se")).count();
    served = slices("SlicesServed") - served;
    read = slices("ExtentsRead") - read;
    // Each extent is read once for the aggregation. For the join of the table with itself it is read
    // once, and at worst once for each slice: where a task asks again before all have had theirs.
    assertThat(served).isEqualTo(3 * SLICES * extents);
    assertThat(read).as("reads of %d extents", extents).isBetween(extents, (2 + SLICES) * extents);
    assertThat(slices("RefusedFailed")).isZero();
  }

  @Test
  @Order(3)
  void tablesSurviveAKilledNodeAndSparkReadsTheDimensionOfItsFilter() throws Exception {
    Path rows = DIRECTORY.resolve("rows.csv");
    await("all extents", () -> areWhole("/visits", "/parquet", "/avro"));
    assertThat(figure("TridentLayouts", "RebuildsDone")).isPositive();
    long expected = visitsOf(Files.readAllLines(rows).stream());
    together(
        () -> trident("layout", "verify", "/visits"),
        () -> trident("layout", "verify", "/parquet"),
        () -> trident("layout", "verify", "/avro"));
    for (String table : List.of("/visits", "/parquet", "/avro")) {
      assertThat(hdfs("fsck", table)).contains("is HEALTHY");
      assertThat(spark("CountVisits", table, DAY)).contains("visits: " + expected, "dimension=day");
    }
    assertThat(figure("TridentLayouts", "BrokenExtents")).isZero();
    assertThat(trident("layout", "read", "/avro", "--where", "day = " + DAY).lines())
        .filteredOn(line -> line.contains("\"page-"))
        .hasSize((int) expected);
    List<String> halves =
        together(
            () -> trident("layout", "read", "/visits", "--dimension", "page", "--slice", "0/2"),
            () -> trident("layout", "read", "/visits", "--dimension", "page", "--slice", "1/2"));
    assertThat(halves).allSatisfy(half -> assertThat(visits(half)).isNotEmpty());
    assertThat(visits(String.join("", halves)))
        .isEqualTo(Files.readAllLines(rows).stream().sorted().toList());

    hdfs("dfs", "-rm", "-r", "/.visits.trident-old"); // there is no trash
    hdfs("dfs", "-mkdir", "-p", "/more");
    hdfs("dfs", "-put", rows.toString(), "/more/rows.csv");
    trident("layout", "append", "/visits", "/more");
    assertThat(visits(trident("layout", "read", "/visits", "--where", "day = " + DAY)))
        .hasSize(2 * (int) expected);

    trident("layout", "revert", "/visits");
    for (String file : List.of("rows.csv", "rows_copy_1.csv")) {
      hdfs("dfs", "-get", "/visits/" + file, DIRECTORY.resolve(file + ".back").toString());
      assertThat(Files.mismatch(rows, DIRECTORY.resolve(file + ".back"))).isEqualTo(-1);
    }
  }

  private static String convert(
      String directory, String format, String targetMb, String... options) throws Exception {
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
    return trident(arguments.toArray(String[]::new));
  }

  /** Makes the replica {@code SOURCE-by-COLUMN}. */
  private static String create(String source, String column, String columns) throws Exception {
    return trident(
        "replicas",
        "create",
        source,
        source + "-by-" + column,
        "--by",
        "hash(%s,6)".formatted(column),
        "--format",
        "csv",
        "--schema",
        columns);
  }

  /** Returns whether all blocks of tables can be read; of replicas some may be lost. */
  private static boolean areWhole(String... tables) throws Exception {
    JsonNode lost = InstalledCluster.bean("NameNodeInfo").path("CorruptFiles");
    assertThat(lost.isTextual()).isTrue();
    return figure("TridentLayouts", "DegradedExtents") == 0
        && Stream.of(tables).noneMatch(table -> lost.asText().contains(table + "/"));
  }

  private static Path rows() throws IOException {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      text.append("page-").append(random.nextInt(5_000)).append(',');
      text.append("1999-01-%02d".formatted(1 + random.nextInt(28))).append(',');
      text.append(random.nextInt(1_000_000)).append('\n');
    }
    return Files.writeString(DIRECTORY.resolve("rows.csv"), text);
  }

  private static long visitsOf(Stream<String> rows) {
    return rows.filter(row -> row.contains("," + DAY + ",")).count();
  }

  private static long pages() throws IOException {
    return Files.readAllLines(DIRECTORY.resolve("rows.csv")).stream()
        .map(row -> row.split(",")[0])
        .distinct()
        .count();
  }

  /** Returns how many pairs of visits of a page there are, of the day and of a later one. */
  private static long pairs() throws IOException {
    Map<String, long[]> pages = new HashMap<>();
    for (String row : Files.readAllLines(DIRECTORY.resolve("rows.csv"))) {
      String[] values = row.split(",");
      pages.computeIfAbsent(values[0], page -> new long[2])[values[1].equals(DAY) ? 0 : 1]++;
    }
    return pages.values().stream().mapToLong(days -> days[0] * days[1]).sum();
  }

  private static Path items() throws IOException {
    return Files.writeString(
        DIRECTORY.resolve("items.csv"),
        IntStream.range(0, ITEMS)
            .mapToObj(i -> "%d,%d,%d\n".formatted(i / 4, i * 31 % PARTS, 1 + i % 50))
            .collect(Collectors.joining()));
  }

  /** Returns files of 100 parts each. */
  private static List<Path> parts() throws IOException {
    List<Path> files = new ArrayList<>();
    for (int first = 0; first < PARTS; first += 100) {
      files.add(
          Files.writeString(
              DIRECTORY.resolve("part-" + first),
              IntStream.range(first, first + 100)
                  .mapToObj(part -> "%d,%d\n".formatted(part, part % 17))
                  .collect(Collectors.joining())));
    }
    return files;
  }

  private static long sumOfItems() {
    return IntStream.range(0, ITEMS).mapToLong(i -> (1L + i % 50) * (i * 31 % PARTS % 17)).sum();
  }

  /** Returns the rows of visits that a command has printed, sorted. */
  private static List<String> visits(String printed) {
    return printed.lines().filter(line -> line.startsWith("page-")).sorted().toList();
  }

  /** Returns the node that has the only replica of most blocks. */
  private static Node nodeWithMostExtents() throws Exception {
    Map<String, Integer> blocks = new HashMap<>();
    Matcher single =
        Pattern.compile("(?m)Live_repl=1 +\\[DatanodeInfoWithStorage\\[([0-9.]+):")
            .matcher(hdfs("fsck", "/visits", "-files", "-blocks", "-locations"));
    while (single.find()) {
      blocks.merge(single.group(1), 1, Integer::sum);
    }
    return InstalledCluster.worker(
        blocks.entrySet().stream()
            .max(Comparator.comparingInt(Map.Entry::getValue))
            .orElseThrow()
            .getKey());
  }

  /** Sums a metric over the DataNodes that live. */
  private static long slices(String name) throws Exception {
    long sum = 0;
    int nodes = 0;
    for (Node node : InstalledCluster.workers()) {
      try {
        JsonNode value = InstalledCluster.bean(node, "TridentSlices").path(name);
        assertThat(value.isNumber()).as(node + " " + name).isTrue();
        sum += value.asLong();
        nodes++;
      } catch (IOException e) {
        continue; // the one that was killed
      }
    }
    assertThat(nodes).isEqualTo(InstalledCluster.workers().size() - 1);
    return sum;
  }

  private static List<String> names() {
    return InstalledCluster.workers().stream().map(Node::name).toList();
  }

  /** Returns the hosts of the executors that a program has printed. */
  private static List<String> executors(String printed) {
    return printed
        .lines()
        .filter(line -> line.startsWith("executor: "))
        .map(line -> line.substring("executor: ".length()))
        .toList();
  }
}
