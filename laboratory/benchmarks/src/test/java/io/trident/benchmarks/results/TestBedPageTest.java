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
package io.trident.benchmarks.results;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.benchmarks.results.ReadFrom.Distance;
import io.trident.benchmarks.simulator.Spread;
import io.trident.core.model.Medium;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table <i>In short</i> of docs/results/testbed.md is what the runs on file come to. */
class TestBedPageTest {
  private static final Path RESULTS =
      Stream.iterate(Path.of("").toAbsolutePath(), Path::getParent)
          .map(directory -> directory.resolve(Path.of("docs", "results")))
          .filter(Files::isDirectory)
          .findFirst()
          .orElseThrow();
  private static final ReadFrom OWN_MEMORY = new ReadFrom(Medium.MEMORY, Distance.LOCAL);
  private static final List<String> OTHERS_ON_TIERS = List.of("default", "h-scheduler", "quartet");

  private static final List<Row> ROWS =
      List.of(
          new Row("MapReduce | Aggregation, 2 maps", "small", "aggregation", "small"),
          new Row("MapReduce | Aggregation, 8 maps", "large", "aggregation", "large"),
          new Row("MapReduce | TeraSort", "large", "terasort", "large"),
          new Row("MapReduce | Join", "large", "join", "large"),
          new Row("MapReduce | WordCount, bound by processors", "large", "wordcount", "large"),
          new Row("MapReduce | k-means", "rest", "kmeans", "large"),
          new Row("MapReduce | NutchIndex", "rest", "nutchindex", "large"),
          new Row("MapReduce | PageRank", "rest", "pagerank", "large"),
          new Row("MapReduce | Bayes", "rest", "bayes", "large"),
          new Row(
              "MapReduce | Aggregation, 16 maps on 16 slots",
              "huge-scheduling",
              "aggregation",
              "huge"),
          new Row("MapReduce | the same, memory for half of it", "memory", "aggregation", "huge"),
          new Row("SWIM | bin A", "swim", "swim", "A"),
          new Row("SWIM | bin B", "swim", "swim", "B"),
          new Row("SWIM | bin C", "swim", "swim", "C"),
          new Row("SWIM | bin D", "swim", "swim", "D"),
          new Row("SWIM | bin E", "swim", "swim", "E"),
          new Row("Spark | Aggregation, 2 tasks", "spark", "aggregation", "small"),
          new Row("Spark | TeraSort, 8 tasks", "spark", "terasort", "large"),
          new Row("Spark | Join", "spark", "join", "large"),
          new Row("Spark | k-means", "spark-rest", "kmeans", "large"),
          new Row("Spark | Aggregation", "spark", "aggregation", "large"),
          new Row("Spark | WordCount", "spark", "wordcount", "large"),
          new Row("Spark | Bayes, bound by processors", "spark-rest", "bayes", "large"),
          new Row("Spark | PageRank, bound by processors", "spark-rest", "pagerank", "large"),
          new Row(
              "Spark | Aggregation, 16 tasks on 16 slots", "spark-huge", "aggregation", "huge"));

  /**
   * A workload.
   *
   * @param label the first two cells of its row
   * @param file of its runs
   */
  private record Row(String label, String file, String workload, String profile) {
    String cells() throws IOException {
      List<PolicyRun> runs =
          new ResultsFile(RESULTS.resolve("data").resolve(file + ".jsonl"))
              .read().stream()
                  .filter(run -> run.workload().equals(workload) && run.profile().equals(profile))
                  .filter(run -> run.prefetcher().equals("none"))
                  .toList();
      double[] others =
          OTHERS_ON_TIERS.stream().mapToDouble(other -> memory(runs, other)).toArray();
      String less =
          Stream.concat(Stream.of("hdfs-one-tier"), OTHERS_ON_TIERS.stream())
              .map(other -> cell(requireNonNull(of(runs, "trident", other).reduction())))
              .collect(Collectors.joining(" | "));
      return "| %s | %d | %d to %d | %s |"
          .formatted(
              label,
              Math.round(memory(runs, "trident")),
              Math.round(DoubleStream.of(others).min().orElseThrow()),
              Math.round(DoubleStream.of(others).max().orElseThrow()),
              less);
    }

    private static double memory(List<PolicyRun> runs, String policy) {
      return of(runs, policy, policy).share(OWN_MEMORY);
    }

    private static Summary of(List<PolicyRun> runs, String policy, String baseline) {
      return Summary.of(runs, baseline).stream()
          .filter(summary -> summary.policy().equals(policy))
          .findFirst()
          .orElseThrow();
    }

    private static String cell(Spread less) {
      String text =
          "%d (%d, %d)"
              .formatted(Math.round(less.mean()), Math.round(less.min()), Math.round(less.max()));
      return less.min() > 0 ? "**" + text + "**" : text;
    }
  }

  @Test
  void theTableInShortIsWhatTheRunsOnFileComeTo() throws IOException {
    StringBuilder table = new StringBuilder();
    for (Row row : ROWS) {
      table.append(row.cells()).append('\n');
    }
    String page = Files.readString(RESULTS.resolve("testbed.md"));
    String rows = page.split("## In short")[1].split("\\|---\\|[-:|]*\n")[1].split("\n\n")[0];
    assertThat(rows + "\n").isEqualTo(table.toString());
  }
}
