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
package io.trident.core.prefetch;

import java.util.Arrays;

/**
 * When each node has a slot free, and which node has the first of all: a heap of ends for each node
 * below a tournament of the nodes. Nodes are known by their rank, faster ones first; of equals the
 * lower rank is first. O(log slots of the node + log nodes) to occupy a slot.
 */
final class NodeSlots {
  /** Before every end: a slot that never ran a task. */
  static final double FRESH = -1;

  private final int nodes;
  private final int leaves;
  private final int[] from;
  private final int[] used;
  private final double[] ends;

  /** The rank of the first node of each part of the tournament: leaves at the end, -1 if none. */
  private final int[] winners;

  /**
   * All slots never ran a task.
   *
   * @param slots how many slots each node has, by rank; each at least one
   */
  NodeSlots(int[] slots) {
    nodes = slots.length;
    from = new int[nodes + 1];
    for (int i = 0; i < nodes; i++) {
      from[i + 1] = from[i] + slots[i];
    }
    used = new int[nodes];
    ends = new double[from[nodes]];
    leaves = Integer.highestOneBit(Math.max(1, nodes - 1)) << (nodes > 1 ? 1 : 0);
    winners = new int[2 * leaves];
    clear();
  }

  /** Makes every slot one that never ran a task. */
  void clear() {
    Arrays.fill(used, 0);
    Arrays.fill(winners, -1);
    for (int i = 0; i < nodes; i++) {
      winners[leaves + i] = i;
    }
    for (int part = leaves - 1; part >= 1; part--) {
      winners[part] = firstOf(winners[2 * part], winners[2 * part + 1]);
    }
  }

  /** The rank of the node whose slot is free first. */
  int first() {
    return winners[1];
  }

  /** When a node's first slot is free; {@link #FRESH} if it never ran a task. */
  double free(int rank) {
    return used[rank] < from[rank + 1] - from[rank] ? FRESH : ends[from[rank]];
  }

  /** Has a node's first slot run a task until a time. */
  void occupy(int rank, double end) {
    int base = from[rank];
    if (used[rank] < from[rank + 1] - base) {
      int child = used[rank]++;
      while (child > 0 && ends[base + (child - 1) / 2] > end) {
        ends[base + child] = ends[base + (child - 1) / 2];
        child = (child - 1) / 2;
      }
      ends[base + child] = end;
    } else {
      replaceFirst(base, used[rank], end);
    }
    for (int part = (leaves + rank) / 2; part >= 1; part /= 2) {
      winners[part] = firstOf(winners[2 * part], winners[2 * part + 1]);
    }
  }

  private void replaceFirst(int base, int size, double end) {
    int parent = 0;
    while (2 * parent + 1 < size) {
      int child = 2 * parent + 1;
      if (child + 1 < size && ends[base + child + 1] < ends[base + child]) {
        child++;
      }
      if (ends[base + child] >= end) {
        break;
      }
      ends[base + parent] = ends[base + child];
      parent = child;
    }
    ends[base + parent] = end;
  }

  private int firstOf(int one, int other) {
    if (one < 0 || other < 0) {
      return Math.max(one, other);
    }
    double a = free(one);
    double b = free(other);
    return a < b || (a == b && one < other) ? one : other;
  }
}
