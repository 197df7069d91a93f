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

import java.util.concurrent.{CompletableFuture, CompletionStage}

import io.trident.core.cost.CostModel
import io.trident.core.model.{BlockInput, RackResolver, Replica, StorageTier}
import io.trident.core.placement.PlacementTask
import io.trident.core.storage.FileSegment
import io.trident.spark.round.{StageTasks, TierGate, WithoutTiers}
import io.trident.spark.tiers._
import org.apache.spark.SparkContext
import org.apache.spark.internal.config
import org.apache.spark.scheduler._
import org.apache.spark.util.{Clock, SystemClock}

import scala.jdk.CollectionConverters._

/** Trident's task scheduler where Spark's suites make the stock one.
  *
  * The tasks of the suites read no files, so Trident leaves their placement to Spark's code. With
  * the system property `suites.policy` the preferred locations of each task count as replicas on
  * tiers instead, known when the task set has been submitted, and that policy places the tasks.
  */
private[spark] class SuiteTaskScheduler(
    sc: SparkContext,
    maxTaskFailures: Int,
    isLocal: Boolean,
    clock: Clock
) extends TridentTaskScheduler(sc, maxTaskFailures, isLocal, clock) {
  def this(sc: SparkContext) =
    this(sc, sc.conf.get(config.TASK_MAX_FAILURES), false, new SystemClock)

  override protected def newTierLookup(): TierLookup =
    if (SuiteTiers.isMadeUp) SuiteTiers else super.newTierLookup()

  override protected def inputsOf(taskSet: TaskSet): Option[() => StageInputs] =
    if (SuiteTiers.isMadeUp) Some(() => SuiteTiers.inputsOf(taskSet))
    else super.inputsOf(taskSet)

  override def submitTasks(taskSet: TaskSet): Unit = {
    super.submitTasks(taskSet)
    taskSetManagerForAttempt(taskSet.stageId, taskSet.stageAttemptId).foreach {
      case manager: TridentTaskSetManager => // the suites do not expect to wait
        while (manager.gate.state == TierGate.Closed) {
          Thread.sleep(1)
        }
      case _ =>
    }
  }

  override private[scheduler] def createTaskSetManager(set: TaskSet, failures: Int) =
    super.createTaskSetManager(set, failures) match {
      case streaming: StructuredStreamingIdAwareSchedulerLogging => streaming
      case made: TridentTaskSetManager                           =>
        new SuiteTaskSetManager(this, set, failures, healthTrackerOpt, clock, made.gate)
      case stock => stock
    }

  // Suites look for these in the object's own class.
  def executorIdToRunningTaskIds: AnyRef = member("executorIdToRunningTaskIds")
  def taskSetsByStageIdAndAttempt: AnyRef = member("taskSetsByStageIdAndAttempt")

  private def member(name: String) = PrivateMember.of(classOf[TaskSchedulerImpl], this, name)
}

/** Trident's task set manager with the constructor of Spark's, which Spark's suites call. */
private[spark] class SuiteTaskSetManager(
    sched: TridentTaskScheduler,
    taskSet: TaskSet,
    maxTaskFailures: Int,
    healthTracker: Option[HealthTracker],
    clock: Clock,
    gate: TierGate
) extends TridentTaskSetManager(sched, taskSet, maxTaskFailures, healthTracker, clock, gate) {
  def this(
      sched: TaskSchedulerImpl,
      taskSet: TaskSet,
      maxTaskFailures: Int,
      healthTracker: Option[HealthTracker],
      clock: Clock
  ) = this(
    sched.asInstanceOf[TridentTaskScheduler],
    taskSet,
    maxTaskFailures,
    healthTracker,
    clock,
    SuiteTiers.openGate(taskSet)
  )

  // Suites look for it in the object's own class.
  def numFailures: AnyRef = PrivateMember.of(classOf[TaskSetManager], this, "numFailures")
}

/** Members that Spark's classes keep to themselves. */
private object PrivateMember {
  def of(owner: Class[_], instance: AnyRef, name: String): AnyRef = {
    val member = owner.getDeclaredMethods
      .find(m => m.getParameterCount == 0 && (m.getName == name || m.getName.endsWith("$$" + name)))
      .getOrElse(throw new NoSuchMethodException(s"$name of ${owner.getName}"))
    member.setAccessible(true)
    member.invoke(instance)
  }
}

/** Replicas made up from preferred locations. */
private object SuiteTiers extends TierLookup {
  private val tiers = StorageTier.values

  /** Whether tiers are made up at all. */
  val isMadeUp: Boolean = System.getProperty("suites.policy", "none") != "none"

  /** A task set without any preferred location has no input, as otherwise. */
  def inputsOf(taskSet: TaskSet): StageInputs = {
    val one =
      if (taskSet.tasks.forall(_.preferredLocations.isEmpty)) Nil
      else Seq(new FileSegment("hdfs://suite/file", 0, 1))
    StageInputs(
      taskSet.stageId,
      taskSet.stageAttemptId,
      taskSet.tasks.toIndexedSeq.map { task =>
        TaskInput(
          one,
          Nil,
          task.preferredLocations.map {
            case in: ExecutorCacheTaskLocation => InExecutor(in.host, in.executorId)
            case in: HDFSCacheTaskLocation     => InHdfsCache(in.host)
            case on                            => OnHost(on.host)
          }
        )
      }
    )
  }

  def openGate(taskSet: TaskSet): TierGate = {
    val gate = new TierGate(() => System.nanoTime(), Long.MaxValue)
    if (isMadeUp) {
      gate.update(new StageTasks(tiersOf(inputsOf(taskSet)), topology, CostModel.DEFAULT))
    } else {
      gate.fail(WithoutTiers.NoInput)
    }
    gate
  }

  override def resolve(stage: StageInputs): CompletionStage[StageTiers] =
    CompletableFuture.completedFuture(tiersOf(stage))

  override def refresh(stage: StageInputs, last: StageTiers): CompletionStage[StageTiers] =
    resolve(stage)

  override val topology: RackResolver = _ => "/default-rack"

  override def nodeOf(host: String): String = host

  override def close(): Unit = ()

  private def tiersOf(stage: StageInputs): StageTiers = StageTiers(
    stage.tasks.zipWithIndex.map { case (task, index) =>
      val replicas = task.preferred.map(_.host).distinct.map { host =>
        Replica.stored(host, tiers(math.floorMod(host.hashCode + index, tiers.length)))
      }
      val executors = task.preferred.collect { case in: InExecutor => in.executor }
      new PlacementTask(
        index.toString,
        if (replicas.isEmpty) java.util.List.of()
        else java.util.List.of(new BlockInput(1, replicas.asJava)),
        executors.toSet.asJava
      )
    },
    pending = false
  )
}
