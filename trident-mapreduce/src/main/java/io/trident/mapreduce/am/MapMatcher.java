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

import io.trident.core.cost.CostProfile;
import io.trident.core.cost.RackResolver;
import io.trident.core.matching.Certificate;
import io.trident.core.matching.Matcher;
import io.trident.core.matching.Matching;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import io.trident.core.matching.TransportationMatcher;
import io.trident.core.placement.PolicyName;
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
 * Matches waiting maps with offered containers: exactly, by the sparse solver of the core.
 *
 * <p>The solver gets only as many tasks of equal cost on all that is offered as there are
 * containers. More of them can never be used, so the result stays exact, and a heartbeat that
 * brings ten containers to 100,000 waiting tasks stays cheap: O(waiting * replicas) before the
 * solver. Tasks of equal cost are taken in the order in which they wait.
 */
final class MapMatcher {
  /** Whether each optimum is proven by its duals before it is used. */
  enum Proof {
    NONE,
    CERTIFICATE
  }

  private final PolicyName policy;
  private final Proof proof;
  private final RackResolver topology;
  private final Matcher matcher = new TransportationMatcher();

  MapMatcher(PolicyName policy, Proof proof, RackResolver topology) {
    if (policy != PolicyName.TRIDENT && policy != PolicyName.DEFAULT) {
      throw new IllegalArgumentException("Policy " + policy.label() + " is not available");
    }
    this.policy = policy;
    this.proof = proof;
    this.topology = topology;
  }

  /**
   * Decides one round.
   *
   * @param waiting maps that wait, in the order in which the stock allocator would serve them
   * @param offered containers on offer by node; positive
   * @param limit the most pairs to make; of a larger matching the cheapest are taken
   * @return the round; for the policy {@code default} without pairs, since Hadoop's own code is to
   *     assign, but with the optimum for comparison
   * @throws IllegalStateException if an optimum fails its proof
   */
  MatchingRound match(Collection<WaitingMap> waiting, Map<String, Integer> offered, int limit) {
    List<SlotGroup> slots = new ArrayList<>();
    offered.forEach(
        (node, count) -> slots.add(SlotGroup.ofNode(node, topology.rackOf(node), count)));
    List<MatchingRound.Pair> optimum = optimum(distinct(waiting, slots), slots, limit);
    Map<TaskAttemptId, Double> costs = new HashMap<>();
    double total = 0;
    for (MatchingRound.Pair pair : optimum) {
      costs.put(pair.attempt(), pair.cost());
      total += pair.cost();
    }
    List<MatchingRound.Pair> chosen = policy == PolicyName.DEFAULT ? List.of() : optimum;
    return new MatchingRound(chosen, total, total, costs);
  }

  private List<MatchingRound.Pair> optimum(
      List<WaitingMap> tasks, List<SlotGroup> slots, int limit) {
    MatchingProblem problem =
        new MatchingProblem(tasks.stream().map(WaitingMap::profile).toList(), slots);
    Matching matching = matcher.match(problem);
    if (proof == Proof.CERTIFICATE) {
      List<String> violations = Certificate.violations(problem, matching);
      if (!violations.isEmpty()) {
        throw new IllegalStateException("The matching is not optimal: " + violations);
      }
    }
    List<MatchingRound.Pair> pairs = new ArrayList<>();
    for (int task = 0; task < tasks.size(); task++) {
      int group = matching.assignment()[task];
      if (group >= 0) {
        pairs.add(
            new MatchingRound.Pair(
                tasks.get(task).attempt(), slots.get(group).node(), problem.cost(task, group)));
      }
    }
    if (pairs.size() > limit) {
      pairs.sort(Comparator.comparingDouble(MatchingRound.Pair::cost));
      return pairs.subList(0, limit);
    }
    return pairs;
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
      if (seen.merge(signature(task.profile(), places), 1, Integer::sum) <= count) {
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
