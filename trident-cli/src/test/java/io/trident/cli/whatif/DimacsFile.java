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
package io.trident.cli.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.ortools.Loader;
import com.google.ortools.graph.MinCostFlow;
import com.google.ortools.graph.MinCostFlowBase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jgrapht.alg.flow.mincost.CapacityScalingMinimumCostFlow;
import org.jgrapht.alg.flow.mincost.MinimumCostFlowProblem.MinimumCostFlowProblemImpl;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.DirectedWeightedMultigraph;

/**
 * A DIMACS minimum-cost flow problem as it is in the file, for solvers that are not ours.
 *
 * @param comments the {@code c} lines, without the letter
 * @param vertices number of vertices
 * @param supplies what the {@code n} lines state
 * @param arcs the {@code a} lines
 */
record DimacsFile(
    List<String> comments, int vertices, Map<Integer, Integer> supplies, List<Arc> arcs) {
  private static final String LEAST_COST = " Least cost found: ";

  /** A line {@code a from to 0 capacity cost}. */
  record Arc(int from, int to, int capacity, long cost) {}

  /** Reads the file; checks that it holds what its header states. */
  static DimacsFile parse(String text) {
    List<String> comments = new ArrayList<>();
    Map<Integer, Integer> supplies = new HashMap<>();
    List<Arc> arcs = new ArrayList<>();
    int vertices = 0;
    int announced = -1;
    for (String line : text.lines().toList()) {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case "c" -> comments.add(line.substring(1));
        case "p" -> {
          assertThat(words[1]).isEqualTo("min");
          vertices = Integer.parseInt(words[2]);
          announced = Integer.parseInt(words[3]);
        }
        case "n" -> supplies.put(Integer.valueOf(words[1]), Integer.valueOf(words[2]));
        case "a" -> {
          assertThat(words[3]).as("lower bound").isEqualTo("0");
          arcs.add(
              new Arc(
                  Integer.parseInt(words[1]),
                  Integer.parseInt(words[2]),
                  Integer.parseInt(words[4]),
                  Long.parseLong(words[5])));
        }
        default -> throw new AssertionError("A line of no kind: " + line);
      }
    }
    assertThat(arcs).hasSize(announced);
    assertThat(supplies.values().stream().mapToInt(Integer::intValue).sum()).isZero();
    for (Arc arc : arcs) {
      assertThat(arc.from()).isBetween(1, vertices);
      assertThat(arc.to()).isBetween(1, vertices);
    }
    return new DimacsFile(comments, vertices, supplies, arcs);
  }

  /** The optimum that the file's comment claims. */
  long claimedCost() {
    return comments.stream()
        .filter(comment -> comment.startsWith(LEAST_COST))
        .mapToLong(comment -> Long.parseLong(comment.substring(LEAST_COST.length())))
        .findFirst()
        .orElseThrow();
  }

  /** The least cost by JGraphT's capacity scaling algorithm. */
  double solveByJGraphT() {
    DirectedWeightedMultigraph<Integer, DefaultWeightedEdge> graph =
        new DirectedWeightedMultigraph<>(DefaultWeightedEdge.class);
    Map<DefaultWeightedEdge, Integer> capacities = new HashMap<>();
    for (int vertex = 1; vertex <= vertices; vertex++) {
      graph.addVertex(vertex);
    }
    for (Arc arc : arcs) {
      DefaultWeightedEdge edge = graph.addEdge(arc.from(), arc.to());
      graph.setEdgeWeight(edge, arc.cost());
      capacities.put(edge, arc.capacity());
    }
    return new CapacityScalingMinimumCostFlow<Integer, DefaultWeightedEdge>()
        .getMinimumCostFlow(
            new MinimumCostFlowProblemImpl<>(
                graph, vertex -> supplies.getOrDefault(vertex, 0), capacities::get))
        .getCost();
  }

  /** The least cost by OR-tools' cost scaling algorithm. */
  long solveByOrTools() {
    Loader.loadNativeLibraries();
    MinCostFlow solver = new MinCostFlow();
    for (Arc arc : arcs) {
      solver.addArcWithCapacityAndUnitCost(arc.from(), arc.to(), arc.capacity(), arc.cost());
    }
    supplies.forEach(solver::setNodeSupply);
    assertThat(solver.solve()).isEqualTo(MinCostFlowBase.Status.OPTIMAL);
    return solver.getOptimalCost();
  }
}
