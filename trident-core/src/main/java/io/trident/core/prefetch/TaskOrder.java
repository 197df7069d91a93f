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
 * The order in which Algorithm 5 takes tasks: by their tier preference score and, of equals, by
 * number. The score of a task over several blocks is the mean of its blocks', weighted by bytes. A
 * block that is on its way into memory has the pending score, above that of every tier: its task is
 * taken late, when the block is there. The order is that at submission, as printed.
 *
 * <p>The order without prefetching is sorted once; then tasks whose blocks are prefetched are taken
 * out and merged in again by their new scores, O(n) plus O(p log p) for p such tasks.
 */
final class TaskOrder {
  private final Instance instance;
  private final long[] storedOrder;
  private final long[] moved;
  private final long[] order;

  TaskOrder(Instance instance) {
    this.instance = instance;
    storedOrder = new long[instance.taskCount];
    moved = new long[instance.taskCount];
    order = new long[instance.taskCount];
    for (int task = 0; task < instance.taskCount; task++) {
      storedOrder[task] = key(score(task, instance.blockScore), task);
    }
    Arrays.sort(storedOrder);
  }

  /** Arranges the tasks. */
  void arrange(BlockStates blocks) {
    int kept = 0;
    int movedCount = 0;
    for (long key : storedOrder) {
      int task = (int) key;
      if (readsPrefetched(task, blocks)) {
        moved[movedCount++] = key(score(task, blocks.score), task);
      } else {
        order[kept++] = key;
      }
    }
    Arrays.sort(moved, 0, movedCount);
    // Merges from the end, so that the tasks that stay need no second array.
    int stay = kept - 1;
    int move = movedCount - 1;
    for (int place = order.length - 1; move >= 0; place--) {
      if (stay >= 0 && order[stay] > moved[move]) {
        order[place] = order[stay--];
      } else {
        order[place] = moved[move--];
      }
    }
  }

  /** The number of the task at a place. */
  int task(int place) {
    return (int) order[place];
  }

  private boolean readsPrefetched(int task, BlockStates blocks) {
    for (int read = instance.readFrom[task]; read < instance.readFrom[task + 1]; read++) {
      if (blocks.isPrefetched(instance.readBlock[read])) {
        return true;
      }
    }
    return false;
  }

  private double score(int task, double[] blockScore) {
    double weighted = 0;
    double weights = 0;
    for (int read = instance.readFrom[task]; read < instance.readFrom[task + 1]; read++) {
      double weight = Math.max(1, instance.readBytes[read]); // an empty block is somewhere, too
      weighted += weight * blockScore[instance.readBlock[read]];
      weights += weight;
    }
    return weights == 0 ? instance.snapshot.costs().noPreference() : weighted / weights;
  }

  /** Orders by score, in single precision, then by number. Scores are not negative. */
  private static long key(double score, int task) {
    return (long) Float.floatToIntBits((float) score) << Integer.SIZE | task;
  }
}
