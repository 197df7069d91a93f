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
package io.trident.core.request;

import io.trident.core.cost.CostProfile;
import io.trident.core.matching.Matcher;
import io.trident.core.model.RackResolver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The scores that a small job's tasks ask their nodes with, so that containers are given for
 * different tasks.
 *
 * <p><b>Problem.</b> Requests count tasks by node and do not state which nodes hold replicas of the
 * same task. Two tasks with three replicas each, all on disks, ask for one container on each of six
 * nodes at one score; Algorithm 3 takes any two of these. Where it takes two nodes of one task, the
 * other task reads from another node, although both could be local. With tiers the same happens
 * when one task's second best replica is as good as another task's best.
 *
 * <p><b>Remedy.</b> Each task chooses a node: together the minimum-cost matching of all tasks with
 * their nodes, as if these had room for all; of several the one whose fullest node has the fewest
 * tasks, since these share its devices. There it keeps its score. On its other nodes it asks for so
 * much more that they come after all first choices. So while first choices have room each task gets
 * its own; where they have none, other replicas follow in their order.
 *
 * <p><b>Limit.</b> Choices are made without knowing which nodes are empty, which Algorithm 3 takes
 * first among equals. So a single task makes none. Nor do tasks that outnumber the nodes that they
 * name: each node is wanted by several, and nearly any containers serve.
 *
 * <p>Not from the paper, whose preference maps count replicas alone (section 3.2, Figure 7).
 */
public final class PreferredNodes {
  /** Jobs of more tasks make no choices: a matching should not hold up a heartbeat. */
  public static final int MOST_TASKS = 500;

  private PreferredNodes() {}

  /**
   * Returns by task the scores to ask its nodes with. The time is that of {@link HostDemand}; O(1)
   * where no choices are made.
   *
   * @param matcher finds the assignment
   */
  public static List<Map<String, Double>> scores(
      List<CostProfile> tasks, RackResolver topology, Matcher matcher) {
    List<Map<String, Double>> costs = tasks.stream().map(CostProfile::nodes).toList();
    if (tasks.size() < 2 || tasks.size() > MOST_TASKS || tasks.size() > named(costs)) {
      return costs;
    }
    List<String> chosen = HostDemand.hosts(tasks, topology, matcher);
    double raise = 0;
    for (int i = 0; i < chosen.size(); i++) {
      raise = Math.max(raise, costs.get(i).getOrDefault(chosen.get(i), 0.0));
    }
    List<Map<String, Double>> scores = new ArrayList<>(tasks.size());
    for (int i = 0; i < chosen.size(); i++) {
      String first = chosen.get(i);
      Map<String, Double> raised = new HashMap<>();
      for (Map.Entry<String, Double> node : costs.get(i).entrySet()) {
        boolean isFirst = node.getKey().equals(first);
        raised.put(node.getKey(), isFirst ? node.getValue() : node.getValue() + raise);
      }
      scores.add(raised);
    }
    return scores;
  }

  private static int named(List<Map<String, Double>> costs) {
    Set<String> nodes = new HashSet<>();
    costs.forEach(one -> nodes.addAll(one.keySet()));
    return nodes.size();
  }
}
