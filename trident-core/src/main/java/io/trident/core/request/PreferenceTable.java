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

import io.trident.core.model.RackResolver;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The preference maps of all requests of an application, kept as its waiting tasks change (paper,
 * section 3.2, Figure 7).
 *
 * <p>The map of a resource name counts the waiting tasks that ask for it by their {@link #scores}.
 * Adding or removing a task touches only its own few names, so that a job of 100,000 splits costs
 * no more per heartbeat than a small one. Not thread-safe.
 *
 * @param <K> identifies a waiting task
 */
public final class PreferenceTable<K> {
  private final Map<K, Map<String, Double>> scoresOfTask = new HashMap<>();
  private final Map<String, TreeMap<Double, Integer>> countsOfName = new HashMap<>();
  private final Set<String> changed = new HashSet<>();

  /**
   * Returns the scores that a task asks with: each node at its score there, the rack of each at the
   * lowest score of its nodes, and {@code *} at the lowest of all. Nothing for a task without
   * preferred nodes.
   *
   * @param nodes score of each preferred node
   */
  public static Map<String, Double> scores(Map<String, Double> nodes, RackResolver topology) {
    Map<String, Double> scores = new HashMap<>();
    nodes.forEach(
        (node, score) -> {
          scores.merge(node, score, Math::min);
          scores.merge(topology.rackOf(node), score, Math::min);
          scores.merge(ContainerAsk.ANY, score, Math::min);
        });
    return scores;
  }

  /**
   * Adds a waiting task.
   *
   * @param scores its score at each resource name that it asks for: nodes, racks and {@code *}
   * @throws IllegalStateException if the task is in the table
   */
  public void add(K task, Map<String, Double> scores) {
    if (scoresOfTask.putIfAbsent(task, Map.copyOf(scores)) != null) {
      throw new IllegalStateException("Task " + task + " waits twice");
    }
    scores.forEach(
        (name, score) ->
            countsOfName
                .computeIfAbsent(name, any -> new TreeMap<>())
                .merge(score, 1, Integer::sum));
  }

  /** Removes a task; does nothing if it is not in the table. */
  public void remove(K task) {
    Map<String, Double> scores = scoresOfTask.remove(task);
    if (scores == null) {
      return;
    }
    scores.forEach(
        (name, score) ->
            countsOfName.computeIfPresent(
                name,
                (any, counts) -> {
                  counts.computeIfPresent(score, (same, n) -> n > 1 ? n - 1 : null);
                  return counts.isEmpty() ? null : counts;
                }));
  }

  /** Replaces the scores of a waiting task, and notes the names whose map thereby changed. */
  public void rescore(K task, Map<String, Double> scores) {
    Map<String, Double> old = scoresOfTask.get(task);
    if (old == null || old.equals(scores)) {
      return;
    }
    for (Map.Entry<String, Double> score : scores.entrySet()) {
      if (!score.getValue().equals(old.get(score.getKey()))) {
        changed.add(score.getKey());
      }
    }
    for (String name : old.keySet()) {
      if (!scores.containsKey(name)) {
        changed.add(name);
      }
    }
    remove(task);
    add(task, scores);
  }

  /**
   * Returns the names whose map was changed by {@link #rescore} since {@link #sent} was last
   * called.
   */
  public Set<String> changed() {
    return Set.copyOf(changed);
  }

  /** Notes that all maps have reached the scheduler as they are. */
  public void sent() {
    changed.clear();
  }

  /**
   * Returns the map for a request: its cheapest entries, as many as containers are asked for.
   *
   * <p>A request may ask for fewer than wait: its job may have a limit of running maps.
   */
  public PreferenceMap mapOf(String name, int containers) {
    TreeMap<Double, Integer> counts = new TreeMap<>();
    int left = containers;
    for (Map.Entry<Double, Integer> entry :
        countsOfName.getOrDefault(name, new TreeMap<>()).entrySet()) {
      int taken = Math.min(left, entry.getValue());
      if (taken <= 0) {
        break;
      }
      counts.put(entry.getKey(), taken);
      left -= taken;
    }
    return new PreferenceMap(counts).coarsenedTo(PreferenceMapCodec.MAX_ENTRIES);
  }
}
