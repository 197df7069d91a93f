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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.trident.benchmarks.results.ReadFrom.Distance;
import io.trident.benchmarks.simulator.Spread;
import io.trident.core.model.Medium;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SummaryTest {
  private static final String BASELINE = "hdfs-one-tier";

  private static PolicyRun run(
      String policy, int repetition, double seconds, double tasks, Map<String, Integer> locality) {
    return run("mapreduce", policy, repetition, seconds, tasks, locality);
  }

  private static PolicyRun run(
      String engine,
      String policy,
      int repetition,
      double seconds,
      double tasks,
      Map<String, Integer> locality) {
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
        repetition,
        seconds,
        tasks,
        locality.values().stream().mapToInt(Integer::intValue).sum(),
        locality,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  @Test
  void reductionsAreOfTheSameRepetition() {
    List<Summary> summaries =
        Summary.of(
            List.of(
                run(BASELINE, 1, 100, 400, Map.of("disk-local", 4)),
                run("trident", 1, 50, 100, Map.of("memory-local", 4)),
                run("trident", 2, 30, 100, Map.of("memory-local", 2, "ssd-rack", 4)),
                run(BASELINE, 2, 40, 400, Map.of("disk-local", 4))),
            BASELINE);

    assertThat(summaries).extracting(Summary::policy).containsExactly(BASELINE, "trident");
    Summary trident = summaries.get(1);
    assertThat(trident.runs()).isEqualTo(2);
    assertThat(trident.seconds()).isEqualTo(new Spread(40, 30, 50));
    assertThat(trident.reduction()).isEqualTo(new Spread(37.5, 25, 50));
    assertThat(trident.efficiency()).isEqualTo(new Spread(75, 75, 75));
    assertThat(trident.share(new ReadFrom(Medium.MEMORY, Distance.LOCAL))).isEqualTo(60);
    assertThat(trident.share(new ReadFrom(Medium.SSD, Distance.RACK))).isCloseTo(40, within(1e-9));
    assertThat(trident.share(new ReadFrom(Medium.DISK, Distance.LOCAL))).isZero();
    assertThat(Objects.requireNonNull(summaries.get(0).reduction())).isEqualTo(new Spread(0, 0, 0));
  }

  @Test
  void enginesAreNotMixed() {
    List<Summary> summaries =
        Summary.of(
            List.of(
                run("mapreduce", BASELINE, 1, 100, 400, Map.of("disk-local", 4)),
                run("spark", BASELINE, 1, 40, 200, Map.of("disk-local", 4)),
                run("spark", "trident", 1, 20, 50, Map.of("memory-local", 4)),
                run("mapreduce", "trident", 1, 75, 300, Map.of("memory-local", 4))),
            BASELINE);

    assertThat(summaries)
        .extracting(Summary::engine)
        .containsExactly("mapreduce", "spark", "spark", "mapreduce");
    assertThat(summaries.get(2).reduction()).isEqualTo(new Spread(50, 50, 50));
    assertThat(summaries.get(2).efficiency()).isEqualTo(new Spread(75, 75, 75));
    assertThat(summaries.get(3).reduction()).isEqualTo(new Spread(25, 25, 25));
  }

  @Test
  void withoutTheBaselineOfThatRepetitionNothingIsClaimed() {
    List<Summary> summaries =
        Summary.of(
            List.of(
                run(BASELINE, 1, 100, 400, Map.of("disk-local", 4)),
                run("trident", 2, 50, 100, Map.of("memory-local", 4))),
            BASELINE);
    assertThat(summaries.get(1).reduction()).isNull();
    assertThat(summaries.get(1).efficiency()).isNull();
  }

  @Test
  void aRunThatIsTwiceOnFileCountsOnceWithItsLastLine() {
    List<Summary> summaries =
        Summary.of(
            List.of(
                run("default", 1, 100, 400, Map.of("disk-local", 4)),
                run("default", 1, 60, 400, Map.of("disk-local", 4))),
            BASELINE);
    assertThat(summaries).hasSize(1);
    assertThat(summaries.get(0).seconds()).isEqualTo(new Spread(60, 60, 60));
  }
}
