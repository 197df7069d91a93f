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
package io.trident.core.config;

import io.trident.core.cost.CostModel;
import io.trident.core.model.StorageTier;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** {@code trident.cost.*}: the constants of the assignment cost, the same keys in every host. */
public final class CostKeys {
  /** c1. */
  public static final ConfigKey<Double> RACK_LOCAL =
      ConfigKey.costKey(
          "trident.cost.rack-local",
          CostModel.DEFAULT.rackLocal(),
          "c1 of Equation 1: added to the best score in the rack for a read within the rack. Must"
              + " exceed every tier score.");

  /** c2. */
  public static final ConfigKey<Double> OFF_RACK =
      ConfigKey.costKey(
          "trident.cost.off-rack",
          CostModel.DEFAULT.offRack(),
          "c2 of Equation 1: the cost of a read across racks. At least c1 plus the highest tier"
              + " score.");

  private static final Map<StorageTier, ConfigKey<Double>> TIERS = tierKeys();

  private CostKeys() {}

  /** The key of a tier's score, {@code trident.cost.<tier>}. */
  public static ConfigKey<Double> tier(StorageTier tier) {
    ConfigKey<Double> key = TIERS.get(tier);
    if (key == null) {
      throw new IllegalStateException("No key for tier " + tier); // one per tier by construction
    }
    return key;
  }

  /** Returns every key of the group, for the reference page. */
  public static List<ConfigKey<?>> all() {
    List<ConfigKey<?>> keys = new ArrayList<>(TIERS.values());
    keys.add(RACK_LOCAL);
    keys.add(OFF_RACK);
    return keys;
  }

  /**
   * Reads the cost model.
   *
   * @throws ConfigException if a value is invalid by itself or against the others; the message
   *     names the key and what to change
   */
  public static CostModel read(ConfigSource source) {
    double rackLocal = RACK_LOCAL.read(source);
    double offRack = OFF_RACK.read(source);
    if (rackLocal > offRack) {
      throw new ConfigException(
          RACK_LOCAL.name(),
          Double.toString(rackLocal),
          "must not exceed %s (%s).".formatted(OFF_RACK.name(), offRack));
    }
    EnumMap<StorageTier, Double> scores = new EnumMap<>(StorageTier.class);
    for (StorageTier tier : StorageTier.values()) {
      ConfigKey<Double> key = tier(tier);
      double score = key.read(source);
      if (score >= rackLocal) {
        throw new ConfigException(
            key.name(),
            Double.toString(score),
            "must be below %s (%s); lower the score or raise c1."
                .formatted(RACK_LOCAL.name(), rackLocal));
      }
      if (rackLocal + score > offRack) {
        throw new ConfigException(
            OFF_RACK.name(),
            Double.toString(offRack),
            "must be at least %s (%s) + %s (%s); raise it."
                .formatted(RACK_LOCAL.name(), rackLocal, key.name(), score));
      }
      scores.put(tier, score);
    }
    return CostModel.of(scores, rackLocal, offRack);
  }

  private static Map<StorageTier, ConfigKey<Double>> tierKeys() {
    EnumMap<StorageTier, ConfigKey<Double>> keys = new EnumMap<>(StorageTier.class);
    for (StorageTier tier : StorageTier.values()) {
      keys.put(
          tier,
          ConfigKey.costKey(
              "trident.cost." + tier.label(),
              CostModel.DEFAULT.score(tier),
              "Score of the %s tier: the relative cost of reading from it on its own node."
                  .formatted(tier.label())));
    }
    return keys;
  }
}
