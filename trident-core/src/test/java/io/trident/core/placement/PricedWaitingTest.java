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
import io.trident.core.matching.SlotGroup;
import io.trident.core.model.BlockInput;
import io.trident.core.model.Locality;
import io.trident.core.model.RackResolver;
import io.trident.core.model.Replica;
import io.trident.core.model.StorageTier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A task waits only where it gains, for a slot that is its own, and never beside an idle one. */
class PricedWaitingTest {
  private static final RackResolver ONE_RACK = node -> "/r";
  private static final PlacementPolicy TRIDENT = Policies.of(PolicyName.TRIDENT);

  /** A read at cost 20 takes one second. */
  private static WaitingTerms terms(double patience) {
    return new WaitingTerms() {
      @Override
      public double readSeconds(PlacementTask task, double cost) {
        return cost / 20;
      }

      @Override
      public OptionalDouble workSeconds() {
        return OptionalDouble.of(0.5);
      }

      @Override
      public double patienceSeconds(int task) {
        return patience;
      }
    };
  }

  private static PlacementTask task(String name, String node, StorageTier tier) {
    return new PlacementTask(
        name, List.of(new BlockInput(100, List.of(Replica.stored(node, tier)))), Set.of());
  }

  private static PlacementSnapshot snapshot(List<PlacementTask> tasks, SlotGroup... slots) {
    return new PlacementSnapshot(
        tasks, Arrays.asList(slots), ONE_RACK, CostModel.DEFAULT, Locality.OFF_RACK);
  }

  private static SlotGroup slot(String node, int slots) {
    return SlotGroup.ofNode(node, "/r", slots);
  }

  private static BusyExecutor busy(String node, Double... releases) {
    return new BusyExecutor(node, node, "/r", Arrays.asList(releases));
  }

  @Example
  void aTaskWaitsForASlotBesideItsDataThatComesSoonEnough() {
    // Rack-local 41 -> 2.05 s, memory 1 -> 0.05 s: two seconds to be saved.
    PlacementSnapshot one = snapshot(List.of(task("t", "a", StorageTier.MEMORY)), slot("b", 1));
    PricedPlacement soon =
        PricedWaiting.place(TRIDENT, one, () -> List.of(busy("a", 1.9)), terms(3));
    assertThat(soon.placement().placed()).isEmpty();
    assertThat(soon.held())
        .singleElement()
        .satisfies(
            held -> {
              assertThat(held.executor()).isEqualTo("a");
              assertThat(held.waitSeconds()).isEqualTo(1.9);
              assertThat(held.savedSeconds()).isGreaterThan(1.9);
            });
    PricedPlacement late =
        PricedWaiting.place(TRIDENT, one, () -> List.of(busy("a", 2.1)), terms(3));
    assertThat(late.placement().placed()).hasSize(1);
    assertThat(late.held()).isEmpty();
  }

  @Example
  void patienceBoundsTheWait() {
    PlacementSnapshot one = snapshot(List.of(task("t", "a", StorageTier.MEMORY)), slot("b", 1));
    Supplier<List<BusyExecutor>> busy = () -> List.of(busy("a", 1.0));
    assertThat(PricedWaiting.place(TRIDENT, one, busy, terms(1.0)).held()).hasSize(1);
    assertThat(PricedWaiting.place(TRIDENT, one, busy, terms(0.9)).held()).isEmpty();
    assertThat(PricedWaiting.place(TRIDENT, one, busy, terms(0)).held()).isEmpty();
  }

  @Example
  void theTailOfALongQueueGoesElsewhere() {
    // One core of a is free in 0.5 s, and every 0.55 s from then on: three times within the two
    // seconds to be saved. Four of five tasks wait anyway and take them; the fifth goes to b.
    List<PlacementTask> queue = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      queue.add(task("t" + i, "a", StorageTier.MEMORY));
    }
    Supplier<List<BusyExecutor>> busy = () -> List.of(busy("a", 0.5));
    PricedPlacement five =
        PricedWaiting.place(TRIDENT, snapshot(queue, slot("b", 1)), busy, terms(3));
    assertThat(five.placement().placed()).hasSize(1);
    assertThat(five.held()).isEmpty();
    PricedPlacement three =
        PricedWaiting.place(TRIDENT, snapshot(queue.subList(0, 3), slot("b", 1)), busy, terms(3));
    assertThat(three.placement().placed()).isEmpty();
    assertThat(three.held()).hasSize(3);
  }

  @Example
  void theSlotOfATaskThatWaitsGoesToOneThatHasNone() {
    // x is cheapest on b, but would rather wait for a; y has no better place than b.
    List<PlacementTask> tasks =
        List.of(task("x", "a", StorageTier.MEMORY), task("y", "gone", StorageTier.DISK));
    PricedPlacement result =
        PricedWaiting.place(
            TRIDENT, snapshot(tasks, slot("b", 1)), () -> List.of(busy("a", 0.1)), terms(3));
    assertThat(result.held()).extracting(PricedPlacement.HeldTask::task).containsExactly(0);
    assertThat(result.placement().placed()).extracting(TaskPlacement::task).containsExactly(1);
  }

  @Example
  void beforeATaskHasEndedTasksWaitOnlyForPlacesBesideTheirData() {
    WaitingTerms unknown =
        new WaitingTerms() {
          @Override
          public double readSeconds(PlacementTask task, double cost) {
            return cost / 20;
          }

          @Override
          public OptionalDouble workSeconds() {
            return OptionalDouble.empty();
          }

          @Override
          public double patienceSeconds(int task) {
            return 3;
          }
        };
    Replica disk = Replica.stored("b", StorageTier.DISK);
    PlacementTask faster =
        new PlacementTask(
            "t",
            List.of(new BlockInput(100, List.of(disk, Replica.stored("a", StorageTier.MEMORY)))),
            Set.of());
    Supplier<List<BusyExecutor>> busy = () -> List.of(busy("a", 0.1));
    assertThat(
            PricedWaiting.place(TRIDENT, snapshot(List.of(faster), slot("b", 1)), busy, unknown)
                .held())
        .isEmpty();
    assertThat(
            PricedWaiting.place(TRIDENT, snapshot(List.of(faster), slot("c", 1)), busy, unknown)
                .held())
        .hasSize(1);
    assertThat(
            PricedWaiting.place(TRIDENT, snapshot(List.of(faster), slot("b", 1)), busy, terms(3))
                .held())
        .hasSize(1);
  }

  @Example
  void nobodyIsAskedWhereEveryTaskHasItsCheapestPlace() {
    PlacementSnapshot one = snapshot(List.of(task("t", "a", StorageTier.SSD)), slot("a", 1));
    PricedPlacement result =
        PricedWaiting.place(
            TRIDENT,
            one,
            () -> {
              throw new AssertionError("asked");
            },
            terms(3));
    assertThat(result.placement().placed()).hasSize(1);
  }

  @Property(tries = 500)
  void whatIsHeldGainsAndNoSlotIdlesWithoutReason(
      @ForAll long seed,
      @ForAll @IntRange(max = 25) int tasks,
      @ForAll @IntRange(min = 1, max = 6) int free,
      @ForAll @IntRange(max = 6) int busyNodes) {
    Random random = new Random(seed);
    List<PlacementTask> waiting = new ArrayList<>();
    for (int t = 0; t < tasks; t++) {
      List<Replica> replicas = new ArrayList<>();
      for (int r = random.nextInt(4); r > 0; r--) {
        replicas.add(
            Replica.stored("n" + random.nextInt(12), StorageTier.values()[random.nextInt(4)]));
      }
      waiting.add(new PlacementTask("t" + t, List.of(new BlockInput(100, replicas)), Set.of()));
    }
    SlotGroup[] slots = new SlotGroup[free];
    for (int n = 0; n < free; n++) {
      slots[n] = slot("n" + n, 1 + random.nextInt(3));
    }
    List<BusyExecutor> busy = new ArrayList<>();
    for (int n = free; n < free + busyNodes; n++) {
      List<Double> times = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        times.add(random.nextDouble() * 3);
      }
      busy.add(new BusyExecutor("n" + n, "n" + n, "/r", times));
    }
    PlacementSnapshot snapshot = snapshot(waiting, slots);
    double patience = random.nextDouble() * 3;
    PricedPlacement result = PricedWaiting.place(TRIDENT, snapshot, () -> busy, terms(patience));

    Set<Integer> seen = new HashSet<>();
    int[] used = new int[free];
    for (TaskPlacement placed : result.placement().placed()) {
      assertThat(seen.add(placed.task())).isTrue();
      used[placed.slotGroup()]++;
    }
    int idle = 0;
    for (int n = 0; n < free; n++) {
      assertThat(used[n]).isLessThanOrEqualTo(slots[n].slots());
      idle += slots[n].slots() - used[n];
    }
    for (PricedPlacement.HeldTask held : result.held()) {
      assertThat(seen.add(held.task())).isTrue();
      assertThat(held.savedSeconds()).isGreaterThan(held.waitSeconds());
      assertThat(held.waitSeconds()).isLessThanOrEqualTo(patience);
    }
    if (idle > 0) {
      assertThat(seen).hasSize(tasks); // whoever has no slot is held for a reason
    }
  }

  /**
   * In the model, on average over stages: no kind of stage is worse off, and most are better off.
   */
  @Example
  void pricedWaitingIsNoWorseThanNoneOrAFixedDelay() {
    double allPlain = 0;
    double allDelay = 0;
    double allPriced = 0;
    for (int cores : new int[] {1, 2, 4}) {
      for (int tasks : new int[] {24, 80}) {
        for (double work : new double[] {0.1, 0.4, 2.0}) {
          double plain = 0;
          double delay = 0;
          double priced = 0;
          for (int seed = 0; seed < 5; seed++) {
            List<PlacementTask> stage = stage(new Random(seed), tasks);
            plain += simulation(stage, cores, work).totalOf(new ClusterSimulation.NoWait());
            delay += simulation(stage, cores, work).totalOf(new ClusterSimulation.FixedDelay(3));
            priced += simulation(stage, cores, work).totalOf(new ClusterSimulation.Priced(3));
          }
          assertThat(priced)
              .as("%d cores, %d tasks, %s s of work", cores, tasks, work)
              .isLessThanOrEqualTo(plain)
              .isLessThanOrEqualTo(1.05 * delay);
          allPlain += plain;
          allDelay += delay;
          allPriced += priced;
        }
      }
    }
    assertThat(allPriced).isLessThan(allPlain).isLessThan(allDelay);
  }

  private static ClusterSimulation simulation(List<PlacementTask> stage, int cores, double work) {
    return new ClusterSimulation(stage, 4, cores, work);
  }

  private static List<PlacementTask> stage(Random random, int tasks) {
    List<PlacementTask> stage = new ArrayList<>();
    for (int t = 0; t < tasks; t++) {
      StorageTier tier = random.nextBoolean() ? StorageTier.MEMORY : StorageTier.DISK;
      stage.add(task("t" + t, "n" + random.nextInt(4), tier));
    }
    return stage;
  }
}
