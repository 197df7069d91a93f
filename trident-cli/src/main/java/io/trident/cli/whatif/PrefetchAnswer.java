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
package io.trident.cli.whatif;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.trident.core.prefetch.PredictedTimes;
import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.PrefetchStep;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A plan as {@code whatif prefetch} writes it; times are in seconds, to the microsecond. */
@JsonPropertyOrder({"prefetch", "delay", "predicted", "cacheTimes"})
final class PrefetchAnswer {
  private static final double DIGITS = 1e6;

  private final PrefetchPlan plan;

  PrefetchAnswer(PrefetchPlan plan) {
    this.plan = plan;
  }

  /** The predicted job times. */
  record Predicted(double none, double all, double planned) {
    private static Predicted of(PredictedTimes times) {
      return new Predicted(round(times.none()), round(times.all()), round(times.planned()));
    }
  }

  /** Returns the ids of the blocks, in the order of requests. */
  public List<String> getPrefetch() {
    return plan.steps().stream().map(PrefetchStep::block).toList();
  }

  /** Returns the delay of the job. */
  public double getDelay() {
    return round(plan.delaySeconds());
  }

  /** Returns the predicted job times. */
  public Predicted getPredicted() {
    return Predicted.of(plan.predicted());
  }

  /** Returns when each block is in memory. */
  public Map<String, Double> getCacheTimes() {
    Map<String, Double> times = new LinkedHashMap<>();
    plan.steps().forEach(step -> times.put(step.block(), round(step.cachedSeconds())));
    return times;
  }

  @Override
  public String toString() {
    return String.join(System.lineSeparator(), plan.explain());
  }

  private static double round(double seconds) {
    return Math.round(seconds * DIGITS) / DIGITS;
  }
}
