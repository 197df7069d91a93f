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
package io.trident.core.placement;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Finds waiting tasks in the lists of a {@link WaitingTasks}, and remembers over which tasks that
 * do not wait it has gone before, so that a stage of which most tasks have been served costs no
 * more to search than one at its begin. Not thread-safe.
 */
public final class WaitingSearch {
  /*
   * For each list, how far to go on from each position that holds a task that does not wait: the
   * distance to the next position that may hold one that does. Distances along a way are made one
   * when it has been gone, as in a union-find structure, so that n tasks served one after the other
   * cost O(n log n) in all.
   */
  private final Map<int[], int[]> distances = new IdentityHashMap<>();
  private final IntPredicate waiting;

  /**
   * Creates a search.
   *
   * @param waiting whether a task waits, by its index; {@link #forget} must be called once it holds
   *     for a task for which it did not hold before
   */
  public WaitingSearch(IntPredicate waiting) {
    this.waiting = waiting;
  }

  /** A task waits again. */
  public void forget() {
    distances.clear();
  }

  /** Returns the first position from {@code from} on whose task waits; the end if there is none. */
  int next(int[] tasks, int from) {
    int[] ahead = distances.computeIfAbsent(tasks, list -> new int[list.length]);
    int at = from;
    while (at < tasks.length && (ahead[at] > 0 || !waiting.test(tasks[at]))) {
      at += Math.max(1, ahead[at]);
    }
    int passed = from;
    while (passed < at) {
      int next = passed + Math.max(1, ahead[passed]);
      ahead[passed] = at - passed;
      passed = next;
    }
    return at;
  }
}
