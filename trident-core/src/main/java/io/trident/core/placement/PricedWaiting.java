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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
   * 1. Slots to come are those that running tasks leave, and those that this placement's own tasks
   *    do, each again and again as the tasks that follow end. How long a task takes is its read by
   *    the model, and what tasks take beside it.
   * 2. A slot to come serves one task. Tasks without slot in the placement wait anyway: those that
   *    are not as well off anywhere reserve at their cheapest place, each the earliest slot to come. A
   *    task that has a slot is held only if a slot to come is left for it. So the longer the queue
   *    for a node, the farther off is what is left, and at some length the next free slot elsewhere
   *    takes one of the queue: work goes where it ends soonest.
   * 3. Slots that held tasks leave go to others, but not to those that would be held themselves, and
   *    so are held at once: the policy places the rest anew, and all is considered again, but for a
   *    few times only. The last step is always a placement: no slot stays free while a task that is
   *    not held has none.
   *
   * How wrong it can be. The first tasks of a stage are expected to take their reads only, and are
   * waited for only by tasks that are not beside their data. A task that waits for one that takes longer waits until that has run for as long as could be saved
   * (BusyExecutor.remaining): it loses no more than it could have gained.
   *
   * Cost. Nothing but the policy where every task has the cheapest of its places, which is the
   * usual round. Otherwise O((tasks * places + slots to come) log slots to come) a repetition.
   */

  private static final int MAX_REPETITIONS = 4;

  /** How many tasks in a row are expected to follow on one core at most. */
  private static final int MAX_FOLLOWERS = 16;

  private PricedWaiting() {}

  /**
   * Places tasks, holding back those that do better to wait.
   *
   * @param policy what places them
   * @param snapshot tasks and the slots on offer
   * @param busy the executors that run tasks, asked for at most once and only if it matters
   * @param terms what reads and waits are worth
   */
  public static PricedPlacement place(
      PlacementPolicy policy,
      PlacementSnapshot snapshot,
      Supplier<List<BusyExecutor>> busy,
      WaitingTerms terms) {
    return reconsider(policy, snapshot, policy.place(snapshot), busy, terms);
  }

  /**
   * As {@link #place}, where the policy has placed the tasks already.
   *
   * @param placement what the policy makes of the snapshot
   */
  public static PricedPlacement reconsider(
      PlacementPolicy policy,
      PlacementSnapshot snapshot,
      Placement placement,
      Supplier<List<BusyExecutor>> busy,
      WaitingTerms terms) {
    if (!couldGain(snapshot, placement, terms)) {
      return new PricedPlacement(placement, List.of());
    }
    return new Decision(policy, snapshot, terms, busy.get()).decide(placement);
  }

  /**
   * Returns whether to hold back any of the placed tasks could pay, whatever slots are to come. If
   * not, {@link #reconsider} changes nothing. O(placed tasks).
   */
  public static boolean couldGain(
      PlacementSnapshot snapshot, Placement placement, WaitingTerms terms) {
    for (TaskPlacement placed : placement.placed()) {
      PlacementTask task = snapshot.tasks().get(placed.task());
      double least = cheapest(snapshot.profiles().get(placed.task()));
      if (least < placed.cost()
          && mayWait(snapshot, terms, placed.cost())
          && terms.patienceSeconds(placed.task()) > 0
          && terms.readSeconds(task, least) < terms.readSeconds(task, placed.cost())) {
        return true;
      }
    }
    return false;
  }

  private static boolean mayWait(PlacementSnapshot snapshot, WaitingTerms terms, double cost) {
    return terms.workSeconds().isPresent() || cost >= snapshot.model().rackLocal();
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

  /** Places with slots. */
  private static final class FreePlaces {
    private final Set<String> executors = new HashSet<>();
    private final Set<String> nodes = new HashSet<>();
    private final Set<String> racks = new HashSet<>();

    void add(SlotGroup slot) {
      executors.add(slot.executor());
      nodes.add(slot.node());
      racks.add(slot.rack());
    }

    /** Returns the least that a task costs on any of them. */
    double leastCost(CostProfile profile) {
      double least = profile.elsewhere();
      least = Math.min(least, leastOf(profile.racks(), racks));
      least = Math.min(least, leastOf(profile.nodes(), nodes));
      return Math.min(least, leastOf(profile.executors(), executors));
    }

    /** Returns the most that a task costs on any of them, by its racks and nodes. */
    double mostCost(CostProfile profile) {
      Map<String, Double> places = profile.nodes();
      if (!places.keySet().containsAll(nodes)) {
        places = profile.racks();
        if (!places.keySet().containsAll(racks)) {
          return profile.elsewhere();
        }
      }
      double most = 0;
      for (double cost : places.values()) {
        most = Math.max(most, cost);
      }
      return most;
    }

    private static double leastOf(Map<String, Double> costs, Set<String> places) {
      double least = Double.POSITIVE_INFINITY;
      for (Map.Entry<String, Double> cost : costs.entrySet()) {
        if (cost.getValue() < least && places.contains(cost.getKey())) {
          least = cost.getValue();
        }
      }
      return least;
    }
  }

  /** One call's working state. */
  private static final class Decision {
    private final PlacementPolicy policy;
    private final PlacementSnapshot snapshot;
    private final WaitingTerms terms;
    private final List<BusyExecutor> busy;
    private final BitSet held = new BitSet();
    private final PricedPlacement.@Nullable HeldTask[] waits;
    private final FreePlaces offered = new FreePlaces();
    private final double horizon;
    private final double work;
    private final double follower;
    private Releases releases = new Releases();

    Decision(
        PlacementPolicy policy,
        PlacementSnapshot snapshot,
        WaitingTerms terms,
        List<BusyExecutor> busy) {
      this.policy = policy;
      this.snapshot = snapshot;
      this.terms = terms;
      this.busy = busy;
      snapshot.slots().stream().filter(slot -> slot.slots() > 0).forEach(offered::add);
      waits = new PricedPlacement.@Nullable HeldTask[snapshot.tasks().size()];
      double longest = 0;
      double reads = 0;
      for (int task = 0; task < waits.length; task++) {
        longest = Math.max(longest, terms.patienceSeconds(task));
        reads +=
            terms.readSeconds(snapshot.tasks().get(task), cheapest(snapshot.profiles().get(task)));
      }
      horizon = longest;
      work = terms.workSeconds().orElse(0);
      follower = work + reads / Math.max(1, waits.length);
    }

    PricedPlacement decide(Placement first) {
      Placement placement = first;
      expect(placement);
      for (int i = 0; i < MAX_REPETITIONS && hold(placement); i++) {
        placement = placeOthers();
        expect(placement);
      }
      List<PricedPlacement.HeldTask> waiting = new ArrayList<>();
      for (PricedPlacement.@Nullable HeldTask one : waits) {
        if (one != null) {
          waiting.add(one);
        }
      }
      return new PricedPlacement(placement, waiting);
    }

    /** Finds the slots to come after a placement, and who of those without slot is to have them. */
    private void expect(Placement placement) {
      releases = new Releases();
      for (BusyExecutor one : busy) {
        one.ends().forEach(end -> expect(one.executor(), one.node(), one.rack(), end));
      }
      BitSet placed = new BitSet();
      for (TaskPlacement one : placement.placed()) {
        placed.set(one.task());
        SlotGroup slot = snapshot.slots().get(one.slotGroup());
        PlacementTask task = snapshot.tasks().get(one.task());
        double end = work + terms.readSeconds(task, one.cost());
        expect(slot.executor(), slot.node(), slot.rack(), end);
      }
      for (int task = 0; task < waits.length; task++) {
        if (!placed.get(task)) {
          CostProfile profile = snapshot.profiles().get(task);
          releases.reserveCheapest(task, profile, offered.mostCost(profile));
        }
      }
    }

    private void expect(String executor, String node, String rack, double end) {
      double at = end;
      for (int i = 0; i <= MAX_FOLLOWERS && at <= horizon; i++) {
        releases.add(executor, node, rack, at);
        at += follower;
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
        any |= hold(placed.task(), placed.cost());
      }
      if (any) {
        BitSet settled = (BitSet) held.clone();
        placement.placed().forEach(one -> settled.set(one.task()));
        FreePlaces left = left(placement);
        for (int task = settled.nextClearBit(0);
            task < waits.length;
            task = settled.nextClearBit(task + 1)) {
          hold(task, left.leastCost(snapshot.profiles().get(task)));
        }
      }
      return any;
    }

    /** The places of the slots that held tasks have left. */
    private FreePlaces left(Placement placement) {
      FreePlaces left = new FreePlaces();
      for (TaskPlacement one : placement.placed()) {
        if (held.get(one.task())) {
          left.add(snapshot.slots().get(one.slotGroup()));
        }
      }
      return left;
    }

    private boolean hold(int task, double cost) {
      PricedPlacement.@Nullable HeldTask wait = bestWait(task, cost);
      if (wait != null) {
        waits[task] = wait;
        held.set(task);
      }
      return wait != null;
    }

    private PricedPlacement.@Nullable HeldTask bestWait(int index, double cost) {
      PlacementTask task = snapshot.tasks().get(index);
      CostProfile profile = snapshot.profiles().get(index);
      double here = terms.readSeconds(task, cost);
      double patience = terms.patienceSeconds(index);
      if (!mayWait(snapshot, terms, cost)) {
        return null;
      }
      PricedPlacement.@Nullable HeldTask best = null;
      Releases.@Nullable Release chosen = null;
      for (Releases.Release release : releases.earliestBelow(index, profile, cost)) {
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
