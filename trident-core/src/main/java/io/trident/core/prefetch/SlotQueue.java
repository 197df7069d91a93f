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

/**
 * The slots by the end of their last task: first those that never ran one, in order, then the one
 * that is free first, the lower number of equals. A heap of primitive arrays; O(log slots).
 */
final class SlotQueue {
  private final int slots;
  private final double[] ends;
  private final int[] numbers;
  private int size;

  SlotQueue(int slots) {
    this.slots = slots;
    ends = new double[slots];
    numbers = new int[slots];
  }

  /** Makes every slot one that never ran a task. */
  void clear() {
    size = 0;
  }

  /** Whether the next slot never ran a task. */
  boolean isNextFresh() {
    return size < slots;
  }

  /** The number of the next slot. */
  int next() {
    return size < slots ? size : numbers[0];
  }

  /** When the next slot's last task ends; only if it ran one. */
  double nextEnd() {
    return ends[0];
  }

  /** Has the next slot run a task until a time. */
  void occupy(double end) {
    if (size < slots) {
      add(end);
    } else {
      replaceFirst(end);
    }
  }

  private void add(double end) {
    int number = size;
    int child = size++;
    while (child > 0) {
      int parent = (child - 1) >>> 2;
      if (ends[parent] <= end) { // a slot that was added before has a lower number
        break;
      }
      ends[child] = ends[parent];
      numbers[child] = numbers[parent];
      child = parent;
    }
    ends[child] = end;
    numbers[child] = number;
  }

  private void replaceFirst(double end) {
    int number = numbers[0];
    int parent = 0;
    while (true) {
      int child = 4 * parent + 1;
      if (child >= size) {
        break;
      }
      int least = child;
      int limit = Math.min(child + 4, size);
      for (int i = child + 1; i < limit; i++) {
        if (isBefore(ends[i], numbers[i], ends[least], numbers[least])) {
          least = i;
        }
      }
      if (!isBefore(ends[least], numbers[least], end, number)) {
        break;
      }
      ends[parent] = ends[least];
      numbers[parent] = numbers[least];
      parent = least;
    }
    ends[parent] = end;
    numbers[parent] = number;
  }

  private static boolean isBefore(double end, int number, double otherEnd, int otherNumber) {
    return end < otherEnd || (end == otherEnd && number < otherNumber);
  }
}
