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
package io.trident.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.benchmarks.results.PolicyRun;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CompareTableTest {
  private static PolicyRun run(String policy, double seconds, Map<String, Integer> locality) {
    return run("mapreduce", policy, seconds, locality);
  }

  private static PolicyRun run(
      String engine, String policy, double seconds, Map<String, Integer> locality) {
    return run(engine, policy, seconds, locality, null);
  }

  private static PolicyRun run(
      String engine,
      String policy,
      double seconds,
      Map<String, Integer> locality,
      @Nullable Double cpuSeconds) {
    return new PolicyRun(
        "testbed",
        80,
        4,
        2,
        Map.of(),
        engine,
        "wordcount",
        "small",
        1,
        policy,
        "none",
        1,
        seconds,
        2 * seconds,
        4,
        locality,
        null,
        null,
        null,
        null,
        null,
        null,
        cpuSeconds,
        null);
  }

  @Test
  void aRowHasSharesAndReductions() {
    List<String> lines =
        CompareTable.of(
                List.of(
                    run("hdfs-one-tier", 80, Map.of("disk-local", 1, "disk-rack", 3)),
                    run("trident", 20, Map.of("memory-local", 3, "memory-remote", 1))),
                "hdfs-one-tier")
            .lines()
            .toList();
    assertThat(lines.get(1))
        .matches("wordcount \\(small\\) +hdfs-one-tier +1 +0 +0 +25 +75 +0 +80.0 .*");
    assertThat(lines.get(2))
        .matches(
            "wordcount \\(small\\) +trident +1 +75 +0 +0 +0 +25 +20.0 .* 75.0 .*40.0 .*75.0 .*");
  }

  @Test
  void sparkIsNamed() {
    List<String> lines =
        CompareTable.of(
                List.of(
                    run("spark", "hdfs-one-tier", 80, Map.of("disk-local", 4)),
                    run("spark", "trident", 20, Map.of("memory-local", 4)),
                    run("mapreduce", "trident", 40, Map.of("memory-local", 4))),
                "hdfs-one-tier")
            .lines()
            .toList();
    assertThat(lines.get(1)).startsWith("wordcount (small) on spark  hdfs-one-tier");
    assertThat(lines.get(2)).startsWith("wordcount (small) on spark  trident").contains("75.0 (");
    assertThat(lines.get(3)).startsWith("wordcount (small) ").doesNotContain("75.0 (", "50.0 (");
  }

  @Test
  void unlikeProcessorTimesOfOneWorkloadAreReported() {
    PolicyRun stock = run("mapreduce", "default", 50, Map.of("memory-local", 4), 40.0);
    PolicyRun alike = run("mapreduce", "trident", 50, Map.of("memory-local", 4), 44.0);
    PolicyRun slower = run("mapreduce", "quartet", 50, Map.of("memory-local", 4), 48.0);
    PolicyRun other = run("spark", "trident", 50, Map.of("memory-local", 4), 90.0);
    assertThat(CompareTable.of(List.of(stock, alike, other), "default"))
        .doesNotContain("Processors");
    assertThat(CompareTable.of(List.of(stock, alike, slower, other), "default").lines())
        .filteredOn(line -> line.startsWith("Processors"))
        .singleElement()
        .asString()
        .contains("wordcount (small) took 40.0 to 48.0 s");
  }

  @Test
  void withoutTheBaselineThereAreNoReductions() {
    assertThat(CompareTable.of(List.of(run("trident", 20, Map.of("ssd-local", 4))), "default"))
        .contains("20.0 (20.0 to 20.0)")
        .doesNotContain("0.0 (0.0");
  }

  @Test
  void prefetchingAndMemoryAreShownWhereThereAreSuch() {
    List<String> lines =
        CompareTable.of(
                List.of(
                    PredictionTableTest.run("hdfs-one-tier", "none", 1, null),
                    PredictionTableTest.run("hdfs-one-tier", "prefetch-all", 1, null),
                    PredictionTableTest.run("hdfs-one-tier", "prefetch-all", 2, null)),
                "hdfs-one-tier")
            .lines()
            .toList();
    assertThat(lines.get(0)).endsWith("any memory  prefetched  wasted  wasted %  scheduler ms");
    assertThat(lines.get(1)).matches("wordcount \\(small\\) +hdfs-one-tier +1 +0 .* 33");
    assertThat(lines.get(2))
        .matches(
            "wordcount \\(small\\) +hdfs-one-tier\\+prefetch-all +2 +0 .* 33 +8 +2 +25 +2.5 .*");
    assertThat(lines.get(lines.size() - 1)).startsWith("Memory: 6.0 GB at most, on 4 nodes");
  }
}
