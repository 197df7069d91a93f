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

import scala.jdk.CollectionConverters._

import io.trident.core.cost.CostModel
import io.trident.core.model.{BlockInput, Locality, RackResolver, Replica, StorageTier}
import io.trident.core.guard.Guard
import io.trident.core.placement.{PlacementTask, Policies, PolicyName}
import io.trident.core.report.StageReport
import io.trident.spark.round._
import io.trident.spark.round.RoundPlanner.FreeSlots
import io.trident.spark.tiers.{LookupCounters, StageTiers}
import org.apache.spark.Success
import org.apache.spark.scheduler._

/** A stage whose rounds a real planner solves, and a recorder that observes it as it would under
  * the scheduler.
  *
  * @param inputs
  *   by task, the tier of the replica on each node
  */
final class ObservedStage(
    val recorder: StageRecorder,
    policy: PolicyName,
    inputs: Seq[Map[String, StorageTier]],
    val stage: Int = 1
) {
  val topology: RackResolver = _ => "/r"
  private val planner = new RoundPlanner(Policies.of(policy), host => host, None)
  private val Block = 128L << 20
  private var nextId = 0L

  val tasks: StageTasks = {
    val read = inputs.zipWithIndex.map { case (replicas, index) =>
      val stored = replicas.toSeq.map { case (node, tier) => Replica.stored(node, tier) }.asJava
      new PlacementTask(
        index.toString,
        java.util.List.of(new BlockInput(Block, stored)),
        java.util.Set.of()
      )
    }
    new StageTasks(StageTiers(read.toIndexedSeq, pending = false), topology, CostModel.DEFAULT)
  }

  /** Solves a round and launches the tasks of its plan that `launches` accepts. */
  def round(
      free: Seq[FreeSlots],
      waiting: Seq[Int],
      launches: Int => Boolean = _ => true,
      nanos: Long = 1000
  ): RoundPlanner.Planned = {
    val solved =
      planner.plan(
        tasks,
        free,
        new WaitingIndices(tasks.size, waiting.toSet),
        Locality.OFF_RACK,
        Nobody
      )
    recorder.roundSolved(
      RoundSolved(stage, 0, waiting.size, solved.snapshot, solved.decision, nanos)
    )
    for (place <- free; task <- drained(solved.plan, place.executor) if launches(task.index)) {
      launch(task.index, place, task.cost, planned = true)
    }
    solved
  }

  /** Launches a task. */
  def launch(
      index: Int,
      place: FreeSlots,
      cost: Double,
      planned: Boolean,
      speculative: Boolean = false
  ): Unit = {
    val id = nextId
    nextId += 1
    recorder.taskLaunched(
      TaskLaunched(
        stage,
        0,
        index,
        id,
        place.executor,
        place.host,
        cost,
        None,
        planned,
        speculative,
        tasks
      )
    )
    started(id, index, place, speculative)
  }

  /** Spark reports that a task was launched. */
  def started(id: Long, index: Int, place: FreeSlots, speculative: Boolean = false): Unit =
    recorder.onTaskStart(
      SparkListenerTaskStart(
        stage,
        0,
        new TaskInfo(
          id,
          index,
          0,
          index,
          0,
          place.executor,
          place.host,
          TaskLocality.ANY,
          speculative
        )
      )
    )

  /** Spark reports that a task succeeded. */
  def succeeded(id: Long, index: Int, place: FreeSlots, endMs: Long): Unit = {
    val info =
      new TaskInfo(id, index, 0, index, 0, place.executor, place.host, TaskLocality.ANY, false)
    info.finishTime = endMs
    recorder.onTaskEnd(SparkListenerTaskEnd(stage, 0, "ResultTask", Success, info, null, null))
  }

  def submitted(name: String = "count at Scan.scala:1"): Unit =
    recorder.stageBegan(StageBegan(stage, 0, name, inputs.size))

  def completed(): Unit = {
    val ended = info
    ended.completionTime = Some(1000)
    recorder.onStageCompleted(SparkListenerStageCompleted(ended))
  }

  private def info = new StageInfo(
    stage,
    0,
    "count at Scan.scala:1",
    inputs.size,
    Nil,
    Nil,
    "",
    resourceProfileId = 0
  )

  private def drained(plan: RoundPlan, executor: String): Seq[PlannedTask] =
    Iterator.continually(plan.next(executor)).takeWhile(_.isDefined).flatten.toSeq

  private object Nobody extends Outlook {
    override def running: Iterator[RunningTask] = Iterator.empty
    override def workSeconds: Option[Double] = None
    override def patienceSeconds(index: Int): Double = 0
  }
}

/** A recorder and what it made. */
final class Recording(
    maxDetails: Int = 100,
    policy: PolicyName = PolicyName.TRIDENT,
    maxQueued: Long = StageRecorder.MaxQueued
) {
  private val made = Seq.newBuilder[StageReport]
  val metrics = new PlacementMetrics(new LookupCounters)
  val recorder = new StageRecorder(
    policy.label,
    maxDetails,
    host => host,
    metrics,
    report => made.synchronized(made += report),
    new Guard((_, _) => ()),
    maxQueued
  )

  /** What was published. */
  def published: Seq[StageReport] = made.synchronized(made.result())

  /** What was published, which is one report. */
  def only: StageReport = {
    require(published.size == 1, s"${published.size} reports")
    published.head
  }

  /** A stage that it observes. */
  def stage(inputs: Seq[Map[String, StorageTier]], number: Int = 1): ObservedStage = {
    val made = new ObservedStage(recorder, policy, inputs, number)
    made.submitted()
    made
  }

  /** A counter's value. */
  def count(name: String): Long = metrics.registry.getCounters.get(name).getCount
}
