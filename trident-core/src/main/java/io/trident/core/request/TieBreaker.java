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

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Chooses which node a task's requests name first, where several hold its input on equal media.
 *
 * <p><b>Problem.</b> Requests count tasks by node and do not say which nodes hold replicas of the
 * same task. Two tasks with three replicas each, all on disks, ask for one container on each of six
 * nodes, at one score; Algorithm 3 takes any two of these, and where it takes two nodes of the same
 * task, the other task reads from another node, although both could be local.
 *
 * <p><b>Remedy.</b> Of the nodes on which a task is cheapest one keeps the score, and its equals
 * ask for {@value #STEP} more of it. So containers on first choices, each of another task, come
 * first; where they have no room, the equals follow, in the order in which they always were; and
 * nodes that really cost more come after them. The first choice is the node that the fewest waiting
 * tasks have chosen, as tasks on one node share its device.
 *
 * <p><b>Limit.</b> A first choice is made without knowing which nodes are the emptiest, which
 * Algorithm 3 takes first among equals. So no more are made than there are nodes to choose from: of
 * tasks that outnumber the nodes that they name, each node is wanted by several, and nearly any
 * containers serve.
 *
 * <p>Not from the paper, whose preference maps count replicas alone (section 3.2, Figure 7; no task
 * has a tie there). O(replicas) a call. Not thread-safe.
 *
 * @param <K> identifies a waiting task
 */
public final class TieBreaker<K> {
  /** By which part of itself a score is raised. {@link PreferenceMap#minus} tells a thousandth. */
  static final double STEP = 1e-6;

  private final Map<K, Choice> choices = new HashMap<>();

  /** By node: how many tasks chose it, and how many name it. */
  private final Map<String, Integer> chosen = new HashMap<>();

  private final Map<String, Integer> named = new HashMap<>();

  /**
   * What a task asks for.
   *
   * @param first the node it chose; {@code ""} if none
   */
  private record Choice(String first, Set<String> nodes) {}

  /**
   * Returns the scores that a task asks its nodes with. A task that is known keeps its choice while
   * it is among the cheapest nodes.
   *
   * @param costs its cost on each node that it prefers
   */
  public Map<String, Double> scores(K task, Map<String, Double> costs) {
    String before = remove(task);
    if (costs.isEmpty()) {
      return costs;
    }
    costs.keySet().forEach(node -> named.merge(node, 1, Integer::sum));
    double lowest = Collections.min(costs.values());
    String first = choices.size() < named.size() ? choose(costs, lowest, before) : "";
    choices.put(task, new Choice(first, costs.keySet()));
    if (first.isEmpty()) {
      return costs;
    }
    chosen.merge(first, 1, Integer::sum);
    Map<String, Double> scores = new HashMap<>(costs);
    for (Map.Entry<String, Double> node : scores.entrySet()) {
      if (node.getValue() == lowest && !node.getKey().equals(first)) {
        node.setValue(lowest * (1 + STEP));
      }
    }
    return scores;
  }

  private String choose(Map<String, Double> costs, double lowest, String before) {
    String first = "";
    int fewest = Integer.MAX_VALUE;
    for (Map.Entry<String, Double> node : costs.entrySet()) {
      String name = node.getKey();
      int tasks = name.equals(before) ? -1 : chosen.getOrDefault(name, 0);
      if (node.getValue() == lowest
          && (tasks < fewest || (tasks == fewest && name.compareTo(first) < 0))) {
        first = name;
        fewest = tasks;
      }
    }
    return first;
  }

  /** Forgets a task, and returns the node that it had chosen; {@code ""} if none. */
  public String remove(K task) {
    Choice choice = choices.remove(task);
    if (choice == null) {
      return "";
    }
    choice.nodes().forEach(node -> countDown(named, node));
    countDown(chosen, choice.first());
    return choice.first();
  }

  private static void countDown(Map<String, Integer> counts, String node) {
    counts.computeIfPresent(node, (same, tasks) -> tasks > 1 ? tasks - 1 : null);
  }
}
