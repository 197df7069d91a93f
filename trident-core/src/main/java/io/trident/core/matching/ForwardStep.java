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

/** A step from waiting tasks to the nearest free slots, deficits among them, or to the sink. */
final class ForwardStep extends ShortestPathStep {
  /** The next task to be tried of those that entered at a place. */
  private int[] enteredCursor = new int[0];

  /** No place has a higher potential. */
  private long highestPotential;

  ForwardStep(TransportationNetwork net) {
    super(net);
  }

  @Override
  void prepare() {
    super.prepare();
    if (enteredCursor.length < net.firstTask) {
      enteredCursor = new int[net.firstTask];
    }
    highestPotential = 0;
    for (int p = 0; p < net.sink; p++) {
      highestPotential = Math.max(highestPotential, net.pot[p]);
    }
  }

  /**
   * Places waiting tasks, from the given position in their list to its end.
   *
   * @return how many deficits that filled
   */
  long run(int first, Reach reach) {
    begin();
    for (int i = first; i < net.waitingCount; i++) {
      addSource(net.firstTask + net.waiting[i]);
    }
    search(reach);
    changePotentials();
    long filled = 0;
    int kept = first;
    for (int i = first; i < net.waitingCount; i++) {
      int end =
          reach == Reach.ONE_NEAREST ? augmentNearest() : augment(net.firstTask + net.waiting[i]);
      if (end == NONE) {
        net.waiting[kept++] = net.waiting[i];
      } else if (end != net.sink && net.pot[end] < 0) {
        filled++;
      }
    }
    net.waitingCount = kept;
    return filled;
  }

  @Override
  void expand(int vertex, long near) {
    if (vertex >= net.firstTask) {
      expandTask(vertex, near);
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
      reach(place, cost - pot[place], vertex, a);
    }
    relaxEnd(net.sink, base + net.unplacedCost, vertex, end);
  }

  private void expandPlace(int place, long near) {
    PlaceTree tree = net.tree;
    long potential = net.pot[place];
    cursor[place] = tree.childStart[place];
    enteredCursor[place] = net.firstEntered[place];
    for (int c = tree.childStart[place]; c < tree.childStart[place + 1]; c++) {
      reach(tree.child[c], near + potential - net.pot[tree.child[c]], place, c);
    }
    if (net.flow[place] > 0) {
      reach(tree.parent[place], near, place, 0);
    }
    for (int t = net.firstEntered[place]; t != NONE; t = net.nextEntered[t]) {
      settleAlong(net.firstTask + t, near, place, 0);
    }
    if (net.residual(place) > 0) {
      relaxEnd(net.sink, near + potential, place, 0); // above the sink, or it were an end
    }
  }

  private void reach(int place, long far, int from, int by) {
    if (far <= nearest) {
      if (isEnd(place)) {
        relaxEnd(place, far, from, by);
      } else {
        relax(place, far, from, by);
      }
    }
  }

  @Override
  boolean isEnd(int vertex) {
    return vertex == net.sink
        || (vertex < net.sink && net.residual(vertex) > 0 && net.pot[vertex] <= 0);
  }

  @Override
  int next(int vertex) {
    return vertex >= net.firstTask ? nextOfTask(vertex) : nextOfPlace(vertex);
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
    return net.unplacedCost + pot[vertex] == 0 ? net.sink : NONE;
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
      net.push(vertices[i], vertices[i + 1], cursor[vertices[i]]);
    }
  }

  @Override
  long change(long nearer) {
    return -nearer;
  }
}
