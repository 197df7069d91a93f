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
import static org.assertj.core.api.Assertions.within;

import io.trident.core.cost.CostModel;
import io.trident.core.matching.CertifyMode;
import io.trident.core.matching.SlotGroup;
import io.trident.core.model.BlockInput;
import io.trident.core.model.Locality;
import io.trident.core.model.RackResolver;
import io.trident.core.model.Replica;
import io.trident.core.model.ReplicaState;
import io.trident.core.model.StorageTier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What each policy does, and that none beats the matching. */
class PoliciesTest {
  private static final RackResolver TOPOLOGY = node -> "/r" + node.charAt(1);
  private static final StorageTier MEMORY = StorageTier.MEMORY;
  private static final StorageTier SSD = StorageTier.SSD;
  private static final StorageTier DISK = StorageTier.DISK;

  private static PlacementTask task(String name, Replica... replicas) {
    return new PlacementTask(name, List.of(new BlockInput(100, Arrays.asList(replicas))), Set.of());
  }

  private static Replica on(String node, StorageTier tier) {
    return Replica.stored(node, tier);
  }

  private static SlotGroup slot(String node) {
    return SlotGroup.ofNode(node, TOPOLOGY.rackOf(node), 1);
  }

  private static PlacementSnapshot snapshot(
      Locality allowed, List<PlacementTask> tasks, SlotGroup... slots) {
    return new PlacementSnapshot(tasks, Arrays.asList(slots), TOPOLOGY, CostModel.DEFAULT, allowed);
  }

  /** Names of tasks with the nodes they go to, in task order. */
  private static List<String> place(PolicyName policy, PlacementSnapshot snapshot) {
    return Policies.of(policy, CertifyMode.CERTIFY, Long.MAX_VALUE)
        .place(snapshot)
        .placed()
        .stream()
        .map(
            one ->
                snapshot.tasks().get(one.task()).name()
                    + "@"
                    + snapshot.slots().get(one.slotGroup()).node())
        .toList();
  }

  @Example
  void policiesHaveTheNamesThatConfigurationUses() {
    for (PolicyName name : PolicyName.values()) {
      assertThat(Policies.of(name).name()).isEqualTo(name.label());
    }
    assertThat(PolicyName.H_SCHEDULER.label()).isEqualTo("h-scheduler");
  }

  /** Greedy takes n11 for a, though a is as well off on n12 and b is not. */
  @Example
  void tridentSeesAllNodesAtOnceAndTheOthersOne() {
    PlacementSnapshot snapshot =
        snapshot(
            Locality.OFF_RACK,
            List.of(
                task("a", on("n11", MEMORY), on("n12", MEMORY)),
                task("b", on("n11", MEMORY), on("n21", DISK))),
            slot("n11"),
            slot("n12"));

    assertThat(place(PolicyName.TRIDENT, snapshot)).containsExactly("a@n12", "b@n11");
    assertThat(place(PolicyName.DEFAULT, snapshot)).containsExactly("a@n11", "b@n12");
    assertThat(place(PolicyName.H_SCHEDULER, snapshot)).containsExactly("a@n11", "b@n12");
    assertThat(place(PolicyName.QUARTET, snapshot)).containsExactly("a@n11", "b@n12");
  }

  @Example
  void defaultLooksAtLocalityOnly() {
    List<PlacementTask> tasks =
        List.of(
            task("far", on("n31", MEMORY)),
            task("near", on("n12", MEMORY)),
            task("none"),
            task("disk", on("n11", DISK)),
            task("memory", on("n11", MEMORY)),
            new PlacementTask("process", List.of(), Set.of("n11")));
    PlacementSnapshot one = snapshot(Locality.OFF_RACK, tasks, slot("n11"));
    SlotGroup six = new SlotGroup("n11", "n11", "/r1", 6);
    GreedyOrder order = new GreedyOrder(PolicyName.DEFAULT, tasks, six);

    assertThat(place(PolicyName.DEFAULT, one)).containsExactly("process@n11");
    assertThat(order.names()).containsExactly("process", "disk", "memory", "none", "near", "far");
  }

  @Example
  void hSchedulerTakesRemoteWorkFromSlowTiersFirst() {
    List<PlacementTask> tasks =
        List.of(
            task("remoteMemory", on("n31", MEMORY)),
            task("remoteSsd", on("n31", SSD)),
            task("remoteDisk", on("n31", DISK)),
            task("rackDisk", on("n12", DISK)),
            task("disk", on("n11", DISK), on("n31", MEMORY)),
            task("ssd", on("n11", SSD)),
            task("memory", on("n11", MEMORY)));
    GreedyOrder order =
        new GreedyOrder(PolicyName.H_SCHEDULER, tasks, new SlotGroup("n11", "n11", "/r1", 7));

    assertThat(order.names())
        .containsExactly(
            "memory", "ssd", "disk", "rackDisk", "remoteDisk", "remoteSsd", "remoteMemory");
  }

  @Example
  void quartetLeavesTasksToFasterTiersElsewhere() {
    List<PlacementTask> tasks =
        List.of(
            task("diskButSsdElsewhere", on("n11", DISK), on("n31", SSD)),
            task("disk", on("n11", DISK)),
            task("ssdButMemoryElsewhere", on("n11", SSD), on("n31", MEMORY)),
            task("ssd", on("n11", SSD), on("n31", DISK)),
            task("memory", on("n11", MEMORY)),
            task("far", on("n31", MEMORY)));
    GreedyOrder order =
        new GreedyOrder(PolicyName.QUARTET, tasks, new SlotGroup("n11", "n11", "/r1", 6));

    assertThat(order.names())
        .containsExactly(
            "memory", "ssd", "disk", "diskButSsdElsewhere", "ssdButMemoryElsewhere", "far");
  }

  /** The order in which a policy gives the slots of one node to tasks, found by adding slots. */
  private record GreedyOrder(PolicyName policy, List<PlacementTask> tasks, SlotGroup slots) {
    List<String> names() {
      List<String> names = new ArrayList<>();
      for (int i = 1; i <= slots.slots(); i++) {
        SlotGroup some = new SlotGroup(slots.executor(), slots.node(), slots.rack(), i);
        place(policy, snapshot(Locality.OFF_RACK, tasks, some)).stream()
            .map(placed -> placed.substring(0, placed.indexOf('@')))
            .filter(name -> !names.contains(name))
            .forEach(names::add);
      }
      return names;
    }
  }

  @Example
  void delayLeavesSlotsEmpty() {
    List<PlacementTask> tasks =
        List.of(
            task("far", on("n31", MEMORY)),
            task("near", on("n12", MEMORY)),
            task("local", on("n11", DISK)),
            new PlacementTask("process", List.of(), Set.of("n11")));
    SlotGroup slots = new SlotGroup("n11", "n11", "/r1", 9);
    for (PolicyName policy :
        List.of(PolicyName.DEFAULT, PolicyName.H_SCHEDULER, PolicyName.QUARTET)) {
      assertThat(place(policy, snapshot(Locality.NODE_LOCAL, tasks, slots)))
          .containsExactly("local@n11", "process@n11");
      assertThat(place(policy, snapshot(Locality.RACK_LOCAL, tasks, slots)))
          .containsExactly("near@n11", "local@n11", "process@n11");
      assertThat(place(policy, snapshot(Locality.OFF_RACK, tasks, slots))).hasSize(4);
      assertThat(place(policy, snapshot(Locality.NO_PREFERENCE, tasks, slots))).hasSize(4);
    }
    assertThat(place(PolicyName.TRIDENT, snapshot(Locality.NODE_LOCAL, tasks, slots))).hasSize(4);
  }

  @Example
  void placementsHaveTierLocalityAndCost() {
    Replica cached = new Replica("n11", DISK, ReplicaState.CACHED);
    PlacementSnapshot snapshot =
        snapshot(
            Locality.OFF_RACK,
            List.of(task("cached", cached), task("near", on("n22", SSD)), task("none")),
            slot("n11"),
            slot("n21"),
            slot("n31"));
    Placement placement = Policies.of(PolicyName.TRIDENT).place(snapshot);

    assertThat(placement.placed())
        .containsExactly(
            new TaskPlacement(0, 0, 1, Locality.NODE_LOCAL, MEMORY),
            new TaskPlacement(1, 1, 48, Locality.RACK_LOCAL, SSD),
            new TaskPlacement(2, 2, 39, Locality.NO_PREFERENCE, null));
    assertThat(placement.cost()).isEqualTo(88).isEqualTo(placement.optimalCost());
    assertThat(Policies.of(PolicyName.DEFAULT).place(snapshot).optimalCost()).isNaN();
  }

  @Example
  void explainsWhoHoldsTheBetterPlaceAndWhatSwappingCosts() {
    PlacementSnapshot snapshot =
        snapshot(
            Locality.OFF_RACK,
            List.of(
                task("a", on("n11", MEMORY), on("n12", SSD)),
                task("b", on("n11", MEMORY), on("n12", DISK)),
                task("c", on("n41", MEMORY))),
            slot("n11"),
            slot("n12"));
    Explainer explainer = new Explainer(snapshot, Policies.of(PolicyName.TRIDENT).place(snapshot));

    PlacementExplanation a = explainer.explain(0);
    assertThat(a.node()).isEqualTo("n12");
    assertThat(a.cost()).isEqualTo(8);
    assertThat(a.tier()).isEqualTo(SSD);
    assertThat(a.locality()).isEqualTo(Locality.NODE_LOCAL);
    assertThat(a.alternatives())
        .containsExactly(new PlacementExplanation.Alternative("n11", "n11", 1, List.of("b"), 12));
    assertThat(explainer.explain(1).alternatives()).isEmpty();

    PlacementExplanation c = explainer.explain(2);
    assertThat(c.node()).isNull();
    assertThat(c.cost()).isNaN();
    assertThat(c.alternatives())
        .extracting(PlacementExplanation.Alternative::extraCost)
        .containsExactly(99.0, 92.0); // 100 + 8 and 100 + 1 for 9
  }

  @Example
  void explainsWhatAnotherPolicyMissed() {
    PlacementSnapshot snapshot =
        snapshot(
            Locality.OFF_RACK,
            List.of(task("a", on("n11", DISK)), task("b", on("n11", MEMORY), on("n12", DISK))),
            slot("n12"),
            slot("n11"));
    Placement placement = Policies.of(PolicyName.DEFAULT).place(snapshot);

    assertThat(placement.cost()).isEqualTo(40);
    assertThat(new Explainer(snapshot, placement).explain(1).alternatives())
        .containsExactly(new PlacementExplanation.Alternative("n11", "n11", 1, List.of("a"), 21));
  }

  @Property(tries = 500)
  void noPolicyOverfillsAndNoneBeatsTheMatching(
      @ForAll long seed,
      @ForAll @IntRange(max = 40) int tasks,
      @ForAll @IntRange(min = 1, max = 20) int groups) {
    PlacementSnapshot snapshot = random(new Random(seed), tasks, groups);
    Placement optimum =
        Policies.of(PolicyName.TRIDENT, CertifyMode.CERTIFY, Long.MAX_VALUE).place(snapshot);
    for (PolicyName name : PolicyName.values()) {
      Placement placement = Policies.of(name).place(snapshot);
      int[] used = new int[groups];
      double cost = 0;
      for (TaskPlacement one : placement.placed()) {
        used[one.slotGroup()]++;
        cost += one.cost();
        SlotGroup slot = snapshot.slots().get(one.slotGroup());
        assertThat(one.cost())
            .isEqualTo(
                snapshot
                    .tasks()
                    .get(one.task())
                    .profile(TOPOLOGY, CostModel.DEFAULT)
                    .costAt(slot.executor(), slot.node(), slot.rack()));
      }
      for (int group = 0; group < groups; group++) {
        assertThat(used[group]).isLessThanOrEqualTo(snapshot.slots().get(group).slots());
      }
      assertThat(placement.placed())
          .extracting(TaskPlacement::task)
          .doesNotHaveDuplicates()
          .isSorted()
          .hasSize(optimum.placed().size()); // nobody delays here
      assertThat(placement.cost()).isEqualTo(cost, within(1e-6));
      assertThat(placement.cost()).isGreaterThanOrEqualTo(optimum.cost() - 1e-6);
    }
  }

  private static PlacementSnapshot random(Random random, int tasks, int groups) {
    List<PlacementTask> waiting = new ArrayList<>();
    for (int t = 0; t < tasks; t++) {
      List<BlockInput> blocks = new ArrayList<>();
      for (int b = random.nextInt(3); b > 0; b--) {
        List<Replica> replicas = new ArrayList<>();
        for (StorageTier tier : List.of(MEMORY, SSD, DISK)) {
          replicas.add(new Replica(node(random), tier, ReplicaState.values()[random.nextInt(3)]));
        }
        blocks.add(new BlockInput(random.nextInt(1000), replicas));
      }
      Set<String> executors =
          random.nextInt(5) == 0 ? Set.of("e" + random.nextInt(groups)) : Set.of();
      waiting.add(new PlacementTask("t" + t, blocks, executors));
    }
    List<SlotGroup> slots = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      String node = node(random);
      slots.add(new SlotGroup("e" + g, node, TOPOLOGY.rackOf(node), random.nextInt(4)));
    }
    return new PlacementSnapshot(waiting, slots, TOPOLOGY, CostModel.DEFAULT, Locality.OFF_RACK);
  }

  private static String node(Random random) {
    return "n" + (1 + random.nextInt(3)) + random.nextInt(4);
  }
}
