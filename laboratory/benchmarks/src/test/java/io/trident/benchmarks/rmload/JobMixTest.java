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
package io.trident.benchmarks.rmload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JobMixTest {
  private static final int DRAWS = 50_000;

  private static List<JobMix.Job> draw(JobMix mix) {
    Random random = new Random(5);
    return Stream.generate(() -> mix.draw(random)).limit(DRAWS).toList();
  }

  private static double share(List<JobMix.Job> jobs, int from, int to) {
    return jobs.stream().filter(job -> job.maps() >= from && job.maps() <= to).count()
        / (double) DRAWS;
  }

  @Test
  void sizesAreThoseOfTheDay() {
    List<JobMix.Job> jobs = draw(new JobMix(1_000_000, 20_000));
    assertThat(share(jobs, 1, 1)).isCloseTo(0.6453, within(0.01)); // up to 128 MB
    assertThat(share(jobs, 2, 4)).isCloseTo(0.0524, within(0.01)); // 512 MB
    assertThat(share(jobs, 5, 8)).isCloseTo(0.0318, within(0.01)); // 1 GB
    assertThat(share(jobs, 9, 16)).isCloseTo(0.0296, within(0.01)); // 2 GB
    assertThat(share(jobs, 17, 40)).isCloseTo(0.0882, within(0.01)); // 5 GB
    assertThat(share(jobs, 41, 80)).isCloseTo(0.0281, within(0.01)); // 10 GB
    assertThat(share(jobs, 81, 800)).isCloseTo(0.0682, within(0.01)); // 100 GB
    assertThat(share(jobs, 8_673, 91_407)).isCloseTo(0.01, within(0.005)); // above 1.11 TB
    assertThat(jobs).allMatch(job -> job.maps() >= 1 && job.maps() <= 91_407); // 11.7 TB
  }

  @Test
  void twoThirdsShuffleToOneReduceForEightMaps() {
    List<JobMix.Job> jobs = draw(new JobMix(1_000, 20_000));
    assertThat(jobs.stream().filter(job -> job.reduces() > 0).count() / (double) DRAWS)
        .isCloseTo(0.66, within(0.01));
    assertThat(jobs)
        .allMatch(job -> job.reduces() == 0 || job.reduces() == Math.max(1, job.maps() / 8))
        .allMatch(job -> job.maps() <= 1_000);
  }

  @Test
  void theMeanIsThatOfTheDraws() {
    JobMix mix = new JobMix(250, 20_000);
    double mean = draw(mix).stream().mapToInt(JobMix.Job::containers).average().orElseThrow();
    assertThat(mix.meanContainers()).isCloseTo(mean, within(0.05 * mean));
  }

  @Test
  void containersRunHalfToOneAndAHalfTimesTheMean() {
    JobMix mix = new JobMix(250, 2_000);
    Random random = new Random(6);
    double sum = 0;
    double remaining = 0;
    for (int i = 0; i < DRAWS; i++) {
      int run = mix.runMillis(random);
      assertThat(run).isBetween(1_000, 3_000);
      sum += run;
      int left = mix.remainingMillis(random);
      assertThat(left).isBetween(0, 3_000);
      remaining += left;
    }
    assertThat(sum / DRAWS).isCloseTo(2_000, within(20.0));
    assertThat(remaining / DRAWS).isCloseTo(1_000, within(20.0));
  }
}
