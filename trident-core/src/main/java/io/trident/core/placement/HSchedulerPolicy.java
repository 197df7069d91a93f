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
 * H-Scheduler (Pan et al., ICPADS 2018; paper, section 6): one slot at a time, local memory before
 * local SSD, local HDD, remote HDD, remote SSD, remote memory.
 *
 * <p>A remote task counts by the fastest tier that holds its data anywhere, so that tasks with data
 * in memory are kept for nodes that have it. Process-local tasks come first, as in Spark; tasks
 * without preference before remote ones; of remote tasks of one tier, rack-local ones first. Remote
 * tasks wait while delay scheduling does not allow them.
 */
final class HSchedulerPolicy implements PlacementPolicy {
  @Override
  public String name() {
    return PolicyName.H_SCHEDULER.label();
  }

  @Override
  public Placement place(PlacementSnapshot snapshot) {
    return GreedyPass.place(PolicyName.H_SCHEDULER, snapshot, new ByTier(snapshot.allowed()));
  }

  private static final class ByTier implements GreedyPass.Rule {
    private final Locality allowed;

    ByTier(Locality allowed) {
      this.allowed = allowed;
    }

    @Override
    public List<Object> queuesOf(TaskInput task) {
      List<Object> queues = new ArrayList<>();
      task.executors().forEach(executor -> queues.add(new Queues.OfExecutor(executor)));
      task.tierByNode().forEach((node, tier) -> queues.add(new Queues.OfTier(node, tier)));
      StorageTier fastest = task.fastest();
      if (fastest == null) {
        queues.add(Queues.NO_PREFERENCE);
      } else {
        task.racks().forEach(rack -> queues.add(new Queues.OfRackByTier(rack, fastest)));
        queues.add(new Queues.OfAnyByTier(fastest));
      }
      return queues;
    }

    @Override
    public List<Object> queuesFor(SlotGroup slot) {
      List<Object> queues = new ArrayList<>();
      queues.add(new Queues.OfExecutor(slot.executor()));
      StorageTier[] tiers = StorageTier.values();
      if (Queues.allows(allowed, Locality.NODE_LOCAL)) {
        for (StorageTier tier : tiers) {
          queues.add(new Queues.OfTier(slot.node(), tier));
        }
      }
      queues.add(Queues.NO_PREFERENCE);
      for (int i = tiers.length - 1; i >= 0; i--) {
        if (Queues.allows(allowed, Locality.RACK_LOCAL)) {
          queues.add(new Queues.OfRackByTier(slot.rack(), tiers[i]));
        }
        if (Queues.allows(allowed, Locality.OFF_RACK)) {
          queues.add(new Queues.OfAnyByTier(tiers[i]));
        }
      }
      return queues;
    }
  }
}
