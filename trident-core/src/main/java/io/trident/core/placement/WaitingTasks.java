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

import io.trident.core.cost.CostProfile;
import io.trident.core.matching.SlotGroup;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a stage in the order of their costs at each place: finds the few that a round with
 * few slots can need, however many wait.
 *
 * <p>A minimum-cost matching of m slots needs, for each slot, no more than the m cheapest waiting
 * tasks there: if it gave the slot another, one of the m would be without slot, and could take its
 * place at no more cost. So {@link #candidates} has a minimum-cost maximum matching of the same
 * cost as all waiting tasks. This holds where a task costs no more on its executor than on its
 * node, there than in its rack, and there than elsewhere, as in Equation 1.
 *
 * <p>Immutable. Built in O(entries of all profiles * log tasks); a search reads about m entries a
 * place, beside those of tasks that do not wait and that the {@link WaitingSearch} has not yet gone
 * over.
 */
public final class WaitingTasks {
  private final Map<String, Ranking> byExecutor;
  private final Map<String, Ranking> byNode;
  private final Map<String, Ranking> byRack;
  private final Ranking elsewhere;
  private final int[] inOrder;
  private final List<CostProfile> profiles;

  /**
   * Orders tasks.
   *
   * @param profiles what each task costs, by index of the task
   */
  public WaitingTasks(List<CostProfile> profiles) {
    this.profiles = List.copyOf(profiles);
    byExecutor = new HashMap<>();
    byNode = new HashMap<>();
    byRack = new HashMap<>();
    List<Entry> everywhere = new ArrayList<>(profiles.size());
    Map<String, List<Entry>> executors = new HashMap<>();
    Map<String, List<Entry>> nodes = new HashMap<>();
    Map<String, List<Entry>> racks = new HashMap<>();
    for (int task = 0; task < profiles.size(); task++) {
      CostProfile profile = profiles.get(task);
      add(executors, task, profile.executors());
      add(nodes, task, profile.nodes());
      add(racks, task, profile.racks());
      everywhere.add(new Entry(task, profile.elsewhere()));
    }
    executors.forEach((name, entries) -> byExecutor.put(name, Ranking.of(entries)));
    nodes.forEach((name, entries) -> byNode.put(name, Ranking.of(entries)));
    racks.forEach((name, entries) -> byRack.put(name, Ranking.of(entries)));
    elsewhere = Ranking.of(everywhere);
    inOrder = IntStream.range(0, profiles.size()).toArray();
  }

  /** Returns the number of tasks, waiting or not. */
  public int size() {
    return elsewhere.tasks().length;
  }

  /**
   * Returns tasks among which a minimum-cost maximum matching to the slots is one of all waiting
   * tasks, in ascending order.
   *
   * @param slots the slots on offer
   * @param waiting whether a task waits, by its index
   * @param first how many of the first waiting tasks are to be among them in any case, for policies
   *     that go by order
   */
  public int[] candidates(List<SlotGroup> slots, IntPredicate waiting, int first) {
    return candidates(slots, new WaitingSearch(waiting), first);
  }

  /** As {@link #candidates(List, IntPredicate, int)}, with a search that goes on from the last. */
  public int[] candidates(List<SlotGroup> slots, WaitingSearch waiting, int first) {
    int offered = slotsIn(slots);
    BitSet chosen = choose(slots, waiting, group -> offered);
    if (first > 0) {
      choose(inOrder, first, waiting, chosen);
    }
    return chosen.stream().toArray();
  }

  /**
   * Gives each slot a waiting task of those that are cheapest there, if that can be done without
   * conflict: then no placement costs less. {@link FirstChoices} explains how.
   *
   * @return the tasks, and the group of each; empty if slots compete for tasks, or fewer wait than
   *     there are slots
   */
  public Optional<FirstChoices> firstChoices(List<SlotGroup> slots, WaitingSearch waiting) {
    return FirstChoices.find(this, slots, waiting);
  }

  /**
   * Returns a few of {@link #candidates}: the cheapest for each slot and one more, and as many as
   * there are slots. A matching of these is as cheap as one of all if it costs {@link #leastCost},
   * and mostly is where many more tasks wait than there are slots.
   */
  public int[] likeliest(List<SlotGroup> slots, WaitingSearch waiting) {
    return choose(slots, waiting, group -> group.slots() + 1).stream().toArray();
  }

  /**
   * Returns a lower bound of what any placement of waiting tasks on all the slots costs: what it
   * would if each slot group could have the tasks that are cheapest there, whatever the others
   * have.
   *
   * @throws IllegalArgumentException if fewer tasks wait than there are slots
   */
  public double leastCost(List<SlotGroup> slots, WaitingSearch waiting) {
    double sum = 0;
    for (SlotGroup slot : slots) {
      BitSet chosen = choose(List.of(slot), waiting, SlotGroup::slots);
      if (chosen.cardinality() < slot.slots()) {
        throw new IllegalArgumentException("Fewer tasks wait than there are slots.");
      }
      sum +=
          chosen.stream()
              .mapToDouble(
                  task -> profiles.get(task).costAt(slot.executor(), slot.node(), slot.rack()))
              .sorted()
              .limit(slot.slots())
              .sum();
    }
    return sum;
  }

  /** Adds the orders of the tasks that a slot may be given, nearest first. */
  void rankingsAt(SlotGroup slot, List<Ranking> into) {
    addPresent(byExecutor.get(slot.executor()), into);
    addPresent(byNode.get(slot.node()), into);
    addPresent(byRack.get(slot.rack()), into);
    into.add(elsewhere);
  }

  private static void addPresent(@Nullable Ranking ranking, List<Ranking> into) {
    if (ranking != null) {
      into.add(ranking);
    }
  }

  static int slotsIn(List<SlotGroup> slots) {
    int sum = 0;
    for (SlotGroup slot : slots) {
      sum = Math.addExact(sum, slot.slots());
    }
    return sum;
  }

  private BitSet choose(
      List<SlotGroup> slots, WaitingSearch waiting, ToIntFunction<SlotGroup> mostPerPlace) {
    BitSet chosen = new BitSet(size());
    Map<String, Integer> nodes = new HashMap<>();
    Map<String, Integer> racks = new HashMap<>();
    for (SlotGroup slot : slots) {
      if (slot.slots() > 0) {
        int most = mostPerPlace.applyAsInt(slot);
        choose(byExecutor.get(slot.executor()), most, waiting, chosen);
        nodes.merge(slot.node(), most, Math::max);
        racks.merge(slot.rack(), most, Math::max);
      }
    }
    nodes.forEach((node, most) -> choose(byNode.get(node), most, waiting, chosen));
    racks.forEach((rack, most) -> choose(byRack.get(rack), most, waiting, chosen));
    choose(elsewhere, slotsIn(slots), waiting, chosen);
    return chosen;
  }

  private static void choose(
      @Nullable Ranking ranking, int most, WaitingSearch waiting, BitSet chosen) {
    if (ranking != null) {
      choose(ranking.tasks(), most, waiting, chosen);
    }
  }

  private static void choose(int[] tasks, int most, WaitingSearch waiting, BitSet chosen) {
    int at = -1;
    for (int found = 0; found < most; found++) {
      at = waiting.next(tasks, at + 1);
      if (at == tasks.length) {
        return;
      }
      chosen.set(tasks[at]);
    }
  }

  private static void add(Map<String, List<Entry>> lists, int task, Map<String, Double> costs) {
    costs.forEach(
        (name, cost) ->
            lists.computeIfAbsent(name, any -> new ArrayList<>()).add(new Entry(task, cost)));
  }

  private record Entry(int task, double cost) {}

  /** Tasks in the order of their costs at one place, and these costs. */
  record Ranking(int[] tasks, double[] costs) {
    private static Ranking of(List<Entry> entries) {
      entries.sort(Comparator.comparingDouble(Entry::cost).thenComparingInt(Entry::task));
      return new Ranking(
          entries.stream().mapToInt(Entry::task).toArray(),
          entries.stream().mapToDouble(Entry::cost).toArray());
    }
  }
}
