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

/**
 * Makes an unfinished flow a matching: waiting tasks, then those without slot, take what is free,
 * each the cheapest that it lists. Maximum in cardinality, not of least cost; the duals of the flow
 * bound how far from it.
 */
final class Completion {
  private final TransportationNetwork net;
  private final int[] place;
  private final int[] free;

  private long cost;

  /**
   * Completes the places of tasks; O(arcs * depth of the tree * children).
   *
   * @return the cost of the places added
   */
  static long complete(TransportationNetwork net, int[] placeOfTask) {
    Completion completion = new Completion(net, placeOfTask);
    completion.run();
    return completion.cost;
  }

  private Completion(TransportationNetwork net, int[] placeOfTask) {
    this.net = net;
    place = placeOfTask;
    free = new int[net.sink];
    for (int p = net.sink - 1; p >= 0; p--) {
      if (net.isLeaf(p)) {
        free[p] = net.residual(p);
      }
      if (p > PlaceTree.ROOT) {
        int above = net.tree.parent[p];
        free[above] = (int) Math.min(Integer.MAX_VALUE, (long) free[above] + free[p]);
      }
    }
  }

  private void run() {
    for (int t = 0; t < net.taskLimit; t++) {
      if (net.isLive(t) && net.entered[t] == TransportationNetwork.NONE) {
        place(t);
      }
    }
    for (int t = 0; t < net.taskLimit; t++) {
      if (net.isLive(t) && net.entered[t] == TransportationNetwork.UNPLACED) {
        place(t);
      }
    }
  }

  private void place(int task) {
    for (int a = net.arcStart[task]; a < net.arcEnd[task]; a++) {
      int at = net.arcPlace[a];
      if (free[at] > 0) {
        place[task] = take(at);
        cost += net.arcCost[a];
        return;
      }
    }
  }

  private int take(int from) {
    PlaceTree tree = net.tree;
    int at = from;
    while (!net.isLeaf(at)) {
      int c = tree.childStart[at];
      while (free[tree.child[c]] == 0) {
        c++;
      }
      at = tree.child[c];
    }
    for (int p = at; p != PlaceTree.NONE; p = tree.parent[p]) {
      free[p]--;
    }
    return at;
  }
}
