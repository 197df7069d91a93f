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

/** What is known of the near future, for tasks that may wait. */
trait Outlook {

  /** The tasks of the stage that run now. Asked only if it matters. */
  def running: Iterator[RunningTask]

  /** How long the stage's finished tasks took on average, in seconds; none if none has. */
  def meanSeconds: Option[Double]

  /** For how long a task may still be held back, in seconds, by its index in the task set. */
  def patienceSeconds(index: Int): Double
}

/** A running task.
  *
  * @param executor
  *   identifier of its executor
  * @param host
  *   the executor's host as Spark names it
  * @param seconds
  *   for how long it has run
  */
final case class RunningTask(executor: String, host: String, seconds: Double)

object Outlook {

  /** How many tasks in a row are expected of one core at most. */
  val MaxReleases = 8

  /** When the core of a running task is expected to be free, and free again after each of the tasks
    * that may follow, in seconds from now.
    *
    * A task that has run for longer than the mean, or without one, is expected to take as long
    * again: the longer it has run, the less is known.
    *
    * @param elapsed
    *   for how long it has run, in seconds
    * @param mean
    *   how long tasks take, in seconds
    * @param horizon
    *   what is farther off does not matter, in seconds
    */
  def releases(elapsed: Double, mean: Option[Double], horizon: Double): Seq[Double] = {
    val length = mean.filter(_ > elapsed).getOrElse(2 * elapsed)
    val interval = mean.getOrElse(length)
    Iterator
      .iterate(length - elapsed)(_ + interval)
      .take(MaxReleases)
      .takeWhile(_ <= horizon)
      .toSeq
  }
}

/** Prices reads by the cost model: a cost of 1 is a read at a known rate.
  *
  * A task whose input is in the memory of executors is worth a wait of `processWait` elsewhere,
  * whatever its size, which is not known: what it costs to compute the input anew is not, either.
  * This is what Spark's own locality wait supposes.
  *
  * @param bytesPerSecond
  *   the rate of reads at cost 1
  * @param processWait
  *   seconds that process-locality is worth at least
  * @param patience
  *   for how long a task may still be held back, by its index in the snapshot
  */
final class ModelTerms(bytesPerSecond: Double, processWait: Double, patience: Int => Double)
    extends WaitingTerms {
  override def readSeconds(task: PlacementTask, cost: Double): Double = {
    var bytes = 0L
    task.blocks.forEach(block => bytes += block.bytes)
    val modelled = bytes * cost / bytesPerSecond
    if (cost > 0 && !task.executors.isEmpty) modelled + processWait else modelled
  }

  override def patienceSeconds(task: Int): Double = patience(task)
}
