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

import java.util.ArrayList;
import java.util.List;

/** Writes plans down, and predicts the baselines that each is compared with. */
final class PlanWriter {
  private final PrefetcherName name;
  private final Instance instance;
  private final Forecast forecast;

  PlanWriter(PrefetcherName name, Instance instance) {
    this.name = name;
    this.instance = instance;
    forecast = new Forecast(instance);
  }

  /** No block. */
  Outcome none() {
    Selection selection = new Selection(0);
    forecast.prefetch(selection);
    return new Outcome(selection, 0, forecast.run(0), forecast.taskSeconds());
  }

  /** Every block that the caches have room for. */
  Outcome all() {
    Selection selection = new Selection(instance.blockCount);
    new BlockSelection(instance).select(SourceRule.FASTEST_TIER, Integer.MAX_VALUE, selection);
    forecast.prefetch(selection);
    return new Outcome(selection, 0, forecast.run(0), forecast.taskSeconds());
  }

  /** What every task would take with the same blocks in memory before the submission. */
  Outcome oracle(Outcome all) {
    forecast.hold(all.selection());
    return new Outcome(all.selection(), 0, forecast.run(0), forecast.taskSeconds());
  }

  /** The plan that prefetches at submission. */
  PrefetchPlan prefetch(Outcome outcome, PredictedTimes predicted) {
    forecast.prefetch(outcome.selection());
    return write(outcome, predicted);
  }

  /** The plan that has its blocks in memory before the submission. */
  PrefetchPlan hold(Outcome outcome, PredictedTimes predicted) {
    forecast.hold(outcome.selection());
    return write(outcome, predicted);
  }

  private PrefetchPlan write(Outcome outcome, PredictedTimes predicted) {
    forecast.run(outcome.delay());
    boolean[] used = forecast.useful();
    Selection selection = outcome.selection();
    List<PrefetchStep> steps = new ArrayList<>(selection.size());
    List<String> wasted = new ArrayList<>();
    for (int i = 0; i < selection.size(); i++) {
      int number = selection.block(i);
      PrefetchBlock block = instance.snapshot.blocks().get(number);
      BlockReplica replica =
          block.replicas().get(selection.replica(i) - instance.replicaFrom[number]);
      steps.add(
          new PrefetchStep(
              block.id(),
              block.bytes(),
              replica.node(),
              replica.device().name(),
              replica.device().tier(),
              forecast.ready(number)));
      if (!used[number]) {
        wasted.add(block.id());
      }
    }
    return new PrefetchPlan(name, steps, outcome.delay(), predicted, wasted);
  }
}
