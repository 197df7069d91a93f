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
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Moves tasks from crowded nodes to emptier ones where they cost the same.
 *
 * <p>Of matchings that cost the same the matcher takes any, and where there are more slots than
 * tasks it may fill some nodes and leave others empty: tasks would share a disk while others are
 * idle. A task moves to a node that holds a replica for it at the same cost, has a free slot, and
 * at least two of these tasks less than its own. So the total cost stays, and so does every task's.
 * Moves end: each lessens the sum of the squares of what nodes run. They are single moves, not the
 * most even of all matchings. O(tasks + slot groups), and O(replicas) for each task looked at.
 */
final class Spreading {
  private static final int MAX_PASSES = 3;

  private final PlacementSnapshot snapshot;
  private final int[] groups;
  private final int[] free;
  private final Map<String, Node> nodes = new HashMap<>();

  private static final class Node {
    final List<Integer> groups = new ArrayList<>(1);
    int tasks;
  }

  private Spreading(PlacementSnapshot snapshot, int[] groups) {
    this.snapshot = snapshot;
    this.groups = groups.clone();
    free = new int[snapshot.slots().size()];
    for (int i = 0; i < free.length; i++) {
      SlotGroup group = snapshot.slots().get(i);
      free[i] = group.slots();
      nodes.computeIfAbsent(group.node(), name -> new Node()).groups.add(i);
    }
    for (int group : groups) {
      if (group >= 0) {
        free[group]--;
        nodeOf(group).tasks++;
      }
    }
  }

  /**
   * Returns where the tasks run once they are spread.
   *
   * @param groups the slot group of each task of the snapshot, -1 where it has none
   */
  static int[] of(PlacementSnapshot snapshot, int[] groups) {
    long slots = 0;
    for (SlotGroup group : snapshot.slots()) {
      slots += group.slots();
    }
    int placed = 0;
    for (int group : groups) {
      placed += group >= 0 ? 1 : 0;
    }
    return slots == placed ? groups : new Spreading(snapshot, groups).run();
  }

  private int[] run() {
    boolean moved = true;
    for (int pass = 0; pass < MAX_PASSES && moved; pass++) {
      moved = false;
      for (int task = 0; task < groups.length; task++) {
        if (groups[task] >= 0 && nodeOf(groups[task]).tasks > 1) {
          moved |= move(task);
        }
      }
    }
    return groups;
  }

  private boolean move(int task) {
    CostProfile profile = snapshot.profiles().get(task);
    int from = groups[task];
    double cost = costAt(profile, from);
    int best = -1;
    int least = nodeOf(from).tasks - 1;
    for (String name : profile.nodes().keySet()) {
      Node node = nodes.get(name);
      if (node == null || node.tasks >= least) {
        continue;
      }
      for (int group : node.groups) {
        if (free[group] > 0 && costAt(profile, group) == cost) {
          best = group;
          least = node.tasks;
          break;
        }
      }
    }
    if (best < 0) {
      return false;
    }
    nodeOf(from).tasks--;
    free[from]++;
    nodeOf(best).tasks++;
    free[best]--;
    groups[task] = best;
    return true;
  }

  private double costAt(CostProfile profile, int group) {
    SlotGroup slot = snapshot.slots().get(group);
    return profile.costAt(slot.executor(), slot.node(), slot.rack());
  }

  private Node nodeOf(int group) {
    return nodes.computeIfAbsent(snapshot.slots().get(group).node(), name -> new Node());
  }
}
