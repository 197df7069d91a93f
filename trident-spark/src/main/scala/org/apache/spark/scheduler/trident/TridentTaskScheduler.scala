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

import java.util.concurrent.{
  ConcurrentHashMap,
  RejectedExecutionException,
  ScheduledExecutorService,
  TimeUnit
}

import scala.collection.mutable
import scala.util.control.NonFatal

import io.trident.core.config.{ConfigSource, CostKeys, MatchingKeys, SparkKeys}
import io.trident.core.guard.Guard
import io.trident.core.placement.{Policies, PolicyName}
import io.trident.core.prefetch.PrefetcherName
import io.trident.spark.config.ConfSource
import io.trident.spark.prefetch.StagePrefetcher
import io.trident.spark.round._
import io.trident.spark.tiers._
import io.trident.storage.StorageSchemes
import org.apache.spark.SparkContext
import org.apache.spark.internal.config
import org.apache.spark.scheduler._
import org.apache.spark.util.{Clock, SystemClock, ThreadUtils, Utils}

/** Spark's task scheduler with tiers, for cluster managers that use Spark's as it is.
  *
  * It asks for the tiers of each task set's input when the task set is submitted, without waiting
  * for them; gathers offers of single executors; and shows each round's offers to the task sets,
  * which plan by them ([[TridentTaskSetManager]]). The order among task sets, and everything else,
  * is Spark's. Task sets for which tiers make no difference are Spark's altogether, its own class
  * included, and so is each round while there are no others. Nothing of Trident listens to Spark's
  * events before the first stage with tiers. Whatever fails of Trident leaves its part to Spark.
  *
  * In Spark's package because the class that it extends is private to it.
  */
private[spark] class TridentTaskScheduler(
    sc: SparkContext,
    maxTaskFailures: Int,
    isLocal: Boolean = false,
    clock: Clock = new SystemClock
) extends TaskSchedulerImpl(sc, maxTaskFailures, isLocal, clock) {
  import TridentTaskScheduler._

  def this(sc: SparkContext) = this(sc, sc.conf.get(config.TASK_MAX_FAILURES))

  /** Contains what fails of Trident in this application. */
  private[trident] val guard: Guard = Guards.logging()

  private val keys = ConfSource(sc.conf.getOption)
  private val hadoopKeys: ConfigSource = key => sc.hadoopConfiguration.get(key)
  private val tierWaitMs = SparkKeys.TIER_WAIT_MS.read(keys).toLong
  private val maxLeaves = SparkKeys.MAX_LEAVES.read(keys).intValue
  private[trident] val policyName = SparkKeys.POLICY.read(keys)
  private val certify = MatchingKeys.CERTIFY.read(hadoopKeys)
  private val policy = Policies.of(
    policyName,
    certify,
    MatchingKeys.WORK_BUDGET.read(hadoopKeys)
  )
  private[trident] val pricing = pricingOf(keys)
  private val timer: ScheduledExecutorService =
    ThreadUtils.newDaemonSingleThreadScheduledExecutor("trident-scheduler-timer")
  private val builders = ThreadUtils.newDaemonCachedThreadPool("trident-stage-tasks", 2)
  private val inquiries = new TierInquiries(
    () => newTierLookup(),
    CostKeys.read(hadoopKeys),
    TimeUnit.MILLISECONDS.toNanos(tierWaitMs),
    SparkKeys.REFRESH_MS.read(keys).toLong,
    timer,
    builders,
    () => offerAll(),
    guard,
    (stage, tasks) => executorHints.foreach(_.update(stage.stage, stage.attempt, tasks)),
    turnedOutUntiered(_)
  )
  private lazy val survey =
    TaskSetInputs.survey(dagScheduler, new StorageSchemes(sc.hadoopConfiguration))
  private val submitted = new ConcurrentHashMap[TaskSet, OpenInquiry]

  private val prefetcher: Option[StagePrefetcher] = newPrefetcher()

  /** Counts look-ups of tiers. */
  private[trident] val lookups = new LookupCounters

  /** How many stages nothing was prefetched for because something failed. */
  private[trident] def prefetchFailures: Long = prefetcher.fold(0L)(_.failed)

  // Guarded by the lock on this.
  private val coalescer =
    new OfferCoalescer(SparkKeys.COALESCE_MS.read(keys).toLong, timer, () => offerAll())
  private[trident] var round: Option[OfferRound] = None
  private var offersAgainAt = System.nanoTime()

  /** Those that may plan; while there are none, rounds are Spark's. */
  private[trident] val planning = mutable.HashSet.empty[TridentTaskSetManager]

  /** Receives what is decided. */
  private[trident] lazy val observer: RoundObserver = new GuardedObserver(newObserver(), guard)

  /** Whether the policy places tasks anywhere at once, rather than by locality levels. */
  private[trident] val ignoresLocality: Boolean = policyName == PolicyName.TRIDENT

  @volatile private[trident] var reporting: Option[PlacementReporting] = None

  /** Where executors are asked for, under dynamic allocation. */
  @volatile private[trident] var executorHints: Option[ExecutorHints] = None

  protected def newObserver(): RoundObserver =
    reporting.fold[RoundObserver](RoundObserver.Silent)(_.recorder)

  /** Where tiers are asked. */
  protected def newTierLookup(): TierLookup = HdfsTierLookup(
    sc.hadoopConfiguration,
    java.time.Duration.ofMillis(math.max(tierWaitMs, 1)),
    SparkKeys.LOOKUP_THREADS.read(keys),
    lookups,
    prefetcher.getOrElse(InputPrefetch.Off)
  )

  private def newPrefetcher(): Option[StagePrefetcher] =
    Option(SparkKeys.PREFETCHER.read(keys)).filter(_ != PrefetcherName.NONE).map { chosen =>
      new StagePrefetcher(
        chosen,
        keys,
        sc.hadoopConfiguration,
        () => sc.applicationId,
        sc.appName,
        () =>
          ExecutorSlots.of(sc.statusStore.executorList(activeOnly = true), runningTasksByExecutors),
        stage => observer.stagePrefetched(stage),
        java.time.Clock.systemUTC(),
        guard
      )
    }

  /** The name under which the storage knows a host. */
  private[trident] def nodeOf(host: String): String = inquiries.nodeOf(host)

  /** How to read what the tasks of a task set read, on any thread; none if tiers make no difference
    * to them. Called on the thread that submits them.
    */
  protected def inputsOf(taskSet: TaskSet): Option[() => StageInputs] = {
    val stage = dagScheduler.stageIdToStage.get(taskSet.stageId)
    if (stage.exists(one => survey.mayGain(one.rdd)))
      Some(() => TaskSetInputs.of(taskSet, stage, dagScheduler, maxLeaves))
    else None
  }

  override def submitTasks(taskSet: TaskSet): Unit = {
    try prepare(taskSet)
    catch { case e: Throwable => guard.contain(AsBySpark, e) }
    try super.submitTasks(taskSet)
    catch {
      case NonFatal(e) => // the DAG scheduler's to handle
        guard.run(StillPrefetched, () => forget(taskSet))
        throw e
    }
  }

  private def prepare(taskSet: TaskSet): Unit = {
    val (stage, attempt) = (taskSet.stageId, taskSet.stageAttemptId)
    inputsOf(taskSet) match {
      case Some(inputs) =>
        reporting.foreach(_.began())
        observer.stageBegan(StageBegan(stage, attempt, nameOf(taskSet), taskSet.tasks.length))
        prefetcher.foreach(_.expect(stage, attempt))
        submitted.put(taskSet, inquiries.ask(inputs()))
        ()
      case None => untiered(stage, attempt)
    }
  }

  private def untiered(stage: Int, attempt: Int): Unit = {
    observer.stageWithoutTiers(StageWithoutTiers(stage, attempt, WithoutTiers.NoInput))
    executorHints.foreach(_.releaseUntiered(stage, attempt))
  }

  /** The input of a task set has no tiers after all: it is Spark's for good. */
  private def turnedOutUntiered(inputs: StageInputs): Unit = {
    untiered(inputs.stage, inputs.attempt)
    synchronized {
      planning.filterInPlace { one =>
        one.taskSet.stageId != inputs.stage || one.taskSet.stageAttemptId != inputs.attempt
      }
    }
    ()
  }

  private def nameOf(taskSet: TaskSet): String =
    Option(taskSet.properties)
      .flatMap(properties => Option(properties.getProperty(JobDescription)))
      .orElse(dagScheduler.stageIdToStage.get(taskSet.stageId).map(_.name))
      .getOrElse("")

  private def forget(taskSet: TaskSet): Unit = {
    submitted.remove(taskSet)
    prefetcher.foreach(_.end(taskSet.stageId, taskSet.stageAttemptId))
  }

  override def taskSetFinished(manager: TaskSetManager): Unit = {
    super.taskSetFinished(manager)
    try
      manager match {
        case planned: TridentTaskSetManager =>
          synchronized(planning -= planned)
          forget(planned.taskSet)
        case _ =>
      }
    catch { case e: Throwable => guard.contain(StillPrefetched, e) }
  }

  override private[scheduler] def createTaskSetManager(
      taskSet: TaskSet,
      maxTaskFailures: Int
  ): TaskSetManager = {
    val inquiry = submitted.remove(taskSet)
    if (inquiry == null) super.createTaskSetManager(taskSet, maxTaskFailures)
    else
      guard.get[TaskSetManager](
        AsBySpark,
        () => planningManager(taskSet, maxTaskFailures, inquiry),
        () => super.createTaskSetManager(taskSet, maxTaskFailures)
      )
  }

  private def planningManager(taskSet: TaskSet, maxTaskFailures: Int, inquiry: OpenInquiry) = {
    val manager = TaskSetManagers.planning(
      this,
      taskSet,
      maxTaskFailures,
      healthTrackerOpt,
      clock,
      inquiry.gate
    )
    inquiry.whileWanted(() => synchronized(manager.needsTiers))
    planning.filterInPlace(one => !one.isZombie || one.runningTasks > 0) // Spark may drop them
    if (!inquiry.gate.isWithoutInput) {
      planning += manager
    }
    manager
  }

  override def resourceOffers(
      offers: IndexedSeq[WorkerOffer],
      isAllFreeResources: Boolean
  ): Seq[Seq[TaskDescription]] = synchronized {
    if (planning.isEmpty) super.resourceOffers(offers, isAllFreeResources)
    else plannedOffers(offers, isAllFreeResources)
  }

  private def plannedOffers(
      offers: IndexedSeq[WorkerOffer],
      isAllFreeResources: Boolean
  ): Seq[Seq[TaskDescription]] =
    if (!isAllFreeResources && guard.get[Boolean](OfferedAlone, () => isGathered, () => false)) {
      Seq.empty
    } else {
      val start = System.nanoTime()
      guard.run(
        AsBySpark,
        () => {
          if (isAllFreeResources) {
            coalescer.begin()
          }
          round = Some(new OfferRound(this, offers))
        }
      )
      try super.resourceOffers(offers, isAllFreeResources)
      finally {
        round = None
        if (isAllFreeResources) {
          coalescer.end(System.nanoTime() - start)
        }
      }
    }

  /** Whether offers of single executors come together with all others in a moment: the task set
    * that is next decides whether it matters.
    */
  private def isGathered: Boolean =
    rootPool.getSortedTaskSetQueue.find(_.isSchedulable) match {
      case Some(next: TridentTaskSetManager) => next.wouldGather.exists(coalescer.declines)
      case _                                 => false
    }

  override protected def shuffleOffers(offers: IndexedSeq[WorkerOffer]): IndexedSeq[WorkerOffer] = {
    val shuffled = super.shuffleOffers(offers)
    if (round.isDefined) {
      guard.run(AsBySpark, () => round.foreach(_.goesThrough(shuffled)))
    }
    shuffled
  }

  private[trident] def newPlanner(): RoundPlanner =
    new RoundPlanner(policy, inquiries.nodeOf, pricing, certify)

  private def pricingOf(keys: ConfigSource): Option[Pricing] =
    if (!SparkKeys.WAITING.read(keys)) None
    else {
      val processWait = sc.conf.get(config.LOCALITY_WAIT_PROCESS) / 1e3
      Some(Pricing(SparkKeys.UNIT_RATE.read(keys) * 1e6, processWait))
    }

  private[trident] def policyFailed(manager: TridentTaskSetManager, failure: Throwable): Unit = {
    guard.contain(AsBySpark, failure)
    synchronized(planning -= manager)
    guard.run(
      AsBySpark,
      () => {
        val set = manager.taskSet
        observer.stageWithoutTiers(
          StageWithoutTiers(set.stageId, set.stageAttemptId, WithoutTiers.PolicyFailed)
        )
      }
    )
    ()
  }

  /** Has all executors offer their slots after a while, unless they are to do so by then. */
  private[trident] def offerAgain(seconds: Double): Unit = {
    val now = System.nanoTime()
    val nanos = (seconds * 1e9).toLong
    if (offersAgainAt - now <= 0 || offersAgainAt - (now + nanos) > AMomentNanos) {
      offersAgainAt = now + nanos
      try {
        timer.schedule((() => offerAll()): Runnable, nanos, TimeUnit.NANOSECONDS)
        ()
      } catch {
        case _: RejectedExecutionException => // stopping
      }
    }
  }

  private def offerAll(): Unit = Utils.tryLogNonFatalError(backend.reviveOffers())

  override def stop(exitCode: Int): Unit = {
    timer.shutdownNow()
    builders.shutdownNow()
    guard.run(NotStopped, () => executorHints.foreach(_.close()))
    guard.run(NotStopped, () => inquiries.close())
    guard.run(NotStopped, () => prefetcher.foreach(_.close()))
    super.stop(exitCode)
  }
}

private object TridentTaskScheduler {
  // Inlined by the compiler: what contains failures needs no other class.
  private final val AsBySpark = "Tasks are placed as by Spark"
  private final val OfferedAlone = "Slots are offered one by one, as by Spark"
  private final val StillPrefetched = "Input of a stage that has ended stays cached for a while"
  private final val NotStopped = "A part of Trident is not stopped with the application"

  /** The property of a job in which Spark keeps what its user calls it. */
  private val JobDescription = "spark.job.description"

  /** Offers that are no farther apart are the same. */
  private val AMomentNanos = TimeUnit.MILLISECONDS.toNanos(1)
}
