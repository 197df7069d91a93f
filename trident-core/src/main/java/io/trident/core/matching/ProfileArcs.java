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
import io.trident.core.cost.CostTable;

/**
 * Translates cost profiles into arcs of a {@link TransportationNetwork}.
 *
 * <p>A task has one arc for each entry of its profile that the tree knows, and one to the root for
 * {@code elsewhere}; from a place a task may go down to any of its slot groups for nothing. That is
 * exact where entries only get cheaper down the tree, as Equation 1's do. A profile with an entry
 * dearer than the level above it, which the free way down would bypass, gets an arc to every slot
 * group instead.
 */
final class ProfileArcs {
  private final PlaceTree tree;
  private final CostScale scale;

  /** The task that set {@link #levelCost} of a place last, by the number of translations. */
  private final long[] levelSetBy;

  private final long[] levelCost;
  private long translations;

  /** Whether a cost was met that the network's cost of no slot is not above. */
  private boolean isExceeded;

  ProfileArcs(PlaceTree tree, CostScale scale) {
    this.tree = tree;
    this.scale = scale;
    levelSetBy = new long[tree.places];
    levelCost = new long[tree.places];
  }

  /** Whether a cost was too great for the scale and the network: both must be made anew. */
  boolean isExceeded() {
    return isExceeded;
  }

  /** Adds a task with its arcs; returns its number. O(entries), or O(groups) for an odd profile. */
  int addTask(TransportationNetwork net, CostProfile profile) {
    int task = net.beginTask();
    if (tree.groupCount() > 0 && !addLevels(net, profile)) {
      net.dropArcs(task);
      addEveryGroup(net, profile);
    }
    net.endTask(task);
    return task;
  }

  /** Adds one arc an entry; returns false if one is dearer than the level above it. */
  private boolean addLevels(TransportationNetwork net, CostProfile profile) {
    translations++;
    add(net, PlaceTree.ROOT, scale.scaled(profile.elsewhere()));
    CostTable racks = CostTable.copyOf(profile.racks()); // no copy: profiles hold such tables
    for (int i = 0; i < racks.size(); i++) {
      if (!addLevel(net, tree.rack(racks.name(i)), racks.cost(i))) {
        return false;
      }
    }
    CostTable nodes = CostTable.copyOf(profile.nodes());
    for (int i = 0; i < nodes.size(); i++) {
      if (!addLevel(net, tree.node(nodes.name(i)), nodes.cost(i))) {
        return false;
      }
    }
    CostTable executors = CostTable.copyOf(profile.executors());
    for (int i = 0; i < executors.size(); i++) {
      if (!addLevel(net, tree.executor(executors.name(i)), executors.cost(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean addLevel(TransportationNetwork net, int place, double entry) {
    if (place == PlaceTree.NONE) {
      return true; // nothing on offer there
    }
    long cost = scale.scaled(entry);
    int above = place;
    while (levelSetBy[above] != translations) {
      above = tree.parent[above];
    }
    if (cost > levelCost[above]) {
      return false;
    }
    add(net, place, cost);
    return true;
  }

  private void add(TransportationNetwork net, int place, long cost) {
    isExceeded |= cost >= net.unplacedCost;
    net.addArc(place, cost);
    levelSetBy[place] = translations;
    levelCost[place] = cost;
  }

  private void addEveryGroup(TransportationNetwork net, CostProfile profile) {
    for (int leaf = tree.firstLeaf; leaf < tree.places; leaf++) {
      SlotGroup group = tree.groupOf(leaf);
      add(net, leaf, scale.scaled(profile.costAt(group.executor(), group.node(), group.rack())));
    }
  }
}
