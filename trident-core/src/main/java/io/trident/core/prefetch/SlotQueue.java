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
 * that is free first, the lower number of equals.
 *
 * <p>A 4-ary heap of numbers. The bits of a time that is not negative are in the order of the
 * times, so its last bits can hold the number of the slot, and a comparison is one of two integers:
 * times that differ by less than a part in 2^52 / slots are equal. O(log slots).
 */
final class SlotQueue {
  private final int slots;
  private final long mask;
  private final double[] ends;
  private final long[] heap;
  private int used;

  SlotQueue(int slots) {
    this.slots = slots;
    mask = (Long.highestOneBit(Math.max(1, slots - 1)) << 1) - 1;
    ends = new double[slots];
    heap = new long[slots];
  }

  /** Makes every slot one that never ran a task. */
  void clear() {
    used = 0;
  }

  /** Whether the next slot never ran a task. */
  boolean isNextFresh() {
    return used < slots;
  }

  /** The number of the next slot. */
  int next() {
    return used < slots ? used : (int) (heap[0] & mask);
  }

  /** When the next slot's last task ends; only if it ran one. */
  double nextEnd() {
    return ends[next()];
  }

  /** Has the next slot run a task until a time. */
  void occupy(double end) {
    int slot = next();
    ends[slot] = end;
    long entry = (Double.doubleToRawLongBits(end) & ~mask) | slot;
    if (used < slots) {
      add(entry);
    } else {
      replaceFirst(entry);
    }
  }

  private void add(long entry) {
    int child = used++;
    while (child > 0) {
      int parent = (child - 1) >>> 2;
      if (heap[parent] < entry) {
        break;
      }
      heap[child] = heap[parent];
      child = parent;
    }
    heap[child] = entry;
  }

  private void replaceFirst(long entry) {
    int parent = 0;
    while (true) {
      int child = 4 * parent + 1;
      long least = entry;
      int at = parent;
      int limit = Math.min(child + 4, slots);
      for (int i = child; i < limit; i++) {
        at = heap[i] < least ? i : at;
        least = Math.min(least, heap[i]);
      }
      heap[parent] = least;
      if (at == parent) {
        break;
      }
      parent = at;
    }
  }
}
