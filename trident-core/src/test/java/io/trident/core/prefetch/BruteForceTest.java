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
package io.trident.core.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** How far plans are from the best of all sets of blocks, sources and delays, on small jobs. */
class BruteForceTest {
  private static final int INSTANCES = 400;
  private static final int MOST_BLOCKS = 6;

  @Test
  void plansAreNearTheOptimum() {
    double sum = 0;
    double worst = 0;
    int optimal = 0;
    int oracleBehind = 0;
    int wasted = 0;
    int planned = 0;
    for (int seed = 0; seed < INSTANCES; seed++) {
      PrefetchSnapshot snapshot = RandomSnapshots.of(seed, MOST_BLOCKS);
      PrefetchPlan plan = Prefetchers.of(PrefetcherName.TRIDENT_DELAY).plan(snapshot);
      double time = plan.predicted().planned();
      double optimum = optimum(snapshot);
      double bound = Bound.of(new Instance(snapshot));
      double oracle = Prefetchers.of(PrefetcherName.ORACLE).plan(snapshot).predicted().planned();

      assertThat(time).as("plan of %d", seed).isGreaterThanOrEqualTo(optimum - 1e-6);
      assertThat(bound).as("bound of %d", seed).isLessThanOrEqualTo(optimum + 1e-6);
      double gap = optimum == 0 ? 0 : time / optimum - 1;
      sum += gap;
      worst = Math.max(worst, gap);
      optimal += gap < 1e-9 ? 1 : 0;
      oracleBehind += oracle > optimum + 1e-6 ? 1 : 0;
      wasted += plan.wasted().size();
      planned += plan.steps().size();
    }
    System.out.printf(
        "%d jobs: %d planned optimally, mean gap %.2f %%, worst %.1f %%;"
            + " the oracle's order is behind in %d; %d of %d blocks wasted%n",
        INSTANCES, optimal, 100 * sum / INSTANCES, 100 * worst, oracleBehind, wasted, planned);
    assertThat(sum / INSTANCES).isLessThan(0.02);
  }

  private static double optimum(PrefetchSnapshot snapshot) {
    Map<String, Long> room = new HashMap<>();
    snapshot.nodes().forEach(node -> room.put(node.name(), node.cacheFree()));
    return best(snapshot, 0, new ArrayList<>(), room);
  }

  /** Every way to cache the blocks from number {@code next} on, or not to. */
  private static double best(
      PrefetchSnapshot snapshot, int next, List<PrefetchStep> steps, Map<String, Long> room) {
    if (next == snapshot.blocks().size()) {
      return bestDelay(snapshot, steps);
    }
    double best = best(snapshot, next + 1, steps, room);
    PrefetchBlock block = snapshot.blocks().get(next);
    if (!block.cached().isEmpty()) {
      return best;
    }
    for (int r = 0; r < block.replicas().size(); r++) {
      PrefetchStep step = RandomSnapshots.step(block, r);
      long left = room.getOrDefault(step.node(), 0L);
      if (left >= block.bytes()) {
        room.put(step.node(), left - block.bytes());
        steps.add(step);
        best = Math.min(best, best(snapshot, next + 1, steps, room));
        steps.remove(steps.size() - 1);
        room.put(step.node(), left);
      }
    }
    return best;
  }

  /** No delay, and each after which one more task finds a block. */
  private static double bestDelay(PrefetchSnapshot snapshot, List<PrefetchStep> steps) {
    PredictedExecution undelayed = PrefetchModel.predict(snapshot, RandomSnapshots.plan(steps, 0));
    double best = undelayed.jobSeconds();
    Map<String, Double> ready = new HashMap<>();
    undelayed
        .cachedSeconds()
        .forEach((block, seconds) -> ready.put(block, seconds * (1 + snapshot.margin())));
    for (PrefetchBlock block : snapshot.blocks()) {
      block.cached().forEach(copy -> ready.merge(block.id(), copy.readySeconds(), Math::min));
    }
    TreeSet<Double> delays = new TreeSet<>();
    delays.add(snapshot.maxDelaySeconds()); // after it a task can go along with caching
    for (int t = 0; t < undelayed.tasks().size(); t++) {
      double start = undelayed.tasks().get(t).startSeconds();
      for (BlockRead read : snapshot.tasks().get(t).reads()) {
        double gap = ready.getOrDefault(read.block(), 0.0) - start;
        delays.add(gap);
        delays.add(gap + snapshot.times().timeToSchedule());
      }
    }
    for (double delay : delays.tailSet(1e-9)) {
      if (delay <= snapshot.maxDelaySeconds() && delay < best) {
        PrefetchPlan plan = RandomSnapshots.plan(steps, delay);
        best = Math.min(best, PrefetchModel.predict(snapshot, plan).jobSeconds());
      }
    }
    return best;
  }
}
