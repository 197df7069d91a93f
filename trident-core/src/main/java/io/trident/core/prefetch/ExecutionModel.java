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

/*
 * Algorithm 5: when each task runs, and so how long the job takes.
 *
 * Tasks are taken in order of their tier preference score and, of equals, of their number; the score
 * of a task over several blocks is the mean of its blocks', weighted by bytes. A block that is on
 * its way into memory has the pending score, above that of every tier: its task is taken late, when
 * the block is there. The order is that at submission, as printed. Each task goes to the slot that
 * is free first. It starts at delay + TimeToInit + TimeToSchedule on a fresh slot, else
 * TimeToSchedule after the slot's last task, and takes
 *
 *     sum over its blocks of bytes / (rate of memory or of the best replica) + cpu(bytes) / speed.
 *
 * A block is read from memory if it is there when the task starts. The paper prints "start >
 * cacheTime"; but the delay of Algorithm 7 is just long enough for start = cacheTime, "it can start
 * as soon as B4 completes prefetching and read the data from memory", so equality counts.
 *
 * Where a task runs makes no difference here: the scheduler runs nearly all where the data are.
 *
 * Cost: the order without prefetching is sorted once; a prediction takes out the tasks whose blocks
 * are prefetched and merges them in again by their new scores, O(n) plus O(p log p) for p such
 * tasks, and then O(n log s) for s slots.
 */
final class ExecutionModel {
  /** Times are compared up to a nanosecond: a delay must not miss its block by a rounding. */
  static final double ROUNDING_SECONDS = 1e-9;

  private final Instance instance;
  private final SlotQueue slots;
  private final long[] storedOrder;
  private final long[] moved;
  private final long[] order;
  private final double[] starts;
  private final double[] ends;

  ExecutionModel(Instance instance) {
    this.instance = instance;
    slots = new SlotQueue(instance.slotNode.length);
    storedOrder = new long[instance.taskCount];
    moved = new long[instance.taskCount];
    order = new long[instance.taskCount];
    starts = new double[instance.taskCount];
    ends = new double[instance.taskCount];
    for (int task = 0; task < instance.taskCount; task++) {
      storedOrder[task] = key(score(task, instance.blockScore), task);
    }
    Arrays.sort(storedOrder);
  }

  /**
   * Predicts the job time.
   *
   * @param ready when each block is in memory, in seconds; infinite if never
   * @param score the score of each block at submission
   * @param prefetched whether each block is prefetched by this job
   * @param delay seconds by which the job is delayed
   * @return the end of the last task, in seconds; 0 without tasks
   */
  double predict(double[] ready, double[] score, boolean[] prefetched, double delay) {
    arrange(score, prefetched);
    double firstStart =
        delay + instance.snapshot.times().timeToInit() + instance.snapshot.times().timeToSchedule();
    double schedule = instance.snapshot.times().timeToSchedule();
    double jobEnd = 0;
    slots.clear();
    for (long next : order) {
      int task = (int) next;
      int node = instance.slotNode[slots.next()];
      double start = slots.isNextFresh() ? firstStart : slots.nextEnd() + schedule;
      double ioSeconds = 0;
      for (int read = instance.readFrom[task]; read < instance.readFrom[task + 1]; read++) {
        int block = instance.readBlock[read];
        ioSeconds +=
            instance.readBytes[read]
                * (isInMemory(start, ready[block])
                    ? instance.memorySecondsPerByte[node]
                    : instance.storedSecondsPerByte[block]);
      }
      double end = start + ioSeconds + instance.cpuSeconds[task] / instance.cpuSpeed[node];
      starts[task] = start;
      ends[task] = end;
      jobEnd = Math.max(jobEnd, end);
      slots.occupy(end);
    }
    return jobEnd;
  }

  /** When a task starts, by the last prediction. */
  double start(int task) {
    return starts[task];
  }

  /** When a task ends, by the last prediction. */
  double end(int task) {
    return ends[task];
  }

  /** Whether a task that starts at a time finds a block in memory. */
  static boolean isInMemory(double start, double ready) {
    return start + ROUNDING_SECONDS >= ready;
  }

  private void arrange(double[] score, boolean[] prefetched) {
    int kept = 0;
    int movedCount = 0;
    for (long key : storedOrder) {
      int task = (int) key;
      if (readsAny(task, prefetched)) {
        moved[movedCount++] = key(score(task, score), task);
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

  private boolean readsAny(int task, boolean[] blocks) {
    for (int read = instance.readFrom[task]; read < instance.readFrom[task + 1]; read++) {
      if (blocks[instance.readBlock[read]]) {
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
