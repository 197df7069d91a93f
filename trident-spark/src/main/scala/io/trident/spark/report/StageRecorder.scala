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
package io.trident.spark.report

import java.util.{LinkedHashMap => JLinkedHashMap, Map => JMap}
import java.util.concurrent.{ConcurrentHashMap, ConcurrentLinkedQueue}
import java.util.concurrent.atomic.AtomicLong

import scala.collection.mutable

import io.trident.core.guard.Guard
import io.trident.core.report.{StageReport, StockReason}
import io.trident.spark.prefetch.PrefetchedStage
import io.trident.spark.round._
import org.apache.spark.scheduler._

/** Observes the scheduler and sums up per stage. Thread-safe.
  *
  * Under the scheduler's lock it only puts references into a queue. They are counted on the thread
  * that delivers it the events of the listener bus, or that asks for reports. If that falls so far
  * behind that the queue would take too much memory, observations are dropped, and their number is
  * reported. Of stages for which tiers make no difference it keeps nothing but their number, so
  * that their events cost next to nothing.
  *
  * @param policy
  *   name of the placement policy
  * @param maxDetails
  *   how many single tasks a report has at most
  * @param nodeOf
  *   the name by which the storage knows a host that Spark names
  * @param metrics
  *   counts, too
  * @param publish
  *   is given the report of each stage that has ended, once
  * @param guard
  *   contains what fails
  * @param maxQueued
  *   how many tasks, slots and launches are kept until they are counted
  */
final class StageRecorder(
    policy: String,
    maxDetails: Int,
    nodeOf: String => String,
    metrics: PlacementMetrics,
    publish: StageReport => Unit,
    guard: Guard,
    maxQueued: Long = StageRecorder.MaxQueued
) extends SparkListener
    with RoundObserver {
  import StageRecorder._

  private val queue = new ConcurrentLinkedQueue[Observation]
  private val queued = new AtomicLong
  private val dropped = new AtomicLong
  private val observed = ConcurrentHashMap.newKeySet[Attempt]()

  // Guarded by the lock on this.
  private val open = mutable.LinkedHashMap.empty[Attempt, StageRecord]
  private val ended = new JLinkedHashMap[Attempt, Unit] {
    override def removeEldestEntry(eldest: JMap.Entry[Attempt, Unit]): Boolean =
      size > RememberedAttempts
  }

  override def stageBegan(stage: StageBegan): Unit = {
    observed.add((stage.stage, stage.attempt))
    val name = stage.name.take(MaxName).trim.replaceAll("\\s+", " ")
    enqueue(0, () => record(stage.stage, stage.attempt).foreach(_.submitted(name, stage.tasks)))
  }

  override def roundSolved(round: RoundSolved): Unit = enqueue(
    1 + round.snapshot.tasks.size + round.snapshot.slots.size,
    () => record(round.stage, round.attempt).foreach(_.solved(round))
  )

  override def taskLaunched(task: TaskLaunched): Unit =
    enqueue(1, () => record(task.stage, task.attempt).foreach(_.launched(task)))

  override def stageWithoutTiers(stage: StageWithoutTiers): Unit = stage.reason match {
    case WithoutTiers.NoInput => withoutInput((stage.stage, stage.attempt))
    case _ => enqueue(1, () => record(stage.stage, stage.attempt).foreach(_.withoutTiers(stage)))
  }

  /** Counts the stage, and keeps nothing else of it. */
  private def withoutInput(attempt: Attempt): Unit = {
    metrics.withoutTiers(StockReason.NO_INPUT.label)
    if (observed.remove(attempt)) {
      enqueue(0, () => forget(attempt))
    }
  }

  override def stagePrefetched(stage: PrefetchedStage): Unit =
    enqueue(1, () => record(stage.stage, stage.attempt).foreach(_.prefetched(stage)))

  private def enqueue(weight: Int, count: () => Unit): Unit =
    if (queued.addAndGet(weight) <= maxQueued) {
      queue.add(new Observation(weight, count))
      ()
    } else {
      queued.addAndGet(-weight)
      dropped.incrementAndGet()
      ()
    }

  override def onTaskStart(event: SparkListenerTaskStart): Unit =
    ifObserved(event.stageId, event.stageAttemptId) {
      drain()
      record(event.stageId, event.stageAttemptId).foreach(_.taskStarted(event.taskInfo))
    }

  override def onTaskEnd(event: SparkListenerTaskEnd): Unit =
    if (event.taskInfo.successful) {
      ifObserved(event.stageId, event.stageAttemptId) {
        val cpuNanos = Option(event.taskMetrics).fold(0L)(_.executorCpuTime)
        record(event.stageId, event.stageAttemptId)
          .foreach(_.taskSucceeded(event.taskInfo, cpuNanos))
      }
    }

  override def onStageCompleted(event: SparkListenerStageCompleted): Unit = {
    val info = event.stageInfo
    ifObserved(info.stageId, info.attemptNumber()) {
      drain()
      end((info.stageId, info.attemptNumber()), info.completionTime)
    }
  }

  private def ifObserved(stage: Int, attempt: Int)(count: => Unit): Unit =
    if (!observed.isEmpty && observed.contains((stage, attempt))) {
      guard.run(Incomplete, () => synchronized(count))
      ()
    }

  /** Reports of the stages that have not ended, as far as they got. */
  def running: Seq[StageReport] = synchronized {
    drain()
    open.valuesIterator.filterNot(_.isEmpty).map(_.report).toSeq
  }

  /** Publishes reports of the stages that have not ended: none of them will. */
  def close(): Unit = synchronized {
    drain()
    open.keys.toSeq.foreach(end(_, None))
  }

  private def end(attempt: Attempt, completedMs: Option[Long]): Unit = {
    observed.remove(attempt)
    ended.put(attempt, ())
    open.remove(attempt).filterNot(_.isEmpty).foreach(one => publish(one.end(completedMs)))
  }

  private def forget(attempt: Attempt): Unit = {
    ended.put(attempt, ())
    open.remove(attempt)
    ()
  }

  /** The record of an attempt: none if it has ended already. */
  private def record(stage: Int, attempt: Int): Option[StageRecord] =
    if (ended.containsKey((stage, attempt))) None
    else {
      def made = new StageRecord(stage, attempt, policy, maxDetails, nodeOf, metrics)
      Some(open.getOrElseUpdate((stage, attempt), made))
    }

  private def drain(): Unit = {
    Iterator.continually(queue.poll()).takeWhile(_ != null).foreach { one =>
      queued.addAndGet(-one.weight)
      if (!guard.run(Incomplete, () => one.count())) {
        dropped.incrementAndGet()
      }
    }
    val lost = dropped.getAndSet(0)
    if (lost > 0) {
      metrics.observationsLost(lost)
      open.valuesIterator.foreach(_.missed(lost))
    }
  }
}

object StageRecorder {

  /** Stage and attempt. */
  private type Attempt = (Int, Int)

  /** Up to about 100 MB. */
  val MaxQueued: Long = 1000000L

  private final val Incomplete = "Reports on placements are incomplete"

  /** The longest name of a stage, in characters. */
  private val MaxName = 200

  /** Attempts that have ended, of which late observations are recognised. */
  private val RememberedAttempts = 1000

  private final class Observation(val weight: Int, val count: () => Unit)
}
