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

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a cluster as a tree of places: cluster, rack, node, executor, slot group.
 *
 * <p>A place with a single child is left out except for racks, and goes by the name of the child. A
 * place comes after its parent. The tree knows names, not numbers of slots: it serves as long as
 * the same executors are offered, in any order and with any number of slots.
 */
final class PlaceTree {
  /** The root of the tree: the whole cluster. */
  static final int ROOT = 0;

  static final int NONE = -1;

  /** Number of places. */
  final int places;

  /** Parent of each place; {@link #NONE} for the root. */
  final int[] parent;

  /** Children of place {@code p}: {@code child[childStart[p]] .. child[childStart[p + 1] - 1]}. */
  final int[] childStart;

  final int[] child;

  /** The first place of a slot group; those of all groups follow, in the order of the groups. */
  final int firstLeaf;

  private final SlotGroup[] groups;
  private final Map<String, Integer> rackPlace = new HashMap<>();
  private final Map<String, Integer> nodePlace;
  private final Map<String, Integer> executorPlace;

  /** The first group of each executor, and for each group the next of the same executor. */
  private final Map<String, Integer> firstOfExecutor;

  private final int[] nextOfExecutor;

  /** The last call of {@link #leavesOf} that named the group. */
  private final int[] namedBy;

  private int calls;

  /**
   * Builds the tree; O(groups).
   *
   * @throws IllegalArgumentException if a node is in two racks, or an executor on two nodes
   */
  PlaceTree(List<SlotGroup> offered) {
    groups = offered.toArray(SlotGroup[]::new);
    int capacity = 2 * groups.length;
    nodePlace = new HashMap<>(capacity);
    executorPlace = new HashMap<>(capacity);
    firstOfExecutor = new HashMap<>(capacity);
    nextOfExecutor = new int[groups.length];
    namedBy = new int[groups.length];
    int[] parents = new int[4 * groups.length + 1];
    Arrays.fill(parents, NONE);
    firstLeaf = addInnerPlaces(parents);
    places = firstLeaf + groups.length;
    addLeaves(parents);
    parent = Arrays.copyOf(parents, places);
    childStart = new int[places + 1];
    for (int p = 1; p < places; p++) {
      childStart[parent[p] + 1]++;
    }
    for (int p = 0; p < places; p++) {
      childStart[p + 1] += childStart[p];
    }
    child = new int[childStart[places]];
    int[] fill = Arrays.copyOf(childStart, places);
    for (int p = 1; p < places; p++) {
      child[fill[parent[p]]++] = p;
    }
  }

  private int addInnerPlaces(int[] parents) {
    int count = 1;
    for (SlotGroup group : groups) {
      if (rackPlace.putIfAbsent(group.rack(), count) == null) {
        parents[count++] = ROOT;
      }
    }
    Map<String, Integer> groupsOfNode = new HashMap<>(2 * groups.length);
    Map<String, Integer> groupsOfExecutor = new HashMap<>(2 * groups.length);
    for (SlotGroup group : groups) {
      groupsOfNode.merge(group.node(), 1, Integer::sum);
      groupsOfExecutor.merge(group.executor(), 1, Integer::sum);
    }
    for (SlotGroup group : groups) {
      int known = node(group.node());
      int rack = rack(group.rack());
      if (known == NONE && groupsOfNode.getOrDefault(group.node(), 0) > 1) {
        nodePlace.put(group.node(), count);
        parents[count++] = rack;
      } else if (known != NONE && parents[known] != rack) {
        throw new IllegalArgumentException(
            "Node %s is offered in rack %s and in another rack; a node is in one rack."
                .formatted(group.node(), group.rack()));
      }
    }
    for (SlotGroup group : groups) {
      int known = executor(group.executor());
      int node = node(group.node()); // NONE: a node of one group
      boolean shared = groupsOfExecutor.getOrDefault(group.executor(), 0) > 1;
      if (shared && known == NONE && node != NONE) {
        executorPlace.put(group.executor(), count);
        parents[count++] = node;
      } else if (shared && (known == NONE || parents[known] != node)) {
        throw new IllegalArgumentException(
            "Executor %s is offered on node %s and on another node; an executor is on one node."
                .formatted(group.executor(), group.node()));
      }
    }
    return count;
  }

  private void addLeaves(int[] parents) {
    for (int g = groups.length - 1; g >= 0; g--) { // backwards: lists in the order of the groups
      @Nullable Integer next = firstOfExecutor.put(groups[g].executor(), g);
      nextOfExecutor[g] = next == null ? NONE : next;
    }
    for (int g = 0; g < groups.length; g++) {
      SlotGroup group = groups[g];
      int leaf = firstLeaf + g;
      @Nullable Integer within = executorPlace.putIfAbsent(group.executor(), leaf);
      @Nullable Integer node = nodePlace.putIfAbsent(group.node(), leaf);
      if (within != null) {
        parents[leaf] = within;
      } else {
        parents[leaf] = node != null ? node : rack(group.rack());
      }
    }
  }

  /** Returns how many slot groups the tree has. */
  int groupCount() {
    return groups.length;
  }

  /** Returns the slot group of a leaf. */
  SlotGroup groupOf(int leaf) {
    return groups[leaf - firstLeaf];
  }

  /** Returns the place of a rack, or {@link #NONE}. */
  int rack(String name) {
    return placeOf(rackPlace, name);
  }

  /** Returns the place of a node, or {@link #NONE}. */
  int node(String name) {
    return placeOf(nodePlace, name);
  }

  /** Returns the place of an executor, or {@link #NONE}. */
  int executor(String name) {
    return placeOf(executorPlace, name);
  }

  /**
   * Finds the places of slot groups by name; O(groups), and fastest where they come in the order of
   * the tree's.
   *
   * @param leaves receives the place of each group
   * @return whether the tree has a place for every group
   */
  boolean leavesOf(List<SlotGroup> offered, int[] leaves) {
    calls++;
    for (int i = 0; i < offered.size(); i++) {
      SlotGroup group = offered.get(i);
      int g = i;
      if (g >= groups.length || namedBy[g] == calls || !isSame(groups[g], group)) {
        g = placeOf(firstOfExecutor, group.executor());
        while (g != NONE && (namedBy[g] == calls || !isSame(groups[g], group))) {
          g = nextOfExecutor[g];
        }
        if (g == NONE) {
          return false;
        }
      }
      namedBy[g] = calls;
      leaves[i] = firstLeaf + g;
    }
    return true;
  }

  private static boolean isSame(SlotGroup known, SlotGroup group) {
    return known.executor().equals(group.executor())
        && known.node().equals(group.node())
        && known.rack().equals(group.rack());
  }

  private static int placeOf(Map<String, Integer> places, String name) {
    @Nullable Integer place = places.get(name);
    return place == null ? NONE : place;
  }
}
