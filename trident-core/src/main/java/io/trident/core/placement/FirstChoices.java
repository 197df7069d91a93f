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
import io.trident.core.placement.WaitingTasks.Ranking;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * A placement in which every slot has a task of those that are cheapest there, found without a
 * matching.
 *
 * @param tasks the tasks, by their index in the stage, ascending
 * @param groups the slot group of each, by its index in the offer
 */
public record FirstChoices(int[] tasks, int[] groups) {
  /*
   * Problem. Where far more tasks wait than there are slots, the rule in all but the last wave of a
   * stage, nearly every slot can have a task whose input is in memory beside it. To set up a
   * matching for that costs more than to look.
   *
   * Invariant. Group j with k slots cannot pay less than the k cheapest waiting tasks there cost,
   * d[1] <= ... <= d[k], whoever else wants them. Groups choose in the order of the offer, each in
   * the order of cost, among tasks that nobody has. The i-th choice must cost d[i]: a task that is
   * taken may be replaced by one of the same cost, not by a dearer one. If all groups end like that,
   * the sum is the sum of the lower bounds, hence a minimum-cost maximum matching. Its duals are
   * v[j] = d[k], u = 0 where all slots of a group cost the same. If one fails, nothing is known:
   * there may be a placement without conflict that this order misses, and a matching has to find it.
   *
   * The order at a group is that of up to four rankings (executor, node, rack, elsewhere), merged.
   * A task's cost is that of the nearest ranking that has it, and no ranking farther away has less
   * (Equation 1), so it counts where it is met first.
   *
   * Cost. O(slots) where there is no conflict. At most STEPS positions a slot are looked at, after
   * which it is given up.
   */

  /** So many positions of rankings are looked at for each slot, on average. */
  private static final int STEPS = 16;

  static Optional<FirstChoices> find(
      WaitingTasks order, List<SlotGroup> slots, WaitingSearch waiting) {
    return new Search(order, waiting, WaitingTasks.slotsIn(slots)).run(slots);
  }

  /** One call's working state. */
  private static final class Search {
    private final WaitingTasks order;
    private final WaitingSearch waiting;
    private final BitSet taken;
    private final BitSet met;
    private final int[] groupOf;
    private long stepsLeft;

    Search(WaitingTasks order, WaitingSearch waiting, int offered) {
      this.order = order;
      this.waiting = waiting;
      taken = new BitSet(order.size());
      met = new BitSet(order.size());
      groupOf = new int[order.size()];
      stepsLeft = (long) STEPS * offered;
    }

    Optional<FirstChoices> run(List<SlotGroup> slots) {
      for (int group = 0; group < slots.size(); group++) {
        if (slots.get(group).slots() > 0 && !choose(group, slots.get(group))) {
          return Optional.empty();
        }
      }
      int[] tasks = taken.stream().toArray();
      return Optional.of(
          new FirstChoices(tasks, Arrays.stream(tasks).map(task -> groupOf[task]).toArray()));
    }

    private boolean choose(int group, SlotGroup slot) {
      Merge merge = new Merge(order, slot, waiting);
      double[] least = new double[slot.slots()];
      int known = 0;
      int given = 0;
      int[] walked = new int[2 * slot.slots()];
      int steps = 0;
      while (given < slot.slots() && merge.advance() && --stepsLeft >= 0) {
        int task = merge.task();
        if (met.get(task)) {
          continue; // nearer
        }
        met.set(task);
        if (steps == walked.length) {
          walked = Arrays.copyOf(walked, 2 * steps);
        }
        walked[steps++] = task;
        if (known < least.length) {
          least[known++] = merge.cost();
        }
        if (merge.cost() > least[given]) {
          return false; // the search ends here
        }
        if (!taken.get(task)) {
          taken.set(task);
          groupOf[task] = group;
          given++;
        }
      }
      for (int i = 0; i < steps; i++) {
        met.clear(walked[i]);
      }
      return given == slot.slots();
    }
  }

  /** The waiting tasks in the order of their costs on a slot; those met at a nearer place again. */
  private static final class Merge {
    private final List<Ranking> rankings = new ArrayList<>(4);
    private final int[] at;
    private final WaitingSearch waiting;
    private int current;

    Merge(WaitingTasks order, SlotGroup slot, WaitingSearch waiting) {
      order.rankingsAt(slot, rankings);
      this.waiting = waiting;
      at = new int[rankings.size()];
      for (int i = 0; i < at.length; i++) {
        at[i] = waiting.next(rankings.get(i).tasks(), 0);
      }
      current = -1;
    }

    /** Goes on to the next; returns whether there is one. */
    boolean advance() {
      if (current >= 0) {
        at[current] = waiting.next(rankings.get(current).tasks(), at[current] + 1);
      }
      current = -1;
      for (int i = 0; i < at.length; i++) {
        if (at[i] < rankings.get(i).tasks().length
            && (current < 0 || costOf(i) < costOf(current))) {
          current = i;
        }
      }
      return current >= 0;
    }

    int task() {
      return rankings.get(current).tasks()[at[current]];
    }

    double cost() {
      return costOf(current);
    }

    private double costOf(int ranking) {
      return rankings.get(ranking).costs()[at[ranking]];
    }
  }
}
