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
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final DemoResult RESULT = result();

  @Test
  void theHeadlineComparesBothSchedulers() throws IOException {
    assertThat(new Report(RESULT).html())
        .contains("With Trident, 4 of 4 map tasks read from memory on their own node.")
        .contains("With stock Hadoop, 2 of 4.")
        .contains("2 = optimum")
        .doesNotContain("{{");
  }

  /** Names of hosts come from a cluster: they must not become markup. */
  @Test
  void namesAreEscaped() throws IOException {
    DemoResult odd =
        new DemoResult(
            "mapreduce",
            List.of("stock"),
            List.of("wordcount"),
            RESULT.options(),
            Map.of("<b>", "/r1"),
            Map.of(),
            Map.of(),
            List.of(run("stock", "wordcount", "<b>", Source.DISK, 20)),
            1);
    assertThat(new Report(odd).html()).contains("&lt;b&gt;").doesNotContain("<b>");
  }

  @Test
  void anyNumberOfSchedulersIsCompared() throws IOException {
    List<String> schedulers = List.of("stock", "h-scheduler", "quartet", "trident");
    DemoResult spark =
        new DemoResult(
            "spark",
            schedulers,
            List.of("scan"),
            RESULT.options(),
            RESULT.racks(),
            Map.of(),
            Map.of(),
            schedulers.stream()
                .map(scheduler -> run(scheduler, "scan", "node1", Source.SSD, 8))
                .toList(),
            1);
    assertThat(new Report(spark).html())
        .contains("With Trident, 1 of 2 tasks read from memory on their own node.")
        .contains("With stock Spark, 1 of 2.", "H-Scheduler", "Quartet", "spark.plugins")
        .doesNotContain("{{", "hadoop jar");
    assertThat(new ResultTable(spark).text().lines().filter(line -> line.startsWith("scan")))
        .hasSize(4);
    JsonNode runs = new ObjectMapper().readTree(ResultJson.of(spark)).get("runs");
    assertThat(runs.findValuesAsText("scheduler")).isEqualTo(schedulers);
    assertThat(runs.findValuesAsText("engine")).containsOnly("spark").hasSize(4);
  }

  @Test
  void theTableHasARowPerRun() {
    String table = new ResultTable(RESULT).text();
    assertThat(table.lines().filter(line -> line.startsWith("wordcount"))).hasSize(2);
    assertThat(table).contains("memory", "remote", "optimum");
  }

  @Test
  void theJsonHasTheDocumentedForm() throws IOException {
    JsonNode runs = new ObjectMapper().readTree(ResultJson.of(RESULT)).get("runs");
    assertThat(runs).hasSize(4);
    JsonNode stock = runs.get(0);
    assertThat(stock.get("engine").asText()).isEqualTo("mapreduce");
    assertThat(stock.get("scheduler").asText()).isEqualTo("stock");
    assertThat(stock.get("job").asText()).isEqualTo("wordcount");
    assertThat(stock.get("seconds").asDouble()).isEqualTo(10);
    assertThat(stock.get("tasks").get("disk").asInt()).isEqualTo(1);
    assertThat(stock.get("tasks").get("remote").asInt()).isZero();
    assertThat(stock.get("cost").asDouble()).isEqualTo(21);
    assertThat(stock.get("optimalCost").asDouble()).isEqualTo(2);
  }

  private static DemoResult result() {
    Map<String, String> racks = new LinkedHashMap<>();
    racks.put("node1", "/r1");
    racks.put("node2", "/r2");
    Map<Source, Long> held = Map.of(Source.MEMORY, 1L, Source.SSD, 2L, Source.DISK, 1L);
    return new DemoResult(
        "mapreduce",
        List.of("stock", "trident"),
        List.of("wordcount", "sort"),
        new DemoOptions(3, 2, 2, 82 * DemoOptions.BLOCK_UNIT, 4, Path.of("unused")),
        racks,
        Map.of("wordcount", Map.of("node1", held, "node2", held)),
        Map.of("wordcount", 2L),
        List.of(
            run("stock", "wordcount", "node1", Source.DISK, 20),
            run("trident", "wordcount", "node1", Source.MEMORY, 1),
            run("trident", "sort", "node2", Source.MEMORY, 1),
            run("stock", "sort", "node2", Source.SSD, 8)),
        42);
  }

  private static DemoRun run(
      String scheduler, String job, String node, Source second, double secondCost) {
    return new DemoRun(
        scheduler,
        job,
        10,
        List.of(
            new DemoRead(0, node, node, Source.MEMORY, 1, 1),
            new DemoRead(1, node, node, second, secondCost, 1)),
        1 + secondCost,
        2);
  }
}
