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
import org.apache.spark.scheduler._
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
  * The new counts go through the listener bus, in the manager's own queue: they arrive after the
  * manager has heard of the stage, and are dropped if it has heard of the stage's end.
  *
  * Each listener costs each event of each job. So this one listens for the first stage of the
  * application, whose request is the one that would not wait by itself, and if that has no tiers
  * not again before one that has.
  *
  * In Spark's package because the allocation manager and the listener bus are private to it. The
  * manager keeps the counts to itself, so they are reached by reflection on one field.
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
    bus: LiveListenerBus,
    skew: Int,
    workBudget: Long,
    waitMs: Long,
    guard: Guard
) extends SparkListener
    with AutoCloseable
    with Logging {
  import ExecutorHints._

  private val matcher = new TransportationMatcher(workBudget)
  private val worker: ScheduledExecutorService =
    ThreadUtils.newDaemonSingleThreadScheduledExecutor("trident-executor-hints")
  private val ofAttempts: Hints = {
    val field = manager.listener.getClass.getDeclaredField("stageAttemptToExecutorPlacementHints")
    field.setAccessible(true)
    field.get(manager.listener).asInstanceOf[Hints]
  }

  private val hold = new RequestHold(manager, () => ofAttempts.size)

  // Written with the lock on this.
  @volatile private var listens = false
  @volatile private var hadTiers = false

  /** Whether requests wait for tiers. */
  private[trident] def waits: Boolean = waitMs > 0

  /** How many times the counts of a stage were replaced. */
  val replaced: AtomicLong = new AtomicLong

  /** How many times they could not be. */
  val failed: AtomicLong = new AtomicLong

  /** Listens for the first stage. */
  def start(): Unit = synchronized {
    if (!listens) {
      bus.addToManagementQueue(this)
      listens = true
    }
  }

  /** A stage with tiers is about to be submitted: listens from now on. */
  def stageBegan(): Unit =
    if (!hadTiers) {
      guarded(synchronized {
        hadTiers = true
        start()
      })
    }

  /** No stage so far had tiers, so those to come may have none, too. */
  private def pause(): Unit = synchronized {
    if (!hadTiers) {
      bus.removeListener(this)
      listens = false
    }
  }

  /** The tiers of a stage are known, or known anew. Returns at once. */
  def update(stage: Int, attempt: Int, tasks: StageTasks): Unit =
    later(0)(bus.post(newHints(stage, attempt, tasks)))

  /** A stage has no tiers: requests do not wait for them. Returns at once. */
  def releaseUntiered(stage: Int, attempt: Int): Unit =
    if (listens) {
      guarded {
        if (!hadTiers) {
          pause()
        }
        later(0)(hold.release((stage, attempt))) // waits for the manager's lock
      }
    }

  override def onStageSubmitted(submitted: SparkListenerStageSubmitted): Unit = guarded {
    val info = submitted.stageInfo
    if (waits && info.taskLocalityPreferences.exists(_.nonEmpty)) {
      val stage = (info.stageId, info.attemptNumber())
      hold.begin(stage)
      later(waitMs)(hold.end(stage))
    }
  }

  override def onStageCompleted(completed: SparkListenerStageCompleted): Unit = guarded {
    hold.end((completed.stageInfo.stageId, completed.stageInfo.attemptNumber()))
  }

  private def newHints(stage: Int, attempt: Int, tasks: StageTasks): TieredHints = {
    val demand = HostDemand.of(tasks.profiles.asJava, tasks.topology, skew, matcher)
    TieredHints(stage, attempt, demand.asScala.map { case (host, map) => host -> map.total }.toMap)
  }

  override def onOtherEvent(event: SparkListenerEvent): Unit = guarded {
    event match {
      case hints: TieredHints =>
        if (hints.tasks.nonEmpty) {
          replace(hints)
        }
        hold.end((hints.stage, hints.attempt))
      case _ =>
    }
  }

  private def replace(hints: TieredHints): Unit = manager.synchronized {
    for (
      attempt <- ofAttempts.keys.find(
        _.productIterator.sameElements(Seq(hints.stage, hints.attempt))
      )
    ) {
      val (_, stock, profile) = ofAttempts(attempt)
      ofAttempts(attempt) = (hints.total, HostCounts.weighted(hints.tasks, stock), profile)
      manager.listener.updateExecutorPlacementHints()
      replaced.incrementAndGet()
      logDebug(s"Executors for stage ${hints.stage} are asked for by ${hints.tasks}")
    }
  }

  private def later(millis: Long)(what: => Unit): Unit =
    try {
      worker.schedule((() => guarded(what)): Runnable, millis, TimeUnit.MILLISECONDS)
      ()
    } catch {
      case _: RejectedExecutionException => // stopping
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

  /** By stage attempt: the number of tasks with a locality preference, how many tasks would like
    * which host, and the resource profile.
    */
  private type Hints = mutable.HashMap[Product, (Int, Map[String, Int], Int)]

  private final val Without =
    "Executors are asked for on hosts of replicas of any tier, as by Spark"

  /** Starts in a context that is up, where executors are allocated dynamically. */
  def start(sc: SparkContext): Unit =
    (sc.taskScheduler, sc.executorAllocationManager) match {
      case (scheduler: TridentTaskScheduler, Some(manager)) if isWanted(sc, scheduler) =>
        val hints = new ExecutorHints(
          manager,
          sc.listenerBus,
          SparkKeys.EXECUTOR_HINTS_SKEW.read(ConfSource(sc.conf.getOption)),
          MatchingKeys.WORK_BUDGET.read(key => sc.hadoopConfiguration.get(key)),
          SparkKeys.TIER_WAIT_MS.read(ConfSource(sc.conf.getOption)).toLong,
          scheduler.guard
        )
        if (hints.waits) {
          hints.start()
        }
        scheduler.executorHints = Some(hints)
      case _ =>
    }

  private def isWanted(sc: SparkContext, scheduler: TridentTaskScheduler) =
    scheduler.policyName != PolicyName.DEFAULT &&
      SparkKeys.EXECUTOR_HINTS.read(ConfSource(sc.conf.getOption))

  /** Where a stage would have its executors.
    *
    * @param tasks
    *   how many of its tasks by host; empty if they prefer none
    */
  private final case class TieredHints(stage: Int, attempt: Int, tasks: Map[String, Long])
      extends SparkListenerEvent {
    def total: Int = tasks.values.sum.toInt
    override protected[spark] def logEvent: Boolean = false
  }
}
