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

import io.trident.core.cost.CostProfile
import io.trident.core.model.Locality
import io.trident.core.matching.{CertifyMode, SlotGroup}
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
import scala.jdk.OptionConverters._

/** Plans rounds of one task set by a placement policy. Keeps only names of places between rounds.
  * Not thread-safe: guarded by the scheduler's lock.
  *
  * @param policy
  *   what places tasks
  * @param nodeOf
  *   the name by which the storage knows a host that Spark names
  * @param waiting
  *   how waiting is priced; none if tasks never wait
  * @param certify
  *   whether every round is matched and the matching checked, also where the optimum can be seen
  */
final class RoundPlanner(
    policy: PlacementPolicy,
    nodeOf: String => String,
    waiting: Option[Pricing],
    certify: CertifyMode = CertifyMode.OFF
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
    val round = Round(stage, JList.of(slots: _*), waitingTasks, allowed, outlook)
    val (placed, decision) = firstChoices(round).getOrElse(matched(round))
    Planned(placed.snapshot, decision, planOf(decision, free, placed.tasks))
  }

  /** What every slot would choose first, if no two slots choose the same and nobody gains by
    * waiting: then no matching costs less.
    */
  private def firstChoices(round: Round): Option[(Placed, PricedPlacement)] =
    if (!isTrident || certify == CertifyMode.CERTIFY || round.waiting.count < round.offered) None
    else
      round.stage.order
        .firstChoices(round.groups, round.waiting.search)
        .toScala
        .map { chosen =>
          val snapshot = snapshotOf(round, chosen.tasks)
          Placed(chosen.tasks, snapshot, Placement.of(policy.name, snapshot, chosen.groups, 0))
        }
        .filterNot(couldGainByWaiting(round, _))
        .map(placed => placed -> new PricedPlacement(placed.placement, JList.of()))

  private def couldGainByWaiting(round: Round, placed: Placed): Boolean =
    waiting.exists(pricing =>
      PricedWaiting.couldGain(
        placed.snapshot,
        placed.placement,
        pricing.terms(placed.tasks, round.outlook)
      )
    )

  private def matched(round: Round): (Placed, PricedPlacement) = {
    val placed = matchFew(round)
    val decision = waiting match {
      case Some(pricing) if isTrident =>
        PricedWaiting.reconsider(
          policy,
          placed.snapshot,
          placed.placement,
          () => busy(round.stage, round.outlook),
          pricing.terms(placed.tasks, round.outlook)
        )
      case _ => new PricedPlacement(placed.placement, JList.of())
    }
    placed -> decision
  }

  /** Places those of the waiting tasks that can matter. */
  private def matchFew(round: Round): Placed = {
    import round.{groups, offered}
    val order = round.stage.order
    val search = round.waiting.search
    if (round.waiting.count <= math.max(2 * offered, AlwaysAll)) {
      place(round, round.waiting.toArray)
    } else if (isTrident) {
      val likeliest = place(round, order.likeliest(groups, search))
      if (
        likeliest.placement.placed.size == offered &&
        likeliest.placement.cost <= order.leastCost(groups, search) + CostTolerance
      ) {
        likeliest
      } else {
        place(round, order.candidates(groups, search, 0))
      }
    } else {
      place(round, order.candidates(groups, search, FirstInOrder))
    }
  }

  private def place(round: Round, chosen: Array[Int]): Placed = {
    val snapshot = snapshotOf(round, chosen)
    Placed(chosen, snapshot, policy.place(snapshot))
  }

  private def snapshotOf(round: Round, chosen: Array[Int]): PlacementSnapshot = {
    val stage = round.stage
    val tasks = new Array[PlacementTask](chosen.length)
    val profiles = new Array[CostProfile](chosen.length)
    for (i <- chosen.indices) {
      tasks(i) = stage.task(chosen(i))
      profiles(i) = stage.profiles(chosen(i))
    }
    new PlacementSnapshot(
      JList.of(tasks: _*),
      JList.of(profiles: _*),
      round.groups,
      stage.topology,
      stage.model,
      round.allowed
    )
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

  /** What a round goes by. */
  private final case class Round(
      stage: StageTasks,
      groups: JList[SlotGroup],
      waiting: WaitingIndices,
      allowed: Locality,
      outlook: Outlook
  ) {
    val offered: Int = groups.stream.mapToInt(_.slots).sum
  }

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
