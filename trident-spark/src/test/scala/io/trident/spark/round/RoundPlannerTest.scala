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

import io.trident.core.cost.CostModel
import io.trident.core.model.{BlockInput, Locality, RackResolver, Replica, StorageTier}
import io.trident.core.matching.{HungarianMatcher, MatchingProblem, SlotGroup}
import io.trident.core.placement.{Policies, PlacementTask, PolicyName}
import io.trident.spark.round.RoundPlanner.FreeSlots
import io.trident.spark.tiers.StageTiers
import net.jqwik.api.{ForAll, Property}
import net.jqwik.api.constraints.IntRange
import org.assertj.core.api.Assertions.{assertThat, within}
import org.junit.jupiter.api.Test
import scala.jdk.CollectionConverters._
import scala.util.Random

class RoundPlannerTest {
  private val Block = 128L << 20
  private val Hosts = 12
  private val topology: RackResolver = node => s"/r${node.drop(1).toIntOption.getOrElse(0) % 3}"
  private val isNode: String => String = host => host

  private def reads(index: Int, replicas: (String, StorageTier)*) = new PlacementTask(
    index.toString,
    java.util.List.of(
      new BlockInput(
        Block,
        replicas.map { case (node, tier) => Replica.stored(node, tier) }.asJava
      )
    ),
    java.util.Set.of()
  )

  private def stageOf(tasks: PlacementTask*) =
    new StageTasks(StageTiers(tasks.toIndexedSeq, pending = false), topology, CostModel.DEFAULT)

  private def anyTask(random: Random, index: Int): PlacementTask = {
    val tiers = StorageTier.values
    val nodes = random.shuffle((0 until Hosts).toList).take(random.nextInt(4))
    val replicas = nodes.map(node => s"n$node" -> tiers(random.nextInt(tiers.length)))
    val inProcess =
      if (random.nextInt(8) == 0) Set(s"e${random.nextInt(Hosts)}") else Set.empty[String]
    val of = if (replicas.isEmpty) Nil else reads(index, replicas: _*).blocks.asScala.toSeq
    new PlacementTask(index.toString, of.asJava, inProcess.asJava)
  }

  private def slotsOf(random: Random): IndexedSeq[FreeSlots] = {
    val executors = random.shuffle((0 until Hosts).toList).take(1 + random.nextInt(Hosts))
    executors.map(i => FreeSlots(s"e$i", s"n$i", 1 + random.nextInt(3))).toIndexedSeq
  }

  private def plan(
      planner: RoundPlanner,
      stage: StageTasks,
      free: IndexedSeq[FreeSlots],
      waiting: Seq[Int],
      outlook: Outlook = Idle,
      allowed: Locality = Locality.OFF_RACK
  ): RoundPlanner.Planned =
    planner.plan(
      stage,
      free,
      new WaitingIndices(stage.size, waiting.toSet),
      allowed,
      outlook
    )

  private def planner(policy: PolicyName, waiting: Option[Pricing] = None) =
    new RoundPlanner(Policies.of(policy), isNode, waiting)

  /** All tasks that a plan hands out, by executor. */
  private def drained(plan: RoundPlan, free: Seq[FreeSlots]): Seq[(FreeSlots, PlannedTask)] =
    free.flatMap(one =>
      Iterator.continually(plan.next(one.executor)).takeWhile(_.isDefined).flatten.map(one -> _)
    )

  private object Idle extends Outlook {
    override def running: Iterator[RunningTask] = Iterator.empty
    override def workSeconds: Option[Double] = None
    override def patienceSeconds(index: Int): Double = 3
  }

  /** Far more tasks wait than there are slots: what the planner leaves out cannot matter. */
  @Property(tries = 150)
  def aRoundCostsWhatAMatchingOfAllWaitingTasksCosts(
      @ForAll @IntRange(min = 1, max = 160) tasks: Int,
      @ForAll seed: Long
  ): Unit = {
    val random = new Random(seed)
    val stage = stageOf((0 until tasks).map(anyTask(random, _)): _*)
    val waiting = (0 until tasks).filter(_ => random.nextInt(4) > 0)
    val free = slotsOf(random)
    val planned = plan(planner(PolicyName.TRIDENT), stage, free, waiting)
    val profiles = waiting.map(stage.profiles)
    val groups =
      free.map(one => new SlotGroup(one.executor, one.host, topology.rackOf(one.host), one.slots))
    val optimum =
      new HungarianMatcher().`match`(new MatchingProblem(profiles.asJava, groups.asJava))
    assertThat(planned.decision.placement.cost).isEqualTo(optimum.cost, within(1e-6))
    assertValid(planned, stage, free, waiting)
    assertThat(planned.decision.placement.placed.size)
      .isEqualTo(math.min(waiting.size, free.map(_.slots).sum))
  }

  @Property(tries = 100)
  def everyPolicyPlacesWaitingTasksOnFreeSlotsOnly(
      @ForAll policy: PolicyName,
      @ForAll seed: Long
  ): Unit = {
    val random = new Random(seed)
    val tasks = 1 + random.nextInt(120)
    val stage = stageOf((0 until tasks).map(anyTask(random, _)): _*)
    val waiting = (0 until tasks).filter(_ => random.nextInt(4) > 0)
    val free = slotsOf(random)
    val locality = Locality.values.apply(random.nextInt(Locality.values.length))
    val planned = plan(
      planner(policy, Some(Pricing(3.2e9, 3))),
      stage,
      free,
      waiting,
      busy(random),
      locality
    )
    assertValid(planned, stage, free, waiting)
  }

  private def assertValid(
      planned: RoundPlanner.Planned,
      stage: StageTasks,
      free: Seq[FreeSlots],
      waiting: Seq[Int]
  ): Unit = {
    val handedOut = drained(planned.plan, free)
    assertThat(planned.plan.isExhausted).isTrue
    val indices = handedOut.map(_._2.index)
    assertThat((indices ++ planned.plan.held).asJava).doesNotHaveDuplicates()
    assertThat(waiting.toSet.asJava.containsAll((indices ++ planned.plan.held).asJava)).isTrue
    assertThat(indices.size).isEqualTo(planned.decision.placement.placed.size)
    handedOut.groupBy(_._1).foreach { case (one, given) =>
      assertThat(given.size).isLessThanOrEqualTo(one.slots)
    }
    handedOut.foreach { case (one, task) =>
      assertThat(task.cost).isEqualTo(
        stage.profiles(task.index).costAt(one.executor, one.host, topology.rackOf(one.host)),
        within(1e-9)
      )
    }
    assertThat(handedOut.map(_._2.cost).sum)
      .isEqualTo(planned.decision.placement.cost, within(1e-6))
    planned.snapshot.tasks.forEach(task =>
      assertThat(waiting.contains(task.name.toInt)).isTrue: Unit
    )
  }

  private def busy(random: Random): Outlook = new Outlook {
    override def running: Iterator[RunningTask] = Iterator.fill(random.nextInt(10)) {
      val i = random.nextInt(Hosts)
      RunningTask(s"e$i", s"n$i", random.nextDouble(), random.nextDouble())
    }
    override def workSeconds: Option[Double] = Some(random.nextDouble())
    override def patienceSeconds(index: Int): Double = random.nextDouble() * 3
  }

  @Test
  def hostsAreNamedAsTheStorageNamesThem(): Unit = {
    val tested = new RoundPlanner(
      Policies.of(PolicyName.TRIDENT),
      Map("10.0.0.1" -> "n1", "10.0.0.2" -> "n2"),
      None
    )
    val stage = stageOf(reads(0, "n2" -> StorageTier.MEMORY), reads(1, "n1" -> StorageTier.SSD))
    val free = IndexedSeq(FreeSlots("e1", "10.0.0.1", 1), FreeSlots("e2", "10.0.0.2", 1))
    val planned = plan(tested, stage, free, Seq(0, 1))
    assertThat(planned.plan.next("e2"))
      .isEqualTo(Some(PlannedTask(0, 1.0, Some(StorageTier.MEMORY))))
    assertThat(planned.plan.next("e1").map(_.index)).isEqualTo(Some(1))
    assertThat(tested.costAt(stage, 0, "e2", "10.0.0.2")).isEqualTo(1.0)
    assertThat(tested.costAt(stage, 0, "e1", "10.0.0.1")).isGreaterThan(40.0)
  }

  @Test
  def aTaskThatDoesBetterToWaitIsHeldAndNotHandedOut(): Unit = {
    val stage =
      stageOf(reads(0, "n1" -> StorageTier.MEMORY), reads(1, "n1" -> StorageTier.MEMORY))
    val free = IndexedSeq(FreeSlots("e1", "n1", 1), FreeSlots("e2", "n2", 1))
    val priced =
      plan(planner(PolicyName.TRIDENT, Some(Pricing(3.2e9, 3))), stage, free, Seq(0, 1))
    assertThat(priced.plan.held.size).isEqualTo(1)
    assertThat(priced.plan.hasNext("e2")).isFalse
    assertThat(priced.plan.next("e1").map(_.index).toSet ++ priced.plan.held)
      .isEqualTo(Set(0, 1))
    val atOnce = plan(planner(PolicyName.TRIDENT), stage, free, Seq(0, 1))
    assertThat(atOnce.plan.held.isEmpty).isTrue
    assertThat(atOnce.plan.hasNext("e2")).isTrue
    // Policies that know no price of waiting never hold a task back.
    val greedy = plan(planner(PolicyName.QUARTET, Some(Pricing(3.2e9, 3))), stage, free, Seq(0, 1))
    assertThat(greedy.plan.held.isEmpty).isTrue
  }

  /** Policies that go by order see the first tasks even where others are cheaper. */
  @Test
  def theOrderOfTasksIsKeptForPoliciesThatGoByIt(): Unit = {
    val tasks = (0 until 100).map { i =>
      if (i < 50) reads(i, "n1" -> StorageTier.DISK) else reads(i, "n1" -> StorageTier.MEMORY)
    }
    val stage = stageOf(tasks: _*)
    val free = IndexedSeq(FreeSlots("e1", "n1", 1))
    val first = plan(planner(PolicyName.DEFAULT), stage, free, 0 until 100)
    assertThat(first.plan.next("e1").map(_.index)).isEqualTo(Some(0))
    val best = plan(planner(PolicyName.TRIDENT), stage, free, 0 until 100)
    assertThat(best.plan.next("e1").map(_.index)).isEqualTo(Some(50))
  }

  @Test
  def aTaskWithItsInputInAProcessGoesThere(): Unit = {
    val inProcess = new PlacementTask("0", java.util.List.of(), java.util.Set.of("e2"))
    val stage = stageOf(inProcess, reads(1, "n2" -> StorageTier.MEMORY))
    val free = IndexedSeq(FreeSlots("e1", "n2", 1), FreeSlots("e2", "n2", 1))
    val planned = plan(planner(PolicyName.TRIDENT), stage, free, Seq(0, 1))
    assertThat(planned.plan.next("e2")).isEqualTo(Some(PlannedTask(0, 0.0, None)))
    assertThat(planned.plan.next("e1").map(_.cost)).isEqualTo(Some(1.0))
  }
}
