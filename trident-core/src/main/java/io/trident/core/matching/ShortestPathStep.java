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

import java.util.Arrays;

/**
 * One step of the primal-dual method, in either direction: shortest distances from the sources to
 * the nearest end, new potentials, and units sent along the tight paths.
 *
 * <p>The direction is that of the subclass: forward from waiting tasks, or backward from deficits.
 */
abstract class ShortestPathStep {
  static final int NONE = TransportationNetwork.NONE;

  /** How far a search goes. */
  enum Reach {
    /** Until a nearest end is found: one path is certain. */
    ONE_NEAREST,
    /** Until all vertices as near as the nearest end are settled: for many paths. */
    ALL_NEAREST
  }

  final TransportationNetwork net;

  /** Distance of the nearest end known, and the end. */
  long nearest;

  private int nearestEnd;

  /** Next neighbour to be tried by the search for paths; set when a vertex is settled. */
  int[] cursor = new int[0];

  private final RadixHeap heap = new RadixHeap();

  /** Distance of each vertex that was reached; {@link Long#MAX_VALUE} of the others. */
  private long[] distance = new long[0];

  private int[] reached = new int[0];
  private int reachedCount;

  /** When a vertex was settled; below {@link #firstPosition} if not in this step. */
  private int[] position = new int[0];

  private int[] settled = new int[0];
  private int settledCount;
  private int firstPosition;

  private int[] path = new int[0];

  /** Where the best way known to a vertex comes from: the vertex, and its cursor. */
  private int[] from = new int[0];

  private int[] fromCursor = new int[0];

  /** Vertices touched since the start. */
  private long work;

  ShortestPathStep(TransportationNetwork net) {
    this.net = net;
  }

  /** Makes room for the vertices of the network. */
  void prepare() {
    int vertices = net.firstTask + net.taskLimit;
    if (distance.length < vertices) {
      int length = vertices + vertices / 4;
      distance = new long[length];
      Arrays.fill(distance, Long.MAX_VALUE);
      reached = new int[length];
      settled = new int[length];
      path = new int[length];
      from = new int[length];
      fromCursor = new int[length];
      position = new int[length];
      cursor = new int[length];
      Arrays.fill(position, NONE);
      firstPosition = 0;
      settledCount = 0;
      reachedCount = 0;
    }
  }

  /** Returns the number of vertices touched since the start. */
  final long work() {
    return work;
  }

  /** Relaxes all that a settled vertex leads to, and sets its cursor. */
  abstract void expand(int vertex, long near);

  /** Returns the next vertex on a tight arc from one on the path, or {@link #NONE}. */
  abstract int next(int vertex);

  /** Whether a path may end at a vertex reached on a tight arc. */
  abstract boolean isEnd(int vertex);

  /** Sends a unit along a path that ends at its last vertex. */
  abstract void send(int[] vertices, int last);

  /** By how much the potential of a vertex changes that is so much nearer than the nearest end. */
  abstract long change(long nearer);

  /** Counts work beyond the vertices touched. */
  final void addWork(long vertices) {
    work += vertices;
  }

  /** Starts a search. */
  final void begin() {
    heap.clear();
    for (int i = 0; i < reachedCount; i++) {
      distance[reached[i]] = Long.MAX_VALUE;
    }
    reachedCount = 0;
    nearest = Long.MAX_VALUE;
    firstPosition += settledCount;
    settledCount = 0;
    if (firstPosition > Integer.MAX_VALUE - position.length) {
      Arrays.fill(position, NONE);
      firstPosition = 0;
    }
  }

  /** Adds a source: its distance is 0. */
  final void addSource(int vertex) {
    relax(vertex, 0, NONE, 0);
  }

  /**
   * Notes a way to a vertex, by an arc from a settled one.
   *
   * @param by the cursor of the settled vertex at the arc
   */
  final void relax(int vertex, long far, int settledVertex, int by) {
    long known = distance[vertex];
    if (far < known) {
      if (known == Long.MAX_VALUE) {
        reached[reachedCount++] = vertex;
      }
      distance[vertex] = far;
      from[vertex] = settledVertex;
      fromCursor[vertex] = by;
      heap.add(far, vertex);
      work++;
    }
  }

  /** Notes a way to an end. */
  final void relaxEnd(int vertex, long far, int settledVertex, int by) {
    if (far < nearest) {
      nearest = far;
      nearestEnd = vertex;
      from[vertex] = settledVertex;
      fromCursor[vertex] = by;
    }
  }

  /** Settles a vertex as near as the one being expanded, without the heap. */
  final void settleAlong(int vertex, long near, int settledVertex, int by) {
    if (position[vertex] < firstPosition) {
      if (distance[vertex] == Long.MAX_VALUE) {
        reached[reachedCount++] = vertex;
      }
      distance[vertex] = near;
      from[vertex] = settledVertex;
      fromCursor[vertex] = by;
      settle(vertex, near);
    }
  }

  private void settle(int vertex, long near) {
    position[vertex] = firstPosition + settledCount;
    settled[settledCount++] = vertex;
    work++;
    expand(vertex, near);
  }

  /** Settles what is nearer than the nearest end. */
  final void search(Reach reach) {
    while (!heap.isEmpty()) {
      int vertex = heap.removeLeast();
      long near = heap.lastKey();
      if (near > nearest || (near == nearest && reach == Reach.ONE_NEAREST)) {
        break;
      }
      if (near == distance[vertex] && position[vertex] < firstPosition) {
        settle(vertex, near);
      }
    }
  }

  /** Changes the potentials of what is settled, so that the shortest paths become tight. */
  final void changePotentials() {
    long[] pot = net.pot;
    for (int i = 0; i < settledCount; i++) {
      int vertex = settled[i];
      pot[vertex] += change(nearest - distance[vertex]);
    }
  }

  /** Returns the sum of the deficits of the slot groups that are settled. */
  final long settledDeficits() {
    long sum = 0;
    for (int i = 0; i < settledCount; i++) {
      int vertex = settled[i];
      if (vertex < net.sink) {
        sum += net.deficit(vertex);
      }
    }
    return sum;
  }

  /** Whether the search for paths may go on from one vertex to another. */
  final boolean isOpen(int from, int to) {
    return position[to] > position[from] || isEnd(to);
  }

  /** Sends a unit to the nearest end, from the source it is nearest to; returns the end. */
  final int augmentNearest() {
    int last = 0;
    for (int v = nearestEnd; from[v] != NONE; v = from[v]) {
      last++;
    }
    int vertex = nearestEnd;
    for (int i = last; i > 0; i--) {
      path[i] = vertex;
      cursor[from[vertex]] = fromCursor[vertex];
      vertex = from[vertex];
    }
    path[0] = vertex;
    send(path, last);
    return nearestEnd;
  }

  /**
   * Sends a unit from a source to an end along tight arcs, by depth-first search that only goes on
   * in the order in which the search settled vertices: so it meets no cycles, and a vertex that led
   * nowhere will not in this step.
   *
   * @return the end, or {@link #NONE} if there is no path
   */
  final int augment(int source) {
    int depth = 0;
    path[0] = source;
    while (depth >= 0) {
      int next = next(path[depth]);
      if (next == NONE) {
        position[path[depth]] = NONE; // dead for this step
        depth--;
      } else {
        path[++depth] = next;
        work++;
        if (isEnd(next)) {
          send(path, depth);
          return next;
        }
      }
    }
    return NONE;
  }
}
