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
package io.trident.spark.round

import io.trident.core.model.StorageTier
import io.trident.core.placement.{PlacementSnapshot, PricedPlacement}
import io.trident.spark.prefetch.PrefetchedStage

/** Receives what the scheduler decides.
  *
  * Called under the scheduler's lock: implementations must return at once and must not throw. All
  * arguments are immutable and may be kept, though a snapshot refers to all that a decision was
  * made of.
  */
trait RoundObserver {

  /** A stage was submitted for which tiers may make a difference. All else that is observed of a
    * stage comes after this, but for a stage without input, of which only that is observed.
    */
  def stageBegan(stage: StageBegan): Unit

  /** Tasks of a stage were placed on the slots that a round offered. */
  def roundSolved(round: RoundSolved): Unit

  /** A task of a stage that Trident schedules was launched. */
  def taskLaunched(task: TaskLaunched): Unit

  /** A stage is scheduled as Spark would, for now or for good. */
  def stageWithoutTiers(stage: StageWithoutTiers): Unit

  /** It was decided what to prefetch for a stage. Called without the lock. */
  def stagePrefetched(stage: PrefetchedStage): Unit
}

object RoundObserver {

  /** Drops all. */
  object Silent extends RoundObserver {
    override def stageBegan(stage: StageBegan): Unit = ()
    override def roundSolved(round: RoundSolved): Unit = ()
    override def taskLaunched(task: TaskLaunched): Unit = ()
    override def stageWithoutTiers(stage: StageWithoutTiers): Unit = ()
    override def stagePrefetched(stage: PrefetchedStage): Unit = ()
  }
}

/** A stage that was submitted.
  *
  * @param stage
  *   identifier of the stage
  * @param attempt
  *   number of the stage's attempt
  * @param name
  *   what its job's user calls it, else what Spark does
  * @param tasks
  *   how many tasks it has
  */
final case class StageBegan(stage: Int, attempt: Int, name: String, tasks: Int)

/** One placement.
  *
  * @param stage
  *   identifier of the stage
  * @param attempt
  *   number of the stage's attempt
  * @param waiting
  *   how many tasks waited; the snapshot has those of them that the slots on offer could need
  * @param snapshot
  *   what was decided on; tasks are named by their index in the task set
  * @param decision
  *   what was decided, with the cost and, where the policy computes it, the optimum
  * @param nanos
  *   how long it took
  */
final case class RoundSolved(
    stage: Int,
    attempt: Int,
    waiting: Int,
    snapshot: PlacementSnapshot,
    decision: PricedPlacement,
    nanos: Long
) {

  /** How many slots were on offer. */
  def slots: Int = {
    var sum = 0
    snapshot.slots.forEach(group => sum += group.slots)
    sum
  }
}

/** One task launched.
  *
  * @param stage
  *   identifier of the stage
  * @param attempt
  *   number of the stage's attempt
  * @param index
  *   index of the task in its task set
  * @param taskId
  *   Spark's identifier of the task attempt
  * @param executor
  *   identifier of the executor
  * @param host
  *   the executor's host as Spark names it
  * @param cost
  *   assignment cost by Equation 1
  * @param tier
  *   the tier that serves most of its bytes there; none without a known replica
  * @param planned
  *   whether the policy placed it there; otherwise Spark did, such as a speculative copy
  * @param speculative
  *   whether it is a speculative copy
  * @param tasks
  *   the tasks of its stage, by which it was placed
  */
final case class TaskLaunched(
    stage: Int,
    attempt: Int,
    index: Int,
    taskId: Long,
    executor: String,
    host: String,
    cost: Double,
    tier: Option[StorageTier],
    planned: Boolean,
    speculative: Boolean,
    tasks: StageTasks
)

/** A stage scheduled as Spark would.
  *
  * @param stage
  *   identifier of the stage
  * @param attempt
  *   number of the stage's attempt
  * @param reason
  *   why
  */
final case class StageWithoutTiers(stage: Int, attempt: Int, reason: WithoutTiers)

/** Why a stage is scheduled without tiers. */
sealed trait WithoutTiers

object WithoutTiers {

  /** No task reads files or cached partitions. */
  case object NoInput extends WithoutTiers

  /** The tiers did not come in time; they are used once they come. */
  case object TooLate extends WithoutTiers

  /** The look-up failed. */
  case object LookupFailed extends WithoutTiers

  /** The policy failed. */
  case object PolicyFailed extends WithoutTiers
}
