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
 * A flow of tasks through a {@link PlaceTree} to slots, with potentials: the state that the steps
 * of {@link TransportationSolver} improve.
 *
 * <p>Vertices are the places {@code 0 .. sink-1}, the sink, and the tasks after it. A task has arcs
 * to places at its costs and, at {@link #unplacedCost}, one to the sink; a place has an arc to each
 * child at 0; a slot group has one to the sink at 0, of as many units as it has slots. A task that
 * is in the flow <em>entered</em> at one vertex.
 *
 * <p>Invariant: reduced costs {@code cost + pot[from] - pot[to]} are 0 or more on all arcs that can
 * take more, and 0 or less on those that carry a task. So the flow is of least cost among those of
 * the same balance. What it lacks to be a matching are <em>waiting</em> tasks, which are in no
 * flow, and the <em>deficits</em> of slot groups whose potential is below that of the sink, which
 * is 0: no slot of theirs may stay free. Arrays are kept between uses and grow only.
 */
final class TransportationNetwork {
  static final int NONE = -1;

  /** In place of an arc in {@link #entered}: the task is at the sink, without slot. */
  static final int UNPLACED = -2;

  PlaceTree tree;

  /** The vertex behind all slots; as a place, that of the tasks without slot. */
  int sink;

  /** The vertex of task 0. */
  int firstTask;

  /** Slots of a place, as far as tasks could use them; 0 for inner places. */
  int[] capacity = new int[0];

  /** How many tasks the flow brings to a slot group, and to an inner place's child from above. */
  int[] used = new int[0];

  int[] flow = new int[0];
  long[] pot = new long[0];

  /** Tasks that entered at a place or at the sink, as a doubly linked list. */
  int[] firstEntered = new int[0];

  int[] nextEntered = new int[0];
  int[] previousEntered = new int[0];

  /** The arc by which a task entered; {@link #NONE} while it waits. */
  int[] entered = new int[0];

  /** Arcs of task {@code t} in order of cost: {@code arcStart[t] .. arcEnd[t] - 1}. */
  int[] arcStart = new int[0];

  int[] arcEnd = new int[0];
  int[] arcPlace = new int[0];
  long[] arcCost = new long[0];

  /** The cost of leaving a task without slot: above every other. */
  long unplacedCost;

  /** Upper bound of the numbers of tasks; those between are free or live. */
  int taskLimit;

  int liveTasks;

  /** Waiting tasks. */
  int[] waiting = new int[0];

  int waitingCount;

  /** Arcs into a place: {@code inStart[p] .. inStart[p + 1] - 1}; see {@link #indexArcs}. */
  int[] inStart = new int[0];

  int[] inArc = new int[0];
  int[] inTask = new int[0];
  long[] inCost = new long[0];

  private boolean[] live = new boolean[0];
  private int[] freeNumbers = new int[0];
  private int freeCount;
  private int arcs;
  private int liveArcs;
  private boolean indexed;

  TransportationNetwork(PlaceTree tree) {
    this.tree = tree;
    reset(tree, 1);
  }

  /** Forgets all tasks; all places have no slots and the potential 0. */
  void reset(PlaceTree places, long costOfUnplaced) {
    tree = places;
    sink = places.places;
    firstTask = sink + 1;
    unplacedCost = costOfUnplaced;
    if (capacity.length < firstTask) {
      capacity = new int[firstTask];
      used = new int[firstTask];
      flow = new int[firstTask];
      firstEntered = new int[firstTask];
      inStart = new int[firstTask + 1];
    }
    if (pot.length < firstTask) {
      pot = new long[firstTask];
    }
    Arrays.fill(capacity, 0, firstTask, 0);
    taskLimit = 0;
    liveTasks = 0;
    freeCount = 0;
    arcs = 0;
    liveArcs = 0;
    clearFlow();
  }

  /** Takes all tasks out of the flow, without making them wait. */
  void clearFlow() {
    Arrays.fill(used, 0, firstTask, 0);
    Arrays.fill(flow, 0, firstTask, 0);
    Arrays.fill(firstEntered, 0, firstTask, NONE);
    Arrays.fill(entered, 0, taskLimit, NONE);
    waitingCount = 0;
    indexed = false;
  }

  boolean isLeaf(int place) {
    return place >= tree.firstLeaf;
  }

  /** Free slots of a slot group. */
  int residual(int leaf) {
    return capacity[leaf] - used[leaf];
  }

  boolean isLive(int task) {
    return live[task];
  }

  // ---- tasks and their arcs

  /** Begins a task; its arcs follow by {@link #addArc}, then {@link #endTask}. */
  int beginTask() {
    int task = freeCount > 0 ? freeNumbers[--freeCount] : taskLimit++;
    if (task >= entered.length) {
      growTasks(Math.max(16, 2 * task));
    }
    live[task] = true;
    liveTasks++;
    entered[task] = NONE;
    arcStart[task] = arcs;
    indexed = false;
    return task;
  }

  void addArc(int place, long cost) {
    if (arcs == arcPlace.length) {
      int length = Math.max(64, 2 * arcs);
      arcPlace = Arrays.copyOf(arcPlace, length);
      arcCost = Arrays.copyOf(arcCost, length);
    }
    arcPlace[arcs] = place;
    arcCost[arcs++] = cost;
  }

  /** Forgets the arcs of the task begun last. */
  void dropArcs(int task) {
    arcs = arcStart[task];
  }

  /** Ends the task begun last: sorts its arcs by cost. */
  void endTask(int task) {
    int start = arcStart[task];
    for (int i = start + 1; i < arcs; i++) { // few, and nearly sorted
      long cost = arcCost[i];
      int place = arcPlace[i];
      int j = i;
      for (; j > start && arcCost[j - 1] > cost; j--) {
        arcCost[j] = arcCost[j - 1];
        arcPlace[j] = arcPlace[j - 1];
      }
      arcCost[j] = cost;
      arcPlace[j] = place;
    }
    arcEnd[task] = arcs;
    liveArcs += arcs - start;
  }

  /** Removes a task, and its unit of flow if it is in the flow. */
  void removeTask(int task) {
    if (entered[task] == UNPLACED) {
      unlink(task, sink);
    } else if (entered[task] != NONE) {
      int place = arcPlace[entered[task]];
      unlink(task, place);
      while (!isLeaf(place)) {
        place = childWithFlow(place);
        flow[place]--;
      }
      used[place]--;
    }
    liveArcs -= arcEnd[task] - arcStart[task];
    liveTasks--;
    live[task] = false;
    entered[task] = NONE;
    if (freeCount == freeNumbers.length) {
      freeNumbers = Arrays.copyOf(freeNumbers, Math.max(16, 2 * freeCount));
    }
    freeNumbers[freeCount++] = task;
    indexed = false;
  }

  /** Drops removed tasks from the waiting ones. */
  void dropRemovedWaiting() {
    int left = 0;
    for (int i = 0; i < waitingCount; i++) {
      int task = waiting[i];
      if (live[task] && entered[task] == NONE) {
        waiting[left++] = task;
      }
    }
    waitingCount = left;
  }

  void addWaiting(int task) {
    if (waitingCount == waiting.length) {
      waiting = Arrays.copyOf(waiting, Math.max(16, 2 * waitingCount));
    }
    waiting[waitingCount++] = task;
  }

  /** Whether so many arcs are of removed tasks that {@link #compact} pays. */
  boolean isSparse() {
    return arcs > 2 * liveArcs + 1024;
  }

  /** Moves the arcs of live tasks together. */
  void compact() {
    int[] places = new int[Math.max(64, 2 * liveArcs)];
    long[] costs = new long[places.length];
    int count = 0;
    for (int t = 0; t < taskLimit; t++) {
      if (live[t]) {
        int length = arcEnd[t] - arcStart[t];
        System.arraycopy(arcPlace, arcStart[t], places, count, length);
        System.arraycopy(arcCost, arcStart[t], costs, count, length);
        if (entered[t] >= 0) {
          entered[t] += count - arcStart[t];
        }
        arcStart[t] = count;
        arcEnd[t] = count + length;
        count += length;
      }
    }
    arcPlace = places;
    arcCost = costs;
    arcs = count;
    indexed = false;
  }

  private void growTasks(int length) {
    nextEntered = Arrays.copyOf(nextEntered, length);
    previousEntered = Arrays.copyOf(previousEntered, length);
    entered = Arrays.copyOf(entered, length);
    arcStart = Arrays.copyOf(arcStart, length);
    arcEnd = Arrays.copyOf(arcEnd, length);
    live = Arrays.copyOf(live, length);
    pot = Arrays.copyOf(pot, firstTask + length);
  }

  /** Lists the arcs into each place, unless that was done since the last change; O(arcs). */
  void indexArcs() {
    if (indexed) {
      return;
    }
    if (inArc.length < liveArcs) {
      inArc = new int[Math.max(liveArcs, arcPlace.length)];
      inTask = new int[inArc.length];
      inCost = new long[inArc.length];
    }
    Arrays.fill(inStart, 0, sink + 1, 0);
    for (int t = 0; t < taskLimit; t++) {
      if (live[t]) {
        for (int a = arcStart[t]; a < arcEnd[t]; a++) {
          inStart[arcPlace[a]]++;
        }
      }
    }
    int sum = 0;
    for (int p = 0; p < sink; p++) {
      sum += inStart[p];
      inStart[p] = sum;
    }
    inStart[sink] = sum;
    for (int t = taskLimit - 1; t >= 0; t--) {
      if (live[t]) {
        for (int a = arcEnd[t] - 1; a >= arcStart[t]; a--) {
          int at = --inStart[arcPlace[a]];
          inArc[at] = a;
          inTask[at] = t;
          inCost[at] = arcCost[a];
        }
      }
    }
    indexed = true;
  }

  // ---- the flow

  void link(int task, int place) {
    int first = firstEntered[place];
    nextEntered[task] = first;
    previousEntered[task] = NONE;
    if (first != NONE) {
      previousEntered[first] = task;
    }
    firstEntered[place] = task;
  }

  void unlink(int task, int place) {
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

  /** Moves a unit between a place and its child, down or back up. */
  void move(int from, int to) {
    if (tree.parent[to] == from) {
      flow[to]++;
    } else {
      flow[from]--;
    }
    count(to, 1);
    count(from, -1);
  }

  /**
   * Moves a unit along an arc that can take more, or back along one that carries a task.
   *
   * @param arc the arc of the task, where a task enters
   */
  void push(int from, int to, int arc) {
    if (from >= firstTask) {
      if (to == sink) {
        leaveUnplaced(from - firstTask);
      } else {
        enter(from - firstTask, arc);
      }
    } else if (to >= firstTask) {
      unlink(to - firstTask, from);
      count(from, -1);
    } else if (to != sink) {
      move(from, to);
    }
  }

  /** Counts units that come to a place, if it is a slot group. */
  void count(int place, int change) {
    if (place >= tree.firstLeaf && place < sink) {
      used[place] += change;
    }
  }

  /** Lets a task that waits enter by an arc. */
  void enter(int task, int arc) {
    entered[task] = arc;
    link(task, arcPlace[arc]);
    count(arcPlace[arc], 1);
  }

  /** Lets a task that waits end at the sink, without slot. */
  void leaveUnplaced(int task) {
    entered[task] = UNPLACED;
    link(task, sink);
  }

  /** Changes the slots of a group; tasks that they are no longer enough for wait. */
  void setCapacity(int leaf, int slots) {
    capacity[leaf] = slots;
    while (used[leaf] > slots) {
      int place = leaf;
      while (firstEntered[place] == NONE) {
        flow[place]--;
        place = tree.parent[place];
      }
      int task = firstEntered[place];
      unlink(task, place);
      entered[task] = NONE;
      used[leaf]--;
      addWaiting(task);
    }
  }

  /** Returns how many slot groups have a deficit. */
  int deficitLeaves() {
    int count = 0;
    for (int leaf = tree.firstLeaf; leaf < sink; leaf++) {
      if (deficit(leaf) > 0) {
        count++;
      }
    }
    return count;
  }

  /**
   * Returns by how much all potentials but the sink's can be raised: as far as the slots allow, if
   * every task has one.
   */
  long room() {
    if (firstEntered[sink] != NONE) {
      return 0;
    }
    long highest = Long.MIN_VALUE;
    for (int leaf = tree.firstLeaf; leaf < sink; leaf++) {
      if (capacity[leaf] > 0) {
        highest = Math.max(highest, pot[leaf]);
      }
    }
    return highest == Long.MIN_VALUE ? 0 : Math.max(0, -highest);
  }

  /**
   * Raises all potentials but the sink's as far as free slots remain deficits. Rounds in which
   * every slot is taken would otherwise lower them on and on.
   */
  void raisePotentials() {
    long raise = room() - 1;
    if (raise > 0) {
      for (int v = 0; v < firstTask + taskLimit; v++) {
        pot[v] += raise;
      }
      pot[sink] = 0;
    }
  }

  private int childWithFlow(int place) {
    int c = tree.childStart[place];
    while (flow[tree.child[c]] == 0) {
      c++;
    }
    return tree.child[c];
  }

  /** The deficit of a slot group: its free slots, if its potential is below 0. */
  int deficit(int leaf) {
    return pot[leaf] < 0 ? residual(leaf) : 0;
  }

  /** Sum of the deficits. */
  long deficits() {
    long sum = 0;
    for (int leaf = tree.firstLeaf; leaf < sink; leaf++) {
      sum += deficit(leaf);
    }
    return sum;
  }
}
