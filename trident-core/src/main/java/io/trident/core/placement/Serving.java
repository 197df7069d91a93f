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
import io.trident.core.matching.SlotGroup;
import io.trident.core.model.BlockInput;
import io.trident.core.model.Locality;
import io.trident.core.model.RackResolver;
import io.trident.core.model.Replica;
import io.trident.core.model.StorageTier;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * From where a task reads its input once it is placed.
 *
 * <p>Of each block the replica on the node serves, else the best one of the rack, else the best
 * one. Of several blocks, the tier that serves most of the bytes counts, the faster one of equals.
 * O(replicas of the task), which is all that is asked for a task that a matching has placed.
 */
record Serving(RackResolver topology, CostModel model) {

  /** Describes a task on a slot group, both by their index in the snapshot. */
  TaskPlacement describe(PlacementSnapshot snapshot, int task, int group) {
    SlotGroup slot = snapshot.slots().get(group);
    PlacementTask placed = snapshot.tasks().get(task);
    return new TaskPlacement(
        task,
        group,
        snapshot.profiles().get(task).costAt(slot.executor(), slot.node(), slot.rack()),
        localityOn(slot, placed),
        tierOn(slot, placed));
  }

  /** Returns how near a task is to its data on a slot. */
  Locality localityOn(SlotGroup slot, PlacementTask task) {
    if (task.executors().contains(slot.executor())) {
      return Locality.PROCESS_LOCAL;
    }
    Locality nearest = Locality.NO_PREFERENCE;
    for (BlockInput block : task.blocks()) {
      for (Replica replica : block.replicas()) {
        if (replica.node().equals(slot.node())) {
          return Locality.NODE_LOCAL;
        }
        if (nearest != Locality.RACK_LOCAL) {
          nearest =
              topology.rackOf(replica.node()).equals(slot.rack())
                  ? Locality.RACK_LOCAL
                  : Locality.OFF_RACK;
        }
      }
    }
    return nearest;
  }

  /** Returns the tier that serves most of a task's bytes on a slot; null without a replica. */
  @Nullable StorageTier tierOn(SlotGroup slot, PlacementTask task) {
    return tierAt(slot.node(), slot.rack(), task);
  }

  /** Returns the tier that serves most of a task's bytes far from all of them; null without any. */
  @Nullable StorageTier tierElsewhere(PlacementTask task) {
    return tierAt("", "", task);
  }

  private @Nullable StorageTier tierAt(String node, String rack, PlacementTask task) {
    if (task.blocks().size() == 1) { // the rule, and it needs no sums
      Replica serving = replicaFor(node, rack, task.blocks().get(0));
      return serving == null ? null : serving.servingTier();
    }
    EnumMap<StorageTier, Long> bytes = new EnumMap<>(StorageTier.class);
    for (BlockInput block : task.blocks()) {
      Replica serving = replicaFor(node, rack, block);
      if (serving != null) {
        add(bytes, serving.servingTier(), block);
      }
    }
    return most(bytes);
  }

  private @Nullable Replica replicaFor(String node, String rack, BlockInput block) {
    @Nullable Replica serving = null;
    double least = Double.POSITIVE_INFINITY;
    for (Replica replica : block.replicas()) {
      double distance = distance(replica, node, rack);
      if (serving == null || distance < least) {
        serving = replica;
        least = distance;
      }
    }
    return serving;
  }

  private double distance(Replica replica, String node, String rack) {
    double score = model.score(replica);
    if (replica.node().equals(node)) {
      return score;
    }
    return score + (topology.rackOf(replica.node()).equals(rack) ? 1 : 2) * model.rackLocal();
  }

  /** Counts the bytes of a block for a tier. */
  static void add(EnumMap<StorageTier, Long> bytes, StorageTier tier, BlockInput block) {
    bytes.merge(tier, Math.max(1, block.bytes()), Long::sum); // an empty block is somewhere, too
  }

  /** Returns the tier with most bytes, the faster one of equals; null without any. */
  static @Nullable StorageTier most(EnumMap<StorageTier, Long> bytes) {
    @Nullable StorageTier most = null;
    long mostBytes = 0;
    for (Map.Entry<StorageTier, Long> entry : bytes.entrySet()) {
      if (entry.getValue() > mostBytes) {
        most = entry.getKey();
        mostBytes = entry.getValue();
      }
    }
    return most;
  }
}
