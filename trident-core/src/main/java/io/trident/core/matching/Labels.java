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

/** The labels of one Dijkstra search: tentative distances, where they come from, and the queue. */
final class Labels {
  static final long UNREACHED = Long.MAX_VALUE;

  /** Distance of each vertex that was reached; {@link #UNREACHED} of the others. */
  long[] distance = new long[0];

  /** Where the best way known to a vertex comes from: a vertex, and what is known of the arc. */
  int[] from = new int[0];

  int[] by = new int[0];

  /** The vertices that were reached. */
  int[] reached = new int[0];

  int reachedCount;
  final RadixHeap heap = new RadixHeap();

  /** Makes room for vertices; forgets all labels if there was not enough. */
  void prepare(int vertices) {
    if (distance.length < vertices) {
      int length = vertices + vertices / 4;
      distance = new long[length];
      Arrays.fill(distance, UNREACHED);
      from = new int[length];
      by = new int[length];
      reached = new int[length];
      reachedCount = 0;
    }
  }

  /** Forgets all labels; O(vertices reached). */
  void clear() {
    for (int i = 0; i < reachedCount; i++) {
      distance[reached[i]] = UNREACHED;
    }
    reachedCount = 0;
    heap.clear();
  }

  /** Labels a vertex if that is nearer; returns whether it is. */
  boolean label(int vertex, long far, int fromVertex, int byArc) {
    long known = distance[vertex];
    if (far >= known) {
      return false;
    }
    if (known == UNREACHED) {
      reached[reachedCount++] = vertex;
    }
    distance[vertex] = far;
    from[vertex] = fromVertex;
    by[vertex] = byArc;
    return true;
  }

  /** Labels a vertex and queues it if that is nearer; returns whether it is. */
  boolean relax(int vertex, long far, int fromVertex, int byArc) {
    boolean isNearer = label(vertex, far, fromVertex, byArc);
    if (isNearer) {
      heap.add(far, vertex);
    }
    return isNearer;
  }
}
