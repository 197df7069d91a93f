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
package io.trident.core.cost;

import io.trident.core.model.StorageTier;
import java.util.EnumMap;
import java.util.Map;

/** Turns measured bandwidths into scores: inverse bandwidths, memory 1 (section 2.1). */
public final class CalibratedCosts {
  private static final double STEPS = 10;
  private static final double RACK_LOCAL_FACTOR = 2;
  private static final double OFF_RACK_FACTOR = 5;

  private CalibratedCosts() {}

  /**
   * Returns a cost model. A measured tier's score is memory's bandwidth divided by its own, at
   * least 1, in steps of 0.1. A tier that was not measured keeps its score, but is no cheaper than
   * the slowest measured tier that is faster by kind. If the slowest tier then leaves no room below
   * c1 or c2, both are raised to the paper's 2 and 5 times its score.
   *
   * @param memoryBytesPerSecond bandwidth of memory; positive and finite
   * @param bytesPerSecond bandwidths of the tiers that were measured; positive and finite
   * @param known the scores so far
   */
  public static CostModel of(
      double memoryBytesPerSecond, Map<StorageTier, Double> bytesPerSecond, CostModel known) {
    requireRate("memory", memoryBytesPerSecond);
    EnumMap<StorageTier, Double> scores = new EnumMap<>(StorageTier.class);
    double slowestMeasured = 1;
    double slowest = 1;
    for (StorageTier tier : StorageTier.values()) {
      Double rate = bytesPerSecond.get(tier);
      double score;
      if (tier == StorageTier.MEMORY) {
        score = 1;
      } else if (rate != null) {
        requireRate(tier.label(), rate);
        score = Math.max(1, Math.round(memoryBytesPerSecond / rate * STEPS) / STEPS);
        slowestMeasured = Math.max(slowestMeasured, score);
      } else {
        score = Math.max(known.score(tier), slowestMeasured);
      }
      scores.put(tier, score);
      slowest = Math.max(slowest, score);
    }
    boolean fits = slowest < known.rackLocal() && known.rackLocal() + slowest <= known.offRack();
    return CostModel.of(
        scores,
        fits ? known.rackLocal() : RACK_LOCAL_FACTOR * slowest,
        fits ? known.offRack() : OFF_RACK_FACTOR * slowest);
  }

  private static void requireRate(String what, double rate) {
    if (!(rate > 0) || Double.isInfinite(rate)) {
      throw new IllegalArgumentException(
          "The bandwidth of %s is %s bytes per second; give a positive, finite one."
              .formatted(what, rate));
    }
  }
}
