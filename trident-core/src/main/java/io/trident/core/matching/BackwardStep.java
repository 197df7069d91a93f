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

/** A step from deficits back to the nearest that can fill them: waiting tasks, or the sink. */
final class BackwardStep extends ShortestPathStep {
  /** Looking at so many arcs is as much work as touching a vertex. */
  private static final int ARCS_AS_A_VERTEX = 8;

  /** The least cost of an arc into a place. */
  private long[] leastCost = new long[0];

  /** No task has a lower potential. */
  private long lowestPotential;

  private int[] sources = new int[0];

  /** Whether the step is for many paths, and so must see all that is as near as the nearest end. */
  private boolean isJoint;

  /** The slot group whose deficit was filled last. */
  private int source;

  /** The next child to be tried of those to which tasks went down. */
  private int[] childCursor = new int[0];

  BackwardStep(TransportationNetwork net) {
    super(net);
  }

  @Override
  void prepare() {
    super.prepare();
    net.indexArcs();
    if (leastCost.length < net.sink) {
      leastCost = new long[net.sink];
      sources = new int[net.sink];
      childCursor = new int[net.sink];
    }
    Arrays.fill(leastCost, 0, net.sink, Long.MAX_VALUE);
    lowestPotential = Long.MAX_VALUE;
    for (int t = 0; t < net.taskLimit; t++) {
      if (net.isLive(t)) {
        lowestPotential = Math.min(lowestPotential, net.pot[net.firstTask + t]);
        for (int a = net.arcStart[t]; a < net.arcEnd[t]; a++) {
          int place = net.arcPlace[a];
          leastCost[place] = Math.min(leastCost[place], net.arcCost[a]);
        }
      }
    }
  }

  /**
   * Fills deficits of all slot groups, jointly.
   *
   * @return the deficits that are left
   */
  long runJointly() {
    begin();
    isJoint = true;
    int count = 0;
    for (int leaf = net.tree.firstLeaf; leaf < net.sink; leaf++) {
      if (net.deficit(leaf) > 0) {
        sources[count++] = leaf;
        addSource(leaf);
      }
    }
    search(Reach.ALL_NEAREST);
    changePotentials();
    for (int i = 0; i < count; i++) {
      int leaf = sources[i];
      while (net.deficit(leaf) > 0) {
        if (augment(leaf) == NONE) {
          break;
        }
      }
    }
    net.dropRemovedWaiting();
    return net.deficits();
  }

  /**
   * Fills one unit of a deficit.
   *
   * @param deficits their sum; positive
   * @return the deficits that are left
   */
  long runSingly(long deficits) {
    while (source < net.tree.firstLeaf || source >= net.sink || net.deficit(source) == 0) {
      source = source + 1 < net.sink ? Math.max(source + 1, net.tree.firstLeaf) : 0;
    }
    begin();
    isJoint = false;
    addSource(source);
    search(Reach.ONE_NEAREST);
    long before = settledDeficits(); // no other can change
    changePotentials();
    int waited = net.waitingCount;
    augmentNearest();
    if (waited > 0) {
      net.dropRemovedWaiting();
    }
    return deficits - before + settledDeficits();
  }

  @Override
  void expand(int vertex, long near) {
    if (vertex >= net.firstTask) {
      int task = vertex - net.firstTask;
      reach(net.arcPlace[net.entered[task]], near, vertex, 0); // others are ends
    } else {
      expandPlace(vertex, near);
    }
  }

  private void expandPlace(int place, long near) {
    PlaceTree tree = net.tree;
    long[] pot = net.pot;
    long base = near - pot[place];
    cursor[place] = net.inStart[place];
    childCursor[place] = tree.childStart[place];
    int parent = tree.parent[place];
    if (parent != NONE) {
      reach(parent, base + pot[parent], place, 0);
    }
    for (int c = tree.childStart[place]; c < tree.childStart[place + 1]; c++) {
      if (net.flow[tree.child[c]] > 0) {
        reach(tree.child[c], near, place, c);
      }
    }
    if (net.isLeaf(place) && net.capacity[place] > 0) {
      relaxEnd(net.sink, base, place, 0);
    }
    if (leastCost[place] == Long.MAX_VALUE || base + leastCost[place] + lowestPotential > nearest) {
      return;
    }
    int end = net.inStart[place + 1];
    addWork((end - net.inStart[place]) / ARCS_AS_A_VERTEX);
    for (int i = net.inStart[place]; i < end && (isJoint || near < nearest); i++) {
      int task = net.inTask[i];
      long far = base + net.inCost[i] + pot[net.firstTask + task];
      if (far <= nearest) { // also of tasks that entered here: their potentials go along
        if (net.entered[task] < 0) {
          relaxEnd(net.firstTask + task, far, place, i);
        } else {
          relax(net.firstTask + task, far, place, i);
        }
      }
    }
  }

  private void reach(int place, long far, int from, int by) {
    if (far <= nearest) {
      relax(place, far, from, by);
    }
  }

  @Override
  boolean isEnd(int vertex) {
    return vertex == net.sink
        || (vertex >= net.firstTask && net.entered[vertex - net.firstTask] < 0);
  }

  @Override
  int next(int vertex) {
    if (vertex >= net.firstTask) {
      int place = net.arcPlace[net.entered[vertex - net.firstTask]];
      return isOpen(vertex, place) ? place : NONE;
    }
    return nextOfPlace(vertex);
  }

  private int nextOfPlace(int place) {
    PlaceTree tree = net.tree;
    long[] pot = net.pot;
    if (net.isLeaf(place) && net.capacity[place] > 0 && pot[place] == 0) {
      return net.sink;
    }
    int end = net.inStart[place + 1];
    for (int i = cursor[place]; i < end; i++) {
      int task = net.inTask[i];
      int arc = net.inArc[i];
      int vertex = net.firstTask + task;
      if (net.inCost[i] + pot[vertex] == pot[place]
          && net.entered[task] != arc
          && isOpen(place, vertex)) {
        cursor[place] = i;
        return vertex;
      }
    }
    cursor[place] = end;
    int parent = tree.parent[place];
    if (parent != NONE && pot[parent] == pot[place] && isOpen(place, parent)) {
      return parent;
    }
    for (int c = childCursor[place]; c < tree.childStart[place + 1]; c++) {
      if (net.flow[tree.child[c]] > 0 && isOpen(place, tree.child[c])) {
        childCursor[place] = c;
        return tree.child[c];
      }
    }
    childCursor[place] = tree.childStart[place + 1];
    return NONE;
  }

  @Override
  void send(int[] vertices, int last) {
    int end = vertices[last] - net.firstTask;
    if (end >= 0 && net.entered[end] == TransportationNetwork.UNPLACED) {
      net.unlink(end, net.sink);
    }
    for (int i = last - 1; i >= 0; i--) { // from the end: a task leaves before it enters
      int to = vertices[i];
      int from = vertices[i + 1];
      if (from >= net.firstTask) {
        net.enter(from - net.firstTask, net.inArc[cursor[to]]);
      } else if (to >= net.firstTask) {
        net.unlink(to - net.firstTask, from);
        net.count(from, -1);
      } else if (from != net.sink) {
        net.move(from, to);
      }
    }
  }

  @Override
  long change(long nearer) {
    return nearer;
  }
}
