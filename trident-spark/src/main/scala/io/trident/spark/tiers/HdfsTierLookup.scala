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
package io.trident.spark.tiers

import io.trident.core.model.RackResolver
import io.trident.core.placement.PlacementTask
import io.trident.core.storage.{FileSegment, SegmentTiers}
import io.trident.storage.{Storage, Storages}
import java.time.Duration
import java.util.concurrent._
import java.util.concurrent.atomic.AtomicInteger
import org.apache.hadoop.conf.Configuration
import org.apache.spark.internal.Logging
import scala.jdk.CollectionConverters._

/** Looks tiers up by the storages that hold the files, which remember them for a short time.
  *
  * A stage is one look-up, whatever the number of its tasks, on a daemon thread. It lasts no longer
  * than the time limit: files of which nothing is known by then count as unreachable, and what a
  * storage reports of them later is used by the next look-up. Stages without files need no look-up
  * and are answered at once. What is prefetched is decided in the stage's first look-up, by what it
  * found, and reported by this and later ones.
  *
  * @param timeout
  *   how long a look-up lasts at most, and how long a stage waits for its turn
  * @param threads
  *   how many stages are looked up at the same time
  * @param counters
  *   count what is looked up
  * @param prefetch
  *   has input moved into memory
  */
final class HdfsTierLookup(
    storage: Storage,
    timeout: Duration,
    threads: Int,
    val counters: LookupCounters,
    prefetch: InputPrefetch = InputPrefetch.Off
) extends TierLookup
    with Logging {
  private val pool = HdfsTierLookup.pool(threads)

  private object seenNodes extends InputPrefetch.Nodes {
    override def nameOf(host: String): String = storage.nodes.nameOf(host)
    override def cacheFree(node: String): Long = storage.nodes.cacheFree(node)
  }

  override def topology: RackResolver = storage.nodes

  override def nodeOf(host: String): String = storage.nodes.nameOf(host)

  override def resolve(stage: StageInputs): CompletionStage[StageTiers] = answer(stage, None)

  override def refresh(stage: StageInputs, last: StageTiers): CompletionStage[StageTiers] =
    answer(stage, Some(last))

  private def answer(stage: StageInputs, last: Option[StageTiers]): CompletionStage[StageTiers] =
    if (stage.tasks.forall(_.segments.isEmpty)) {
      CompletableFuture.completedFuture(tiersOf(stage, Map.empty, last, None))
    } else {
      val answer = new CompletableFuture[StageTiers]
      try {
        pool.execute(() => lookUp(stage, last, answer))
      } catch {
        case e: RejectedExecutionException => answer.completeExceptionally(e)
      }
      answer
        .orTimeout(2 * timeout.toMillis, TimeUnit.MILLISECONDS)
        .whenComplete((_, failure) => if (failure != null) failed(stage, failure))
    }

  private def lookUp(
      stage: StageInputs,
      last: Option[StageTiers],
      answer: CompletableFuture[StageTiers]
  ): Unit =
    if (!answer.isDone) { // else nobody waits any more
      try {
        val segments = stage.tasks.iterator.flatMap(_.segments).toSet
        val located = storage.locate(segments.asJava, timeout).asScala
        val delay = if (last.isEmpty) prefetch.begin(stage, located, seenNodes) else None
        answer.complete(tiersOf(stage, prefetch.update(located), last, delay))
      } catch {
        case e: Throwable => answer.completeExceptionally(e) // whoever waits contains it or not
      }
    }

  private def tiersOf(
      stage: StageInputs,
      located: collection.Map[FileSegment, SegmentTiers],
      last: Option[StageTiers],
      delay: Option[StartDelay]
  ): StageTiers = {
    val tasks = stage.tasks.zipWithIndex.map { case (input, index) =>
      taskOf(index, input, located, last)
    }
    counters.countAnswer(located.values)
    StageTiers(tasks, located.values.exists(TaskTiers.mayChange), delay)
  }

  private def taskOf(
      index: Int,
      input: TaskInput,
      located: collection.Map[FileSegment, SegmentTiers],
      last: Option[StageTiers]
  ): PlacementTask =
    last match {
      case Some(known) if input.segments.exists(located.get(_).forall(TaskTiers.isUntold)) =>
        known.tasks(index)
      case _ => TaskTiers.of(index, input, located.get)
    }

  private def failed(stage: StageInputs, failure: Throwable): Unit =
    if (counters.countFailure()) {
      logWarning(
        s"The tiers of stage ${stage.stage} cannot be looked up; it is scheduled without " +
          "(logged once, then counted)",
        failure
      )
    }

  /** Look-ups in flight fail; later ones do, too. */
  override def close(): Unit = {
    pool.shutdownNow()
    storage.close()
  }
}

object HdfsTierLookup {

  /** Creates a look-up that acts as the current user.
    *
    * @param conf
    *   the application's Hadoop configuration; what is set in it later counts, too, but for the
    *   keys of trident-hdfs
    */
  def apply(
      conf: Configuration,
      timeout: Duration,
      threads: Int,
      counters: LookupCounters = new LookupCounters,
      prefetch: InputPrefetch = InputPrefetch.Off
  ): HdfsTierLookup =
    new HdfsTierLookup(Storages.open(conf), timeout, threads, counters, prefetch)

  private def pool(threads: Int): ExecutorService = {
    val number = new AtomicInteger
    val pool = new ThreadPoolExecutor(
      threads,
      threads,
      10,
      TimeUnit.SECONDS,
      new LinkedBlockingQueue[Runnable],
      (task: Runnable) => {
        val thread = new Thread(task, s"trident-tier-lookup-${number.getAndIncrement()}")
        thread.setDaemon(true)
        thread
      }
    )
    pool.allowCoreThreadTimeOut(true)
    pool
  }
}
