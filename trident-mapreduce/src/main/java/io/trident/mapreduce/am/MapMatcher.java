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
package io.trident.mapreduce.am;

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.matching.SlotGroup;
import io.trident.core.model.BlockInput;
import io.trident.core.model.Locality;
import io.trident.core.model.RackResolver;
import io.trident.core.placement.PlacementPolicy;
import io.trident.core.placement.PlacementSnapshot;
import io.trident.core.placement.PlacementTask;
import io.trident.core.placement.Policies;
import io.trident.core.placement.PolicyName;
import io.trident.core.placement.TaskPlacement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;

/**
 * Matches waiting maps with offered containers by a placement policy of the core, and computes what
 * the optimum would have been.
 *
 * <p>For the optimum the solver gets only as many tasks of equal cost on all that is offered as
 * there are containers. More of them can never be used, so the result stays exact, and a heartbeat
 * that brings ten containers to 100,000 waiting tasks stays cheap: O(waiting * replicas) before the
 * solver. Tasks of equal cost are taken in the order in which they wait.
 */
final class MapMatcher {
  private final PolicyName name;
  private final PlacementPolicy policy;
  private final PlacementPolicy optimal;
  private final RackResolver topology;
  private final CostModel model;

  /**
   * @param optimal Trident's policy, for the optimum that every policy is compared with
   */
  MapMatcher(PolicyName name, PlacementPolicy optimal, RackResolver topology, CostModel model) {
    this.name = name;
    this.policy = name == PolicyName.TRIDENT ? optimal : Policies.of(name);
    this.optimal = optimal;
    this.topology = topology;
    this.model = model;
  }

  /** Returns whether Hadoop's own code is to assign, and rounds are for comparison only. */
  boolean isOff() {
    return name == PolicyName.DEFAULT;
  }

  /**
   * Decides one round.
   *
   * @param waiting maps that wait, in the order in which the stock allocator would serve them
   * @param offered containers on offer by node; positive
   * @param limit the most pairs to make; of a larger placement the cheapest are taken
   * @return the round, without pairs on nodes that a map avoids; for the policy {@code default}
   *     without pairs, since Hadoop's own code is to assign, but with the optimum for comparison
   * @throws IllegalStateException if an optimum is to be certified and is not
   */
  MatchingRound match(Collection<WaitingMap> waiting, Map<String, Integer> offered, int limit) {
    List<SlotGroup> slots = new ArrayList<>();
    offered.forEach(
        (node, count) -> slots.add(SlotGroup.ofNode(node, topology.rackOf(node), count)));
    List<MatchingRound.Pair> optimum = place(optimal, distinct(waiting, slots), slots, limit);
    List<MatchingRound.Pair> pairs =
        switch (name) {
          case TRIDENT -> optimum;
          case DEFAULT -> List.of();
          case H_SCHEDULER, QUARTET -> place(policy, List.copyOf(waiting), slots, limit);
        };
    Map<TaskAttemptId, Double> costs = new HashMap<>();
    optimum.forEach(pair -> costs.put(pair.attempt(), pair.cost()));
    return new MatchingRound(pairs, total(pairs), total(optimum), costs);
  }

  private List<MatchingRound.Pair> place(
      PlacementPolicy decider, List<WaitingMap> tasks, List<SlotGroup> slots, int limit) {
    List<TaskPlacement> placed = new ArrayList<>(decider.place(snapshot(tasks, slots)).placed());
    placed.removeIf(
        one -> tasks.get(one.task()).avoided().contains(slots.get(one.slotGroup()).node()));
    if (placed.size() > limit) {
      placed.sort(Comparator.comparingDouble(TaskPlacement::cost));
    }
    return placed.stream()
        .limit(limit)
        .map(
            one ->
                new MatchingRound.Pair(
                    tasks.get(one.task()).attempt(), slots.get(one.slotGroup()).node(), one.cost()))
        .toList();
  }

  /**
   * Where a task is not to run it costs more than anywhere else, and none of its input counts as
   * being there. So it is placed there only if there is no other slot for it.
   */
  private PlacementSnapshot snapshot(List<WaitingMap> tasks, List<SlotGroup> slots) {
    double avoided = 10 * model.offRack();
    List<PlacementTask> candidates = new ArrayList<>(tasks.size());
    List<CostProfile> profiles = new ArrayList<>(tasks.size());
    for (WaitingMap task : tasks) {
      candidates.add(
          new PlacementTask(
              task.profile().task(), elsewhere(task.blocks(), task.avoided()), Set.of()));
      profiles.add(task.profile().withNodesAt(task.avoided(), avoided));
    }
    return new PlacementSnapshot(candidates, profiles, slots, topology, model, Locality.OFF_RACK);
  }

  private static List<BlockInput> elsewhere(List<BlockInput> blocks, Set<String> avoided) {
    if (avoided.isEmpty()) {
      return blocks;
    }
    return blocks.stream()
        .map(
            block ->
                new BlockInput(
                    block.bytes(),
                    block.replicas().stream()
                        .filter(replica -> !avoided.contains(replica.node()))
                        .toList()))
        .toList();
  }

  private static double total(List<MatchingRound.Pair> pairs) {
    return pairs.stream().mapToDouble(MatchingRound.Pair::cost).sum();
  }

  /** Keeps of all tasks that cost the same everywhere on offer as many as there are slots. */
  private static List<WaitingMap> distinct(Collection<WaitingMap> waiting, List<SlotGroup> slots) {
    Set<String> places = new HashSet<>();
    int count = 0;
    for (SlotGroup slot : slots) {
      places.add(slot.node());
      places.add(slot.rack());
      count += slot.slots();
    }
    Map<Map<String, Double>, Integer> seen = new HashMap<>();
    List<WaitingMap> kept = new ArrayList<>();
    for (WaitingMap task : waiting) {
      if (!task.avoided().isEmpty()) { // few, and each avoids other nodes
        kept.add(task);
      } else if (seen.merge(signature(task.profile(), places), 1, Integer::sum) <= count) {
        kept.add(task);
      }
    }
    return kept;
  }

  private static Map<String, Double> signature(CostProfile profile, Set<String> places) {
    Map<String, Double> costs = new HashMap<>();
    costs.put("", profile.elsewhere());
    profile.nodes().forEach((node, cost) -> putIfOffered(costs, node, cost, places));
    profile.racks().forEach((rack, cost) -> putIfOffered(costs, rack, cost, places));
    return costs;
  }

  private static void putIfOffered(
      Map<String, Double> costs, String place, double cost, Set<String> places) {
    if (places.contains(place)) {
      costs.put(place, cost);
    }
  }
}
