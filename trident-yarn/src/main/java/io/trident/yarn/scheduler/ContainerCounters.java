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
package io.trident.yarn.scheduler;

import io.trident.core.cost.CostModel;
import io.trident.core.model.StorageTier;
import io.trident.core.request.PreferenceMap;
import io.trident.core.text.EnumNames;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;

/**
 * Counters of containers by locality and by the class of their score, which is the fastest tier
 * whose score is not below it. Thread-safe.
 */
final class ContainerCounters {
  private final Map<NodeType, MutableCounterLong> byLocality = new EnumMap<>(NodeType.class);
  private final Map<StorageTier, MutableCounterLong> byTier = new EnumMap<>(StorageTier.class);
  private final MutableCounterLong beyondTiers;
  private final MutableCounterLong anywhere;

  /**
   * @param prefix what the metrics' names begin with
   * @param what they count, for their descriptions
   */
  ContainerCounters(Counters counters, String prefix, String what) {
    for (NodeType locality : NodeType.values()) {
      String name = EnumNames.camelCase(locality);
      byLocality.put(locality, counters.add(prefix + name, what + ": " + name));
    }
    for (StorageTier tier : StorageTier.values()) {
      String name = EnumNames.camelCase(tier);
      byTier.put(
          tier,
          counters.add(prefix + "OfScore" + name, what + ": with a score up to that of " + name));
    }
    beyondTiers =
        counters.add(
            prefix + "OfScoreAboveTiers",
            what + ": with a score above every tier's, as that of a small job's second choice");
    anywhere =
        counters.add(
            prefix + "Anywhere",
            what + ": that may be anywhere, as those of reduces; not by locality or score");
  }

  /** Counts containers of one score. */
  void add(NodeType locality, OptionalDouble score, CostModel costs, int containers) {
    if (score.isPresent() && score.getAsDouble() == PreferenceMap.ANYWHERE) {
      anywhere.incr(containers);
      return;
    }
    counterOf(byLocality, locality).incr(containers);
    if (score.isPresent()) {
      scoreClass(score.getAsDouble(), costs).incr(containers);
    }
  }

  private MutableCounterLong scoreClass(double score, CostModel costs) {
    for (StorageTier tier : StorageTier.values()) {
      if (score <= costs.score(tier)) {
        return counterOf(byTier, tier);
      }
    }
    return beyondTiers;
  }

  static <K> MutableCounterLong counterOf(Map<K, MutableCounterLong> counters, K key) {
    return Objects.requireNonNull(counters.get(key)); // one per constant by construction
  }
}
