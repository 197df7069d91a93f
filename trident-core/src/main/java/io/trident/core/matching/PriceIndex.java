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
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds for a task the slot group of least {@code cost - v}, without looking at every group.
 *
 * <p>Groups are sorted by falling dual v, in all and by rack, node and executor. The best group of
 * a rack that a task lists is the first that it does not list by itself, and so on: O(entries of
 * the profile) for a task, where few groups of a node or rack have equal duals and are listed.
 */
final class PriceIndex {
  private final MatchingProblem problem;
  private final CostScale scale;
  private final long[] duals;
  private final Map<String, List<Integer>> byExecutor = new HashMap<>();
  private final Map<String, List<Integer>> byNode = new HashMap<>();
  private final Map<String, List<Integer>> byRack = new HashMap<>();
  private final List<Map.Entry<String, List<Integer>>> racks;

  /**
   * @param duals dual of each group of the problem
   * @param groups the groups to consider, by index
   */
  PriceIndex(MatchingProblem problem, CostScale scale, long[] duals, List<Integer> groups) {
    this.problem = problem;
    this.scale = scale;
    this.duals = duals;
    List<Integer> sorted = new ArrayList<>(groups);
    sorted.sort((a, b) -> Long.compare(duals[b], duals[a]));
    for (int group : sorted) {
      SlotGroup slot = problem.slots().get(group);
      byExecutor.computeIfAbsent(slot.executor(), name -> new ArrayList<>(1)).add(group);
      byNode.computeIfAbsent(slot.node(), name -> new ArrayList<>(1)).add(group);
      byRack.computeIfAbsent(slot.rack(), name -> new ArrayList<>()).add(group);
    }
    racks = new ArrayList<>(byRack.entrySet());
    racks.sort((a, b) -> Long.compare(highest(b), highest(a)));
  }

  /**
   * A slot group for a task.
   *
   * @param group index of the group; -1 if there is none
   * @param price the least {@code cost - v}, scaled
   */
  record Offer(int group, long price) {
    static final Offer NONE = new Offer(-1, Long.MAX_VALUE);
  }

  /** Returns the group of least {@code cost - v} for a task. */
  Offer best(int task) {
    CostProfile profile = problem.tasks().get(task);
    Offer best = Offer.NONE;
    for (Map.Entry<String, Double> entry : profile.executors().entrySet()) {
      List<Integer> groups = byExecutor.get(entry.getKey());
      best = groups == null ? best : better(best, groups.get(0), entry.getValue());
    }
    for (Map.Entry<String, Double> entry : profile.nodes().entrySet()) {
      best =
          bestOf(
              best,
              byNode.getOrDefault(entry.getKey(), List.of()),
              profile,
              Level.NODE,
              entry.getValue());
    }
    for (Map.Entry<String, Double> entry : profile.racks().entrySet()) {
      best =
          bestOf(
              best,
              byRack.getOrDefault(entry.getKey(), List.of()),
              profile,
              Level.RACK,
              entry.getValue());
    }
    long elsewhere = scale.scaled(profile.elsewhere());
    for (Map.Entry<String, List<Integer>> rack : racks) {
      if (elsewhere - highest(rack) >= best.price()) {
        break; // and so for all racks after it
      }
      if (!profile.racks().containsKey(rack.getKey())) {
        best = bestOf(best, rack.getValue(), profile, Level.RACK, profile.elsewhere());
      }
    }
    return best;
  }

  private enum Level {
    NODE,
    RACK
  }

  /** The first of the groups that the profile does not list at a level below the given one. */
  private Offer bestOf(
      Offer best, List<Integer> groups, CostProfile profile, Level level, double cost) {
    for (int group : groups) {
      SlotGroup slot = problem.slots().get(group);
      boolean listed =
          profile.executors().containsKey(slot.executor())
              || (level == Level.RACK && profile.nodes().containsKey(slot.node()));
      if (!listed) {
        return better(best, group, cost);
      }
    }
    return best;
  }

  private Offer better(Offer best, int group, double cost) {
    long price = scale.scaled(cost) - duals[group];
    return price < best.price() ? new Offer(group, price) : best;
  }

  private long highest(Map.Entry<String, List<Integer>> rack) {
    return duals[rack.getValue().get(0)];
  }
}
