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

import com.google.ortools.Loader;
import com.google.ortools.graph.LinearSumAssignment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jgrapht.alg.matching.KuhnMunkresMinimalWeightBipartitePerfectMatching;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleWeightedGraph;

/** Minimum costs of maximum matchings by other people's solvers, and by trying all. */
final class Oracles {
  private Oracles() {}

  /** All matchings, one after the other; for at most about eight tasks. */
  static long bruteForce(MatchingProblem problem, long scale) {
    int[] free = problem.slots().stream().mapToInt(SlotGroup::slots).toArray();
    return bruteForce(problem, scale, 0, problem.cardinality(), free);
  }

  private static long bruteForce(
      MatchingProblem problem, long scale, int task, int toPlace, int[] free) {
    if (toPlace == 0) {
      return 0;
    }
    int left = problem.tasks().size() - task;
    long best = Long.MAX_VALUE;
    if (left > toPlace) {
      best = bruteForce(problem, scale, task + 1, toPlace, free);
    }
    for (int group = 0; group < free.length; group++) {
      if (free[group] > 0) {
        free[group]--;
        long rest = bruteForce(problem, scale, task + 1, toPlace - 1, free);
        best = Math.min(best, rest + cost(problem, scale, task, group));
        free[group]++;
      }
    }
    return best;
  }

  /** JGraphT's Kuhn-Munkres; for tens of tasks. */
  static long jgrapht(MatchingProblem problem, long scale) {
    int[] groups = slotGroups(problem);
    int size = Math.max(problem.tasks().size(), groups.length);
    SimpleWeightedGraph<Integer, DefaultWeightedEdge> graph =
        new SimpleWeightedGraph<>(DefaultWeightedEdge.class);
    Set<Integer> tasks = new HashSet<>();
    Set<Integer> slots = new HashSet<>();
    for (int i = 0; i < size; i++) {
      graph.addVertex(i);
      graph.addVertex(size + i);
      tasks.add(i);
      slots.add(size + i);
    }
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        graph.setEdgeWeight(graph.addEdge(i, size + j), padded(problem, scale, groups, i, j));
      }
    }
    return new KuhnMunkresMinimalWeightBipartitePerfectMatching<>(graph, tasks, slots)
        .getMatching().getEdges().stream().mapToLong(e -> (long) graph.getEdgeWeight(e)).sum();
  }

  /** OR-tools' cost-scaling push-relabel, through its native library; for hundreds of tasks. */
  static long orTools(MatchingProblem problem, long scale) {
    Loader.loadNativeLibraries();
    int[] groups = slotGroups(problem);
    int size = Math.max(problem.tasks().size(), groups.length);
    if (size == 0) {
      return 0;
    }
    LinearSumAssignment solver = new LinearSumAssignment();
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        solver.addArcWithCost(i, j, padded(problem, scale, groups, i, j));
      }
    }
    if (solver.solve() != LinearSumAssignment.Status.OPTIMAL) {
      throw new IllegalStateException("OR-tools found no optimum");
    }
    return solver.getOptimalCost();
  }

  /** The cost matrix made square with tasks and slots that cost nothing. */
  private static long padded(MatchingProblem problem, long scale, int[] groups, int i, int j) {
    boolean real = i < problem.tasks().size() && j < groups.length;
    return real ? cost(problem, scale, i, groups[j]) : 0;
  }

  private static int[] slotGroups(MatchingProblem problem) {
    List<Integer> groups = new ArrayList<>();
    for (int group = 0; group < problem.slots().size(); group++) {
      for (int slot = 0; slot < problem.slots().get(group).slots(); slot++) {
        groups.add(group);
      }
    }
    return groups.stream().mapToInt(Integer::intValue).toArray();
  }

  private static long cost(MatchingProblem problem, long scale, int task, int group) {
    return Math.round(problem.cost(task, group) * scale);
  }
}
