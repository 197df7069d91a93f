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

import io.trident.core.placement.{PlacementTask, WaitingTerms}
import java.util.OptionalDouble

/** What is known of the near future, for tasks that may wait. */
trait Outlook {

  /** The tasks of the stage that run now. Asked only if it matters. */
  def running: Iterator[RunningTask]

  /** How long the stage's finished tasks took beside their reads on average, in seconds; none as
    * long as none has finished.
    */
  def workSeconds: Option[Double]

  /** For how long a task may still be held back, in seconds, by its index in the task set. */
  def patienceSeconds(index: Int): Double
}

/** A running task.
  *
  * @param executor
  *   identifier of its executor
  * @param host
  *   the executor's host as Spark names it
  * @param readSeconds
  *   how long its read there is expected to take
  * @param elapsedSeconds
  *   for how long it has run
  */
final case class RunningTask(
    executor: String,
    host: String,
    readSeconds: Double,
    elapsedSeconds: Double
)

/** How waiting is priced: by the cost model, a cost of 1 being a read at a known rate.
  *
  * A task whose input is in the memory of executors is worth a wait of `processWait` elsewhere,
  * whatever its size, which is not known: what it costs to compute the input anew is not, either.
  * This is what Spark's own locality wait supposes.
  *
  * @param bytesPerSecond
  *   the rate of reads at cost 1
  * @param processWait
  *   seconds that process-locality is worth
  */
final case class Pricing(bytesPerSecond: Double, processWait: Double) {

  /** How long a task reads where it has a cost, in seconds. */
  def readSeconds(task: PlacementTask, cost: Double): Double = {
    var bytes = 0L
    task.blocks.forEach(block => bytes += block.bytes)
    val modelled = bytes * cost / bytesPerSecond
    if (cost > 0 && !task.executors.isEmpty) modelled + processWait else modelled
  }

  /** The terms for a snapshot whose tasks have the indices given in the task set. */
  def terms(tasks: Array[Int], outlook: Outlook): WaitingTerms = new WaitingTerms {
    override def readSeconds(task: PlacementTask, cost: Double): Double =
      Pricing.this.readSeconds(task, cost)
    override val workSeconds: OptionalDouble =
      outlook.workSeconds.fold(OptionalDouble.empty)(OptionalDouble.of)
    override def patienceSeconds(task: Int): Double = outlook.patienceSeconds(tasks(task))
  }
}
