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

import io.trident.core.matching.SlotGroup;
import io.trident.core.model.Locality;
import io.trident.core.model.StorageTier;
import java.util.ArrayList;
import java.util.List;

/**
 * Quartet (Deslauriers et al., HotStorage 2016) with tiers, as the paper extends it (section 6):
 * one slot at a time, a task whose data are in memory here; else on SSD here, if in memory nowhere;
 * else on HDD here, if on no faster tier anywhere; else as {@link DefaultPolicy}, with delay.
 */
final class QuartetPolicy implements PlacementPolicy {
  @Override
  public String name() {
    return PolicyName.QUARTET.label();
  }

  @Override
  public Placement place(PlacementSnapshot snapshot) {
    return GreedyPass.place(PolicyName.QUARTET, snapshot, new ByFastestTier(snapshot.allowed()));
  }

  private static final class ByFastestTier implements GreedyPass.Rule {
    private final Locality allowed;
    private final GreedyPass.Rule fallback;

    ByFastestTier(Locality allowed) {
      this.allowed = allowed;
      fallback = new DefaultPolicy.ByLocality(allowed);
    }

    @Override
    public List<Object> queuesOf(TaskInput task) {
      List<Object> queues = new ArrayList<>(fallback.queuesOf(task));
      task.tierByNode()
          .forEach(
              (node, tier) -> {
                if (tier == task.fastest()) {
                  queues.add(new Queues.OfFastestTier(node, tier));
                }
              });
      return queues;
    }

    @Override
    public List<Object> queuesFor(SlotGroup slot) {
      List<Object> queues = new ArrayList<>();
      queues.add(new Queues.OfExecutor(slot.executor()));
      if (Queues.allows(allowed, Locality.NODE_LOCAL)) {
        for (StorageTier tier : StorageTier.values()) {
          queues.add(new Queues.OfFastestTier(slot.node(), tier));
        }
      }
      queues.addAll(fallback.queuesFor(slot));
      return queues;
    }
  }
}
