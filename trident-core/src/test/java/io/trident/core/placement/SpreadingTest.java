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
import io.trident.core.matching.CertifyMode;
import io.trident.core.matching.SlotGroup;
import io.trident.core.model.BlockInput;
import io.trident.core.model.Locality;
import io.trident.core.model.RackResolver;
import io.trident.core.model.Replica;
import io.trident.core.model.StorageTier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SpreadingTest {
  private static final RackResolver ONE_RACK = node -> "/r";

  private static PlacementTask task(String name, StorageTier tier, String... nodes) {
    List<Replica> replicas = Arrays.stream(nodes).map(node -> Replica.stored(node, tier)).toList();
    return new PlacementTask(name, List.of(new BlockInput(100, replicas)), Set.of());
  }

  private static PlacementSnapshot snapshot(List<PlacementTask> tasks, int nodes, int slots) {
    List<SlotGroup> groups =
        IntStream.range(0, nodes)
            .mapToObj(node -> SlotGroup.ofNode("n" + node, "/r", slots))
            .toList();
    return new PlacementSnapshot(tasks, groups, ONE_RACK, CostModel.DEFAULT, Locality.OFF_RACK);
  }

  @Example
  void tasksWithReplicasOnTheSameDisksRunOnDifferentNodes() {
    List<PlacementTask> tasks =
        IntStream.range(0, 4)
            .mapToObj(i -> task("t" + i, StorageTier.DISK, "n0", "n1", "n2", "n3"))
            .toList();
    Placement placement =
        Policies.of(PolicyName.TRIDENT, CertifyMode.CERTIFY, Long.MAX_VALUE)
            .place(snapshot(tasks, 4, 4));

    assertThat(placement.placed())
        .extracting(TaskPlacement::slotGroup)
        .containsExactlyInAnyOrder(0, 1, 2, 3);
    assertThat(placement.cost()).isEqualTo(4 * 20.0);
  }

  @Example
  void noTaskMovesToASlowerMediumOrAFullNode() {
    PlacementTask inMemory =
        new PlacementTask(
            "m",
            List.of(
                new BlockInput(
                    100,
                    List.of(
                        Replica.stored("n0", StorageTier.MEMORY),
                        Replica.stored("n1", StorageTier.DISK)))),
            Set.of());
    PlacementSnapshot slower = snapshot(List.of(inMemory, inMemory), 3, 2);
    assertThat(Spreading.of(slower, new int[] {0, 0})).containsExactly(0, 0);

    PlacementTask onDisks = task("d", StorageTier.DISK, "n0", "n1");
    PlacementSnapshot full =
        new PlacementSnapshot(
            List.of(onDisks, onDisks, onDisks),
            List.of(
                SlotGroup.ofNode("n0", "/r", 3),
                SlotGroup.ofNode("n1", "/r", 0),
                SlotGroup.ofNode("n2", "/r", 3)),
            ONE_RACK,
            CostModel.DEFAULT,
            Locality.OFF_RACK);
    assertThat(Spreading.of(full, new int[] {0, 0, 0})).containsExactly(0, 0, 0);
    assertThat(Spreading.of(full, new int[] {0, -1, 2})).containsExactly(0, -1, 2);
  }

  @Property(tries = 500)
  void costsStayAndNoNodeIsCrowdedMore(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 9) int nodes,
      @ForAll @IntRange(min = 1, max = 4) int slots,
      @ForAll @IntRange(max = 20) int count) {
    Random random = new Random(seed);
    List<PlacementTask> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<String> names = new ArrayList<>();
      IntStream.range(0, nodes).forEach(node -> names.add("n" + node));
      Collections.shuffle(names, random);
      String[] on = names.subList(0, random.nextInt(Math.min(3, nodes) + 1)).toArray(new String[0]);
      tasks.add(task("t" + i, random.nextBoolean() ? StorageTier.DISK : StorageTier.SSD, on));
    }
    PlacementSnapshot snapshot = snapshot(tasks, nodes, slots);
    int[] free = new int[nodes];
    Arrays.fill(free, slots);
    int[] before = new int[count];
    for (int i = 0; i < count; i++) {
      int group = random.nextInt(nodes);
      before[i] = free[group] > 0 ? group : -1;
      free[group] -= free[group] > 0 ? 1 : 0;
    }
    int[] given = before.clone();
    int[] after = Spreading.of(snapshot, given);

    assertThat(given).as("the argument is not changed").isEqualTo(before);
    Placement one = Placement.of("before", snapshot, before, 0);
    Placement other = Placement.of("after", snapshot, after, 0);
    assertThat(other.placed()).hasSameSizeAs(one.placed());
    for (int i = 0; i < one.placed().size(); i++) {
      assertThat(other.placed().get(i).task()).isEqualTo(one.placed().get(i).task());
      assertThat(other.placed().get(i).cost()).isEqualTo(one.placed().get(i).cost());
    }
    Map<Integer, Integer> loads = loads(after);
    assertThat(loads.values()).allMatch(load -> load <= slots);
    assertThat(squares(loads)).isLessThanOrEqualTo(squares(loads(before)));
  }

  private static Map<Integer, Integer> loads(int[] groups) {
    Map<Integer, Integer> loads = new HashMap<>();
    IntStream.of(groups)
        .filter(group -> group >= 0)
        .forEach(group -> loads.merge(group, 1, Integer::sum));
    return loads;
  }

  private static int squares(Map<Integer, Integer> loads) {
    return loads.values().stream().mapToInt(load -> load * load).sum();
  }
}
