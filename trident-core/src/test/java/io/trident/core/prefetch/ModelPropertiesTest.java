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

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.assertj.core.data.Offset;

/** The models predict what an independent, slow simulation does. */
class ModelPropertiesTest {
  private static final Offset<Double> EXACT = within(1e-6);

  @Property(tries = 2000)
  void theModelsAreThoseOfTheSlowSimulation(@ForAll long seed) {
    PrefetchSnapshot snapshot = RandomSnapshots.of(seed, 20);
    PrefetchPlan plan = RandomSnapshots.anyPlan(snapshot, new Random(seed));

    PredictedExecution predicted = PrefetchModel.predict(snapshot, plan);
    SlowModel slow = new SlowModel(snapshot, plan.steps(), plan.delaySeconds());

    assertThat(predicted.jobSeconds()).isCloseTo(slow.jobSeconds(), EXACT);
    assertThat(predicted.cachedSeconds().keySet()).isEqualTo(slow.cachedSeconds().keySet());
    predicted
        .cachedSeconds()
        .forEach((block, at) -> assertThat(at).isCloseTo(slow.cachedSeconds().get(block), EXACT));
    for (PredictedTask task : predicted.tasks()) {
      assertThat(task.startSeconds()).isCloseTo(slow.start(task.task()), EXACT);
      assertThat(task.endSeconds()).isCloseTo(slow.end(task.task()), EXACT);
    }
  }

  /** One more request at the end of the queue has no block in memory sooner, and others later. */
  @Property(tries = 500)
  void oneMoreBlockMakesNoOtherSooner(@ForAll long seed) {
    PrefetchSnapshot snapshot = RandomSnapshots.of(seed, 20);
    PrefetchPlan all = RandomSnapshots.anyPlan(snapshot, new Random(seed));
    if (all.steps().isEmpty()) {
      return;
    }
    PrefetchPlan fewer =
        RandomSnapshots.plan(all.steps().subList(0, all.steps().size() - 1), all.delaySeconds());

    PredictedExecution predicted = PrefetchModel.predict(snapshot, all);
    PrefetchModel.predict(snapshot, fewer)
        .cachedSeconds()
        .forEach(
            (block, at) ->
                assertThat(predicted.cachedSeconds().get(block)).isGreaterThanOrEqualTo(at - 1e-9));
  }
}
