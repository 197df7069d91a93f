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
import io.trident.testbed.Testbed;
import io.trident.testbed.VolumeSizes;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Daemons and commands from stock jars, with the tarball's jars where docs/install.md puts them.
 */
class InstalledIT {
  private static final int BLOCKS = 6;
  private static final int BLOCK_BYTES = 1 << 20;
  private static final String COUNTERS = "io.trident.mapreduce.TridentCounter";

  private static final Layout LAYOUT =
      new Layout(
          "installed",
          215,
          Isolation.LOOPBACK,
          3,
          2,
          4,
          Rates.TYPICAL,
          1,
          new VolumeSizes(64, 256, 1024, 0));

  private static final Path TARBALL =
      Path.of(System.getProperty("trident.plugins")).toAbsolutePath().getParent();
  private static final Path DIRECTORY = Path.of("target", "installed").toAbsolutePath();
  private static final Path SPARK_HOME = Path.of("target", "installed-spark").toAbsolutePath();
  private static final OnMaster MASTER = new OnMaster(DIRECTORY);

  @BeforeAll
  static void aClusterWithAFileOfWords() throws Exception {
    SparkInstallation.layOut(SPARK_HOME, TARBALL);
    Testbed.at(DIRECTORY)
        .up(new Testbed.Description(LAYOUT, Map.of(), SPARK_HOME.toString()), step -> {});
    Path words =
        Files.writeString(
            DIRECTORY.resolve("words"), "one two two\n".repeat(BLOCKS * BLOCK_BYTES / 12));
    run("hdfs", "dfs", "-Ddfs.blocksize=" + BLOCK_BYTES, "-put", words.toString(), "/words");
    for (String tier : List.of("NVDIMM", "SSD", "DISK")) {
      assertThat(fsck().lines().filter(block -> block.contains("," + tier + "]")))
          .as("blocks with a replica on %s", tier)
          .hasSize(BLOCKS);
    }
  }

  @AfterAll
  static void down() throws Exception {
    Testbed.at(DIRECTORY).down(step -> {});
  }

  /** Those of HDFS are all to be set, of those of YARN one. */
  @Test
  void daemonsRunWithTheSettingsThatThePageShows() throws Exception {
    Map<String, String> ofHdfs = shown("HDFS");
    assertThat(ofHdfs).containsKeys("dfs.block.replicator.classname", "dfs.namenode.plugins");
    assertThat(configured("HDFS", ofHdfs)).isEqualTo(ofHdfs);
    Map<String, String> ofYarn = shown("YARN");
    assertThat(ofYarn).containsKey("yarn.resourcemanager.scheduler.class");
    assertThat(configured("YARN", ofYarn).entrySet()).anyMatch(ofYarn.entrySet()::contains);
  }

  /** Returns the lines of a section of docs/install.md with a property's name and value. */
  private static Map<String, String> shown(String section) throws Exception {
    String page = Files.readString(TARBALL.resolve("docs/install.md"));
    int begin = page.indexOf("\n## " + section + "\n");
    assertThat(begin).as(section).isNotNegative();
    Map<String, String> shown = new TreeMap<>();
    Pattern.compile("<property><name>(.+?)</name><value>(.+?)</value></property>")
        .matcher(page.substring(begin, page.indexOf("\n## ", begin + 1)))
        .results()
        .forEach(line -> shown.put(line.group(1), line.group(2)));
    return shown;
  }

  /** Returns the values that a running daemon has of some properties. */
  private static Map<String, String> configured(String daemon, Map<String, String> properties)
      throws Exception {
    String address = Testbed.at(DIRECTORY).webInterfaces().get(daemon);
    Map<String, String> values = new TreeMap<>();
    HttpClient client = HttpClient.newHttpClient();
    for (String name : properties.keySet()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("%s/conf?name=%s".formatted(address, name)))
              .header("Accept", "application/json")
              .build();
      HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
      if (answer.statusCode() == 200) { // a property that is not set is not found
        values.put(
            name,
            new ObjectMapper().readTree(answer.body()).path("property").path("value").asText());
      }
    }
    return values;
  }

  @Test
  void aMapReduceJobReadsFromMemoryAtTheOptimum() throws Exception {
    String job =
        run(
            "env",
            "HADOOP_CLASSPATH=" + ofThisTest(),
            "hadoop",
            InstalledWordCount.class.getName(),
            "-Dmapreduce.framework.name=trident-yarn",
            "-Dtrident.mapreduce.am-jar=",
            "/words",
            "/counts");
    Matcher id = Pattern.compile("job_\\d+_\\d+").matcher(job);
    assertThat(id.find()).as(job).isTrue();

    assertThat(run("hdfs", "dfs", "-cat", "/counts/part-r-00000")).contains("one\t", "two\t");
    assertThat(counter(id.group(), "MEMORY_LOCAL_MAPS")).isEqualTo(BLOCKS);
    assertThat(counter(id.group(), "ASSIGNMENT_COST"))
        .isPositive()
        .isEqualTo(counter(id.group(), "OPTIMAL_COST"));
  }

  /**
   * All three nodes have each block: for stock Spark, any is as good as the one with it in memory.
   */
  @Test
  void aSparkJobReadsFromMemoryAtTheOptimum() throws Exception {
    Path events = Files.createTempDirectory(DIRECTORY, "events");
    List<String> submit = new ArrayList<>(List.of("spark-submit", "--class", "CountWords"));
    submit.addAll(List.of("--master", "spark://" + LAYOUT.master().address() + ":7077"));
    submit.addAll(List.of("--driver-java-options", MASTER.jvmOptions()));
    Map.of(
            "spark.driver.host", LAYOUT.master().address(),
            "spark.cores.max", String.valueOf(LAYOUT.nodes() * LAYOUT.slots()),
            "spark.executor.memory", "512m",
            "spark.scheduler.minRegisteredResourcesRatio", "1",
            "spark.scheduler.maxRegisteredResourcesWaitingTime", "3min",
            // The first look-up of a driver takes longer than a second where processors are busy.
            "spark.scheduler.trident.tier-wait-ms", "20000",
            "spark.eventLog.enabled", "true",
            "spark.eventLog.compress", "false",
            "spark.eventLog.dir", events.toUri().toString(),
            // The test bed's own is not in stock jars.
            "spark.hadoop.hadoop.rpc.socket.factory.class.default",
                "org.apache.hadoop.net.StandardSocketFactory")
        .forEach((key, value) -> submit.addAll(List.of("--conf", key + "=" + value)));
    submit.addAll(List.of(MASTER.compiled(SPARK_HOME, "CountWords"), "/words", "/spark-counts"));

    run(submit.toArray(String[]::new));

    assertThat(run("hdfs", "dfs", "-cat", "/spark-counts/part-*")).contains("(one,", "(two,");
    SparkEvents written = SparkEvents.in(events);
    assertThat(written.hosts()).isEqualTo(nodesWithBlocksInMemory());
    assertThat(written.reports()).hasSize(1);
    JsonNode report = written.reports().get(0);
    assertThat(report.get("sources").get("nvdimm").asInt()).isEqualTo(BLOCKS);
    assertThat(report.get("cost").asDouble())
        .isPositive()
        .isEqualTo(report.get("optimum").asDouble());
  }

  @Test
  void theCommandShowsWhereBlocksAreAndExplainsAPlan() throws Exception {
    assertThat(trident("tiers", "/words"))
        .contains(BLOCKS + " blocks", BLOCKS + " NVDIMM", BLOCKS + " SSD", BLOCKS + " DISK");
    assertThat(trident("explain", "/words"))
        .contains(BLOCKS + " map tasks", "nvdimm, node-local", "optimum for these containers");
    assertThat(trident("keys")).contains("trident.cost.memory");
  }

  private static String trident(String... arguments) throws Exception {
    return MASTER.trident(TARBALL, arguments);
  }

  /** Returns the node that has a block of the file of words in memory, by the block's number. */
  private static Map<Integer, String> nodesWithBlocksInMemory() throws Exception {
    Map<Integer, String> nodes = new TreeMap<>();
    Pattern.compile("(?m)^(\\d+)\\. .*WithStorage\\[([0-9.]+):\\d+,[^\\]]*,NVDIMM]")
        .matcher(fsck())
        .results()
        .forEach(
            block ->
                LAYOUT.workers().stream()
                    .filter(node -> node.address().equals(block.group(2)))
                    .forEach(node -> nodes.put(Integer.valueOf(block.group(1)), node.name())));
    assertThat(nodes).hasSize(BLOCKS);
    return nodes;
  }

  private static String fsck() throws Exception {
    return run("hdfs", "fsck", "/words", "-files", "-blocks", "-locations");
  }

  /** Returns a counter of a job that has ended. */
  private static long counter(String job, String name) throws Exception {
    List<String> lines =
        run("mapred", "job", "-counter", job, COUNTERS, name)
            .lines()
            .filter(line -> line.matches("\\d+"))
            .toList();
    assertThat(lines).hasSize(1);
    return Long.parseLong(lines.get(0));
  }

  private static Path ofThisTest() throws Exception {
    return Path.of(InstalledWordCount.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static String run(String... command) throws Exception {
    return MASTER.run(command);
  }
}
