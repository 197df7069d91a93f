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

import io.trident.core.model.StorageTier
import scala.collection.mutable

/** Which tasks each executor is to run, handed out one by one. Not thread-safe: one round's state.
  *
  * @param queues
  *   tasks by executor, none empty
  * @param held
  *   indices of the tasks held back
  */
final class RoundPlan(
    queues: mutable.HashMap[String, mutable.Queue[PlannedTask]],
    val held: Seq[Int]
) {
  private var left = queues.valuesIterator.map(_.size).sum

  /** Takes the next task of an executor. */
  def next(executor: String): Option[PlannedTask] =
    queues.get(executor).collect {
      case queue if queue.nonEmpty =>
        left -= 1
        queue.dequeue()
    }

  /** Whether an executor has tasks left. */
  def hasNext(executor: String): Boolean = queues.get(executor).exists(_.nonEmpty)

  /** Whether no executor has tasks left. */
  def isExhausted: Boolean = left == 0
}

object RoundPlan {

  /** Nothing to run. */
  def empty: RoundPlan = new RoundPlan(mutable.HashMap.empty, Nil)
}

/** A task that a plan has placed.
  *
  * @param index
  *   its index in the task set
  * @param cost
  *   its assignment cost there
  * @param tier
  *   the tier that serves most of its bytes there
  */
final case class PlannedTask(index: Int, cost: Double, tier: Option[StorageTier])
