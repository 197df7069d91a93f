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
package io.trident.core.prefetch.model;

import io.trident.core.cost.CostModel;
import io.trident.core.model.StorageTier;
import java.util.EnumMap;
import java.util.Map;

/**
 * The bandwidth of a device of each tier, in bytes per second; all positive.
 *
 * @param bytesPerSecond of each tier
 */
public record TierRates(Map<StorageTier, Double> bytesPerSecond) {
  public TierRates {
    EnumMap<StorageTier, Double> copy = new EnumMap<>(StorageTier.class);
    for (StorageTier tier : StorageTier.values()) {
      Double rate = bytesPerSecond.get(tier);
      if (rate == null || !(rate > 0)) {
        throw new IllegalArgumentException(
            "The %s tier moves %s bytes per second; give a positive rate."
                .formatted(tier.label(), rate));
      }
      copy.put(tier, rate);
    }
    bytesPerSecond = Map.copyOf(copy);
  }

  /**
   * Rates that follow from scores: a tier of twice the score has half the bandwidth. If memory's is
   * 0, which gives no ratio, the default scores serve.
   *
   * @param memoryBytesPerSecond bandwidth of the memory tier; positive
   */
  public static TierRates of(CostModel costs, double memoryBytesPerSecond) {
    CostModel ratios = costs.score(StorageTier.MEMORY) > 0 ? costs : CostModel.DEFAULT;
    EnumMap<StorageTier, Double> rates = new EnumMap<>(StorageTier.class);
    for (StorageTier tier : StorageTier.values()) {
      rates.put(tier, memoryBytesPerSecond * ratios.score(StorageTier.MEMORY) / ratios.score(tier));
    }
    return new TierRates(rates);
  }

  /** Returns the bandwidth of a tier. */
  public double of(StorageTier tier) {
    return bytesPerSecond.getOrDefault(tier, Double.NaN); // every tier is there
  }

  /** Returns these with another rate of one tier. */
  public TierRates with(StorageTier tier, double rate) {
    EnumMap<StorageTier, Double> more = new EnumMap<>(bytesPerSecond);
    more.put(tier, rate);
    return new TierRates(more);
  }
}
