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
package io.trident.spark.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.cli.Main;
import io.trident.cli.Progress;
import io.trident.lab.demo.DemoOptions;
import io.trident.lab.demo.DemoResult;
import io.trident.lab.demo.DemoRun;
import io.trident.lab.demo.Source;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The demo in its smallest useful form. That results agree, the demo itself checks. */
class SparkDemoIT {
  private static final int BLOCKS = 6;

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static DemoResult result;

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static DemoOptions options;

  @BeforeAll
  static void run() throws Exception {
    Path dir = Path.of("target", "it", "demo-" + UUID.randomUUID()).toAbsolutePath();
    options = new DemoOptions(3, 2, BLOCKS, 82 * DemoOptions.BLOCK_UNIT, 6, dir);
    result =
        new SparkDemo()
            .run(
                options,
                new Progress(
                    new PrintWriter(System.err, true, StandardCharsets.UTF_8), System::nanoTime),
                cluster -> {});
  }

  private static double cost(String scheduler) {
    return runs(scheduler).stream().mapToDouble(DemoRun::cost).sum();
  }

  private static List<DemoRun> runs(String scheduler) {
    return result.runs().stream().filter(run -> run.scheduler().equals(scheduler)).toList();
  }

  @Test
  void everySchedulerRanEveryJobOverAllBlocks() {
    assertThat(result.schedulers())
        .containsExactly("stock", "h-scheduler", "quartet", "trident")
        .allSatisfy(scheduler -> assertThat(runs(scheduler)).hasSize(3));
    assertThat(result.jobs()).containsExactly("scan", "aggregation", "k-means");
    assertThat(result.runs())
        .allSatisfy(
            run -> {
              assertThat(run.tasks()).hasSize(BLOCKS);
              assertThat(run.optimalCost()).isPositive().isLessThanOrEqualTo(run.cost() + 1e-9);
            });
    assertThat(result.inMemory().values()).containsOnly((long) BLOCKS);
  }

  /** One replica of every block is in memory, and there is room for every task beside it. */
  @Test
  void tridentReadsFromMemoryAtTheOptimum() {
    assertThat(runs("trident"))
        .allSatisfy(
            run -> {
              assertThat(run.counts()).containsEntry(Source.MEMORY, BLOCKS);
              assertThat(run.cost()).isEqualTo(run.optimalCost());
            });
  }

  @Test
  void nobodyCostsLessThanTrident() {
    assertThat(result.schedulers())
        .allSatisfy(s -> assertThat(cost(s)).isGreaterThanOrEqualTo(cost("trident")));
  }

  /** What the drivers decided is what the DataNodes saw. */
  @Test
  void theEventLogsHaveWhatRan() throws Exception {
    JsonNode applications = report().get("applications");
    assertThat(applications).hasSize(4);
    for (String scheduler : List.of("h-scheduler", "quartet", "trident")) {
      List<Double> reported = new ArrayList<>();
      for (JsonNode application : applications) {
        for (JsonNode stage : application.get("stages")) {
          if (stage.get("policy").asText().equals(scheduler)
              && stage.get("planned").asInt() == BLOCKS) {
            reported.add(stage.get("cost").asDouble());
          }
        }
      }
      for (DemoRun run : runs(scheduler)) {
        assertThat(reported)
            .as(scheduler + " " + run.job())
            .anyMatch(cost -> Math.abs(cost - run.cost()) < 1e-6);
      }
    }
  }

  private static JsonNode report() throws IOException {
    StringWriter out = new StringWriter();
    int exitCode =
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .execute("report", "--json", SparkSessions.eventLogs(options).toString());
    assertThat(exitCode).isZero();
    return new ObjectMapper().readTree(out.toString());
  }
}
