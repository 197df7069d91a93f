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

import java.util.Properties
import java.util.concurrent.{CompletableFuture, CompletionStage}
import java.util.concurrent.atomic.AtomicInteger

import scala.collection.mutable

import io.trident.core.model.{BlockInput, RackResolver, Replica, StorageTier}
import io.trident.core.placement.PlacementTask
import io.trident.core.storage.FileSegment
import io.trident.spark.prefetch.PrefetchedStage
import io.trident.spark.round._
import io.trident.spark.tiers._
import org.apache.spark.{
  JobArtifactSet,
  SparkConf,
  SparkContext,
  SparkEnv,
  TaskContext,
  TaskEndReason
}
import org.apache.spark.executor.TaskMetrics
import org.apache.spark.internal.config
import org.apache.spark.resource.ResourceProfile
import org.apache.spark.scheduler._
import org.apache.spark.util.{AccumulatorV2, Clock, SystemClock}

/** A task scheduler on its own, as in Spark's suites: real, but with a backend that launches
  * nothing, and a DAG scheduler that receives nothing.
  *
  * @param settings
  *   Spark configuration
  */
final class SchedulerHarness(settings: (String, String)*) extends AutoCloseable {
  val sc = new SparkContext(
    new SparkConf(false)
      .setMaster("local[4]")
      .setAppName("harness")
      .set("spark.ui.enabled", "false")
      .setAll(settings)
  )
  private val created = mutable.ArrayBuffer.empty[TaskSchedulerImpl]

  /** What Trident's scheduler reported. */
  val observed = new Observed

  /** What it receives of tiers; by index of the task. */
  @volatile var tiers: CompletionStage[StageTiers] =
    CompletableFuture.completedFuture(StageTiers(IndexedSeq.empty, pending = false))

  /** Answers of look-ups after the first. */
  @volatile var refreshed: CompletionStage[StageTiers] = tiers

  val refreshes = new AtomicInteger

  /** Which stages read files, by identifier. */
  @volatile var haveInput: Int => Boolean = _ => true

  /** Which of these turn out to read none, once that is looked at. */
  @volatile var readNothing: Int => Boolean = _ => false

  /** The clock of schedulers made from now on. */
  var clock: Clock = new SystemClock

  private def maxFailures = sc.conf.get(config.TASK_MAX_FAILURES)

  def stock(): TaskSchedulerImpl =
    started(new TaskSchedulerImpl(sc, maxFailures, isLocal = false, clock))

  def trident(noting: RoundObserver = observed): TridentTaskScheduler = started(
    new TridentTaskScheduler(sc, maxFailures, isLocal = false, clock) {
      override protected def newObserver(): RoundObserver = noting
      override protected def newTierLookup(): TierLookup = new TableLookup
      override protected def inputsOf(taskSet: TaskSet): Option[() => StageInputs] =
        if (!haveInput(taskSet.stageId)) None
        else
          Some(() =>
            StageInputs(
              taskSet.stageId,
              taskSet.stageAttemptId,
              taskSet.tasks.toIndexedSeq
                .map(_ => TaskInput(filesOf(taskSet), Nil, Nil))
            )
          )
    }
  )

  private def filesOf(taskSet: TaskSet): Seq[FileSegment] =
    if (readNothing(taskSet.stageId)) Nil else Seq(new FileSegment("hdfs://nn/file", 0, 1))

  private def started[S <: TaskSchedulerImpl](scheduler: S): S = {
    created += scheduler
    scheduler.initialize(new IdleBackend)
    val _ = new DAGScheduler(sc, scheduler) {
      override def taskStarted(task: Task[_], taskInfo: TaskInfo): Unit = ()
      override def executorAdded(execId: String, host: String): Unit = ()
      override def taskEnded(
          task: Task[_],
          reason: TaskEndReason,
          result: Any,
          accumUpdates: Seq[AccumulatorV2[_, _]],
          metricPeaks: Array[Long],
          taskInfo: TaskInfo
      ): Unit = ()
      override def taskSetFailed(
          taskSet: TaskSet,
          reason: String,
          exception: Option[Throwable]
      ): Unit = ()
    }
    scheduler
  }

  /** Stops a scheduler. */
  def dispose(scheduler: TaskSchedulerImpl): Unit = {
    scheduler.dagScheduler.stop() // and the scheduler with it
    created -= scheduler
  }

  override def close(): Unit = {
    created.toSeq.foreach(dispose)
    sc.stop()
  }

  private final class TableLookup extends TierLookup {
    override def resolve(stage: StageInputs): CompletionStage[StageTiers] = tiers
    override def refresh(stage: StageInputs, last: StageTiers): CompletionStage[StageTiers] = {
      refreshes.incrementAndGet()
      refreshed
    }
    override val topology: RackResolver = node => SchedulerHarness.rackOf(node)
    override def nodeOf(host: String): String = host
    override def close(): Unit = ()
  }

  private final class IdleBackend extends SchedulerBackend {
    override def start(): Unit = ()
    override def stop(): Unit = ()
    override def reviveOffers(): Unit = { observed.revived.incrementAndGet(); () }
    override def defaultParallelism(): Int = 1
    override def maxNumConcurrentTasks(rp: ResourceProfile): Int = 1
    override def getTaskThreadDump(
        taskId: Long,
        executorId: String
    ): Option[org.apache.spark.status.api.v1.ThreadStackTrace] = None
    override def killTask(t: Long, e: String, interrupt: Boolean, reason: String): Unit = ()
  }
}

object SchedulerHarness {

  /** The rack of a host `name` or `name/rack`. */
  def rackOf(host: String): String =
    if (host.contains('/')) host.substring(host.indexOf('/')) else "/default-rack"

  def offer(executor: String, host: String, cores: Int = 1): WorkerOffer =
    WorkerOffer(executor, host, cores, Some(s"$host:1"))

  def taskSet(
      stage: Int,
      tasks: Int,
      preferred: Int => Seq[TaskLocation] = _ => Nil,
      attempt: Int = 0,
      barrier: Boolean = false,
      pool: Option[String] = None,
      profile: Int = ResourceProfile.DEFAULT_RESOURCE_PROFILE_ID
  ): TaskSet = {
    val properties = new Properties
    pool.foreach(properties.setProperty("spark.scheduler.pool", _))
    // One for all tasks, as in Spark: each registers accumulators that nobody forgets.
    val metrics =
      SparkEnv.get.closureSerializer.newInstance().serialize(TaskMetrics.registered).array()
    val all: Array[Task[_]] =
      Array.tabulate(tasks)(i => new IdleTask(stage, attempt, i, preferred(i), barrier, metrics))
    new TaskSet(
      all,
      stage,
      attempt,
      stage,
      properties,
      profile,
      None
    )
  }

  /** A task that reads one block of 128 MB. */
  def onTiers(index: Int, replicas: (String, StorageTier)*): PlacementTask =
    new PlacementTask(
      index.toString,
      java.util.List.of(
        new BlockInput(
          128L << 20,
          java.util.List.of(replicas.map { case (node, tier) => Replica.stored(node, tier) }: _*)
        )
      ),
      java.util.Set.of()
    )

  def known(tasks: PlacementTask*): CompletionStage[StageTiers] =
    CompletableFuture.completedFuture(StageTiers(tasks.toIndexedSeq, pending = false))

  private final class IdleTask(
      stage: Int,
      attempt: Int,
      partition: Int,
      preferred: Seq[TaskLocation],
      barrier: Boolean,
      metrics: Array[Byte]
  ) extends Task[Int](
        stage,
        attempt,
        partition,
        1,
        JobArtifactSet.emptyJobArtifactSet,
        serializedTaskMetrics = metrics,
        isBarrier = barrier
      ) {
    override def runTask(context: TaskContext): Int = 0
    override def preferredLocations: Seq[TaskLocation] = preferred
  }
}

/** Keeps all that is reported. */
final class Observed extends RoundObserver {
  val revived = new AtomicInteger
  val rounds = mutable.ArrayBuffer.empty[RoundSolved]
  val launched = mutable.ArrayBuffer.empty[TaskLaunched]
  val untiered = mutable.ArrayBuffer.empty[StageWithoutTiers]

  /** Drops what was reported so far. */
  def forget(): Unit = synchronized {
    rounds.clear()
    launched.clear()
    untiered.clear()
  }

  override def stageBegan(stage: StageBegan): Unit = ()
  override def roundSolved(round: RoundSolved): Unit = synchronized(rounds += round)
  override def taskLaunched(task: TaskLaunched): Unit = synchronized(launched += task)
  override def stageWithoutTiers(stage: StageWithoutTiers): Unit = synchronized(untiered += stage)
  override def stagePrefetched(stage: PrefetchedStage): Unit = ()
}
