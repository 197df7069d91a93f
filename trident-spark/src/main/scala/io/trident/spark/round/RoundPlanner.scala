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

import io.trident.core.cost.{CostProfile, Locality}
import io.trident.core.matching.SlotGroup
import io.trident.core.placement.{
  BusyExecutor,
  Placement,
  PlacementPolicy,
  PlacementSnapshot,
  PlacementTask,
  PolicyName,
  PricedPlacement,
  PricedWaiting,
  TaskPlacement
}
import java.util.{List => JList}
import scala.collection.mutable

/** Plans rounds of one task set by a placement policy. Keeps only names of places between rounds.
  * Not thread-safe: guarded by the scheduler's lock.
  *
  * @param policy
  *   what places tasks
  * @param nodeOf
  *   the name by which the storage knows a host that Spark names
  * @param waiting
  *   how waiting is priced; none if tasks never wait
  */
final class RoundPlanner(
    policy: PlacementPolicy,
    nodeOf: String => String,
    waiting: Option[Pricing]
) {
  import RoundPlanner._

  private val isTrident = policy.name == PolicyName.TRIDENT.label
  private val nodes = mutable.HashMap.empty[String, String]

  /** Plans one round.
    *
    * @param stage
    *   the tasks
    * @param free
    *   the executors with free slots
    * @param waitingTasks
    *   the tasks that wait
    * @param allowed
    *   the farthest locality that delay scheduling allows, for policies that go by it
    * @param outlook
    *   what is known of the near future
    * @return
    *   the decision on a snapshot whose tasks are named by their index
    */
  def plan(
      stage: StageTasks,
      free: Seq[FreeSlots],
      waitingTasks: WaitingIndices,
      allowed: Locality,
      outlook: Outlook
  ): Planned = {
    val slots = free.map(one => groupOf(stage, one.executor, one.host, one.slots)).toArray
    val groups = JList.of(slots: _*)
    val offered = free.iterator.map(_.slots).sum
    val search = waitingTasks.search
    val few = if (waitingTasks.count <= math.max(2 * offered, AlwaysAll)) {
      place(stage, groups, waitingTasks.toArray, allowed)
    } else if (isTrident) {
      val likeliest = place(stage, groups, stage.order.likeliest(groups, search), allowed)
      if (
        likeliest.placement.placed.size == offered &&
        likeliest.placement.cost <= stage.order.leastCost(groups, search) + CostTolerance
      ) {
        likeliest
      } else {
        place(stage, groups, stage.order.candidates(groups, search, 0), allowed)
      }
    } else {
      place(stage, groups, stage.order.candidates(groups, search, FirstInOrder), allowed)
    }
    val decision = waiting match {
      case Some(pricing) if isTrident =>
        PricedWaiting.reconsider(
          policy,
          few.snapshot,
          few.placement,
          () => busy(stage, outlook),
          pricing.terms(few.tasks, outlook)
        )
      case _ => new PricedPlacement(few.placement, JList.of())
    }
    Planned(few.snapshot, decision, planOf(decision, free, few.tasks))
  }

  private def place(
      stage: StageTasks,
      groups: JList[SlotGroup],
      chosen: Array[Int],
      allowed: Locality
  ): Placed = {
    val tasks = new Array[PlacementTask](chosen.length)
    val profiles = new Array[CostProfile](chosen.length)
    for (i <- chosen.indices) {
      tasks(i) = stage.task(chosen(i))
      profiles(i) = stage.profiles(chosen(i))
    }
    val snapshot = new PlacementSnapshot(
      JList.of(tasks: _*),
      JList.of(profiles: _*),
      groups,
      stage.topology,
      stage.model,
      allowed
    )
    Placed(chosen, snapshot, policy.place(snapshot))
  }

  /** What a task costs on an executor, and the name of its node and rack. */
  def costAt(stage: StageTasks, index: Int, executor: String, host: String): Double = {
    val place = groupOf(stage, executor, host, 0)
    stage.profiles(index).costAt(place.executor, place.node, place.rack)
  }

  private def planOf(
      decision: PricedPlacement,
      free: Seq[FreeSlots],
      chosen: Array[Int]
  ): RoundPlan = {
    val executors = free.iterator.map(_.executor).toArray
    val queues = mutable.HashMap.empty[String, mutable.Queue[PlannedTask]]
    decision.placement.placed.forEach { (one: TaskPlacement) =>
      queues.getOrElseUpdate(executors(one.slotGroup), mutable.Queue.empty) +=
        PlannedTask(chosen(one.task), one.cost, Option(one.tier))
    }
    val held = Seq.newBuilder[Int]
    decision.held.forEach(one => held += chosen(one.task))
    new RoundPlan(queues, held.result())
  }

  private def busy(stage: StageTasks, outlook: Outlook): JList[BusyExecutor] = {
    val work = outlook.workSeconds.getOrElse(0.0)
    val executors = outlook.running.toSeq.groupBy(_.executor).map { case (executor, running) =>
      val place = groupOf(stage, executor, running.head.host, 0)
      val ends = running.map { task =>
        Double.box(BusyExecutor.remaining(work + task.readSeconds, task.elapsedSeconds))
      }
      new BusyExecutor(executor, place.node, place.rack, JList.of(ends: _*))
    }
    JList.of(executors.toSeq: _*)
  }

  private def groupOf(stage: StageTasks, executor: String, host: String, slots: Int): SlotGroup = {
    val node = nodes.getOrElseUpdate(host, nodeOf(host))
    new SlotGroup(executor, node, stage.topology.rackOf(node), slots)
  }
}

object RoundPlanner {

  /** Up to here all waiting tasks are looked at, whatever the number of slots. */
  private val AlwaysAll = 64

  /** Sums of costs that differ by less are the same. */
  private val CostTolerance = 1e-6

  /** How many waiting tasks, in order, policies other than Trident's look at beside the cheapest.
    */
  private val FirstInOrder = 4096

  private final case class Placed(
      tasks: Array[Int],
      snapshot: PlacementSnapshot,
      placement: Placement
  )

  /** Free slots of an executor.
    *
    * @param executor
    *   identifier of the executor
    * @param host
    *   its host as Spark names it
    * @param slots
    *   how many tasks it can take now
    */
  final case class FreeSlots(executor: String, host: String, slots: Int)

  /** A planned round. */
  final case class Planned(
      snapshot: PlacementSnapshot,
      decision: PricedPlacement,
      plan: RoundPlan
  )
}
