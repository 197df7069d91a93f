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

/**
 * The prefetchers that Trident's are compared with: none, everything, and everything in advance.
 */
final class BaselinePlanner implements PrefetchPlanner {
  private final PrefetcherName name;

  BaselinePlanner(PrefetcherName name) {
    this.name = name;
  }

  @Override
  public PrefetcherName name() {
    return name;
  }

  @Override
  public PrefetchPlan plan(PrefetchSnapshot snapshot) {
    PlanWriter writer = new PlanWriter(name, new Instance(snapshot));
    Outcome none = writer.none();
    Outcome all = writer.all();
    return switch (name) {
      case ORACLE -> {
        Outcome oracle = writer.oracle(all);
        yield writer.hold(oracle, times(none, all, oracle));
      }
      case PREFETCH_ALL -> writer.prefetch(all, times(none, all, all));
      default -> writer.prefetch(none, times(none, all, none));
    };
  }

  private static PredictedTimes times(Outcome none, Outcome all, Outcome planned) {
    return new PredictedTimes(
        none.seconds(),
        all.seconds(),
        planned.seconds(),
        OptionalDouble.empty(),
        planned.seconds());
  }
}
