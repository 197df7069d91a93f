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

import io.trident.core.model.StorageTier
import io.trident.core.prefetch.{PrefetchBlock, PrefetchTask}
import io.trident.core.prefetch.feedback.{CacheRun, JobRun, TaskRun}
import io.trident.core.prefetch.input.PlannedInput
import io.trident.core.storage.PinState
import io.trident.spark.prefetch.PrefetchedStage.StageRun
import scala.jdk.CollectionConverters._

/** From how a stage ran to what the model of prefetching learns from.
  *
  * A task is supposed to have read each block from memory if it was there on its node when it
  * started, else from the replica on its node, else from the first one. When the first task could
  * have been scheduled is not known: executors may have been busy with other stages.
  */
private[prefetch] object StageRuns {
  private val Millis = 1e3
  private val Nanos = 1e9

  /** Translates a run of a stage of a class. */
  def of(jobClass: String, planned: PlannedInput, run: StageRun): JobRun = {
    val snapshot = planned.input.snapshot
    val blocks = snapshot.blocks.asScala.map(block => block.id -> block).toMap
    val cached = run.progress.collect {
      case one if one.state == PinState.CACHED => one.block -> one.elapsed.toMillis / Millis
    }.toMap
    val steps = planned.plan.steps.asScala.zip(planned.blocks.asScala)
    val readyAt = steps.collect {
      case (step, block) if cached.contains(block) => (step.block, step.node) -> cached(block)
    }.toMap
    val tasks = run.tasks.filter(_.index < snapshot.tasks.size).map { task =>
      val start = (task.startMs - run.decidedMs) / Millis
      val end = (task.endMs - run.decidedMs) / Millis
      val bytes = bytesByTier(snapshot.tasks.get(task.index), task.node, blocks) { (block, node) =>
        readyAt.get((block, node)).exists(_ <= start)
      }
      new TaskRun(start, end, task.cpuNanos / Nanos, bytes.asJava)
    }
    val caching = steps.collect {
      case (step, block) if cached.contains(block) =>
        new CacheRun(step.device, step.tier, step.bytes, cached(block))
    }
    new JobRun(jobClass, run.delaySeconds, Double.NaN, 0, tasks.asJava, caching.toSeq.asJava)
  }

  private def bytesByTier(task: PrefetchTask, node: String, blocks: Map[String, PrefetchBlock])(
      isReady: (String, String) => Boolean
  ): Map[StorageTier, java.lang.Long] =
    task.reads.asScala
      .flatMap(read => blocks.get(read.block).map(_ -> read.bytes))
      .groupMapReduce { case (block, _) =>
        if (isReady(block.id, node)) StorageTier.MEMORY else tierOf(block, node)
      }(_._2)(_ + _)
      .map { case (tier, bytes) => tier -> Long.box(bytes) }

  private def tierOf(block: PrefetchBlock, node: String): StorageTier = {
    val inMemory = block.cached.asScala.exists(copy => copy.node == node && copy.readySeconds == 0)
    val stored = block.replicas.asScala
    if (inMemory) StorageTier.MEMORY
    else
      stored
        .find(_.node == node)
        .orElse(stored.headOption)
        .fold(StorageTier.MEMORY)(_.device.tier)
  }
}
