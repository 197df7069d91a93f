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
 * Places one waiting task, by a search from both sides: forward from the task, backward from all
 * deficits. For the last tasks, when these are few and far.
 */
final class BidirectionalStep {
  /*
   * A search from one side touches, where one place in k is free, about n / k places: nearly all of
   * them for the last tasks. Two searches of f and b places meet, in a graph without much structure,
   * when f * b is about n: after some sqrt(n) each.
   *
   * Let df and db be the distances from the task and to the nearest deficit, D the length of the
   * shortest path found through a vertex that both have labelled, and topF and topB the least keys
   * that wait in the two queues. Once topF + topB >= D, no path is shorter (Nicholson 1966), and
   * with Df = min(topF, D), Db = D - Df the potentials
   *
   *   pot(x) - max(0, Df - df(x)) + max(0, Db - db(x))
   *
   * keep all reduced costs at 0 or above and make the path tight: an arc x -> y loses at most
   * (Df - df(x)) + (Db - db(y)), which is more than its reduced cost only where the path through it
   * is shorter than D.
   *
   * The sink keeps the potential 0. A path may end there as well, by a slot group that may keep free
   * slots or by a task that gets none; what the latter has left to it is bounded from below by the
   * lowest potential of a task. As the sink's potential is not raised, the search ahead must then come
   * as far as the sink: Df = D. And the backward search must not come as far as the sink, by a used
   * slot group or a task without slot: sinkBehind is that distance. Both bounds count as keys of the
   * backward queue.
   */

  private static final int NONE = TransportationNetwork.NONE;

  private final TransportationNetwork net;
  private final Labels ahead = new Labels();
  private final Labels behind = new Labels();

  /** Slot groups with a deficit, and some that had one before. */
  private int[] deficits = new int[0];

  private int deficitCount;

  /** The least cost of an arc into a place. */
  private long[] leastCost = new long[0];

  /** No place has a higher potential, no task a lower one. */
  private long highestPlace;

  private long lowestTask;

  /** Length of the shortest path known, and the vertex where its halves meet, or the sink. */
  private long best;

  private int meeting;

  /** The task or slot group from which a path goes to the sink. */
  private int lastBeforeSink;

  private long sinkBehind;
  private int[] path = new int[0];
  private int[] pathArc = new int[0];
  private long work;
  private long workAhead;
  private long workBehind;

  BidirectionalStep(TransportationNetwork net) {
    this.net = net;
  }

  /** Returns the number of vertices touched since the start. */
  long work() {
    return work;
  }

  /** Takes stock of the network: which slots are free, and bounds of costs and potentials. */
  void prepare() {
    net.indexArcs();
    int vertices = net.firstTask + net.taskLimit;
    ahead.prepare(vertices);
    behind.prepare(vertices);
    if (path.length < vertices) {
      path = new int[vertices + vertices / 4];
      pathArc = new int[path.length];
    }
    if (leastCost.length < net.sink) {
      leastCost = new long[net.sink];
      deficits = new int[net.sink];
    }
    Arrays.fill(leastCost, 0, net.sink, Long.MAX_VALUE);
    lowestTask = 0;
    for (int t = 0; t < net.taskLimit; t++) {
      if (net.isLive(t)) {
        lowestTask = Math.min(lowestTask, net.pot[net.firstTask + t]);
        for (int a = net.arcStart[t]; a < net.arcEnd[t]; a++) {
          int place = net.arcPlace[a];
          leastCost[place] = Math.min(leastCost[place], net.arcCost[a]);
        }
      }
    }
    highestPlace = 0;
    deficitCount = 0;
    for (int p = 0; p < net.sink; p++) {
      highestPlace = Math.max(highestPlace, net.pot[p]);
      if (net.deficit(p) > 0) {
        deficits[deficitCount++] = p;
      }
    }
  }

  /**
   * Places a waiting task.
   *
   * @return the deficits that are left
   */
  long run(int task) {
    ahead.clear();
    behind.clear();
    best = Long.MAX_VALUE;
    sinkBehind = Long.MAX_VALUE;
    workAhead = 0;
    workBehind = 0;
    int kept = 0;
    for (int i = 0; i < deficitCount; i++) {
      int leaf = deficits[i];
      if (net.deficit(leaf) > 0) {
        deficits[kept++] = leaf;
        behind.relax(leaf, 0, NONE, NONE);
      }
    }
    deficitCount = kept;
    ahead.label(net.firstTask + task, 0, NONE, NONE);
    expandTask(net.firstTask + task, 0);
    long topAhead = ahead.heap.leastKey();
    while (true) {
      long topBehind = behind.heap.leastKey();
      long limit = Math.min(sinkBehind, net.unplacedCost + lowestTask);
      boolean isShortest = topAhead >= best || best - topAhead <= Math.min(topBehind, limit);
      if (isShortest && (topAhead >= best || meeting != net.sink)) {
        break;
      }
      if (isShortest || workAhead <= workBehind || topBehind >= limit) {
        advanceAhead();
        topAhead = ahead.heap.leastKey();
      } else {
        advanceBehind();
      }
    }
    changePotentials(Math.min(topAhead, best));
    work += workAhead + workBehind;
    send();
    long left = 0;
    for (int i = 0; i < deficitCount; i++) {
      left += net.deficit(deficits[i]);
    }
    return left;
  }

  // ---- forward

  private void advanceAhead() {
    int place = ahead.heap.removeLeast();
    long near = ahead.heap.lastKey();
    workAhead++;
    if (near != ahead.distance[place]) {
      return; // was reached on a shorter way
    }
    PlaceTree tree = net.tree;
    long base = near + net.pot[place];
    for (int c = tree.childStart[place]; c < tree.childStart[place + 1]; c++) {
      reachAhead(tree.child[c], base - net.pot[tree.child[c]], place, NONE);
    }
    if (net.flow[place] > 0) {
      reachAhead(tree.parent[place], near, place, NONE);
    }
    for (int t = net.firstEntered[place]; t != NONE; t = net.nextEntered[t]) {
      int vertex = net.firstTask + t;
      if (ahead.label(vertex, near, place, NONE)) {
        workAhead++;
        meet(vertex);
        expandTask(vertex, near);
      }
    }
  }

  private void expandTask(int vertex, long near) {
    int task = vertex - net.firstTask;
    long base = near + net.pot[vertex];
    int end = net.arcEnd[task];
    for (int a = net.arcStart[task]; a < end; a++) {
      long cost = base + net.arcCost[a];
      if (cost - highestPlace >= best) {
        return; // and so for the arcs after it
      }
      reachAhead(net.arcPlace[a], cost - net.pot[net.arcPlace[a]], vertex, a);
    }
    meetSink(vertex, base + net.unplacedCost);
  }

  private void meetSink(int vertex, long length) {
    if (length < best) {
      best = length;
      meeting = net.sink;
      lastBeforeSink = vertex;
    }
  }

  private void reachAhead(int place, long far, int from, int arc) {
    if (far < best && ahead.relax(place, far, from, arc)) {
      workAhead++;
      meet(place);
      if (net.residual(place) > 0 && net.pot[place] >= 0) {
        meetSink(place, far + net.pot[place]);
      }
    }
  }

  // ---- backward

  private void advanceBehind() {
    int place = behind.heap.removeLeast();
    long near = behind.heap.lastKey();
    workBehind++;
    if (near != behind.distance[place]) {
      return; // was reached on a shorter way
    }
    PlaceTree tree = net.tree;
    long base = near - net.pot[place];
    int parent = tree.parent[place];
    if (parent != NONE) {
      reachBehind(parent, base + net.pot[parent], place, NONE);
    }
    for (int c = tree.childStart[place]; c < tree.childStart[place + 1]; c++) {
      if (net.flow[tree.child[c]] > 0) {
        reachBehind(tree.child[c], near, place, NONE);
      }
    }
    if (net.used[place] > 0 || (net.capacity[place] > 0 && net.pot[place] < 0)) {
      sinkBehind = Math.min(sinkBehind, base);
    }
    if (leastCost[place] != Long.MAX_VALUE && base + leastCost[place] + lowestTask < best) {
      reachTasksBehind(place, base);
    }
  }

  private void reachTasksBehind(int place, long base) {
    int firstTask = net.firstTask;
    long[] pot = net.pot;
    long[] cost = net.inCost;
    int[] tasks = net.inTask;
    int end = net.inStart[place + 1];
    for (int i = net.inStart[place]; i < end; i++) {
      int task = tasks[i];
      int vertex = firstTask + task;
      long far = base + cost[i] + pot[vertex];
      if (far < best && behind.label(vertex, far, place, net.inArc[i])) {
        workBehind++;
        meet(vertex);
        int entered = net.entered[task];
        if (entered >= 0) {
          reachBehind(net.arcPlace[entered], far, vertex, NONE);
        } else if (entered == TransportationNetwork.UNPLACED) {
          sinkBehind = Math.min(sinkBehind, far);
        }
      }
    }
  }

  private void reachBehind(int place, long far, int from, int arc) {
    if (far < best && behind.relax(place, far, from, arc)) {
      workBehind++;
      meet(place);
    }
  }

  // ---- both

  private void meet(int vertex) {
    long one = ahead.distance[vertex];
    long other = behind.distance[vertex];
    if (one != Labels.UNREACHED && other != Labels.UNREACHED && one + other < best) {
      best = one + other;
      meeting = vertex;
    }
  }

  private void changePotentials(long limitAhead) {
    long[] pot = net.pot;
    for (int i = 0; i < ahead.reachedCount; i++) {
      int vertex = ahead.reached[i];
      long nearer = limitAhead - ahead.distance[vertex];
      if (nearer > 0) {
        pot[vertex] -= nearer;
        if (vertex >= net.firstTask) {
          lowestTask = Math.min(lowestTask, pot[vertex]);
        }
      }
    }
    long limitBehind = best - limitAhead;
    for (int i = 0; i < behind.reachedCount; i++) {
      int vertex = behind.reached[i];
      long nearer = limitBehind - behind.distance[vertex];
      if (nearer > 0) {
        pot[vertex] += nearer;
        if (vertex < net.firstTask) {
          highestPlace = Math.max(highestPlace, pot[vertex]);
        }
      }
    }
  }

  /** The first vertex on the way ahead where the halves can meet: so they share no other. */
  private int firstMeeting() {
    int i = 0;
    while (behind.distance[path[i]] == Labels.UNREACHED
        || ahead.distance[path[i]] + behind.distance[path[i]] != best) {
      i++;
    }
    return i;
  }

  /** Sends the task along the path. */
  private void send() {
    int vertex = meeting == net.sink ? lastBeforeSink : meeting;
    int start = 0;
    for (int v = vertex; ahead.from[v] != NONE; v = ahead.from[v]) {
      start++;
    }
    for (int i = start; i >= 0; i--) {
      path[i] = vertex;
      if (i > 0) {
        pathArc[i - 1] = ahead.by[vertex];
        vertex = ahead.from[vertex];
      }
    }
    int last = start;
    if (meeting == net.sink) {
      path[++last] = net.sink;
    } else {
      last = firstMeeting();
      for (int v = path[last]; behind.from[v] != NONE; v = behind.from[v]) {
        pathArc[last] = behind.by[v];
        path[++last] = behind.from[v];
      }
    }
    for (int i = 0; i < last; i++) {
      net.push(path[i], path[i + 1], pathArc[i]);
    }
  }
}
