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
package io.trident.core.matching;

import io.trident.core.cost.CostProfile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link TransportationMatcher} keeps between matches while the same executors are offered
 * and costs fit the same scale: the tree of slots, the flow with its potentials, and which task is
 * which.
 */
final class MatchingSession {
  /** With more than one changed task in so many, a match starts cold. */
  private static final int WARM_PART = 4;

  /** Slot groups that are remembered while they are not offered, beyond as many as are. */
  private static final int REMEMBERED_GROUPS = 1 << 14;

  /** Tasks beyond twice those of the first match for which the scale is made. */
  private static final int MORE_TASKS = 1024;

  private final PlaceTree tree;
  private final CostScale scale;
  private final long unplacedCost;
  private final long taskRoom;
  private final TransportationNetwork net;
  private final ProfileArcs arcs;
  private final TransportationSolver solver;
  private final MatchingReader reader;
  private final KnownTasks known = new KnownTasks();

  /** The place of each slot group of the problem. */
  private int[] leaves = new int[0];

  /** The slots on offer by leaf. */
  private final int[] offered;

  /**
   * Makes a session for a problem and those like it.
   *
   * @param before the session that did not fit; the slot groups that it knows are remembered
   * @throws ArithmeticException if costs are too great to be summed exactly
   */
  MatchingSession(MatchingProblem problem, @Nullable MatchingSession before) {
    tree = new PlaceTree(before == null ? problem.slots() : before.remember(problem.slots()));
    double greatest = CostScale.greatestCost(problem);
    taskRoom = 2L * problem.tasks().size() + MORE_TASKS;
    scale = CostScale.of(greatest, 2 * taskRoom, 2L * tree.groupCount());
    unplacedCost = 2 * scale.scaled(greatest) + 1; // room for tiers that change
    net = new TransportationNetwork(tree);
    arcs = new ProfileArcs(tree, scale);
    solver = new TransportationSolver(net);
    reader = new MatchingReader(net);
    offered = new int[tree.groupCount()];
  }

  /** Returns the slot groups of a problem, and after them those that only this session knows. */
  private List<SlotGroup> remember(List<SlotGroup> slots) {
    Map<String, String> rackOfNode = new HashMap<>();
    Map<String, String> nodeOfExecutor = new HashMap<>();
    for (SlotGroup group : slots) {
      rackOfNode.put(group.node(), group.rack());
      nodeOfExecutor.put(group.executor(), group.node());
    }
    List<SlotGroup> all = new ArrayList<>(slots);
    int limit = 2 * slots.size() + REMEMBERED_GROUPS;
    for (int leaf = tree.firstLeaf; leaf < tree.places && all.size() < limit; leaf++) {
      SlotGroup group = tree.groupOf(leaf);
      boolean fits =
          Objects.equals(rackOfNode.getOrDefault(group.node(), group.rack()), group.rack());
      if (fits && !nodeOfExecutor.containsKey(group.executor())) {
        all.add(group);
      }
    }
    return all;
  }

  /**
   * Matches a problem, from the match before where that pays.
   *
   * @return null if the problem does not fit the session: other executors, or costs that are far
   *     greater, or so much less that they suit a finer scale
   */
  @Nullable Matching match(MatchingProblem problem, long workBudget) {
    List<CostProfile> tasks = problem.tasks();
    if (leaves.length < problem.slots().size()) {
      leaves = new int[problem.slots().size()];
    }
    if (tasks.size() > taskRoom
        || !tree.leavesOf(problem.slots(), leaves)
        || isTooCoarse(problem)) {
      return null;
    }
    Arrays.fill(offered, 0);
    long slots = 0;
    for (int g = 0; g < problem.slots().size(); g++) {
      int free = problem.slots().get(g).slots();
      offered[leaves[g] - tree.firstLeaf] = free;
      slots += free;
    }
    long work = solver.work();
    long jointSteps = solver.jointSteps();
    long singleSteps = solver.singleSteps();
    int changed = known.compare(tasks);
    boolean isWarm = (long) changed * WARM_PART <= tasks.size() && net.liveTasks > 0;
    if (isWarm) {
      update(tasks);
    } else {
      load(tasks, slots);
    }
    if (arcs.isExceeded()) {
      return null;
    }
    boolean isOptimal = solver.solve(workBudget);
    MatchingStatistics statistics =
        new MatchingStatistics(
            isWarm ? MatchingStatistics.Start.WARM : MatchingStatistics.Start.COLD,
            changed,
            solver.jointSteps() - jointSteps,
            solver.singleSteps() - singleSteps,
            solver.work() - work);
    return read(problem, slots, isOptimal, statistics);
  }

  /** Whether costs were greater once, and are now rounded more than need be. */
  private boolean isTooCoarse(MatchingProblem problem) {
    return scale.factor() < CostScale.MAX_FACTOR
        && scale.factor()
            < CostScale.of(CostScale.greatestCost(problem), 2 * taskRoom, 2L * tree.groupCount())
                .factor();
  }

  private void load(List<CostProfile> tasks, long slots) {
    net.reset(tree, unplacedCost);
    known.clear();
    for (int i = 0; i < tasks.size(); i++) {
      known.add(i, arcs.addTask(net, tasks.get(i)), tasks.get(i));
    }
    System.arraycopy(offered, 0, net.capacity, tree.firstLeaf, offered.length);
    solver.startCold(slots);
  }

  private void update(List<CostProfile> tasks) {
    net.raisePotentials();
    known.removeOthers(net);
    net.dropRemovedWaiting();
    if (net.isSparse()) {
      net.compact();
    }
    for (int g = 0; g < offered.length; g++) {
      if (net.capacity[tree.firstLeaf + g] != offered[g]) {
        net.setCapacity(tree.firstLeaf + g, offered[g]);
      }
    }
    for (int i = 0; i < tasks.size(); i++) {
      if (known.numberAt(i) == TransportationNetwork.NONE) {
        int number = arcs.addTask(net, tasks.get(i));
        known.add(i, number, tasks.get(i));
        solver.startTask(number);
      }
    }
  }

  private Matching read(
      MatchingProblem problem, long slots, boolean isOptimal, MatchingStatistics statistics) {
    int[] places = reader.places();
    long cost = reader.cost();
    long lowerBound = cost;
    int tasks = problem.tasks().size();
    long unplaced = Math.max(0, tasks - slots);
    if (!isOptimal) {
      cost += Completion.complete(net, places);
      lowerBound = Math.max(0, reader.dualValue() - unplaced * unplacedCost);
    }
    int[] assignment = new int[tasks];
    long[] taskDuals = new long[tasks];
    long[] slotDuals = new long[problem.slots().size()];
    // Where tasks go without slot, their duals are to be 0: shift all by what theirs is. Where all
    // have one, the highest dual of a slot is to be 0.
    long shift = unplaced > 0 ? unplacedCost : isOptimal ? net.room() : 0;
    boolean hasBound = isOptimal || lowerBound > 0; // else duals of 0 prove as much
    // From now on offered is the problem's index of each leaf.
    for (int g = 0; g < slotDuals.length; g++) {
      offered[leaves[g] - tree.firstLeaf] = g;
      if (hasBound && net.capacity[leaves[g]] > 0) {
        slotDuals[g] = reader.slotDual(leaves[g]) + shift;
      }
    }
    for (int i = 0; i < tasks; i++) {
      int number = known.numberAt(i);
      int place = places[number];
      assignment[i] = place < 0 ? place : offered[place - tree.firstLeaf];
      if (hasBound) {
        taskDuals[i] = reader.taskDual(number) - shift;
      }
    }
    return new Matching(
        assignment, cost, scale.factor(), taskDuals, slotDuals, lowerBound, statistics);
  }
}
