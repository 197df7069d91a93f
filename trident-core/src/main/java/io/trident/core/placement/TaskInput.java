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

import io.trident.core.cost.BlockInput;
import io.trident.core.cost.CostModel;
import io.trident.core.cost.Locality;
import io.trident.core.cost.RackResolver;
import io.trident.core.cost.Replica;
import io.trident.core.cost.StorageTier;
import io.trident.core.matching.SlotGroup;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a task's input is, and on which tiers: what policies without costs decide by.
 *
 * <p>Of several blocks, the tier that holds most of the bytes counts, the faster one of equals.
 */
final class TaskInput {
  private final PlacementTask task;
  private final RackResolver topology;
  private final CostModel model;
  private final Map<String, StorageTier> tierByNode;
  private final Set<String> racks = new HashSet<>();
  private final @Nullable StorageTier fastest;

  TaskInput(PlacementTask task, RackResolver topology, CostModel model) {
    this.task = task;
    this.topology = topology;
    this.model = model;
    Map<String, EnumMap<StorageTier, Long>> bytes = new HashMap<>();
    EnumMap<StorageTier, Long> best = new EnumMap<>(StorageTier.class);
    for (BlockInput block : task.blocks()) {
      for (Replica replica : block.replicas()) {
        add(
            bytes.computeIfAbsent(replica.node(), node -> new EnumMap<>(StorageTier.class)),
            replica.servingTier(),
            block);
        racks.add(topology.rackOf(replica.node()));
      }
      addServing(best, block, "", "");
    }
    tierByNode = new HashMap<>();
    bytes.forEach(
        (node, byTier) -> {
          StorageTier most = most(byTier);
          if (most != null) {
            tierByNode.put(node, most);
          }
        });
    fastest = most(best);
  }

  /** Returns the tier of the task's data on each node that holds some. */
  Map<String, StorageTier> tierByNode() {
    return tierByNode;
  }

  Set<String> racks() {
    return racks;
  }

  Set<String> executors() {
    return task.executors();
  }

  /** Returns the fastest tier that holds the task's data anywhere; null if it prefers no place. */
  @Nullable StorageTier fastest() {
    return fastest;
  }

  /** Returns how near the task is to its data on a slot. */
  Locality localityOn(SlotGroup slot) {
    if (task.executors().contains(slot.executor())) {
      return Locality.PROCESS_LOCAL;
    }
    if (tierByNode.isEmpty()) {
      return Locality.NO_PREFERENCE;
    }
    if (tierByNode.containsKey(slot.node())) {
      return Locality.NODE_LOCAL;
    }
    return racks.contains(slot.rack()) ? Locality.RACK_LOCAL : Locality.OFF_RACK;
  }

  /**
   * Returns the tier that serves most of the task's bytes on a slot: of each block the replica on
   * the node, else the best one of the rack, else the best one; null without a known replica.
   */
  @Nullable StorageTier servingTierOn(SlotGroup slot) {
    EnumMap<StorageTier, Long> bytes = new EnumMap<>(StorageTier.class);
    for (BlockInput block : task.blocks()) {
      addServing(bytes, block, slot.node(), slot.rack());
    }
    return most(bytes);
  }

  private void addServing(
      EnumMap<StorageTier, Long> bytes, BlockInput block, String node, String rack) {
    @Nullable Replica serving = null;
    for (Replica replica : block.replicas()) {
      if (serving == null || distance(replica, node, rack) < distance(serving, node, rack)) {
        serving = replica;
      }
    }
    if (serving != null) {
      add(bytes, serving.servingTier(), block);
    }
  }

  private double distance(Replica replica, String node, String rack) {
    double score = replica.score(model);
    if (replica.node().equals(node)) {
      return score;
    }
    return score + (topology.rackOf(replica.node()).equals(rack) ? 1 : 2) * model.rackLocal();
  }

  private static void add(EnumMap<StorageTier, Long> bytes, StorageTier tier, BlockInput block) {
    bytes.merge(tier, Math.max(1, block.bytes()), Long::sum); // an empty block is somewhere, too
  }

  private static @Nullable StorageTier most(EnumMap<StorageTier, Long> bytes) {
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
