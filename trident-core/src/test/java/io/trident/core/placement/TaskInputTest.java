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

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.matching.SlotGroup;
import io.trident.core.model.BlockInput;
import io.trident.core.model.Locality;
import io.trident.core.model.RackResolver;
import io.trident.core.model.Replica;
import io.trident.core.model.ReplicaState;
import io.trident.core.model.StorageTier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Where a task's data are, and what serves them on a slot. */
class TaskInputTest {
  private static final RackResolver TOPOLOGY = node -> "/r" + node.charAt(1);

  private static final Serving SERVING = new Serving(TOPOLOGY, CostModel.DEFAULT);

  private static TaskInput input(PlacementTask task) {
    return new TaskInput(task, SERVING);
  }

  private static SlotGroup slot(String node) {
    return SlotGroup.ofNode(node, TOPOLOGY.rackOf(node), 1);
  }

  private static BlockInput block(long bytes, Replica... replicas) {
    return new BlockInput(bytes, List.of(replicas));
  }

  private static Replica on(String node, StorageTier tier) {
    return Replica.stored(node, tier);
  }

  @Test
  void oneBlockIsServedByTheNearestReplica() {
    PlacementTask task =
        new PlacementTask(
            "t",
            List.of(
                block(
                    100,
                    on("n11", StorageTier.DISK),
                    on("n12", StorageTier.SSD),
                    on("n21", StorageTier.MEMORY))),
            Set.of());
    TaskInput input = input(task);

    assertThat(input.fastest()).isEqualTo(StorageTier.MEMORY);
    assertThat(input.tierByNode())
        .isEqualTo(
            Map.of("n11", StorageTier.DISK, "n12", StorageTier.SSD, "n21", StorageTier.MEMORY));
    assertThat(SERVING.tierOn(slot("n11"), task)).isEqualTo(StorageTier.DISK);
    assertThat(SERVING.tierOn(slot("n13"), task)).isEqualTo(StorageTier.SSD); // best of the rack
    assertThat(SERVING.tierOn(slot("n31"), task)).isEqualTo(StorageTier.MEMORY); // best of all
    assertThat(SERVING.localityOn(slot("n11"), task)).isEqualTo(Locality.NODE_LOCAL);
    assertThat(SERVING.localityOn(slot("n13"), task)).isEqualTo(Locality.RACK_LOCAL);
    assertThat(SERVING.localityOn(slot("n31"), task)).isEqualTo(Locality.OFF_RACK);
  }

  @Test
  void ofSeveralBlocksTheTierOfMostBytesCounts() {
    PlacementTask task =
        new PlacementTask(
            "t",
            List.of(
                block(100, on("n11", StorageTier.MEMORY)),
                block(60, on("n11", StorageTier.DISK)),
                block(60, on("n11", StorageTier.DISK), on("n21", StorageTier.SSD))),
            Set.of());
    TaskInput input = input(task);

    assertThat(input.tierByNode().get("n11")).isEqualTo(StorageTier.DISK);
    assertThat(SERVING.tierOn(slot("n11"), task)).isEqualTo(StorageTier.DISK);
    assertThat(SERVING.tierOn(slot("n21"), task)).isEqualTo(StorageTier.MEMORY);
    assertThat(input.fastest()).isEqualTo(StorageTier.MEMORY);
  }

  @Test
  void emptyBlocksAreSomewhereToo() {
    PlacementTask task =
        new PlacementTask("t", List.of(block(0, on("n11", StorageTier.SSD))), Set.of());
    TaskInput input = input(task);

    assertThat(input.tierByNode()).isEqualTo(Map.of("n11", StorageTier.SSD));
    assertThat(input.racks()).containsExactly("/r1");
  }

  @Test
  void cachedIsMemoryAndPendingIsStillItsMedium() {
    PlacementTask task =
        new PlacementTask(
            "t",
            List.of(
                block(
                    100,
                    new Replica("n11", StorageTier.DISK, ReplicaState.CACHED),
                    new Replica("n12", StorageTier.DISK, ReplicaState.CACHE_PENDING))),
            Set.of());
    TaskInput input = input(task);

    assertThat(input.tierByNode())
        .isEqualTo(Map.of("n11", StorageTier.MEMORY, "n12", StorageTier.DISK));
  }

  @Test
  void unknownInputIsNoPreference() {
    PlacementTask task = new PlacementTask("t", List.of(block(100)), Set.of());
    TaskInput input = input(task);

    assertThat(input.fastest()).isNull();
    assertThat(SERVING.tierOn(slot("n11"), task)).isNull();
    assertThat(SERVING.localityOn(slot("n11"), task)).isEqualTo(Locality.NO_PREFERENCE);
  }

  @Test
  void anExecutorWithTheDataIsProcessLocalAndCostsNothing() {
    PlacementTask task =
        new PlacementTask("t", List.of(block(1, on("n11", StorageTier.SSD))), Set.of("e1"));
    CostProfile profile = task.profile(TOPOLOGY, CostModel.DEFAULT);

    assertThat(SERVING.localityOn(new SlotGroup("e1", "n31", "/r3", 1), task))
        .isEqualTo(Locality.PROCESS_LOCAL);
    assertThat(profile.costAt("e1", "n31", "/r3")).isZero();
    assertThat(profile.costAt("e2", "n11", "/r1")).isEqualTo(8);
    assertThat(profile.costAt("e2", "n12", "/r1")).isEqualTo(48);
  }
}
