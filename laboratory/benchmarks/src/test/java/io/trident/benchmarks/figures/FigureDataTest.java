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
package io.trident.benchmarks.figures;

import static io.trident.benchmarks.figures.Samples.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FigureDataTest {
  private static final Map<Experiment, List<JobSample>> FACEBOOK =
      Map.of(
          Experiment.FACEBOOK,
          List.of(
              job("facebook", "A", "default@disks", 1, 100),
              job("facebook", "A", "default@disks", 2, 100),
              job("facebook", "B", "default@disks", 1, 40),
              job("facebook", "A", "trident", 1, 90),
              job("facebook", "A", "trident", 2, 70),
              job("facebook", "B", "trident", 1, 40)));

  @Test
  void repetitionsAreComparedWithTheSameOfTheBaseline() {
    FigureData data = FigureData.of(Figure.FIGURE_10, FACEBOOK);

    Value completion = data.value("trident", "A", Metric.COMPLETION).orElseThrow();
    assertThat(completion.mean()).isCloseTo(20, within(1e-9));
    assertThat(completion.min()).isCloseTo(10, within(1e-9));
    assertThat(completion.max()).isCloseTo(30, within(1e-9));
    assertThat(completion.deviation()).isCloseTo(Math.sqrt(200), within(1e-9));
    assertThat(completion.repetitions()).isEqualTo(2);
    assertThat(data.value("trident", "B", Metric.COMPLETION).orElseThrow().mean()).isZero();
    assertThat(data.value("quartet", "A", Metric.COMPLETION)).isEmpty();
  }

  @Test
  void aRepetitionWithoutBaselineHasNoReduction() {
    FigureData data =
        FigureData.of(
            Figure.FIGURE_10,
            Map.of(Experiment.FACEBOOK, List.of(job("facebook", "A", "trident", 1, 9))));

    assertThat(data.value("trident", "A", Metric.COMPLETION)).isEmpty();
    assertThat(data.value("trident", "A", Metric.BOUND)).isPresent();
  }

  @Test
  void groupsAreWhatTheFigureHas() {
    Map<Experiment, List<JobSample>> jobs =
        Map.of(
            Experiment.FACEBOOK, List.of(job("facebook", "A", "trident", 1, 9)),
            Experiment.HIBENCH_SMALL, List.of(job("join", "small", "trident", 1, 9)),
            Experiment.HIBENCH_LARGE, List.of(job("join", "large", "trident", 1, 9)),
            Experiment.HIBENCH_HUGE, List.of(job("join", "huge", "trident", 1, 9)),
            Experiment.HIBENCH_HUGE_512, List.of(job("join", "huge", "trident", 1, 9)));

    assertThat(FigureData.of(Figure.FIGURE_9, jobs).groups()).containsExactly("A");
    assertThat(FigureData.of(Figure.FIGURE_11, jobs).groups())
        .containsExactly("small", "large", "huge");
    assertThat(FigureData.of(Figure.FIGURE_12, jobs).groups()).containsExactly("join");
    assertThat(FigureData.of(Figure.FIGURE_13, jobs).groups()).containsExactly("5 GB", "40 GB");
  }

  @Test
  void sizesOfTheTestBedsOwnAreNamed() {
    JobSample own = job("aggregation", "500000", "trident", 1, 9);

    assertThat(Experiment.values())
        .filteredOn(experiment -> experiment.has(own))
        .containsExactly(Experiment.HIBENCH_LARGE);
    Map<Experiment, List<JobSample>> jobs = Map.of(Experiment.HIBENCH_LARGE, List.of(own));
    assertThat(FigureData.of(Figure.FIGURE_12, jobs).groups())
        .containsExactly("aggregation 500000");
    assertThat(FigureData.of(Figure.FIGURE_11, jobs).groups()).containsExactly("500000");
    assertThat(Experiment.HIBENCH_LARGE.has(job("aggregation", "huge", "trident", 1, 9))).isFalse();
    assertThat(Experiment.HIBENCH_LARGE.has(job("facebook", "A", "trident", 1, 9))).isFalse();
  }

  @Test
  void aJobWhoseInputDoesNotFitIntoMemoryIsOfTheSmallMemoryTier() {
    Experiment small = Experiment.HIBENCH_HUGE_512;
    JobSample unknown = job("aggregation", "huge", "trident", 1, 9);
    assertThat(unknown.isShortOfMemory()).isFalse();

    JobSample fits = withMemory(unknown, 666_666_666, 100);
    assertThat(fits.isShortOfMemory()).as("ten nodes of 100 MB, half as much again").isFalse();
    assertThat(small.has(fits)).isFalse();
    assertThat(Experiment.HIBENCH_HUGE.has(fits)).isTrue();

    JobSample scarce = withMemory(unknown, 666_666_667, 100);
    assertThat(Experiment.values())
        .filteredOn(experiment -> experiment.has(scarce))
        .containsExactly(small);
  }

  private static JobSample withMemory(JobSample job, long bytes, int memoryMb) {
    return new JobSample(
        job.source(),
        job.nodes(),
        job.racks(),
        job.engine(),
        job.workload(),
        job.profile(),
        bytes,
        job.policy(),
        job.prefetcher(),
        job.repetition(),
        job.seconds(),
        job.taskSeconds(),
        job.maps(),
        job.locality(),
        job.prefetched(),
        job.wasted(),
        job.delaySeconds(),
        job.leastSeconds(),
        job.leastTaskSeconds(),
        memoryMb,
        job.several());
  }

  private static JobSample spark(
      String profile, String policy, double seconds, Map<String, Integer> locality) {
    return job("spark", "bayes", profile, policy, 1, seconds, locality);
  }

  @Test
  void sparksJobsAreOfItsOwnExperiments() {
    assertThat(Experiment.values())
        .filteredOn(experiment -> experiment.has(spark("huge", "trident", 1, Map.of())))
        .containsExactly(Experiment.SPARK_HUGE);
    assertThat(Experiment.values())
        .filteredOn(experiment -> experiment.has(spark("500000", "trident", 1, Map.of())))
        .containsExactly(Experiment.SPARK_LARGE);
    assertThat(Experiment.values())
        .filteredOn(experiment -> experiment.has(job("bayes", "huge", "trident", 1, 1)))
        .containsExactly(Experiment.HIBENCH_HUGE);
  }

  @Test
  void sparksFiguresHaveSharesByScaleAndReductionsByApplication() {
    Map<Experiment, List<JobSample>> jobs =
        Map.of(
            Experiment.SPARK_SMALL,
            List.of(spark("small", "trident", 9, Map.of("memory-local", 4))),
            Experiment.SPARK_LARGE,
            List.of(
                spark("large", "default@disks", 80, Map.of("disk-local", 4)),
                spark("large", "trident", 20, Map.of("memory-local", 3, "ssd-local", 1))),
            Experiment.SPARK_HUGE,
            List.of(
                spark("huge", "default@disks", 100, Map.of("disk-local", 4)),
                spark("huge", "trident", 60, Map.of("memory-local", 2, "disk-rack", 2))));

    FigureData shares = FigureData.of(Figure.FIGURE_14, jobs);
    assertThat(shares.groups()).containsExactlyInAnyOrder("small", "large", "huge");
    assertThat(shares.value("trident", "large", Metric.MEMORY).orElseThrow().mean()).isEqualTo(75);
    assertThat(shares.value("trident", "huge", Metric.RACK).orElseThrow().mean()).isEqualTo(50);
    assertThat(shares.value("default@disks", "small", Metric.LOCAL)).isEmpty();

    FigureData gains = FigureData.of(Figure.FIGURE_15, jobs);
    assertThat(gains.groups()).containsExactlyInAnyOrder("bayes large", "bayes huge");
    assertThat(gains.value("trident", "bayes large", Metric.COMPLETION).orElseThrow().mean())
        .isCloseTo(75, within(1e-9));
    assertThat(gains.value("trident", "bayes huge", Metric.COMPLETION).orElseThrow().mean())
        .isCloseTo(40, within(1e-9));
  }

  @Test
  void theFileHasUnitsAndARowForEachValue() {
    List<String> lines = FigureData.of(Figure.FIGURE_10, FACEBOOK).csv();

    assertThat(lines.get(0))
        .isEqualTo("setup,group,metric,unit,mean,min,max,deviation,repetitions");
    assertThat(lines)
        .contains("trident,A,completion,% less,20.0000,10.0000,30.0000,14.1421,2")
        .allMatch(line -> line.split(",").length == 9);
  }

  @Test
  void theSchedulingTimesAreThoseThatWereMeasured() throws Exception {
    FigureData data = SchedulingTimes.committed().data();

    double sparse = millis(data, "trident");
    assertThat(sparse).isPositive().isLessThan(millis(data, "published"));
  }

  private static double millis(FigureData data, String setup) {
    return data.value(setup, "1024 x 1024", Metric.MILLISECONDS).orElseThrow().mean();
  }

  @Test
  void figuresAreFoundByNumber() {
    for (Figure figure : Figure.values()) {
      assertThat(Figure.parse(figure.id())).isEqualTo(figure);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Figure.parse("8"))
        .withMessageContaining("no figure '8'");
  }
}
