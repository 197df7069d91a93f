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
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The models of prefetching and of execution (Algorithms 4 and 5), for a plan at hand: to replay a
 * decision, to predict it again after the cluster changed, or to compare it with what happened.
 */
public final class PrefetchModel {
  private PrefetchModel() {}

  /**
   * Predicts a job under a plan. The plan's own predictions are not used.
   *
   * @throws IllegalArgumentException if a step's block, or its replica, is not in the snapshot, or
   *     a block is in two steps
   */
  public static PredictedExecution predict(PrefetchSnapshot snapshot, PrefetchPlan plan) {
    Instance instance = new Instance(snapshot);
    Selection selection = selection(instance, plan);
    Forecast forecast = new Forecast(instance);
    if (plan.prefetcher() == PrefetcherName.ORACLE) {
      forecast.hold(selection);
    } else {
      forecast.prefetch(selection);
    }
    double seconds = forecast.run(plan.delaySeconds());
    List<PredictedTask> tasks = new ArrayList<>(instance.taskCount);
    for (int t = 0; t < instance.taskCount; t++) {
      tasks.add(forecast.task(t));
    }
    Map<String, Double> cached = new HashMap<>();
    for (int i = 0; i < selection.size(); i++) {
      int block = selection.block(i);
      cached.put(snapshot.blocks().get(block).id(), forecast.ready(block));
    }
    return new PredictedExecution(seconds, tasks, cached);
  }

  private static Selection selection(Instance instance, PrefetchPlan plan) {
    Map<String, Integer> numbers = new HashMap<>();
    for (PrefetchBlock block : instance.snapshot.blocks()) {
      numbers.put(block.id(), numbers.size());
    }
    Selection selection = new Selection(plan.steps().size());
    for (PrefetchStep step : plan.steps()) {
      Integer number = numbers.remove(step.block());
      if (number == null) {
        throw new IllegalArgumentException(
            "The plan caches block %s, which the snapshot does not list, or twice."
                .formatted(step.block()));
      }
      selection.add(number, replica(instance, number, step));
    }
    return selection;
  }

  private static int replica(Instance instance, int block, PrefetchStep step) {
    List<BlockReplica> replicas = instance.snapshot.blocks().get(block).replicas();
    for (int i = 0; i < replicas.size(); i++) {
      BlockReplica replica = replicas.get(i);
      if (replica.node().equals(step.node()) && replica.device().name().equals(step.device())) {
        return instance.replicaFrom[block] + i;
      }
    }
    throw new IllegalArgumentException(
        "The plan caches block %s from device %s of node %s; the snapshot has no replica there."
            .formatted(step.block(), step.device(), step.node()));
  }
}
