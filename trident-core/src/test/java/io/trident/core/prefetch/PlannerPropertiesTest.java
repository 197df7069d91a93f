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
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.assertj.core.data.Offset;

/** What every plan keeps, on random jobs and clusters. */
class PlannerPropertiesTest {
  private static final Offset<Double> EXACT = within(1e-6);

  @Property(tries = 1000)
  void aPlanKeepsItsLimitsAndItsPredictions(@ForAll long seed, @ForAll PrefetcherName name) {
    PrefetchSnapshot snapshot = RandomSnapshots.of(seed, 24);

    PrefetchPlan plan = Prefetchers.of(name).plan(snapshot);

    assertThat(plan.prefetcher()).isEqualTo(name);
    assertCanBeCarriedOut(snapshot, plan);
    assertThat(plan.delaySeconds())
        .isLessThanOrEqualTo(name == PrefetcherName.TRIDENT_DELAY ? snapshot.maxDelaySeconds() : 0);

    PredictedExecution replayed = PrefetchModel.predict(snapshot, plan);
    assertThat(replayed.jobSeconds()).isCloseTo(plan.predicted().planned(), EXACT);
    for (PrefetchStep step : plan.steps()) {
      assertThat(replayed.cachedSeconds().get(step.block())).isCloseTo(step.cachedSeconds(), EXACT);
    }
    assertThat(Prefetchers.of(name).plan(snapshot)).isEqualTo(plan);
  }

  @Property(tries = 1000)
  void theNumbersAreThoseOfTheSlowSimulation(@ForAll long seed) {
    PrefetchSnapshot snapshot = RandomSnapshots.of(seed, 16);

    PrefetchPlan plan = Prefetchers.of(PrefetcherName.TRIDENT_DELAY).plan(snapshot);
    SlowModel slow = new SlowModel(snapshot, plan.steps(), plan.delaySeconds());
    SlowModel none = new SlowModel(snapshot, List.of(), 0);
    PrefetchPlan everything = Prefetchers.of(PrefetcherName.PREFETCH_ALL).plan(snapshot);
    SlowModel all = new SlowModel(snapshot, everything.steps(), 0);

    assertThat(plan.predicted().planned()).isCloseTo(slow.jobSeconds(), EXACT);
    assertThat(plan.predicted().none()).isCloseTo(none.jobSeconds(), EXACT);
    assertThat(plan.predicted().all()).isCloseTo(all.jobSeconds(), EXACT);
    Set<String> wasted = new HashSet<>();
    plan.steps().forEach(step -> wasted.add(step.block()));
    wasted.removeAll(slow.gained());
    assertThat(plan.wasted()).containsExactlyInAnyOrderElementsOf(wasted);
    assertThat(slow.mostAtOnce()).isLessThanOrEqualTo(1000);
  }

  @Property(tries = 1000)
  void aPlanIsNeverPredictedWorseThanItsAlternatives(@ForAll long seed) {
    PrefetchSnapshot snapshot = RandomSnapshots.of(seed, 24);

    PredictedTimes delayed =
        Prefetchers.of(PrefetcherName.TRIDENT_DELAY).plan(snapshot).predicted();
    PredictedTimes undelayed = Prefetchers.of(PrefetcherName.TRIDENT).plan(snapshot).predicted();

    for (PredictedTimes times : List.of(delayed, undelayed)) {
      assertThat(times.planned()).isLessThanOrEqualTo(times.none() + 1e-6);
      assertThat(times.planned()).isLessThanOrEqualTo(times.all() + 1e-6);
      assertThat(times.planned()).isLessThanOrEqualTo(times.undelayed() + 1e-6);
      times
          .delayed()
          .ifPresent(time -> assertThat(times.planned()).isLessThanOrEqualTo(time + 1e-6));
    }
    assertThat(undelayed.delayed()).isEmpty();
  }

  @Property(tries = 300)
  void theOrderOfNodesDoesNotMatter(@ForAll long seed) {
    PrefetchSnapshot snapshot = RandomSnapshots.of(seed, 24);
    List<PrefetchNode> nodes = new ArrayList<>(snapshot.nodes());
    Collections.shuffle(nodes, new Random(seed));
    PrefetchSnapshot shuffled =
        new PrefetchSnapshot(
            snapshot.tasks(),
            snapshot.blocks(),
            nodes,
            snapshot.cpu(),
            snapshot.times(),
            snapshot.costs(),
            snapshot.networkBytesPerSecond(),
            snapshot.maxDelaySeconds(),
            snapshot.margin(),
            snapshot.lateReads());

    for (PrefetcherName name : PrefetcherName.values()) {
      assertThat(Prefetchers.of(name).plan(shuffled))
          .isEqualTo(Prefetchers.of(name).plan(snapshot));
    }
  }

  private static void assertCanBeCarriedOut(PrefetchSnapshot snapshot, PrefetchPlan plan) {
    Map<String, PrefetchBlock> blocks = new HashMap<>();
    snapshot.blocks().forEach(block -> blocks.put(block.id(), block));
    Map<String, Long> cached = new HashMap<>();
    for (PrefetchStep step : plan.steps()) {
      PrefetchBlock block = blocks.remove(step.block()); // so each is planned at most once
      assertThat(block).isNotNull();
      assertThat(step.bytes()).isEqualTo(block.bytes());
      assertThat(block.cached()).isEmpty();
      assertThat(block.replicas())
          .anyMatch(
              replica ->
                  replica.node().equals(step.node())
                      && replica.device().name().equals(step.device())
                      && replica.device().tier() == step.tier());
      cached.merge(step.node(), step.bytes(), Long::sum);
    }
    for (PrefetchNode node : snapshot.nodes()) {
      assertThat(cached.getOrDefault(node.name(), 0L)).isLessThanOrEqualTo(node.cacheFree());
    }
  }
}
