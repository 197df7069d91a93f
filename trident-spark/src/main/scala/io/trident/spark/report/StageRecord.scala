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

import io.trident.core.matching.SlotGroup
import io.trident.core.placement.{PricedPlacement, TaskRead}
import io.trident.core.model.ReadSource
import io.trident.core.report.{PlacementReason, StageReport, StockReason, TaskReport}
import io.trident.spark.prefetch.PrefetchedStage
import io.trident.spark.prefetch.PrefetchedStage.{FinishedTask, Launch}
import io.trident.spark.round.{RoundSolved, StageWithoutTiers, TaskLaunched, WithoutTiers}
import org.apache.spark.scheduler.TaskInfo
import scala.collection.mutable
import scala.jdk.CollectionConverters._

/** Sums up what is observed of one attempt of a stage. Not thread-safe.
  *
  * @param policy
  *   name of the placement policy
  * @param maxDetails
  *   how many single tasks it keeps at most. Those that could have been cheaper, were held back, or
  *   were not placed by the policy come first
  * @param nodeOf
  *   the name by which the storage knows a host that Spark names
  * @param metrics
  *   counts, too
  */
private[report] final class StageRecord(
    stage: Int,
    attempt: Int,
    policy: String,
    maxDetails: Int,
    nodeOf: String => String,
    metrics: PlacementMetrics
) {
  import StageRecord._

  private var name = ""
  private var tasks = 0
  private var started = 0
  private var copies = 0
  private var planned = 0
  private var placed = 0
  private val sources = mutable.LinkedHashMap.empty[ReadSource, Int]
  private var cost = 0.0
  private var excess = 0.0
  private var atOptimum = 0
  private var rounds = 0
  private var nanos = 0L
  private var longestNanos = 0L
  private var lost = 0L
  private val reasons = mutable.LinkedHashSet.empty[String]
  private val held = mutable.HashMap.empty[Int, TaskReport.Held]
  private val notable = mutable.ArrayBuffer.empty[TaskReport]
  private val others = mutable.ArrayBuffer.empty[TaskReport]
  private var round: Option[RoundOutcome] = None
  private var prefetch: Option[PrefetchedStage] = None
  private val launches = mutable.ArrayBuffer.empty[Launch]
  private val finished = mutable.ArrayBuffer.empty[FinishedTask]

  /** The stage was submitted. */
  def submitted(itsName: String, itsTasks: Int): Unit = {
    name = itsName
    tasks = itsTasks
  }

  /** A task of the stage was launched, by whomever. */
  def taskStarted(task: TaskInfo): Unit = {
    started += 1
    if (task.speculative) {
      copies += 1
    }
    if (prefetch.isDefined) {
      launches += Launch(task.index, nodeOf(task.host), task.launchTime)
    }
  }

  /** A task of the stage succeeded. */
  def taskSucceeded(task: TaskInfo, cpuNanos: Long): Unit =
    if (prefetch.isDefined) {
      finished += FinishedTask(
        task.index,
        nodeOf(task.host),
        task.launchTime,
        task.finishTime,
        cpuNanos
      )
    }

  /** It was decided what to prefetch, before any task was launched. */
  def prefetched(stage: PrefetchedStage): Unit = prefetch = Some(stage)

  /** Observations were lost. */
  def missed(count: Long): Unit = lost += count

  /** Whether anything is known. */
  def isEmpty: Boolean =
    started == 0 && placed == 0 && rounds == 0 && reasons.isEmpty && prefetch.isEmpty

  /** The stage is scheduled as by Spark. */
  def withoutTiers(observed: StageWithoutTiers): Unit = {
    val label = labelOf(observed.reason)
    if (reasons.add(label)) {
      metrics.withoutTiers(label)
    }
  }

  /** A round was solved. */
  def solved(observed: RoundSolved): Unit = {
    val outcome = new RoundOutcome(observed)
    round = Some(outcome)
    rounds += 1
    nanos += observed.nanos
    longestNanos = math.max(longestNanos, observed.nanos)
    metrics.roundSolved(observed.nanos)
    observed.decision.held.forEach(one => hold(outcome.indexOf(one.task), one))
  }

  private def hold(index: Int, one: PricedPlacement.HeldTask): Unit = {
    val so = held.get(index) match {
      case Some(before) =>
        new TaskReport.Held(
          before.rounds + 1,
          one.executor,
          before.waitSeconds,
          before.savedSeconds
        )
      case None =>
        metrics.taskHeld()
        new TaskReport.Held(1, one.executor, one.waitSeconds, one.savedSeconds)
    }
    held(index) = so
  }

  /** A task of the stage was launched, with tiers known. */
  def launched(task: TaskLaunched): Unit = {
    val source = readOf(task).source
    sources(source) = sources.getOrElse(source, 0) + 1
    placed += 1
    metrics.taskRead(source, 1)
    val better = if (task.planned) plan(task) else None
    val waited = held.get(task.index)
    val detail = new TaskReport(
      task.index,
      task.taskId,
      task.executor,
      task.host,
      source.label,
      task.cost,
      reasonOf(task, better).label,
      better.orNull,
      waited.orNull
    )
    val kept = if (better.isEmpty && waited.isEmpty && task.planned) others else notable
    if (kept.size < maxDetails) {
      kept += detail
    }
  }

  private def readOf(task: TaskLaunched): TaskRead = {
    val tasks = task.tasks
    val slot = round.flatMap(_.slotOf(task.executor)).getOrElse {
      val node = nodeOf(task.host)
      new SlotGroup(task.executor, node, tasks.topology.rackOf(node), 1)
    }
    TaskRead.of(tasks.task(task.index), slot, tasks.topology, tasks.model)
  }

  /** Returns the cheaper slot that the task might have had. */
  private def plan(task: TaskLaunched): Option[TaskReport.Better] = {
    planned += 1
    cost += task.cost
    val more = round.fold(0.0)(_.excessPerTask)
    excess += more
    if (round.exists(_.excess == 0)) {
      atOptimum += 1
    }
    metrics.taskPlanned(task.cost, task.cost - more)
    round.flatMap(_.better(task.tasks.profiles(task.index), task.cost))
  }

  private def reasonOf(task: TaskLaunched, better: Option[TaskReport.Better]): PlacementReason =
    if (task.speculative) PlacementReason.SPECULATIVE
    else if (!task.planned) PlacementReason.ENGINE
    else if (better.isEmpty) PlacementReason.CHEAPEST
    else if (round.exists(_.excess == 0)) PlacementReason.OPTIMUM
    else PlacementReason.POLICY

  /** What is known by now. */
  def report: StageReport = report(None)

  private def report(completedMs: Option[Long]): StageReport = {
    val launched = math.max(started, planned)
    val stock = math.max(0, launched - planned - copies)
    val details = (notable.iterator ++ others.iterator).take(maxDetails).toSeq
    val unknown = sources.getOrElse(ReadSource.UNKNOWN, 0) + math.max(0, launched - placed)
    val counts = sources.toMap.updated(ReadSource.UNKNOWN, unknown).filter(_._2 > 0)
    new StageReport(
      stage,
      attempt,
      name,
      policy,
      tasks,
      planned,
      stock,
      copies,
      counts.map { case (source, count) => source.label -> Int.box(count) }.asJava,
      cost,
      if (planned == 0) null else Double.box(math.max(0, cost - excess)),
      atOptimum,
      held.size,
      rounds,
      nanos,
      longestNanos,
      reasons.toSeq.asJava,
      details.sortBy(one => (one.index, one.id)).asJava,
      math.max(0, launched - details.size),
      lost,
      prefetch.map(_.report(launches, completedMs)).orNull
    )
  }

  /** The stage has ended: counts what is known only now.
    *
    * @param completedMs
    *   when, in milliseconds since the epoch; none if it was cut off
    */
  def end(completedMs: Option[Long]): StageReport = {
    val last = report(completedMs)
    Option(last.prefetch).foreach(metrics.prefetched)
    prefetch.filter(_ => completedMs.isDefined).foreach(_.ended(finished.toSeq))
    metrics.stageEnded(last.stock, last.speculative)
    val counted = sources.getOrElse(ReadSource.UNKNOWN, 0)
    metrics.taskRead(ReadSource.UNKNOWN, last.count(ReadSource.UNKNOWN) - counted)
    last
  }
}

private object StageRecord {
  private def labelOf(reason: WithoutTiers): String = (reason match {
    case WithoutTiers.NoInput      => StockReason.NO_INPUT
    case WithoutTiers.TooLate      => StockReason.TOO_LATE
    case WithoutTiers.LookupFailed => StockReason.LOOKUP_FAILED
    case WithoutTiers.PolicyFailed => StockReason.POLICY_FAILED
  }).label
}
