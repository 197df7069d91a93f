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
   * places in the tree cluster - rack - node - executor - group (PlaceTree), and goes down the tree
   * for nothing: n (2d + 1) arcs for d replicas (Quincy [1], Firmament). ProfileArcs translates, and
   * sees to profiles on which the free way down would be a short cut. Groups end in a sink. A task
   * may also go to the sink directly, without slot, at a cost above every other.
   *
   * Method. The primal-dual method for minimum-cost flow [2], on a flow that may lack balance. Vertex
   * potentials keep the reduced costs of all arcs that can take more at 0 or above
   * (TransportationNetwork). Two things can be missing: tasks that are not in the flow, and slots
   * that must not stay free because their group has a price, the deficits. A step finds shortest
   * paths by reduced costs, changes the potentials of all that is nearer than their ends so that the
   * paths become tight, and sends units along them (ShortestPathStep). It looks
   *   - forward from waiting tasks, to free slots or the sink (ForwardStep);
   *   - backward from deficits, to waiting tasks or the sink (BackwardStep);
   *   - from both sides, for the last tasks and deficits, when they are far apart (BidirectionalStep).
   * The sink is always an end: its own balance follows from the others, and the next step goes on
   * from what a path to it left behind. So it never has to be searched through.
   *
   * Start. The scarce side begins (TransportationSolver). With slots for all, every task takes its
   * cheapest place while there is room, and the others wait. With more tasks than slots all tasks are
   * at the sink, and every group takes the cheapest that want it; what it lacks are its deficits.
   *
   * Next round. What was matched before stays, with its potentials. A task that has gone leaves a
   * free slot: a deficit if the slot has a price. A new or changed task gets the potential of its
   * best offer, and waits unless that has room. More or fewer slots of a group are deficits, or tasks
   * that wait. So the work of a round grows with what changed (MatchingSession; KnownTasks finds it).
   *
   * Joint or single steps. Waiting tasks can take the steps jointly or one at a time. With few
   * distinct costs there are few distinct distances, a joint step places many tasks, and there are
   * tens of steps for any n. With many distinct costs a joint step may place a single task and yet
   * search around all; then one task at a time, whose search is small, is better. Both keep the
   * invariants, so TransportationSolver measures the vertices touched for a task placed and goes the
   * cheaper way, trying the other now and then. Work is counted, not timed: results do not depend on
   * the machine.
   *
   * Cost. A step is O(arcs), and the heap's O(log C) for each vertex reached. It places a task or
   * ends the deficits of a slot or of a group: O((n + groups) * (arcs + places * log C)) in the worst
   * case, near O(arcs) for few distinct costs. Memory O(arcs), used again; a match leaves no garbage
   * but its result. A work budget bounds a match: what is missing then is added greedily (Completion),
   * and the potentials, which are feasible at any time, bound the least cost from below by duality.
   *
   * Result. Potentials are the duals: u[i] = -pot(i), v[j] = pot(j) <= 0, v[j] = 0 where a slot is
   * free. With more tasks than slots, subtracting the cost of no slot from all u, and adding it to
   * all v, gives u <= 0, with 0 for tasks without slot. Certificate states the conditions and checks
   * them.
   *
   * Arithmetic is in scaled longs; CostScale excludes overflow before the start. Deterministic.
   *
   * References.
   * [1] M. Isard et al.: Quincy: fair scheduling for distributed computing clusters, SOSP 2009.
   * [2] R. K. Ahuja, T. L. Magnanti, J. B. Orlin: Network Flows, 1993, sections 9.7 and 9.8.
   * [3] J. E. Hopcroft, R. M. Karp: An n^5/2 algorithm for maximum matchings in bipartite graphs,
   *     SIAM Journal on Computing 2(4), 1973: many paths a step.
   * [4] T. A. J. Nicholson: Finding the shortest route between two points in a network, The Computer
   *     Journal 9(3), 1966: searches from both sides.
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
    session = null; // in case of an exception, nothing half done is kept
    Matching matching = known == null ? null : known.match(problem, workBudget);
    if (matching == null) {
      known = new MatchingSession(problem, known);
      matching = known.match(problem, workBudget);
      if (matching == null) {
        throw new IllegalStateException("A session does not fit the problem it was made for");
      }
    }
    session = known;
    return matching;
  }
}
