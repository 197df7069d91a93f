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

import io.trident.core.model.BlockInput;
import io.trident.core.model.Replica;
import io.trident.core.model.StorageTier;
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
  private final Map<String, StorageTier> tierByNode = new HashMap<>();
  private final Set<String> racks = new HashSet<>();
  private final @Nullable StorageTier fastest;

  TaskInput(PlacementTask task, Serving serving) {
    this.task = task;
    Map<String, EnumMap<StorageTier, Long>> bytes = new HashMap<>();
    for (BlockInput block : task.blocks()) {
      for (Replica replica : block.replicas()) {
        Serving.add(
            bytes.computeIfAbsent(replica.node(), node -> new EnumMap<>(StorageTier.class)),
            replica.servingTier(),
            block);
        racks.add(serving.topology().rackOf(replica.node()));
      }
    }
    bytes.forEach(
        (node, byTier) -> {
          StorageTier most = Serving.most(byTier);
          if (most != null) {
            tierByNode.put(node, most);
          }
        });
    fastest = serving.tierElsewhere(task);
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
}
