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

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Trident-D and Trident+D: Algorithm 7 without and with delays. */
final class TridentPlanner implements PrefetchPlanner {
  private final PrefetcherName name;

  TridentPlanner(PrefetcherName name) {
    this.name = name;
  }

  @Override
  public PrefetcherName name() {
    return name;
  }

  @Override
  public PrefetchPlan plan(PrefetchSnapshot snapshot) {
    Instance instance = new Instance(snapshot);
    double maxDelay = name == PrefetcherName.TRIDENT_DELAY ? snapshot.maxDelaySeconds() : 0;
    PlanSearch search = new PlanSearch(instance, maxDelay);
    Outcome best = search.best();
    PlanWriter writer = new PlanWriter(name, instance);
    @Nullable Outcome delayed = search.delayed();
    return writer.prefetch(
        best,
        new PredictedTimes(
            search.none(),
            search.all(),
            best.delay() == 0 ? best.seconds() : search.undelayed().seconds(),
            delayed == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(best.delay() == 0 ? delayed.seconds() : best.seconds()),
            best.seconds()));
  }
}
