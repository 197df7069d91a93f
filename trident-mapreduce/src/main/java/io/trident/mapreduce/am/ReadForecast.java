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
package io.trident.mapreduce.am;

import io.trident.core.cost.CostProfile;
import io.trident.core.model.BlockInput;
import io.trident.core.model.Locality;
import io.trident.core.model.Medium;
import io.trident.core.model.Replica;
import io.trident.core.model.StorageTier;
import io.trident.mapreduce.TridentCounter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a task on a node will read its input.
 *
 * @param cost assignment cost by Equation 1
 * @param locality how near the input is
 * @param tier the fastest tier that serves most of the input's bytes on the node itself; null
 *     unless node-local
 */
record ReadForecast(double cost, Locality locality, @Nullable StorageTier tier) {

  /** Forecasts a task with the given input and its cost profile. */
  static ReadForecast of(List<BlockInput> blocks, CostProfile profile, String node, String rack) {
    double cost = profile.costAt(node, node, rack);
    if (profile.nodes().isEmpty()) {
      return new ReadForecast(cost, Locality.NO_PREFERENCE, null);
    }
    @Nullable StorageTier tier = localTier(blocks, node);
    if (tier != null) {
      return new ReadForecast(cost, Locality.NODE_LOCAL, tier);
    }
    Locality away = profile.racks().containsKey(rack) ? Locality.RACK_LOCAL : Locality.OFF_RACK;
    return new ReadForecast(cost, away, null);
  }

  /** The job counter that counts such a task. */
  TridentCounter counter() {
    if (tier != null) {
      return switch (Medium.of(tier)) {
        case MEMORY -> TridentCounter.MEMORY_LOCAL_MAPS;
        case SSD -> TridentCounter.SSD_LOCAL_MAPS;
        case DISK -> TridentCounter.DISK_LOCAL_MAPS;
      };
    }
    return switch (locality) {
      case RACK_LOCAL -> TridentCounter.RACK_LOCAL;
      case NO_PREFERENCE -> TridentCounter.NO_PREFERENCE;
      case PROCESS_LOCAL, NODE_LOCAL, OFF_RACK -> TridentCounter.OFF_RACK;
    };
  }

  private static @Nullable StorageTier localTier(List<BlockInput> blocks, String node) {
    Map<StorageTier, Long> bytes = new EnumMap<>(StorageTier.class);
    for (BlockInput block : blocks) {
      @Nullable StorageTier fastest = null;
      for (Replica replica : block.replicas()) {
        StorageTier serving = replica.servingTier();
        if (replica.node().equals(node) && (fastest == null || serving.compareTo(fastest) < 0)) {
          fastest = serving;
        }
      }
      if (fastest != null) {
        bytes.merge(fastest, block.bytes(), Long::sum);
      }
    }
    @Nullable StorageTier most = null;
    long mostBytes = -1;
    for (Map.Entry<StorageTier, Long> entry : bytes.entrySet()) { // fastest first
      if (entry.getValue() > mostBytes) {
        most = entry.getKey();
        mostBytes = entry.getValue();
      }
    }
    return most;
  }
}
