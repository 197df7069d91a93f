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

/** Reads the matching and its bound off a solved {@link TransportationNetwork}. */
final class MatchingReader {
  private final TransportationNetwork net;

  /** The slot group of each task, as a place; {@link PlaceTree#NONE} where it has none. */
  private int[] placeOfTask = new int[0];

  /** Tasks on their way down: the first at each place, and the next of each. */
  private int[] first = new int[0];

  private int[] next = new int[0];

  MatchingReader(TransportationNetwork net) {
    this.net = net;
  }

  /** Returns the slot group of each task, as a place; the array is used again. */
  int[] places() {
    if (placeOfTask.length < net.taskLimit) {
      placeOfTask = new int[net.taskLimit + net.taskLimit / 4];
      next = new int[placeOfTask.length];
    }
    PlaceTree tree = net.tree;
    if (first.length < tree.firstLeaf) {
      first = new int[tree.firstLeaf];
    }
    for (int t = 0; t < net.taskLimit; t++) {
      placeOfTask[t] =
          net.isLive(t) && net.entered[t] >= 0 ? net.arcPlace[net.entered[t]] : PlaceTree.NONE;
    }
    Arrays.fill(first, 0, tree.firstLeaf, PlaceTree.NONE);
    for (int p = 0; p < tree.firstLeaf; p++) { // parents come first
      handDown(p);
    }
    return placeOfTask;
  }

  /** Hands the tasks at an inner place to its children, as many to each as the flow has. */
  private void handDown(int place) {
    PlaceTree tree = net.tree;
    int head = first[place];
    for (int t = net.firstEntered[place]; t != PlaceTree.NONE; t = net.nextEntered[t]) {
      next[t] = head;
      head = t;
    }
    for (int c = tree.childStart[place]; c < tree.childStart[place + 1] && head >= 0; c++) {
      int below = tree.child[c];
      for (int i = net.flow[below]; i > 0; i--) {
        int task = head;
        head = next[task];
        if (net.isLeaf(below)) {
          placeOfTask[task] = below;
        } else {
          next[task] = first[below];
          first[below] = task;
        }
      }
    }
  }

  /** Returns the dual of a task: what it pays at most. */
  long taskDual(int task) {
    return -net.pot[net.firstTask + task];
  }

  /** Returns the dual of a slot group: 0 or less, and 0 where it has no slots. */
  long slotDual(int leaf) {
    return net.capacity[leaf] == 0 ? 0 : Math.min(0, net.pot[leaf]); // above 0 only without tasks
  }

  /** Returns the cost of the tasks that have a slot. */
  long cost() {
    long cost = 0;
    for (int t = 0; t < net.taskLimit; t++) {
      if (net.isLive(t) && net.entered[t] >= 0) {
        cost += net.arcCost[net.entered[t]];
      }
    }
    return cost;
  }

  /**
   * Returns the value of the dual solution: no matching has a lower cost, where a task without slot
   * costs {@link TransportationNetwork#unplacedCost}. Costs are at least 0, so that is a bound too.
   */
  long dualValue() {
    long value = 0;
    try {
      for (int t = 0; t < net.taskLimit; t++) {
        if (net.isLive(t)) {
          value = Math.addExact(value, taskDual(t));
        }
      }
      for (int leaf = net.tree.firstLeaf; leaf < net.sink; leaf++) {
        value = Math.addExact(value, Math.multiplyExact(slotDual(leaf), (long) net.capacity[leaf]));
      }
    } catch (ArithmeticException e) {
      return 0; // many slots of an unfinished flow: no bound but that of the signs
    }
    return Math.max(0, value);
  }
}
