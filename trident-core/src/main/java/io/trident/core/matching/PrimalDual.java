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
 * The primal-dual method on a {@link TransportationGraph}: flow, duals and the two steps that
 * improve them in turn. The essay at {@link TransportationMatcher} explains the method.
 *
 * <p>Vertices are tasks {@code 0 .. n-1}, then places {@code n ..}. Invariants between steps, with
 * {@code pot} the potentials (a task's is {@code -u}, a place's is {@code v}):
 *
 * <ul>
 *   <li>{@code cost + pot[task] - pot[place] >= 0} on every arc, with equality on the arc by which
 *       a task entered the tree;
 *   <li>{@code pot[parent] >= pot[child]}, with equality where tasks went down from parent to
 *       child;
 *   <li>{@code pot <= 0} on places, and 0 on every place with a free slot below it.
 * </ul>
 */
final class PrimalDual {
  private static final int NONE = -1;

  /** How many tasks are placed one by one before the cost of that is judged again. */
  private static final int SINGLES_AT_A_TIME = 16;

  /** Vertices that placing one task by itself is taken to touch, before it was measured. */
  private static final double FIRST_SINGLE_WORK = 400;

  /** By how much the measured work of the way not taken fades a step, so that it is tried again. */
  private static final double PATIENCE = 0.5;

  private final TransportationGraph graph;
  private final int tasks;
  private final int[] parent;
  private final int[] childStart;
  private final int[] child;
  private final int[] arcStart;
  private final int[] arcPlace;
  private final long[] arcCost;

  private final long[] pot;

  /** The arc by which a task entered the tree; {@link #NONE} while it waits. */
  private final int[] entered;

  /** Tasks that entered at a place, as a doubly linked list. */
  private final int[] firstEntered;

  private final int[] nextEntered;
  private final int[] previousEntered;

  /** How many tasks came down to a place from its parent. */
  private final int[] flow;

  /** Free slots of a place and of all below it. */
  private final int[] free;

  /** Position of the first child that may have a free slot. */
  private final int[] freeCursor;

  // Search: settled vertices in order, each with distance and position; marks by search number.
  private final RadixHeap heap = new RadixHeap();
  private final long[] distance;
  private final int[] seen;
  private final int[] settledIn;
  private final int[] settled;
  private final int[] position;
  private final int[] one = new int[1];
  private int searches;
  private long nearestFree;

  // Augmentation: per vertex the position in its neighbours; marks by round number.
  private final int[] cursor;
  private final int[] enteredCursor;
  private final int[] startedIn;
  private final int[] deadIn;
  private final int[] path;
  private int rounds;

  /** Vertices touched in the current step. */
  private long work;

  PrimalDual(TransportationGraph graph) {
    this.graph = graph;
    tasks = graph.tasks;
    parent = graph.parent;
    childStart = graph.childStart;
    child = graph.child;
    arcStart = graph.arcStart;
    arcPlace = graph.arcPlace;
    arcCost = graph.arcCost;
    int places = graph.places;
    int vertices = tasks + places;
    pot = new long[vertices];
    entered = new int[tasks];
    Arrays.fill(entered, NONE);
    firstEntered = new int[places];
    Arrays.fill(firstEntered, NONE);
    nextEntered = new int[tasks];
    previousEntered = new int[tasks];
    flow = new int[places];
    free = Arrays.copyOf(graph.capacity, places);
    for (int p = places - 1; p > 0; p--) {
      if (parent[p] >= 0) {
        long below = (long) free[parent[p]] + free[p];
        free[parent[p]] = (int) Math.min(Integer.MAX_VALUE, below); // more than there are tasks
      }
    }
    freeCursor = Arrays.copyOf(childStart, places);
    distance = new long[vertices];
    seen = new int[vertices];
    settledIn = new int[vertices];
    settled = new int[vertices];
    position = new int[vertices];
    cursor = new int[vertices];
    enteredCursor = new int[places];
    startedIn = new int[vertices];
    deadIn = new int[vertices];
    path = new int[vertices];
    for (int t = 0; t < tasks; t++) {
      long least = Long.MAX_VALUE;
      for (int a = arcStart[t]; a < arcStart[t + 1]; a++) {
        least = Math.min(least, arcCost[a]);
      }
      pot[t] = -least; // a task's cheapest arc is tight, so all start optimal
    }
  }

  /**
   * Brings every task to a place at least cost: either all waiting tasks search and are augmented
   * jointly, or the last few one by one, whichever touched fewer vertices for a task placed.
   */
  void solve() {
    int[] waiting = new int[tasks];
    int left = placeGreedily(waiting);
    double jointWork = 0;
    double singleWork = FIRST_SINGLE_WORK;
    while (left > 0) {
      work = 0;
      if (jointWork <= singleWork) {
        int before = left;
        search(waiting, left, Reach.ALL_NEAREST);
        left = augment(waiting, left);
        jointWork = (double) work / Math.max(1, before - left);
        singleWork *= PATIENCE;
      } else {
        int kept = Math.max(0, left - SINGLES_AT_A_TIME);
        for (int i = kept; i < left; i++) {
          augmentOne(waiting[i]);
        }
        singleWork = (double) work / (left - kept);
        jointWork *= PATIENCE;
        left = kept;
      }
    }
  }

  /** Gives each task its cheapest place while there is room; lists the tasks that wait. */
  private int placeGreedily(int[] waiting) {
    int left = 0;
    for (int task = 0; task < tasks; task++) {
      int arc = arcStart[task];
      int end = arcStart[task + 1];
      while (arc < end && (arcCost[arc] + pot[task] != 0 || free[arcPlace[arc]] == 0)) {
        arc++;
      }
      if (arc == end) {
        waiting[left++] = task;
      } else {
        cursor[task] = arc;
        path[0] = task;
        path[1] = tasks + arcPlace[arc];
        shift(1);
      }
    }
    return left;
  }

  private void augmentOne(int task) {
    one[0] = task;
    search(one, 1, Reach.ONE_NEAREST);
    augment(one, 1);
  }

  /** How far a search goes. */
  private enum Reach {
    /** Until a nearest free slot is found: one path is certain. */
    ONE_NEAREST,
    /** Until all vertices as near as the nearest free slot are settled: for many paths. */
    ALL_NEAREST
  }

  /**
   * Shortest distances from the waiting tasks, as far as the nearest place with a free slot; then
   * lowers the potentials of all that is nearer, which makes the shortest paths tight.
   */
  private void search(int[] waiting, int count, Reach reach) {
    searches++;
    heap.clear();
    nearestFree = Long.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      reach(waiting[i], 0);
    }
    int settledCount = 0;
    while (!heap.isEmpty()) {
      int vertex = heap.removeLeast();
      long near = heap.lastKey();
      if (near > nearestFree || (near == nearestFree && reach == Reach.ONE_NEAREST)) {
        break;
      }
      if (settledIn[vertex] == searches) {
        continue;
      }
      settledIn[vertex] = searches;
      position[vertex] = settledCount;
      settled[settledCount++] = vertex;
      if (vertex < tasks) {
        reachPlaces(vertex, near);
      } else {
        reachFromPlace(vertex - tasks, near);
      }
    }
    for (int i = 0; i < settledCount; i++) {
      pot[settled[i]] += distance[settled[i]] - nearestFree;
    }
  }

  private void reachPlaces(int task, long near) {
    long base = near + pot[task];
    for (int a = arcStart[task]; a < arcStart[task + 1]; a++) {
      int place = arcPlace[a];
      long far = base + arcCost[a] - pot[tasks + place];
      if (far <= nearestFree) {
        if (free[place] > 0) {
          nearestFree = far;
        } else {
          reach(tasks + place, far);
        }
      }
    }
  }

  private void reachFromPlace(int place, long near) {
    long potential = pot[tasks + place];
    for (int c = childStart[place]; c < childStart[place + 1]; c++) {
      long far = near + potential - pot[tasks + child[c]];
      if (far <= nearestFree) {
        reach(tasks + child[c], far); // has no free slot, or its parent would have
      }
    }
    if (flow[place] > 0) {
      if (free[parent[place]] > 0) {
        nearestFree = near;
      } else {
        reach(tasks + parent[place], near);
      }
    }
    for (int t = firstEntered[place]; t != NONE; t = nextEntered[t]) {
      reach(t, near);
    }
  }

  private void reach(int vertex, long far) {
    if (seen[vertex] != searches || far < distance[vertex]) {
      seen[vertex] = searches;
      distance[vertex] = far;
      heap.add(far, vertex);
      work++;
    }
  }

  /**
   * Sends waiting tasks to free slots along tight paths, by depth-first search that only goes on in
   * the order in which the search settled vertices: so it meets no cycles, and a vertex that led
   * nowhere will not in this round. Returns how many still wait; they are moved to the front of
   * {@code waiting}.
   */
  private int augment(int[] waiting, int count) {
    rounds++;
    int left = 0;
    for (int i = 0; i < count; i++) {
      if (!augmentFrom(waiting[i])) {
        waiting[left++] = waiting[i];
      }
    }
    return left;
  }

  private boolean augmentFrom(int source) {
    int depth = 0;
    path[0] = source;
    start(source);
    while (depth >= 0) {
      int vertex = path[depth];
      if (vertex >= tasks && free[vertex - tasks] > 0) {
        shift(depth);
        return true;
      }
      int next = vertex < tasks ? nextPlace(vertex) : nextFromPlace(vertex - tasks);
      if (next == NONE) {
        deadIn[vertex] = rounds;
        depth--;
      } else {
        path[++depth] = next;
        work++;
        start(next);
      }
    }
    return false;
  }

  private void start(int vertex) {
    if (startedIn[vertex] != rounds) {
      startedIn[vertex] = rounds;
      if (vertex < tasks) {
        cursor[vertex] = arcStart[vertex];
      } else {
        cursor[vertex] = childStart[vertex - tasks];
        enteredCursor[vertex - tasks] = firstEntered[vertex - tasks];
      }
    }
  }

  /** Whether the depth-first search may go on from one vertex to another. */
  private boolean open(int from, int to) {
    return (settledIn[to] == searches && position[to] > position[from] && deadIn[to] != rounds)
        || (to >= tasks && free[to - tasks] > 0);
  }

  private int nextPlace(int task) {
    int end = arcStart[task + 1];
    for (int a = cursor[task]; a < end; a++) {
      int vertex = tasks + arcPlace[a];
      if (arcCost[a] + pot[task] == pot[vertex] && open(task, vertex)) {
        cursor[task] = a;
        return vertex;
      }
    }
    cursor[task] = end;
    return NONE;
  }

  private int nextFromPlace(int place) {
    int vertex = tasks + place;
    int end = childStart[place + 1];
    for (int c = cursor[vertex]; c < end; c++) {
      int below = tasks + child[c];
      if (pot[below] == pot[vertex] && open(vertex, below)) {
        cursor[vertex] = c;
        return below;
      }
    }
    cursor[vertex] = end;
    if (flow[place] > 0 && open(vertex, tasks + parent[place])) {
      return tasks + parent[place];
    }
    for (int t = enteredCursor[place]; t != NONE; t = nextEntered[t]) {
      if (open(vertex, t)) {
        enteredCursor[place] = nextEntered[t];
        return t;
      }
    }
    enteredCursor[place] = NONE;
    return NONE;
  }

  /** Moves one unit along the path found, and on down to a free slot. */
  private void shift(int depth) {
    for (int i = 0; i < depth; i++) {
      int from = path[i];
      int to = path[i + 1];
      if (from < tasks) {
        entered[from] = cursor[from];
        link(from, to - tasks);
      } else if (to < tasks) {
        unlink(to, from - tasks);
      } else if (parent[to - tasks] == from - tasks) {
        flow[to - tasks]++;
      } else {
        flow[from - tasks]--;
      }
    }
    int place = path[depth] - tasks;
    for (int p = place; p >= 0; p = parent[p]) {
      free[p]--;
    }
    while (graph.capacity[place] == 0) {
      int below = childWithFreeSlot(place);
      flow[below]++;
      free[below]--;
      place = below;
    }
  }

  private int childWithFreeSlot(int place) {
    while (free[child[freeCursor[place]]] == 0) {
      freeCursor[place]++; // a place that is full stays full
    }
    return child[freeCursor[place]];
  }

  private void link(int task, int place) {
    int first = firstEntered[place];
    nextEntered[task] = first;
    previousEntered[task] = NONE;
    if (first != NONE) {
      previousEntered[first] = task;
    }
    firstEntered[place] = task;
  }

  private void unlink(int task, int place) {
    int next = nextEntered[task];
    int previous = previousEntered[task];
    if (previous == NONE) {
      firstEntered[place] = next;
    } else {
      nextEntered[previous] = next;
    }
    if (next != NONE) {
      previousEntered[next] = previous;
    }
  }

  /** Returns the place, without children, of each task: tasks are handed down as the flow says. */
  int[] assignedPlaces() {
    int[] place = new int[tasks];
    int[] first = firstEntered.clone();
    int[] next = nextEntered.clone();
    for (int p = 0; p < graph.places; p++) { // parents come first
      int head = first[p];
      for (int c = childStart[p]; c < childStart[p + 1]; c++) {
        int below = child[c];
        for (int i = 0; i < flow[below]; i++) {
          int task = head;
          head = next[task];
          next[task] = first[below];
          first[below] = task;
        }
      }
      for (int t = head; t != NONE; t = next[t]) {
        place[t] = p;
      }
    }
    return place;
  }

  /** Returns the cost of the arcs by which the tasks entered, but for those without slot. */
  long cost() {
    long cost = 0;
    for (int t = 0; t < tasks; t++) {
      if (arcPlace[entered[t]] != graph.unplaced) {
        cost += arcCost[entered[t]];
      }
    }
    return cost;
  }

  /** Returns the potential of a task: minus its dual. */
  long taskPotential(int task) {
    return pot[task];
  }

  /** Returns the potential of a place: its dual. */
  long placePotential(int place) {
    return pot[tasks + place];
  }
}
