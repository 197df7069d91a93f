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
package io.trident.spark.prefetch

import io.trident.core.prefetch.PrefetchPlan
import io.trident.core.prefetch.input.PlannedInput
import io.trident.core.report.PrefetchReport
import io.trident.core.storage.{BlockProgress, BlockToCache, PinState, Refusals}
import scala.collection.mutable
import scala.jdk.CollectionConverters._

/** What is prefetched for one attempt of a stage. Thread-safe.
  *
  * @param planned
  *   the plan
  * @param decidedMs
  *   when it was made, in milliseconds since the epoch
  * @param delaySeconds
  *   for how long it holds the stage's tasks back at most
  * @param ask
  *   where each block stands that was asked for
  * @param letGo
  *   lets go of them; may wait
  * @param teach
  *   receives how the stage ran, once; returns at once
  */
final class PrefetchedStage(
    val stage: Int,
    val attempt: Int,
    planned: PlannedInput,
    decidedMs: Long,
    delaySeconds: Double,
    ask: () => Seq[BlockProgress],
    letGo: () => Unit,
    teach: PrefetchedStage.StageRun => Unit
) {
  import PrefetchedStage._

  // Guarded by the lock on this.
  private var last: Option[Seq[BlockProgress]] = None

  /** Where each block stands that was asked for; once closed, where it stood. */
  def progress: Seq[BlockProgress] = synchronized(last.getOrElse(ask()))

  /** Lets go of the blocks. */
  def close(): Unit = {
    synchronized { last = Some(progress) }
    letGo()
  }

  /** The stage has ended.
    *
    * @param tasks
    *   those of its tasks that succeeded
    */
  def ended(tasks: Seq[FinishedTask]): Unit =
    teach(StageRun(decidedMs, delaySeconds, tasks, progress))

  /** What it came to.
    *
    * @param launches
    *   the tasks started so far
    * @param endedMs
    *   when the stage ended, in milliseconds since the epoch
    */
  def report(launches: Iterable[Launch], endedMs: Option[Long]): PrefetchReport = {
    val plan = planned.plan
    val steps = planned.blocks.asScala.toSet
    val ofPlan = progress.filter(one => steps.contains(one.block))
    val failures = ofPlan.filter(_.state.isFailed)
    new PrefetchReport(
      plan.prefetcher.label,
      planned.input.snapshot.blocks.size,
      steps.size,
      ofPlan.count(_.state == PinState.CACHED),
      found(plan, ofPlan, launches),
      failures.size,
      failures.headOption.map(Refusals.reason).orNull,
      delaySeconds,
      plan.predicted.none,
      plan.predicted.all,
      plan.predicted.planned,
      endedMs.map(end => Double.box(math.max(0, end - decidedMs) / MillisPerSecond)).orNull
    )
  }

  /** How many blocks were in memory on a node when a task that reads them started there. */
  private def found(
      plan: PrefetchPlan,
      progress: Seq[BlockProgress],
      launches: Iterable[Launch]
  ): Int = {
    val cachedMs = mutable.HashMap.empty[BlockToCache, Long]
    for (one <- progress if one.state == PinState.CACHED) {
      cachedMs(one.block) = decidedMs + one.elapsed.toMillis
    }
    val byId = plan.steps.asScala.map(_.block).zip(planned.blocks.asScala).toMap
    val tasks = planned.input.snapshot.tasks
    val read = for {
      launch <- launches.iterator if launch.index < tasks.size
      part <- tasks.get(launch.index).reads.asScala
      block <- byId.get(part.block)
      if block.node == launch.node && cachedMs.get(block).exists(_ <= launch.atMs)
    } yield block
    read.toSet.size
  }
}

object PrefetchedStage {
  private val MillisPerSecond = 1e3

  /** A task that was started.
    *
    * @param index
    *   its index in the task set
    * @param node
    *   the node, as the storage names it
    * @param atMs
    *   when, in milliseconds since the epoch
    */
  final case class Launch(index: Int, node: String, atMs: Long)

  /** A task that succeeded.
    *
    * @param index
    *   its index in the task set
    * @param node
    *   the node, as the storage names it
    * @param startMs
    *   when it was started, in milliseconds since the epoch
    * @param endMs
    *   when it ended
    * @param cpuNanos
    *   processor time that it used
    */
  final case class FinishedTask(
      index: Int,
      node: String,
      startMs: Long,
      endMs: Long,
      cpuNanos: Long
  )

  /** How a stage ran.
    *
    * @param decidedMs
    *   when it was decided what to prefetch, in milliseconds since the epoch
    * @param delaySeconds
    *   for how long it was held back at most
    * @param progress
    *   what became of its blocks
    */
  final case class StageRun(
      decidedMs: Long,
      delaySeconds: Double,
      tasks: Seq[FinishedTask],
      progress: Seq[BlockProgress]
  )
}
