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

/**
 * The matcher of production: exact minimum-cost maximum matching as a sparse transportation problem
 * (paper, section 2.2).
 *
 * <p>Exact for any profile; fastest where costs do not rise from rack to node to executor, as those
 * of Equation 1. A task of another profile costs O(groups). Stateless and safe for use by several
 * threads.
 */
public final class TransportationMatcher implements Matcher {
  /*
   * Problem. n tasks, slot groups j of capacity b[j] on nodes in racks; task i costs c(i, j) on any
   * slot of group j. Place min(n, sum b) tasks at the least total cost.
   *
   * Graph. The n * m cost matrix has only a few distinct entries a row: those of the nodes that hold
   * a replica, of their racks, and one for everywhere else. So a task gets one arc to each of these
   * places in the tree cluster - rack - node - executor - group, and goes down the tree for nothing:
   * n (2d + 1) arcs for d replicas (Quincy [1], Firmament). See TransportationGraph, also for
   * profiles on which the free way down would be a short cut, and for more tasks than slots.
   *
   * Method. The primal-dual method for minimum-cost flow [2]. Potentials keep all reduced costs of
   * the residual graph at 0 or above. Each step
   *   1. finds the distance D from waiting tasks to the nearest free slot, by Dijkstra's algorithm on
   *      reduced costs that stops there, and lowers the potential of what is nearer by the
   *      difference, so that shortest paths become tight (reduced cost 0);
   *   2. sends tasks along tight paths, by depth-first search that keeps to the order in which the
   *      search settled vertices: no cycles, and a vertex that failed is left for the step (as in
   *      the algorithm of Hopcroft and Karp [3]).
   * It starts from the minima of the tasks, each of which takes its cheapest place while there is
   * room. Places with a free slot keep the potential 0, and so do all places above them; the search
   * need not look below these.
   *
   * Joint or single steps. Waiting tasks can take the steps jointly or one at a time. With few
   * distinct costs there are few distinct distances, a joint step places many tasks, and there are
   * tens of steps for any n. With many distinct costs a joint step may place a single task and yet
   * search around all; then one task at a time, whose search is small, is better. Both keep the
   * invariants, so PrimalDual measures the vertices touched for a task placed and goes the cheaper
   * way, trying the other now and then. Work is counted, not timed: results do not depend on the
   * machine.
   *
   * Cost. A step is O(arcs) and the heap's O(log C), and places at least one task: O(n * arcs) in
   * the worst case, near O(arcs) for few distinct costs. Memory O(arcs).
   *
   * Result. Potentials are the duals: u[i] = -pot(i), v[j] = pot(j) <= 0, v[j] = 0 where a slot is
   * free. With more tasks than slots, those without end at an extra place of cost B above all
   * others; subtracting the dual of these tasks from all u, and adding it to all v, gives u <= 0,
   * with 0 for tasks without slot. Certificate states the conditions and checks them.
   *
   * Arithmetic is in scaled longs; CostScale excludes overflow before the start. Deterministic.
   *
   * References.
   * [1] M. Isard et al.: Quincy: fair scheduling for distributed computing clusters, SOSP 2009.
   * [2] R. K. Ahuja, T. L. Magnanti, J. B. Orlin: Network Flows, 1993, sections 9.7 and 9.8.
   * [3] J. E. Hopcroft, R. M. Karp: An n^5/2 algorithm for maximum matchings in bipartite graphs,
   *     SIAM Journal on Computing 2(4), 1973.
   */

  @Override
  public Matching match(MatchingProblem problem) {
    CostScale scale = CostScale.of(problem);
    TransportationGraph graph = new TransportationGraph(problem, scale);
    PrimalDual solver = new PrimalDual(graph);
    solver.solve();
    int[] places = solver.assignedPlaces();
    int[] assignment = new int[graph.tasks];
    long[] taskDuals = new long[graph.tasks];
    long[] slotDuals = new long[problem.slots().size()];
    // Where tasks go without slot, their duals are to be 0: shift all by what theirs is.
    long shift =
        graph.unplaced < 0 ? 0 : graph.unplacedCost() - solver.placePotential(graph.unplaced);
    for (int t = 0; t < graph.tasks; t++) {
      assignment[t] = graph.groupOf[places[t]];
      taskDuals[t] = -solver.taskPotential(t) - shift;
    }
    for (int p = 0; p < graph.places; p++) {
      if (graph.groupOf[p] >= 0) {
        slotDuals[graph.groupOf[p]] = solver.placePotential(p) + shift;
      }
    }
    return new Matching(assignment, solver.cost(), scale.factor(), taskDuals, slotDuals);
  }
}
