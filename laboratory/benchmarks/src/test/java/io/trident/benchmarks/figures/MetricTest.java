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
import static io.trident.benchmarks.figures.Samples.prefetched;
import static io.trident.benchmarks.figures.Samples.several;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.trident.benchmarks.results.SeveralJobs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricTest {
  private static final JobSample SPREAD =
      job(
          "facebook",
          "A",
          "trident",
          1,
          10,
          Map.of(
              "memory-local",
              3,
              "ssd-local",
              2,
              "disk-local",
              1,
              "memory-rack",
              2,
              "disk-remote",
              2));

  private static double of(Metric metric, List<JobSample> jobs, JobSample... base) {
    return metric.of(jobs, List.of(base));
  }

  @Test
  void sharesAreOfMaps() {
    assertThat(of(Metric.MEMORY, List.of(SPREAD))).isEqualTo(30);
    assertThat(of(Metric.SSD, List.of(SPREAD))).isEqualTo(20);
    assertThat(of(Metric.DISK, List.of(SPREAD))).isEqualTo(10);
    assertThat(of(Metric.LOCAL, List.of(SPREAD))).isEqualTo(60);
    assertThat(of(Metric.RACK, List.of(SPREAD))).isEqualTo(20);
    assertThat(of(Metric.REMOTE, List.of(SPREAD))).isEqualTo(20);
    assertThat(of(Metric.ANY_MEMORY, List.of(SPREAD))).isEqualTo(50);
  }

  @Test
  void sharesOfNothingAreNotDefined() {
    assertThat(of(Metric.MEMORY, List.of())).isNaN();
    assertThat(of(Metric.WASTED, List.of(SPREAD))).isNaN();
  }

  @Test
  void reductionsAreTheMeanOverApplications() {
    List<JobSample> jobs =
        List.of(
            job("wordcount", "large", "trident", 1, 50),
            job("kmeans", "large", "trident", 1, 90),
            job("kmeans", "large", "trident", 1, 90));

    double completion =
        of(
            Metric.COMPLETION,
            jobs,
            job("wordcount", "large", "default", 1, 100),
            job("kmeans", "large", "default", 1, 200));

    assertThat(completion).isCloseTo((50 + 10) / 2.0, within(1e-9));
    assertThat(of(Metric.COMPLETION, jobs)).as("without a baseline").isNaN();
  }

  @Test
  void efficiencyIsOfTaskTime() {
    assertThat(
            of(
                Metric.EFFICIENCY,
                List.of(job("facebook", "A", "trident", 1, 60)),
                job("facebook", "A", "default@disks", 1, 80)))
        .isCloseTo(25, within(1e-9));
  }

  @Test
  void theTailIsThe99thPercentile() {
    List<JobSample> jobs = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      jobs.add(job("facebook", "A", "trident", 1, i));
    }

    assertThat(of(Metric.TAIL, jobs, job("facebook", "A", "default", 1, 198)))
        .isCloseTo(50, within(1e-9));
  }

  @Test
  void wasteIsOfWhatWasPrefetchedOrOfAllBlocks() {
    List<JobSample> jobs = List.of(prefetched(10, 8, 2, 0));

    assertThat(of(Metric.WASTED, jobs)).isEqualTo(25);
    assertThat(of(Metric.WASTED_BLOCKS, jobs)).isEqualTo(20);
  }

  @Test
  void delaysAreOfTheJobsThatWereHeldBack() {
    List<JobSample> jobs =
        List.of(
            prefetched(10, 8, 2, 0),
            prefetched(10, 8, 2, 1),
            prefetched(10, 8, 2, 3),
            prefetched(10, 8, 2, 0));

    assertThat(of(Metric.DELAYED, jobs)).isEqualTo(50);
    assertThat(of(Metric.MEAN_DELAY, jobs)).isEqualTo(2);
    assertThat(of(Metric.MAX_DELAY, jobs)).isEqualTo(3);
    assertThat(of(Metric.MEAN_DELAY, List.of(SPREAD))).isZero();
  }

  @Test
  void linesOfSeveralJobsCountAsThese() {
    List<JobSample> held =
        List.of(several(new SeveralJobs(4, 1, 6, 6, 40), "trident-delay", 20, 9));
    JobSample free = several(new SeveralJobs(4, 0, 0, 0, 50), "trident", 25, 6);

    assertThat(of(Metric.DELAYED, held)).isEqualTo(25);
    assertThat(of(Metric.MEAN_DELAY, held)).isEqualTo(6);
    assertThat(of(Metric.MAX_DELAY, held)).isEqualTo(6);
    assertThat(of(Metric.MEMORY_GAIN, held, free)).isCloseTo(30, within(1e-9));
    assertThat(of(Metric.COMPLETION, held, free)).isCloseTo(20, within(1e-9));
    assertThat(of(Metric.TAIL, held, free)).as("of 99 jobs of 100").isCloseTo(20, within(1e-9));
    assertThat(of(Metric.DELAYED, List.of(free))).isZero();
    assertThat(of(Metric.MEAN_DELAY, List.of(free))).isZero();
  }

  @Test
  void memoryGainIsInPoints() {
    assertThat(of(Metric.MEMORY_GAIN, List.of(prefetched(10, 8, 2, 0)), SPREAD))
        .isCloseTo(70 - 50, within(1e-9));
  }

  @Test
  void boundsAreTimesTheLeast() {
    assertThat(of(Metric.BOUND, List.of(SPREAD))).isEqualTo(2);
    assertThat(of(Metric.JOB_BOUND, List.of(SPREAD))).isEqualTo(2);
    assertThat(of(Metric.TASK_BOUND, List.of(SPREAD))).isEqualTo(2);
    assertThat(of(Metric.BOUND, List.of(prefetched(1, 1, 0, 0)))).as("not known").isNaN();
  }

  @Test
  void labelsAreReadAsTheyAreWritten() {
    for (Metric metric : Metric.values()) {
      assertThat(Metric.parse(metric.label())).isEqualTo(metric);
    }
  }
}
