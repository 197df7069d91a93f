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

import io.trident.core.cost.CostProfile;
import io.trident.core.matching.Matching;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A matching problem as a minimum-cost flow problem in the DIMACS format, for solvers of others.
 *
 * <p>The graph is source - task - {executor, node, rack, cluster} - sink. A task has an arc to each
 * place that its profile names and one to the cluster; from there it goes down the tree cluster -
 * rack - node - executor for nothing, and an executor passes as many tasks as it has slots. The
 * flow from source to sink is the size of a maximum matching, so its least cost is that of the
 * matching, also with more tasks than slots. A task for which a place is dearer than the one above
 * it, which the free way down would bypass, has an arc to every executor instead.
 *
 * <p>It shares no code with the solvers of this project, so that it can be used to check them.
 *
 * @see <a href="http://lpsolve.sourceforge.net/5.5/DIMACS_mcf.htm">The format</a>
 */
final class Dimacs {
  private static final int SOURCE = 1;
  private static final int SINK = 2;
  private static final int FIRST_TASK = 3;

  private final MatchingProblem problem;
  private final Matching matching;
  private final int cluster;
  private final Map<String, Integer> racks = new LinkedHashMap<>();
  private final Map<String, Integer> nodes = new LinkedHashMap<>();
  private final Map<String, String> rackOf = new HashMap<>();
  private final Map<String, List<Integer>> executors = new HashMap<>();

  /** Vertex of each slot group; 0 for one without slots. */
  private final int[] executorVertex;

  private final int vertices;

  @FunctionalInterface
  private interface ArcSink {
    void arc(int from, int to, int capacity, long cost);
  }

  private Dimacs(MatchingProblem problem, Matching matching) {
    this.problem = problem;
    this.matching = matching;
    cluster = FIRST_TASK + problem.tasks().size();
    int next = cluster + 1;
    executorVertex = new int[problem.slots().size()];
    for (int group = 0; group < executorVertex.length; group++) {
      SlotGroup slot = problem.slots().get(group);
      if (slot.slots() > 0) {
        if (racks.putIfAbsent(slot.rack(), next) == null) {
          next++;
        }
        if (nodes.putIfAbsent(slot.node(), next) == null) {
          rackOf.put(slot.node(), slot.rack());
          next++;
        }
        executors.computeIfAbsent(slot.executor(), any -> new ArrayList<>()).add(group);
        executorVertex[group] = next++;
      }
    }
    vertices = next - 1;
  }

  /**
   * Writes a problem; its optimum, for comparison, and the factor of its costs are in comments. The
   * least cost of the flow is the cost of the matching times that factor.
   *
   * @param matching an optimal matching of the problem
   */
  static void write(MatchingProblem problem, Matching matching, PrintWriter out) {
    new Dimacs(problem, matching).write(out);
  }

  private void write(PrintWriter out) {
    // Costs of the matching are scaled by a power of ten; as much of it as no cost needs is taken
    // back, since many solvers read costs into 32 bits.
    long[] arcs = {0};
    long[] divisor = {matching.scale()};
    forEachArc(
        (from, to, capacity, cost) -> {
          arcs[0]++;
          while (cost % divisor[0] != 0) {
            divisor[0] /= 10;
          }
        });
    int flow = problem.cardinality();
    out.printf("c Matching of %d tasks, as minimum-cost flow.%n", problem.tasks().size());
    out.printf("c Vertices: %d source, %d sink, tasks from %d in the", SOURCE, SINK, FIRST_TASK);
    out.printf(" order of the instance, %d cluster, then racks, nodes and executors.%n", cluster);
    out.printf("c Costs are multiplied by %d.%n", matching.scale() / divisor[0]);
    out.printf("c Least cost found: %d%n", matching.scaledCost() / divisor[0]);
    out.printf("p min %d %d%n", vertices, arcs[0]);
    out.printf("n %d %d%n", SOURCE, flow);
    out.printf("n %d %d%n", SINK, -flow);
    forEachArc(
        (from, to, capacity, cost) -> {
          out.append("a ").append(Integer.toString(from)).append(' ').append(Integer.toString(to));
          out.append(" 0 ").append(Integer.toString(capacity)).append(' ');
          out.append(Long.toString(cost / divisor[0])).append(System.lineSeparator());
        });
  }

  private void forEachArc(ArcSink sink) {
    for (int task = 0; task < problem.tasks().size(); task++) {
      CostProfile profile = problem.tasks().get(task);
      sink.arc(SOURCE, FIRST_TASK + task, 1, 0);
      if (isNested(profile)) {
        arcsToPlaces(FIRST_TASK + task, profile, sink);
      } else {
        arcsToExecutors(task, sink);
      }
    }
    racks.forEach((rack, vertex) -> sink.arc(cluster, vertex, problem.tasks().size(), 0));
    nodes.forEach(
        (node, vertex) ->
            sink.arc(
                racks.getOrDefault(rackOf.get(node), cluster), vertex, problem.tasks().size(), 0));
    for (int group = 0; group < executorVertex.length; group++) {
      if (executorVertex[group] > 0) {
        SlotGroup slot = problem.slots().get(group);
        int node = nodes.getOrDefault(slot.node(), cluster);
        sink.arc(node, executorVertex[group], slot.slots(), 0);
        sink.arc(executorVertex[group], SINK, slot.slots(), 0);
      }
    }
  }

  private void arcsToPlaces(int from, CostProfile profile, ArcSink sink) {
    sink.arc(from, cluster, 1, scaled(profile.elsewhere()));
    sorted(profile.racks()).forEach((rack, cost) -> arc(from, racks.get(rack), cost, sink));
    sorted(profile.nodes()).forEach((node, cost) -> arc(from, nodes.get(node), cost, sink));
    sorted(profile.executors())
        .forEach(
            (executor, cost) -> {
              for (int group : executors.getOrDefault(executor, List.of())) {
                arc(from, executorVertex[group], cost, sink);
              }
            });
  }

  private void arcsToExecutors(int task, ArcSink sink) {
    for (int group = 0; group < executorVertex.length; group++) {
      if (executorVertex[group] > 0) {
        arc(FIRST_TASK + task, executorVertex[group], problem.cost(task, group), sink);
      }
    }
  }

  /** Adds an arc of a task, if the place has slots. */
  private void arc(int from, @Nullable Integer place, double cost, ArcSink sink) {
    if (place != null) {
      sink.arc(from, place, 1, scaled(cost));
    }
  }

  /** Returns whether no place with slots is dearer than the one above it. */
  private boolean isNested(CostProfile profile) {
    for (Map.Entry<String, Double> rack : profile.racks().entrySet()) {
      if (racks.containsKey(rack.getKey()) && rack.getValue() > profile.elsewhere()) {
        return false;
      }
    }
    for (Map.Entry<String, Double> node : profile.nodes().entrySet()) {
      @Nullable String rack = rackOf.get(node.getKey());
      if (rack != null
          && node.getValue() > profile.racks().getOrDefault(rack, profile.elsewhere())) {
        return false;
      }
    }
    for (Map.Entry<String, Double> executor : profile.executors().entrySet()) {
      for (int group : executors.getOrDefault(executor.getKey(), List.of())) {
        SlotGroup slot = problem.slots().get(group);
        double inRack = profile.racks().getOrDefault(slot.rack(), profile.elsewhere());
        if (executor.getValue() > profile.nodes().getOrDefault(slot.node(), inRack)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Entries by name: the same problem gives the same file. */
  private static Map<String, Double> sorted(Map<String, Double> costs) {
    return new TreeMap<>(costs);
  }

  private long scaled(double cost) {
    return Math.round(cost * matching.scale());
  }
}
