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
package io.trident.core.placement;

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.model.BlockInput;
import io.trident.core.model.RackResolver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A task that waits for a slot.
 *
 * @param name unique within a decision
 * @param blocks its input; empty if it has no preferred location
 * @param executors the executors that hold its input in their own process; usually empty
 */
public record PlacementTask(String name, List<BlockInput> blocks, Set<String> executors) {
  public PlacementTask {
    blocks = List.copyOf(blocks);
    executors = Set.copyOf(executors);
  }

  /**
   * Returns what the task costs on any slot: {@link CostProfile#ofBlocks}, and {@link
   * CostProfile#PROCESS_LOCAL} on {@link #executors}.
   */
  public CostProfile profile(RackResolver topology, CostModel model) {
    CostProfile profile = CostProfile.ofBlocks(name, blocks, topology, model);
    if (executors.isEmpty()) {
      return profile;
    }
    Map<String, Double> costs = new HashMap<>();
    for (String executor : executors) {
      costs.put(executor, CostProfile.PROCESS_LOCAL);
    }
    return new CostProfile(name, costs, profile.nodes(), profile.racks(), profile.elsewhere());
  }
}
