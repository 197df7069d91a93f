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

import java.util.concurrent.{RejectedExecutionException, ScheduledExecutorService, TimeUnit}
import java.util.concurrent.atomic.AtomicLong

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import io.trident.core.config.{MatchingKeys, SparkKeys}
import io.trident.core.guard.Guard
import io.trident.core.matching.TransportationMatcher
import io.trident.core.placement.PolicyName
import io.trident.core.request.HostDemand
import io.trident.spark.config.ConfSource
import io.trident.spark.round.{HostCounts, StageTasks}
import org.apache.spark.{ExecutorAllocationManager, SparkContext}
import org.apache.spark.internal.Logging
import org.apache.spark.scheduler.trident.RequestHold.Attempt
import org.apache.spark.util.ThreadUtils

/** Has dynamic allocation ask for executors on the hosts with the best tiers.
  *
  * Spark's allocation manager keeps, for each running stage, how many tasks would like to run on
  * which host, every replica alike, and sends the sums with each request for executors. YARN's
  * application master turns them into the nodes of its container requests. Once the tiers of a
  * stage are known, its counts are replaced by [[HostDemand]]; how many executors are asked for
  * stays Spark's decision, and when, too, but that a request waits for tiers that are about to be
  * known ([[RequestHold]]). Cluster managers that ignore hosts go on doing so.
  *
  * The manager's map of stages is replaced by one that calls back ([[WatchedStages]]). So nothing
  * listens on Spark's listener bus, which each event of each job would pay for, and a stage waits
  * from the moment at which the manager hears of it.
  *
  * In Spark's package because the allocation manager is private to it. The manager keeps the map to
  * itself, so it is reached by reflection on one field.
  *
  * @param skew
  *   how many times its even share of the tasks one host may be asked for
  * @param waitMs
  *   how long a request waits for tiers at most
  * @param guard
  *   contains what fails
  */
private[trident] final class ExecutorHints(
    manager: ExecutorAllocationManager,
    skew: Int,
    workBudget: Long,
    waitMs: Long,
    guard: Guard
) extends AutoCloseable
    with Logging {
  import ExecutorHints._

  private val matcher = new TransportationMatcher(workBudget)
  private val worker: ScheduledExecutorService =
    ThreadUtils.newDaemonSingleThreadScheduledExecutor("trident-executor-hints")

  // These three are guarded by the manager's lock.
  private val stages = new WatchedStages(
    attempt => guarded(begun(attempt)),
    attempt => guarded(hold.end(idOf(attempt)))
  )
  private lazy val hold: RequestHold = new RequestHold(manager, () => stages.size)

  // Of stages that the manager has not heard of yet; empty where one has no tiers.
  private val early = mutable.LinkedHashMap.empty[Attempt, TasksByHost]

  /** How many times the counts of a stage were replaced. */
  val replaced: AtomicLong = new AtomicLong

  /** How many times they could not be. */
  val failed: AtomicLong = new AtomicLong

  /** Replaces the manager's map.
    *
    * @throws ReflectiveOperationException
    *   if there is none; nothing has changed then
    */
  def start(): Unit = manager.synchronized {
    hold // fails before anything is replaced
    val field = manager.listener.getClass.getDeclaredField("stageAttemptToExecutorPlacementHints")
    field.setAccessible(true)
    field
      .get(manager.listener)
      .asInstanceOf[mutable.HashMap[Product, WatchedStages.Hints]]
      .foreachEntry(stages.update)
    field.set(manager.listener, stages)
  }

  /** The tiers of a stage are known, or known anew. Returns at once. */
  def update(stage: Int, attempt: Int, tasks: StageTasks): Unit = later(0) {
    val demand = HostDemand.of(tasks.profiles.asJava, tasks.topology, skew, matcher)
    known((stage, attempt), demand.asScala.map { case (host, map) => host -> map.total }.toMap)
  }

  /** A stage has no tiers: requests do not wait for them. Returns at once. */
  def releaseUntiered(stage: Int, attempt: Int): Unit =
    later(0)(known((stage, attempt), Map.empty)) // waits for the manager's lock

  private def known(stage: Attempt, tasks: TasksByHost): Unit = manager.synchronized {
    stages.keys.find(idOf(_) == stage) match {
      case Some(attempt) if tasks.isEmpty => hold.release(idOf(attempt))
      case Some(attempt)                  =>
        replace(attempt, tasks)
        manager.listener.updateExecutorPlacementHints()
        hold.end(stage)
      case None =>
        early.put(stage, tasks)
        if (early.size > MaxEarly) {
          early -= early.head._1 // it ended before its tiers were known
        }
    }
  }

  /** The manager has heard of a stage, and sums up the hints of all next. */
  private def begun(attempt: Product): Unit = {
    val stage = idOf(attempt)
    early.remove(stage) match {
      case Some(tasks) if tasks.nonEmpty                => replace(attempt, tasks)
      case None if waitMs > 0 && stages(attempt)._1 > 0 =>
        if (later(waitMs)(hold.end(stage))) {
          hold.begin(stage)
        }
      case _ =>
    }
  }

  private def replace(attempt: Product, tasks: TasksByHost): Unit = {
    val (_, stock, profile) = stages(attempt)
    stages(attempt) = (tasks.values.sum.toInt, HostCounts.weighted(tasks, stock), profile)
    replaced.incrementAndGet()
    logDebug(s"Executors for $attempt are asked for by $tasks")
  }

  /** Returns whether it will be done; not while Spark stops. */
  private def later(millis: Long)(what: => Unit): Boolean =
    try {
      worker.schedule((() => guarded(what)): Runnable, millis, TimeUnit.MILLISECONDS)
      true
    } catch {
      case _: RejectedExecutionException => false
    }

  private def guarded(what: => Unit): Unit =
    if (!guard.run(Without, () => what)) {
      failed.incrementAndGet()
      ()
    }

  override def close(): Unit = {
    worker.shutdownNow()
    ()
  }
}

private[trident] object ExecutorHints {

  /** How many tasks of a stage would best run on which host. */
  private type TasksByHost = Map[String, Long]

  private final val MaxEarly = 200

  private final val Without =
    "Executors are asked for on hosts of replicas of any tier, as by Spark"

  /** Starts in a context that is up, where executors are allocated dynamically. */
  def start(sc: SparkContext): Unit =
    (sc.taskScheduler, sc.executorAllocationManager) match {
      case (scheduler: TridentTaskScheduler, Some(manager)) if isWanted(sc, scheduler) =>
        val hints = new ExecutorHints(
          manager,
          SparkKeys.EXECUTOR_HINTS_SKEW.read(ConfSource(sc.conf.getOption)),
          MatchingKeys.WORK_BUDGET.read(key => sc.hadoopConfiguration.get(key)),
          SparkKeys.TIER_WAIT_MS.read(ConfSource(sc.conf.getOption)).toLong,
          scheduler.guard
        )
        hints.start()
        scheduler.executorHints = Some(hints)
      case _ =>
    }

  private def isWanted(sc: SparkContext, scheduler: TridentTaskScheduler) =
    scheduler.policyName != PolicyName.DEFAULT &&
      SparkKeys.EXECUTOR_HINTS.read(ConfSource(sc.conf.getOption))

  /** Of the manager's own class for an attempt, which is private to it. */
  private def idOf(attempt: Product): Attempt =
    (attempt.productElement(0).asInstanceOf[Int], attempt.productElement(1).asInstanceOf[Int])
}
