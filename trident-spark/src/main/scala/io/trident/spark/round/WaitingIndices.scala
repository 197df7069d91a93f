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
package io.trident.spark.round

import io.trident.core.placement.WaitingSearch
import java.util.BitSet

/** The tasks of a task set that wait to be planned, by index. To take part in a round costs no more
  * than its slots need, however many wait. Not thread-safe: guarded by the scheduler's lock.
  *
  * @param size
  *   how many tasks there are; at first all wait
  * @param isWaiting
  *   whether a task that is listed waits indeed; one of which that holds again must be
  *   [[add added]]
  */
final class WaitingIndices(size: Int, isWaiting: Int => Boolean) {
  private val listed = new BitSet(size)
  listed.set(0, size)

  /** Finds the cheapest of them at places. */
  val search: WaitingSearch = new WaitingSearch(index => contains(index))

  /** A task waits again. */
  def add(index: Int): Unit = {
    listed.set(index)
    search.forget()
  }

  /** A task waits no longer. */
  def remove(index: Int): Unit = listed.clear(index)

  /** How many wait at most; O(size / 64). */
  def count: Int = listed.cardinality

  def contains(index: Int): Boolean = listed.get(index) && isWaiting(index)

  /** Whether none waits. */
  def isEmpty: Boolean = {
    var index = listed.nextSetBit(0)
    while (index >= 0 && !isWaiting(index)) {
      listed.clear(index)
      index = listed.nextSetBit(index)
    }
    index < 0
  }

  /** All of them, ascending. */
  def toArray: Array[Int] = listed.stream.filter(index => isWaiting(index)).toArray
}
