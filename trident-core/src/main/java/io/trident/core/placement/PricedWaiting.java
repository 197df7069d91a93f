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
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Lets a task wait for a slot that is so much better that the read saved outweighs the wait.
 *
 * <p>A maximum matching gives every slot a task at once, even where the task would have ended
 * sooner had it waited a moment for a slot beside its data. Delay scheduling, on the other hand,
 * waits for a fixed time whatever there is to gain. Here both are priced: a task is held back if
 * <i>wait + read there &lt; read here</i>, for a slot that some busy executor is expected to offer
 * within the task's patience.
 */
public final class PricedWaiting {
  /*
   * Rules.
   * 1. An expected release serves one task. Tasks without a slot in the placement wait anyway: they
   *    reserve releases first, each the earliest one at its cheapest busy place. A task that has a
   *    slot is held only if a release is left for it. So the longer the queue for a node, the
   *    farther off the releases that are left, and at some length the next free slot elsewhere
   *    takes one of the queue: work goes where it ends soonest.
   * 2. Slots that held tasks leave go to the others: the policy places the rest anew. That may free
   *    more tasks to be held (one that was without slot before still has its reservation), so the
   *    two steps are repeated, but for a few times only. The last step is always a placement: no
   *    slot stays free while a task that is not held has none.
   *
   * Cost. Nothing but the policy where every task has the cheapest of its places, which is the
   * usual round. Otherwise O((tasks * places + releases) log releases) a repetition.
   */

  private static final int MAX_REPETITIONS = 4;

  private PricedWaiting() {}

  /**
   * Places tasks, holding back those that do better to wait.
   *
   * @param policy what places them
   * @param snapshot tasks and the slots on offer
   * @param busy the busy executors, asked for at most once and only if it matters
   * @param terms what reads and waits are worth
   */
  public static PricedPlacement place(
      PlacementPolicy policy,
      PlacementSnapshot snapshot,
      Supplier<List<BusyExecutor>> busy,
      WaitingTerms terms) {
    Placement placement = policy.place(snapshot);
    if (!couldGain(snapshot, placement, terms)) {
      return new PricedPlacement(placement, List.of());
    }
    return new Decision(policy, snapshot, terms, new Releases(busy.get())).decide(placement);
  }

  private static boolean couldGain(
      PlacementSnapshot snapshot, Placement placement, WaitingTerms terms) {
    for (TaskPlacement placed : placement.placed()) {
      PlacementTask task = snapshot.tasks().get(placed.task());
      double least = cheapest(snapshot.profiles().get(placed.task()));
      if (least < placed.cost()
          && terms.patienceSeconds(placed.task()) > 0
          && terms.readSeconds(task, least) < terms.readSeconds(task, placed.cost())) {
        return true;
      }
    }
    return false;
  }

  private static double cheapest(CostProfile profile) {
    double least = profile.elsewhere();
    for (double cost : profile.racks().values()) {
      least = Math.min(least, cost);
    }
    for (double cost : profile.nodes().values()) {
      least = Math.min(least, cost);
    }
    for (double cost : profile.executors().values()) {
      least = Math.min(least, cost);
    }
    return least;
  }

  /** One call's working state. */
  private static final class Decision {
    private final PlacementPolicy policy;
    private final PlacementSnapshot snapshot;
    private final WaitingTerms terms;
    private final Releases releases;
    private final BitSet held = new BitSet();
    private final PricedPlacement.@Nullable HeldTask[] waits;

    Decision(
        PlacementPolicy policy, PlacementSnapshot snapshot, WaitingTerms terms, Releases releases) {
      this.policy = policy;
      this.snapshot = snapshot;
      this.terms = terms;
      this.releases = releases;
      waits = new PricedPlacement.@Nullable HeldTask[snapshot.tasks().size()];
    }

    PricedPlacement decide(Placement first) {
      reserveForUnplaced(first);
      Placement placement = first;
      for (int i = 0; i < MAX_REPETITIONS && hold(placement); i++) {
        placement = placeOthers();
      }
      List<PricedPlacement.HeldTask> waiting = new ArrayList<>();
      for (PricedPlacement.@Nullable HeldTask one : waits) {
        if (one != null) {
          waiting.add(one);
        }
      }
      return new PricedPlacement(placement, waiting);
    }

    private void reserveForUnplaced(Placement placement) {
      BitSet placed = new BitSet();
      placement.placed().forEach(one -> placed.set(one.task()));
      for (int task = 0; task < snapshot.tasks().size(); task++) {
        if (!placed.get(task)) {
          releases.reserveCheapest(task, snapshot.profiles().get(task));
        }
      }
    }

    /**
     * Holds back placed tasks, those with the most to lose first; returns whether there are any.
     */
    private boolean hold(Placement placement) {
      List<TaskPlacement> byLoss = new ArrayList<>();
      Map<Integer, Double> loss = new HashMap<>();
      for (TaskPlacement placed : placement.placed()) {
        PlacementTask task = snapshot.tasks().get(placed.task());
        double most =
            terms.readSeconds(task, placed.cost())
                - terms.readSeconds(task, cheapest(snapshot.profiles().get(placed.task())));
        if (most > 0 && terms.patienceSeconds(placed.task()) > 0) {
          loss.put(placed.task(), most);
          byLoss.add(placed);
        }
      }
      byLoss.sort(
          Comparator.comparingDouble((TaskPlacement one) -> -loss.getOrDefault(one.task(), 0.0))
              .thenComparingInt(TaskPlacement::task));
      boolean any = false;
      for (TaskPlacement placed : byLoss) {
        PricedPlacement.@Nullable HeldTask wait = bestWait(placed);
        if (wait != null) {
          waits[placed.task()] = wait;
          held.set(placed.task());
          any = true;
        }
      }
      return any;
    }

    private PricedPlacement.@Nullable HeldTask bestWait(TaskPlacement placed) {
      int index = placed.task();
      PlacementTask task = snapshot.tasks().get(index);
      CostProfile profile = snapshot.profiles().get(index);
      double here = terms.readSeconds(task, placed.cost());
      double patience = terms.patienceSeconds(index);
      PricedPlacement.@Nullable HeldTask best = null;
      Releases.@Nullable Release chosen = null;
      for (Releases.Release release : releases.earliestBelow(index, profile, placed.cost())) {
        double there = profile.costAt(release.executor(), release.node(), release.rack());
        double saved = here - terms.readSeconds(task, there);
        double wait = release.seconds();
        if (wait <= patience
            && saved > wait
            && (best == null || saved - wait > best.savedSeconds() - best.waitSeconds())) {
          best = new PricedPlacement.HeldTask(index, release.executor(), wait, saved);
          chosen = release;
        }
      }
      if (chosen != null) {
        releases.reserve(index, chosen);
      }
      return best;
    }

    private Placement placeOthers() {
      int[] others =
          IntStream.range(0, snapshot.tasks().size()).filter(task -> !held.get(task)).toArray();
      List<PlacementTask> tasks = new ArrayList<>(others.length);
      List<CostProfile> profiles = new ArrayList<>(others.length);
      for (int task : others) {
        tasks.add(snapshot.tasks().get(task));
        profiles.add(snapshot.profiles().get(task));
      }
      Placement placement =
          policy.place(
              new PlacementSnapshot(
                  tasks,
                  profiles,
                  snapshot.slots(),
                  snapshot.topology(),
                  snapshot.model(),
                  snapshot.allowed()));
      return new Placement(
          placement.policy(),
          placement.placed().stream().map(one -> one.ofTask(others[one.task()])).toList(),
          placement.cost(),
          placement.optimalCost());
    }
  }
}
