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

/** A step from waiting tasks to free slots: for as many waiting tasks as deficits, or more. */
final class ForwardStep extends ShortestPathStep {
  /** The next task to be tried of those that entered at a place. */
  private int[] enteredCursor = new int[0];

  /** No place has a higher potential. */
  private long highestPotential;

  /** How many paths may end at the sink; the other ends are deficits. */
  private long sinkRoom;

  ForwardStep(TransportationNetwork net) {
    super(net);
  }

  @Override
  void prepare() {
    super.prepare();
    if (enteredCursor.length < net.firstTask) {
      enteredCursor = new int[net.firstTask];
    }
    highestPotential = Long.MIN_VALUE;
    for (int p = 0; p < net.firstTask; p++) {
      highestPotential = Math.max(highestPotential, net.pot[p]);
    }
  }

  /**
   * Places waiting tasks, from the given position in their list to its end.
   *
   * @param deficits sum of the deficits; at most the number of waiting tasks
   * @return the deficits that are left
   */
  long run(int from, Reach reach, long deficits) {
    begin();
    sinkRoom = net.waitingCount - deficits;
    for (int i = from; i < net.waitingCount; i++) {
      relax(net.firstTask + net.waiting[i], 0);
    }
    search(reach);
    long left = isSettled(net.sink) ? net.deficits() : deficits;
    sinkRoom = net.waitingCount - left;
    int kept = from;
    for (int i = from; i < net.waitingCount; i++) {
      int end = augment(net.firstTask + net.waiting[i]);
      if (end == NONE) {
        net.waiting[kept++] = net.waiting[i];
      } else if (end != net.sink && net.pot[end] < net.pot[net.sink]) {
        left--;
      } else {
        sinkRoom--;
      }
    }
    net.waitingCount = kept;
    return left;
  }

  @Override
  void expand(int vertex, long near) {
    if (vertex >= net.firstTask) {
      expandTask(vertex, near);
    } else if (vertex == net.sink) {
      expandSink(near);
    } else {
      expandPlace(vertex, near);
    }
  }

  private void expandTask(int vertex, long near) {
    int task = vertex - net.firstTask;
    long[] pot = net.pot;
    long base = near + pot[vertex];
    int end = net.arcEnd[task];
    int a = net.arcStart[task];
    cursor[vertex] = a;
    for (; a < end; a++) {
      long cost = base + net.arcCost[a];
      if (cost - highestPotential > nearest) {
        return; // and so for the arcs after it
      }
      int place = net.arcPlace[a];
      reach(place, cost - pot[place]);
    }
    reachSink(base + net.unplacedCost - pot[net.sink]);
  }

  private void expandPlace(int place, long near) {
    PlaceTree tree = net.tree;
    long potential = net.pot[place];
    cursor[place] = tree.childStart[place];
    enteredCursor[place] = net.firstEntered[place];
    for (int c = tree.childStart[place]; c < tree.childStart[place + 1]; c++) {
      reach(tree.child[c], near + potential - net.pot[tree.child[c]]);
    }
    if (net.flow[place] > 0) {
      reach(tree.parent[place], near);
    }
    for (int t = net.firstEntered[place]; t != NONE; t = net.nextEntered[t]) {
      relax(net.firstTask + t, near);
    }
    if (net.isLeaf(place) && net.residual(place) > 0) {
      reachSink(near + potential - net.pot[net.sink]); // not a deficit, or it were an end
    }
  }

  private void expandSink(long near) {
    cursor[net.sink] = net.tree.firstLeaf;
    enteredCursor[net.sink] = net.firstEntered[net.sink];
    for (int leaf = net.tree.firstLeaf; leaf < net.sink; leaf++) {
      if (isBelowSink(leaf)) {
        reach(leaf, near + net.pot[net.sink] - net.pot[leaf]);
      }
    }
    for (int t = net.firstEntered[net.sink]; t != NONE; t = net.nextEntered[t]) {
      relax(net.firstTask + t, near);
    }
  }

  /** Whether the sink can send back: to used groups, and to deficits. */
  private boolean isBelowSink(int leaf) {
    return net.used[leaf] > 0 || (net.capacity[leaf] > 0 && net.pot[leaf] < net.pot[net.sink]);
  }

  private void reach(int place, long far) {
    if (far <= nearest) {
      if (isEnd(place)) {
        nearest = far;
      } else {
        relax(place, far);
      }
    }
  }

  private void reachSink(long far) {
    if (far <= nearest) {
      if (sinkRoom > 0) {
        nearest = far;
      } else {
        relax(net.sink, far);
      }
    }
  }

  @Override
  boolean isEnd(int vertex) {
    if (vertex == net.sink) {
      return sinkRoom > 0;
    }
    return vertex < net.sink
        && net.used[vertex] < net.capacity[vertex]
        && (net.pot[vertex] < net.pot[net.sink]
            || (sinkRoom > 0 && net.pot[vertex] == net.pot[net.sink]));
  }

  @Override
  int next(int vertex) {
    if (vertex >= net.firstTask) {
      return nextOfTask(vertex);
    }
    return vertex == net.sink ? nextOfSink() : nextOfPlace(vertex);
  }

  private int nextOfTask(int vertex) {
    int task = vertex - net.firstTask;
    long[] pot = net.pot;
    int end = net.arcEnd[task];
    for (int a = cursor[vertex]; a < end; a++) {
      int place = net.arcPlace[a];
      if (net.arcCost[a] + pot[vertex] == pot[place] && isOpen(vertex, place)) {
        cursor[vertex] = a;
        return place;
      }
    }
    cursor[vertex] = end;
    boolean tight = net.unplacedCost + pot[vertex] == pot[net.sink];
    return tight && isOpen(vertex, net.sink) ? net.sink : NONE;
  }

  private int nextOfPlace(int place) {
    PlaceTree tree = net.tree;
    int end = tree.childStart[place + 1];
    for (int c = cursor[place]; c < end; c++) {
      int below = tree.child[c];
      if (net.pot[below] == net.pot[place] && isOpen(place, below)) {
        cursor[place] = c;
        return below;
      }
    }
    cursor[place] = end;
    if (net.flow[place] > 0 && isOpen(place, tree.parent[place])) {
      return tree.parent[place];
    }
    if (net.isLeaf(place)
        && net.residual(place) > 0
        && net.pot[place] == net.pot[net.sink]
        && isOpen(place, net.sink)) {
      return net.sink;
    }
    return nextEntered(place);
  }

  private int nextOfSink() {
    for (int leaf = cursor[net.sink]; leaf < net.sink; leaf++) {
      if (net.pot[leaf] == net.pot[net.sink] && isBelowSink(leaf) && isOpen(net.sink, leaf)) {
        cursor[net.sink] = leaf;
        return leaf;
      }
    }
    cursor[net.sink] = net.sink;
    return nextEntered(net.sink);
  }

  private int nextEntered(int place) {
    for (int t = enteredCursor[place]; t != NONE; t = net.nextEntered[t]) {
      if (isOpen(place, net.firstTask + t)) {
        enteredCursor[place] = net.nextEntered[t];
        return net.firstTask + t;
      }
    }
    enteredCursor[place] = NONE;
    return NONE;
  }

  @Override
  void send(int[] vertices, int last) {
    for (int i = 0; i < last; i++) {
      int from = vertices[i];
      int to = vertices[i + 1];
      if (from >= net.firstTask) {
        int task = from - net.firstTask;
        net.entered[task] = to == net.sink ? TransportationNetwork.UNPLACED : cursor[from];
        net.link(task, to);
        net.count(to, 1);
      } else if (to >= net.firstTask) {
        net.unlink(to - net.firstTask, from);
        net.count(from, -1);
      } else if (from != net.sink && to != net.sink) {
        net.move(from, to);
      }
    }
  }

  @Override
  long change(long nearer) {
    return -nearer;
  }
}
