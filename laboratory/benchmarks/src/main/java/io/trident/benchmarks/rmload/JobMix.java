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

import java.util.Random;

/**
 * Draws applications as large as those of SWIM's FB-2010 day (samples of 24 hours on 3,000 nodes):
 * the shares of jobs by input size, log-uniform between the sizes; blocks of 128 MB, a map each;
 * two thirds of the jobs shuffle, to one reduce for eight maps.
 */
final class JobMix {
  private static final double[] UP_TO_MB = {
    128, 512, 1_024, 2_048, 5_120, 10_240, 102_400, 1_110_000, 11_700_000
  };
  private static final double[] SHARE_UP_TO = {
    0.6453, 0.6977, 0.7295, 0.7591, 0.8473, 0.8754, 0.9436, 0.99, 1
  };
  private static final double SHUFFLING = 0.66;
  private static final double BLOCK_MB = 128;
  private static final int MAPS_PER_REDUCE = 8;
  private static final int SAMPLE = 100_000;

  private final int largest;
  private final int meanRunMillis;

  /**
   * One application.
   *
   * @param maps number of maps; at least 1
   * @param reduces number of reduces; 0 if it does not shuffle
   */
  record Job(int maps, int reduces) {
    int containers() {
      return maps + reduces;
    }
  }

  /**
   * @param largest no application has more maps
   * @param meanRunMillis mean time that a container runs, in milliseconds
   */
  JobMix(int largest, int meanRunMillis) {
    this.largest = largest;
    this.meanRunMillis = meanRunMillis;
  }

  Job draw(Random random) {
    double u = random.nextDouble();
    int bin = 0;
    while (bin < SHARE_UP_TO.length - 1 && u >= SHARE_UP_TO[bin]) {
      bin++;
    }
    double megabytes = BLOCK_MB;
    if (bin > 0) {
      double from = Math.log(UP_TO_MB[bin - 1]);
      megabytes = Math.exp(from + random.nextDouble() * (Math.log(UP_TO_MB[bin]) - from));
    }
    int maps = (int) Math.min(largest, Math.ceil(megabytes / BLOCK_MB));
    boolean shuffles = random.nextDouble() < SHUFFLING;
    return new Job(maps, shuffles ? Math.max(1, maps / MAPS_PER_REDUCE) : 0);
  }

  /** Draws how long a container runs, in milliseconds: half to one and a half of the mean. */
  int runMillis(Random random) {
    return meanRunMillis / 2 + random.nextInt(meanRunMillis);
  }

  /** Draws how much longer a container runs that is met running, in milliseconds. */
  int remainingMillis(Random random) {
    return (int) (runMillis(random) * random.nextDouble());
  }

  /** Returns the mean number of containers of an application, by a large sample. */
  double meanContainers() {
    Random random = new Random(1);
    long sum = 0;
    for (int i = 0; i < SAMPLE; i++) {
      sum += draw(random).containers();
    }
    return (double) sum / SAMPLE;
  }
}
