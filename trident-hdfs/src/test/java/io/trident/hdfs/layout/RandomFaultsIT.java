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
package io.trident.hdfs.layout;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Faults and changes at random, compared with a model. {@code -Dlayout.steps=N} sets how many,
 * {@code -Dlayout.seed=N} which ones; how they meet in time differs from run to run.
 */
@Tag("slow")
class RandomFaultsIT {
  private static final long SEED = Long.getLong("layout.seed", 27);
  private static final int STEPS = Integer.getInteger("layout.steps", 40);

  @Test
  void noRowIsLostWhateverHappens() throws Exception {
    System.out.printf("layout.seed=%d layout.steps=%d%n", SEED, STEPS);
    long started = System.nanoTime();
    try (FaultyHdfs cluster = FaultyHdfs.start()) {
      RandomSteps steps = new RandomSteps(cluster, new Random(SEED));
      String last = "the beginning";
      for (int i = 1; i <= STEPS; i++) {
        try {
          last = steps.next().toString();
        } catch (Exception | AssertionError e) {
          throw new AssertionError(
              "Step %d of layout.seed=%d, after %s: %s; dead are %s, leaving %s"
                  .formatted(i, SEED, last, e, cluster.dead(), cluster.leaving()),
              e);
        }
        System.out.printf(
            "%d %s, after %d s%n",
            i, last, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - started));
      }
      steps.end();
      System.out.println(steps.summary());
    }
  }
}
