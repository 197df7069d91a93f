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
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A matching problem as a sparse graph: tasks with arcs into a tree of places.
 *
 * <p>The tree is cluster, rack, node, executor, slot group; a place with a single child is left out
 * except for racks. A task has one arc for each entry of its profile that is on offer, and one to
 * the root for {@code elsewhere}; from a place a task may go down to any of its slot groups for
 * nothing. That is exact where entries only get cheaper down the tree, as Equation 1's do. A
 * profile with an entry dearer than the level above it, which the free way down would bypass, gets
 * an arc to every slot group instead.
 *
 * <p>Where tasks exceed slots, a further place takes the tasks that get none, at a cost above every
 * other: then every task ends somewhere, and as few as possible there.
 */
final class TransportationGraph {
  /** The root of the tree: the whole cluster. */
  static final int ROOT = 0;

  final int tasks;

  /** Number of places; a place comes after its parent. */
  final int places;

  /** Parent of each place; -1 for the root and for the place of tasks without slot. */
  final int[] parent;

  /** Children of place {@code p}: {@code child[childStart[p]] .. child[childStart[p + 1] - 1]}. */
  final int[] childStart;

  final int[] child;

  /** How many tasks the place itself can take: 0 unless it has no children. */
  final int[] capacity;

  /** Slot group of each place; -1 for an inner place and for that of tasks without slot. */
  final int[] groupOf;

  /** The place of tasks without slot; -1 where there are slots for all. */
  final int unplaced;

  /** Arcs of task {@code t}: indices {@code arcStart[t] .. arcStart[t + 1] - 1}. */
  final int[] arcStart;

  int[] arcPlace;
  long[] arcCost;

  private final MatchingProblem problem;
  private final CostScale scale;
  private final Map<String, Integer> rackPlace = new HashMap<>();
  private final Map<String, Integer> nodePlace;
  private final Map<String, Integer> executorPlace;
  private int arcs;
  private long greatestCost;

  /** The task that set {@link #levelCost} of a place last, plus one. */
  private final int[] levelTask;

  private final long[] levelCost;

  TransportationGraph(MatchingProblem problem, CostScale scale) {
    this.problem = problem;
    this.scale = scale;
    List<SlotGroup> groups = problem.slots();
    tasks = problem.tasks().size();
    Map<String, Integer> groupsOfNode = new HashMap<>(2 * groups.size());
    Map<String, Integer> groupsOfExecutor = new HashMap<>(2 * groups.size());
    for (SlotGroup group : groups) {
      if (group.slots() > 0) {
        groupsOfNode.merge(group.node(), 1, Integer::sum);
        groupsOfExecutor.merge(group.executor(), 1, Integer::sum);
      }
    }
    int limit = 4 * groups.size() + 2;
    int[] parents = new int[limit];
    int[] group = new int[limit];
    Arrays.fill(parents, -1);
    Arrays.fill(group, -1);
    int count = 1;
    for (SlotGroup slot : groups) {
      if (slot.slots() > 0 && rackPlace.putIfAbsent(slot.rack(), count) == null) {
        parents[count++] = ROOT;
      }
    }
    nodePlace = new HashMap<>(2 * groups.size());
    for (SlotGroup slot : groups) {
      if (slot.slots() > 0) {
        Integer known = nodePlace.get(slot.node());
        if (known == null && groupsOfNode.getOrDefault(slot.node(), 0) > 1) {
          nodePlace.put(slot.node(), count);
          parents[count++] = placeOf(rackPlace, slot.rack());
        } else if (known != null && parents[known] != placeOf(rackPlace, slot.rack())) {
          throw new IllegalArgumentException(
              "Node %s is offered in rack %s and in another rack; a node is in one rack."
                  .formatted(slot.node(), slot.rack()));
        }
      }
    }
    executorPlace = new HashMap<>(2 * groups.size());
    for (SlotGroup slot : groups) {
      if (slot.slots() > 0) {
        Integer known = executorPlace.get(slot.executor());
        int node = nodePlace.getOrDefault(slot.node(), ROOT); // the root: a node of one group
        boolean shared = groupsOfExecutor.getOrDefault(slot.executor(), 0) > 1;
        if (shared && known == null && node != ROOT) {
          executorPlace.put(slot.executor(), count);
          parents[count++] = node;
        } else if (shared && (known == null || parents[known] != node)) {
          throw new IllegalArgumentException(
              "Executor %s is offered on node %s and on another node; an executor is on one node."
                  .formatted(slot.executor(), slot.node()));
        }
      }
    }
    long slots = 0;
    int firstLeaf = count;
    for (int g = 0; g < groups.size(); g++) {
      SlotGroup slot = groups.get(g);
      if (slot.slots() > 0) {
        slots += slot.slots();
        group[count] = g;
        Integer within = executorPlace.putIfAbsent(slot.executor(), count);
        Integer node = nodePlace.putIfAbsent(slot.node(), count);
        parents[count] =
            within != null ? within : node != null ? node : placeOf(rackPlace, slot.rack());
        count++;
      }
    }
    unplaced = slots < tasks ? count++ : -1;
    places = count;
    parent = Arrays.copyOf(parents, places);
    groupOf = Arrays.copyOf(group, places);
    capacity = new int[places];
    for (int p = firstLeaf; p < places; p++) {
      capacity[p] =
          p == unplaced ? (int) (tasks - slots) : Math.min(tasks, groups.get(groupOf[p]).slots());
    }
    childStart = new int[places + 1];
    for (int p = 0; p < places; p++) {
      if (parent[p] >= 0) {
        childStart[parent[p] + 1]++;
      }
    }
    for (int p = 0; p < places; p++) {
      childStart[p + 1] += childStart[p];
    }
    child = new int[childStart[places]];
    int[] fill = Arrays.copyOf(childStart, places);
    for (int p = 0; p < places; p++) {
      if (parent[p] >= 0) {
        child[fill[parent[p]]++] = p;
      }
    }
    levelTask = new int[places];
    levelCost = new long[places];
    arcStart = new int[tasks + 1];
    arcPlace = new int[8 * tasks + 1];
    arcCost = new long[arcPlace.length];
    addArcs(slots > 0);
  }

  /** The cost of leaving a task without slot. */
  long unplacedCost() {
    return greatestCost + 1;
  }

  private void addArcs(boolean anySlot) {
    for (int t = 0; t < tasks; t++) {
      arcStart[t] = arcs;
      CostProfile profile = problem.tasks().get(t);
      if (anySlot && !addLevels(t, profile)) {
        arcs = arcStart[t];
        addDenseRow(profile);
      }
      if (unplaced >= 0) {
        addArc(unplaced, 0); // priced below, when the greatest cost is known
      }
    }
    arcStart[tasks] = arcs;
    for (int t = 0; unplaced >= 0 && t < tasks; t++) {
      arcCost[arcStart[t + 1] - 1] = unplacedCost();
    }
  }

  /** Adds one arc a level; returns false if a level is dearer than the one above it. */
  private boolean addLevels(int task, CostProfile profile) {
    long elsewhere = scale.scaled(profile.elsewhere());
    addArc(ROOT, elsewhere);
    levelTask[ROOT] = task + 1;
    levelCost[ROOT] = elsewhere;
    return addLevel(task, profile.racks(), rackPlace)
        && addLevel(task, profile.nodes(), nodePlace)
        && addLevel(task, profile.executors(), executorPlace);
  }

  private boolean addLevel(int task, Map<String, Double> costs, Map<String, Integer> placeByName) {
    if (costs.isEmpty()) {
      return true;
    }
    for (Map.Entry<String, Double> entry : costs.entrySet()) {
      @Nullable Integer place = placeByName.get(entry.getKey());
      if (place == null) {
        continue; // nothing on offer there
      }
      long cost = scale.scaled(entry.getValue());
      int above = place;
      while (levelTask[above] != task + 1) {
        above = parent[above];
      }
      if (cost > levelCost[above]) {
        return false;
      }
      addArc(place, cost);
      levelTask[place] = task + 1;
      levelCost[place] = cost;
    }
    return true;
  }

  private void addDenseRow(CostProfile profile) {
    for (int p = 0; p < places; p++) {
      if (groupOf[p] >= 0) {
        SlotGroup slot = problem.slots().get(groupOf[p]);
        addArc(p, scale.scaled(profile.costAt(slot.executor(), slot.node(), slot.rack())));
      }
    }
  }

  private void addArc(int place, long cost) {
    if (arcs == arcPlace.length) {
      arcPlace = Arrays.copyOf(arcPlace, 2 * arcs);
      arcCost = Arrays.copyOf(arcCost, 2 * arcs);
    }
    arcPlace[arcs] = place;
    arcCost[arcs++] = cost;
    greatestCost = Math.max(greatestCost, cost);
  }

  private static int placeOf(Map<String, Integer> places, String name) {
    Integer place = places.get(name);
    if (place == null) {
      throw new IllegalStateException("No place for " + name); // made before by construction
    }
    return place;
  }
}
