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
package io.trident.benchmarks;

import io.trident.core.matching.MatchingProblem;
import java.util.HashSet;
import java.util.Set;
import org.jgrapht.Graph;
import org.jgrapht.alg.matching.KuhnMunkresMinimalWeightBipartitePerfectMatching;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleWeightedGraph;

/** JGraphT's algorithm of Kuhn and Munkres, on the matrix made square with zero costs. */
final class JGraphTSolve implements Solver.Solve {
  private final Graph<Integer, DefaultWeightedEdge> graph =
      new SimpleWeightedGraph<>(DefaultWeightedEdge.class);
  private final Set<Integer> tasks = new HashSet<>();
  private final Set<Integer> slots = new HashSet<>();

  JGraphTSolve(MatchingProblem problem) {
    long[][] costs = CostMatrix.square(problem);
    for (int i = 0; i < costs.length; i++) {
      tasks.add(i);
      slots.add(costs.length + i);
    }
    tasks.forEach(graph::addVertex);
    slots.forEach(graph::addVertex);
    for (int i = 0; i < costs.length; i++) {
      for (int j = 0; j < costs.length; j++) {
        graph.setEdgeWeight(graph.addEdge(i, costs.length + j), costs[i][j]);
      }
    }
  }

  @Override
  public double solve() {
    return new KuhnMunkresMinimalWeightBipartitePerfectMatching<>(graph, tasks, slots)
            .getMatching()
            .getWeight()
        / CostMatrix.SCALE;
  }
}
