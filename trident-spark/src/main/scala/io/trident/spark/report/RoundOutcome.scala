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

import io.trident.core.cost.CostProfile
import io.trident.core.matching.{MatchingProblem, SlotGroup, TransportationMatcher}
import io.trident.core.report.TaskReport
import io.trident.spark.round.RoundSolved
import scala.collection.mutable
import scala.jdk.CollectionConverters._

/** What a round offered, and how good its placement is. Not thread-safe. */
private[report] final class RoundOutcome(round: RoundSolved) {
  private val snapshot = round.snapshot
  private val placement = round.decision.placement
  private val executors = mutable.HashMap.empty[String, Int]
  private val nodes = mutable.HashMap.empty[String, Int]
  private val racks = mutable.HashMap.empty[String, Int]
  for ((slot, i) <- snapshot.slots.asScala.zipWithIndex if slot.slots > 0) {
    executors.getOrElseUpdate(slot.executor, i)
    nodes.getOrElseUpdate(slot.node, i)
    racks.getOrElseUpdate(slot.rack, i)
  }

  private lazy val takers: Map[Int, Seq[Int]] =
    placement.placed.asScala
      .groupMap(_.slotGroup)(one => indexOf(one.task))
      .view
      .mapValues(_.toSeq)
      .toMap

  /** How many of its tasks were launched so far. */
  var launched = 0

  /** By how much the placement costs more than the least that its tasks could on these slots. */
  lazy val excess: Double = {
    val optimum = if (placement.optimalCost.isNaN) solve() else placement.optimalCost
    val more = placement.cost - optimum
    if (more <= RoundOutcome.Tolerance * (1 + placement.cost)) 0 else more
  }

  /** The share of the excess of each of its tasks. */
  def excessPerTask: Double =
    if (placement.placed.isEmpty) 0 else excess / placement.placed.size

  /** The slots of an executor, where it was on offer. */
  def slotOf(executor: String): Option[SlotGroup] =
    executors.get(executor).map(snapshot.slots.get(_))

  /** The cheapest slot on offer for a task, if it is cheaper than what the task costs. */
  def better(profile: CostProfile, cost: Double): Option[TaskReport.Better] = {
    val places = Iterator(
      profile.executors.keySet.asScala.iterator.flatMap(executors.get),
      profile.nodes.keySet.asScala.iterator.flatMap(nodes.get),
      profile.racks.keySet.asScala.iterator.flatMap(racks.get),
      executors.valuesIterator.take(1)
    ).flatten
    places
      .map(group => group -> costAt(profile, group))
      .filter { case (_, there) => there < cost }
      .minByOption { case (group, there) => (there, group) }
      .map { case (group, there) =>
        val slot = snapshot.slots.get(group)
        val taken = takers.getOrElse(group, Nil).take(TaskReport.MAX_TAKERS)
        new TaskReport.Better(
          slot.executor,
          slot.node,
          there,
          taken.map(Int.box).asJava
        )
      }
  }

  /** Index, in the task set, of a task of the snapshot. */
  def indexOf(task: Int): Int = snapshot.tasks.get(task).name.toInt

  private def costAt(profile: CostProfile, group: Int): Double = {
    val slot = snapshot.slots.get(group)
    profile.costAt(slot.executor, slot.node, slot.rack)
  }

  /** For policies that do not compute it, and off the scheduler's lock. */
  private def solve(): Double = {
    val tasks = placement.placed.asScala.map(one => snapshot.profiles.get(one.task)).asJava
    new TransportationMatcher().`match`(new MatchingProblem(tasks, snapshot.slots)).cost
  }
}

private object RoundOutcome {

  /** Sums of costs that differ by this share are the same. */
  private val Tolerance = 1e-9
}
