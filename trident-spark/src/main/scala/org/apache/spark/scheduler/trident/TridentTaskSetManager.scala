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
package org.apache.spark.scheduler.trident

import java.util.concurrent.TimeUnit

import scala.collection.mutable

import io.trident.core.model.Locality
import io.trident.spark.round._
import org.apache.spark.internal.config
import org.apache.spark.scheduler._
import org.apache.spark.util.Clock

/** Spark's manager of one task set, which asks a plan what an executor is to run.
  *
  * All of Spark's bookkeeping stays as it is: this class decides only whether the task set takes
  * part in a round (see [[TierGate]]), and which waiting task a slot is given. It does so in the
  * last of the passes that the scheduler makes for the locality levels, so that one plan covers all
  * tasks and slots of the round. Outside a round, without tiers, and for speculative copies it does
  * what Spark does.
  *
  * In Spark's package because the class that it extends is private to it. Guarded by the
  * scheduler's lock, as that class is.
  */
private[spark] class TridentTaskSetManager(
    sched: TridentTaskScheduler,
    taskSet: TaskSet,
    maxTaskFailures: Int,
    healthTracker: Option[HealthTracker],
    clock: Clock,
    private[trident] val gate: TierGate
) extends TaskSetManager(sched, taskSet, maxTaskFailures, healthTracker, clock)
    with Outlook {
  import TridentTaskSetManager._

  private val planner = sched.newPlanner()
  private val durations = new Mean
  private val work = new Mean
  private val reads = mutable.HashMap.empty[Long, Double] // expected seconds of running tasks
  private val heldSince = Array.fill(numTasks)(NotHeld)
  private val processWait = seconds(sched.conf.get(config.LOCALITY_WAIT_PROCESS))
  private val nodeWait = seconds(sched.conf.get(config.LOCALITY_WAIT_NODE))

  // The state of the round that was last taken part in.
  private var round: Option[OfferRound] = None
  private var state: TierGate.State = Unplanned
  private var plan: Option[(TaskLocality.Value, RoundPlan)] = None
  private var restricted: Seq[Int] = Nil
  private val waiting =
    new WaitingIndices(numTasks, index => isWaiting(index) && !mayBeExcluded(index))
  private val failed = mutable.LinkedHashSet.empty[Int] // those that may be excluded somewhere
  private var displaces = false // a restricted task was given a slot that the plan counts on
  private val handedOut = mutable.HashMap.empty[Int, PlannedTask]
  private var policyFailed = false

  override def resourceOffer(
      execId: String,
      host: String,
      maxLocality: TaskLocality.TaskLocality,
      taskCpus: Int,
      taskResourceAssignments: Map[String, Map[String, Long]]
  ): (Option[TaskDescription], Boolean, Int) = {
    val isIn =
      try takesPart(execId, maxLocality)
      catch {
        case e: Throwable =>
          leaveToSpark(e)
          true
      }
    if (!isIn) NoTask
    else {
      val answer = super.resourceOffer(execId, host, maxLocality, taskCpus, taskResourceAssignments)
      if (answer._1.isEmpty && answer._2 && !waitsForLocality) (None, false, answer._3)
      else answer
    }
  }

  private def takesPart(execId: String, maxLocality: TaskLocality.Value): Boolean = {
    enterRound()
    state match {
      case TierGate.Closed    => false
      case TierGate.Tiered(_) => maxLocality == TaskLocality.ANY && !isDone(execId)
      case _                  => true
    }
  }

  /** Something failed: from now on this task set is Spark's. Throws what must not be contained. */
  private def leaveToSpark(failure: Throwable): Unit = {
    policyFailed = true
    state = Unplanned
    sched.policyFailed(this, failure)
  }

  /** Runs what only Trident needs to know. */
  private def guarded(what: => Unit): Unit =
    if (!policyFailed) {
      try what
      catch { case e: Throwable => leaveToSpark(e) }
    }

  private def enterRound(): Unit =
    if (round != sched.round) {
      round = sched.round
      plan = None
      handedOut.clear()
      val before = state
      state =
        if (round.isEmpty || policyFailed) Unplanned
        else gate.state
      if (before == TierGate.Closed && state != TierGate.Closed) {
        resetDelayScheduleTimer(None) // only now it begins to wait for locality
      }
      report(state)
    }

  /** Nothing for an executor in a round that is planned already. */
  private def isDone(execId: String): Boolean = plan.exists { case (_, planned) =>
    sched.ignoresLocality && !planned.hasNext(execId) && restricted.isEmpty &&
    speculatableTasks.isEmpty
  }

  /** Whether a slot that stays free was declined for the sake of locality. */
  private def waitsForLocality: Boolean = state match {
    case TierGate.Tiered(_) => plan.forall { case (_, planned) => planned.isExhausted }
    case _                  => true
  }

  override protected def dequeueTaskHelper(
      execId: String,
      host: String,
      maxLocality: TaskLocality.Value,
      speculative: Boolean
  ): Option[(Int, TaskLocality.Value, Boolean)] = {
    state match {
      case TierGate.Tiered(stage) if !speculative =>
        try {
          nextPlanned(stage, execId, host, maxLocality).map { index =>
            (index, localityOf(index, execId, host), false)
          }
        } catch {
          case e: Throwable =>
            leaveToSpark(e)
            super.dequeueTaskHelper(execId, host, maxLocality, speculative)
        }
      case _ => super.dequeueTaskHelper(execId, host, maxLocality, speculative)
    }
  }

  private def nextPlanned(
      stage: StageTasks,
      execId: String,
      host: String,
      level: TaskLocality.Value
  ): Option[Int] = {
    val planned = plan match {
      case Some((at, known)) if at == level || sched.ignoresLocality => known
      case _                                                         => planAnew(stage, level)
    }
    val first = restricted.find(index => isWaiting(index) && !isExcluded(index, execId, host))
    displaces ||= first.isDefined
    first.orElse(nextOf(planned, execId)).orElse {
      if (displaces) nextOf(planAnew(stage, level), execId) else None
    }
  }

  private def nextOf(planned: RoundPlan, execId: String): Option[Int] =
    Iterator
      .continually(planned.next(execId))
      .takeWhile(_.isDefined)
      .flatten
      .find(task => isWaiting(task.index))
      .map { task =>
        handedOut(task.index) = task
        task.index
      }

  private def planAnew(stage: StageTasks, level: TaskLocality.Value): RoundPlan = {
    val made = makePlan(stage, level)
    plan = Some((level, made))
    displaces = false
    made
  }

  private def makePlan(stage: StageTasks, level: TaskLocality.Value): RoundPlan = {
    failed.filterInPlace(isWaiting)
    restricted = failed.toSeq
    compactPending()
    val slots = round.fold(IndexedSeq.empty[RoundPlanner.FreeSlots])(_.free(this, isAllowed))
    if (slots.isEmpty || waiting.isEmpty) {
      RoundPlan.empty
    } else {
      val start = System.nanoTime()
      val planned = planner.plan(stage, slots, waiting, toLocality(level), this)
      hold(planned.plan.held)
      sched.observer.roundSolved(
        RoundSolved(
          taskSet.stageId,
          taskSet.stageAttemptId,
          waiting.count,
          planned.snapshot,
          planned.decision,
          System.nanoTime() - start
        )
      )
      planned.plan
    }
  }

  /** Spark's lists of pending tasks, from which it removes a task where it looks for one: it counts
    * a task set as waiting as long as there are any. In halves, so that all rounds together read
    * each a few times.
    */
  private def compactPending(): Unit = {
    val most = 2 * (waiting.count + restricted.size)
    for (list <- Seq(pendingTasks.all, pendingTasks.noPrefs) if list.size > most) {
      list.filterInPlace(isWaiting)
    }
  }

  override private[spark] def addPendingTask(
      index: Int,
      resolveRacks: Boolean,
      speculatable: Boolean
  ): Unit = {
    super.addPendingTask(index, resolveRacks, speculatable)
    if (waiting != null && !speculatable) { // Spark adds all tasks before this object is complete
      guarded {
        waiting.add(index)
        if (mayBeExcluded(index)) failed += index
      }
    }
  }

  private def hold(tasks: Seq[Int]): Unit =
    if (tasks.nonEmpty) {
      val now = System.nanoTime()
      for (index <- tasks if heldSince(index) == NotHeld) {
        heldSince(index) = now
      }
      sched.offerAgain(math.max(0, tasks.iterator.map(patienceSeconds).min))
    }

  private def isWaiting(index: Int): Boolean =
    copiesRunning(index) == 0 && !successful(index) && !barrierPendingLaunchTasks.contains(index)

  /** Tasks that failed on executors that they must not run on again are few and go first, as in
    * Spark, and need not be planned.
    */
  private def mayBeExcluded(index: Int): Boolean =
    taskSetExcludelistHelperOpt.isDefined && taskAttempts(index).exists(_.failed)

  private def isExcluded(index: Int, execId: String, host: String): Boolean =
    taskSetExcludelistHelperOpt.exists { excluded =>
      excluded.isNodeExcludedForTask(host, index) ||
      excluded.isExecutorExcludedForTask(execId, index)
    }

  private def isAllowed(execId: String, host: String): Boolean =
    !healthTracker.exists(health =>
      health.isNodeExcluded(host) || health.isExecutorExcluded(execId)
    ) && !taskSetExcludelistHelperOpt.exists(excluded =>
      excluded.isNodeExcludedForTaskSet(host) || excluded.isExecutorExcludedForTaskSet(execId)
    )

  /** What Spark would call it, which counts a replica in HDFS's cache as process-local. */
  private def localityOf(index: Int, execId: String, host: String): TaskLocality.Value = {
    val preferred = tasks(index).preferredLocations
    if (preferred.isEmpty || preferred.exists(isInProcess(_, execId, host))) {
      TaskLocality.PROCESS_LOCAL
    } else if (preferred.exists(_.host == host)) {
      TaskLocality.NODE_LOCAL
    } else {
      val rack = sched.getRackForHost(host)
      if (rack.isDefined && preferred.exists(at => sched.getRackForHost(at.host) == rack)) {
        TaskLocality.RACK_LOCAL
      } else {
        TaskLocality.ANY
      }
    }
  }

  override def prepareLaunchingTask(
      execId: String,
      host: String,
      index: Int,
      taskLocality: TaskLocality.Value,
      speculative: Boolean,
      taskCpus: Int,
      taskResourceAssignments: Map[String, Map[String, Long]],
      launchTime: Long
  ): TaskDescription = {
    val task = super.prepareLaunchingTask(
      execId,
      host,
      index,
      taskLocality,
      speculative,
      taskCpus,
      taskResourceAssignments,
      launchTime
    )
    guarded(launched(task, execId, host, index, speculative))
    task
  }

  private def launched(
      task: TaskDescription,
      execId: String,
      host: String,
      index: Int,
      speculative: Boolean
  ): Unit = {
    heldSince(index) = NotHeld
    waiting.remove(index)
    state match {
      case TierGate.Tiered(stage) =>
        val planned = if (speculative) None else handedOut.get(index)
        val cost = planned.fold(planner.costAt(stage, index, execId, host))(_.cost)
        sched.pricing.foreach { pricing =>
          reads(task.taskId) = pricing.readSeconds(stage.task(index), cost)
        }
        sched.observer.taskLaunched(
          TaskLaunched(
            taskSet.stageId,
            taskSet.stageAttemptId,
            index,
            task.taskId,
            execId,
            host,
            cost,
            planned.flatMap(_.tier),
            planned.isDefined,
            speculative,
            stage
          )
        )
      case _ =>
    }
  }

  override def handleSuccessfulTask(tid: Long, result: DirectTaskResult[_]): Unit = {
    val info = taskInfos(tid)
    val isFirst = !info.finished
    super.handleSuccessfulTask(tid, result)
    if (isFirst && info.successful) {
      guarded {
        val duration = seconds(info.duration)
        durations.add(duration)
        reads.get(tid).foreach(read => work.add(math.max(0, duration - read)))
      }
    }
  }

  override def removeRunningTask(tid: Long): Unit = {
    super.removeRunningTask(tid)
    reads.remove(tid)
    ()
  }

  /** Whether executors should offer slots together: tasks wait, and where they run matters. The
    * mean duration of tasks, if known, decides whether it is worth the while.
    */
  private[trident] def wouldGather: Option[Option[Double]] = gate.state match {
    case TierGate.Tiered(_) if isSchedulable && !policyFailed => Some(durations.mean)
    case _                                                    => None
  }

  /** Whether asking for tiers again is of use. */
  private[trident] def needsTiers: Boolean = isSchedulable && !policyFailed

  override def running: Iterator[RunningTask] = {
    val now = clock.getTimeMillis()
    for {
      tid <- runningTasksSet.iterator
      info = taskInfos(tid)
      if sched.isExecutorAlive(info.executorId) &&
        sched.getExecutorDecommissionState(info.executorId).isEmpty &&
        isAllowed(info.executorId, info.host)
    } yield RunningTask(
      info.executorId,
      info.host,
      reads.getOrElse(tid, 0.0),
      seconds(info.timeRunning(now))
    )
  }

  override def workSeconds: Option[Double] = work.mean

  override def patienceSeconds(index: Int): Double = {
    val isInProcess = tasks(index).preferredLocations.exists {
      case _: ExecutorCacheTaskLocation => true
      case _                            => false
    }
    val most = if (isBarrier) 0.0 else if (isInProcess) processWait else nodeWait
    if (heldSince(index) == NotHeld) most
    else most - (System.nanoTime() - heldSince(index)) / 1e9
  }

  private var reported: Option[WithoutTiers] = None

  private def report(now: TierGate.State): Unit = now match {
    case TierGate.Untiered(WithoutTiers.NoInput) => // reported when it turned out
    case TierGate.Untiered(reason) if round.isDefined && !reported.contains(reason) =>
      reported = Some(reason)
      sched.observer.stageWithoutTiers(
        StageWithoutTiers(taskSet.stageId, taskSet.stageAttemptId, reason)
      )
    case _ =>
  }
}

private object TridentTaskSetManager {
  private val NoTask: (Option[TaskDescription], Boolean, Int) = (None, false, -1)
  private val NotHeld = Long.MinValue

  /** Outside a round, or after a policy has failed. */
  private val Unplanned = TierGate.Untiered(WithoutTiers.PolicyFailed)

  private def seconds(millis: Long): Double =
    millis.toDouble / TimeUnit.SECONDS.toMillis(1)

  private def isInProcess(at: TaskLocation, execId: String, host: String): Boolean = at match {
    case cached: ExecutorCacheTaskLocation => cached.executorId == execId
    case cached: HDFSCacheTaskLocation     => cached.host == host
    case _                                 => false
  }

  private def toLocality(level: TaskLocality.Value): Locality = level match {
    case TaskLocality.PROCESS_LOCAL                     => Locality.PROCESS_LOCAL
    case TaskLocality.NODE_LOCAL | TaskLocality.NO_PREF => Locality.NODE_LOCAL
    case TaskLocality.RACK_LOCAL                        => Locality.RACK_LOCAL
    case _                                              => Locality.OFF_RACK
  }

  /** A mean. */
  private final class Mean {
    private var count = 0L
    private var sum = 0.0

    def add(value: Double): Unit = {
      count += 1
      sum += value
    }

    def mean: Option[Double] = if (count == 0) None else Some(sum / count)
  }
}
