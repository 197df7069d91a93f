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
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
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
  ContainerCounters(MetricsRegistry registry, String prefix, String what) {
    for (NodeType locality : NodeType.values()) {
      String name = camel(locality);
      byLocality.put(locality, counter(registry, prefix + name, what + ": " + name));
    }
    for (StorageTier tier : StorageTier.values()) {
      String name = camel(tier);
      byTier.put(
          tier,
          counter(
              registry, prefix + "OfScore" + name, what + ": with a score up to that of " + name));
    }
    beyondTiers =
        counter(
            registry,
            prefix + "OfScoreAboveTiers",
            what + ": with a score above every tier's, as that of a small job's second choice");
    anywhere =
        counter(
            registry,
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

  static MutableCounterLong counter(MetricsRegistry registry, String name, String description) {
    return registry.newCounter(Interns.info(name, description), 0L);
  }

  static String camel(Enum<?> constant) {
    StringBuilder name = new StringBuilder();
    for (String word : constant.name().split("_", -1)) {
      name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return name.toString();
  }
}
