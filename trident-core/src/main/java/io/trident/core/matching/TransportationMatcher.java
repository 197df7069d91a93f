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

import org.jspecify.annotations.Nullable;

/**
 * The matcher of production: exact minimum-cost maximum matching as a sparse transportation problem
 * (paper, section 2.2), that goes on from the match before.
 *
 * <p>Exact for any profile; fastest where costs do not rise from rack to node to executor, as those
 * of Equation 1. A task of another profile costs O(groups). A matcher finds by itself what changed
 * since its last match: tasks by name, slots by the names of executor, node and rack. The cost of
 * the result does not depend on what was matched before; which of several cheapest matchings it is,
 * may. Not safe for use by several threads.
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

  /** No bound on the work of a match. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  private final long workBudget;
  private @Nullable MatchingSession session;

  /** A matcher whose results are always of least cost, however long that takes. */
  public TransportationMatcher() {
    this(UNLIMITED);
  }

  /**
   * A matcher that ends in bounded time.
   *
   * @param workBudget how many vertices a match may touch (tens of nanoseconds each); positive.
   *     When it is spent, the result is still a maximum matching, and {@link Matching#gap} bounds
   *     what it costs above the least
   */
  public TransportationMatcher(long workBudget) {
    if (workBudget <= 0) {
      throw new IllegalArgumentException(
          "The work budget of a match must be positive: " + workBudget);
    }
    this.workBudget = workBudget;
  }

  @Override
  public Matching match(MatchingProblem problem) {
    MatchingSession known = session;
    Matching matching = known == null ? null : known.match(problem, workBudget);
    if (matching == null) {
      session = null; // in case of an exception, nothing half done is kept
      MatchingSession fresh = new MatchingSession(problem, known);
      matching = fresh.match(problem, workBudget);
      if (matching == null) {
        throw new IllegalStateException("A session does not fit the problem it was made for");
      }
      session = fresh;
    }
    return matching;
  }
}
