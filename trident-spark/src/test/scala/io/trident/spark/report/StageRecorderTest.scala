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

import java.util.concurrent.{CountDownLatch, Executors, TimeUnit}

import scala.jdk.CollectionConverters._
import scala.util.Random

import io.trident.core.model.StorageTier
import io.trident.core.matching.{HungarianMatcher, MatchingProblem, SlotGroup}
import io.trident.core.placement.{Placement, PlacementSnapshot, PolicyName, PricedPlacement}
import io.trident.core.prefetch.PrefetcherName
import io.trident.core.model.ReadSource
import io.trident.core.storage.PinState
import io.trident.spark.prefetch.{PrefetchedStage, PrefetchSamples}
import io.trident.spark.round._
import io.trident.spark.round.RoundPlanner.FreeSlots
import net.jqwik.api.{ForAll, Property}
import org.assertj.core.api.Assertions.{assertThat, within}
import org.junit.jupiter.api.Test

class StageRecorderTest {
  private val Memory = Map("n1" -> StorageTier.MEMORY, "n2" -> StorageTier.DISK)

  /** Every task counts, whoever placed it: by when Spark reports that it was launched. */
  @Test
  def whatPrefetchingCameToIsReportedWithTheStage(): Unit = {
    val recording = new Recording()
    val runs = scala.collection.mutable.ArrayBuffer.empty[PrefetchedStage.StageRun]
    val stage = recording.stage(Seq(Map("n1" -> StorageTier.DISK)))
    val planned = PrefetchSamples.plan(
      PrefetcherName.PREFETCH_ALL,
      Seq(PrefetchSamples.file("/a", 1, PrefetchSamples.replica("n1"))._2)
    )
    val cached = PrefetchSamples.progress(planned.blocks.get(0), PinState.CACHED, ms = 500)
    recording.recorder.stagePrefetched(
      new PrefetchedStage(1, 0, planned, -1000, 0, () => Seq(cached), () => (), runs += _)
    )
    stage.started(1, 0, FreeSlots("e1", "n1", 1)) // at 0 ms
    assertThat(recording.recorder.running.head.prefetch.measured).isNull()
    stage.succeeded(1, 0, FreeSlots("e1", "n1", 1), endMs = 250)
    stage.completed()
    assertThat(runs.map(_.tasks)).isEqualTo(
      Seq(Seq(PrefetchedStage.FinishedTask(0, "n1", 0, 250, 0)))
    )
    assertThat(recording.only.prefetch.found).isEqualTo(1)
    assertThat(recording.count("prefetch.stages")).isEqualTo(1)
    for (kind <- Seq("planned", "cached", "found")) {
      assertThat(recording.count(s"prefetch.blocks.$kind")).as(kind).isEqualTo(1)
    }
    assertThat(recording.count("prefetch.blocks.unused")).isZero
    assertThat(recording.count("prefetch.blocks.failed")).isZero
  }

  @Test
  def whoGaveWayForTheOptimumIsReportedWithWhoTookTheSlot(): Unit = {
    val recording = new Recording
    val stage = recording.stage(Seq(Memory, Memory + ("n2" -> StorageTier.SSD)))
    stage.submitted()
    stage.round(Seq(FreeSlots("e1", "n1", 1), FreeSlots("e2", "n2", 1)), Seq(0, 1), nanos = 7)
    stage.completed()
    val report = recording.only
    assertThat(report.name).isEqualTo("count at Scan.scala:1")
    assertThat(report.policy).isEqualTo("trident")
    assertThat(report.count(ReadSource.MEMORY)).isEqualTo(1)
    assertThat(report.count(ReadSource.SSD)).isEqualTo(1)
    assertThat(report.cost).isCloseTo(9.0, within(1e-9))
    assertThat(report.optimum).isCloseTo(9.0, within(1e-9))
    assertThat(report.atOptimum).isEqualTo(2)
    assertThat(report.nanos).isEqualTo(7)
    assertThat(report.details).hasSize(2)
    val first = report.details.get(0)
    val second = report.details.get(1)
    assertThat(first.because).isEqualTo("No slot on offer was cheaper.")
    assertThat(second.reason).isEqualTo("optimum")
    assertThat(second.better.executor).isEqualTo("e1")
    assertThat(second.better.takenBy).containsExactly(0)
    assertThat(second.bestCost).isEqualTo(1.0)
  }

  @Property(tries = 300)
  def costAndOptimumAreThoseOfAnotherSolver(
      @ForAll seed: Long,
      @ForAll policy: PolicyName
  ): Unit = {
    val random = new Random(seed)
    val nodes = 1 to 5
    val tiers = StorageTier.values
    val inputs = Seq.fill(1 + random.nextInt(12)) {
      val on = random.shuffle(nodes.toList).take(random.nextInt(4))
      on.map(node => s"n$node" -> tiers(random.nextInt(tiers.length))).toMap
    }
    val free = nodes.map(node => FreeSlots(s"e$node", s"n$node", 1 + random.nextInt(3)))
    val recording = new Recording(policy = policy)
    val stage = recording.stage(inputs)
    val solved = stage.round(free, inputs.indices)
    stage.completed()
    val report = recording.only
    val placement = solved.decision.placement
    assertThat(report.planned).isEqualTo(placement.placed.size)
    assertThat(report.cost).isCloseTo(placement.cost, within(1e-6))
    // A round that can do without the rest has a snapshot of some of the stage's tasks only.
    val placed = placement.placed.asScala.map(one => solved.snapshot.profiles.get(one.task)).asJava
    val optimum =
      new HungarianMatcher().`match`(new MatchingProblem(placed, solved.snapshot.slots)).cost
    assertThat(report.optimum).isCloseTo(optimum, within(1e-6))
    val isOptimal = placement.cost - optimum < 1e-6
    assertThat(report.atOptimum).isEqualTo(if (isOptimal) report.planned else 0)
    report.details.forEach { task =>
      val profile = stage.tasks.profiles(task.index)
      val best = free.map(one => profile.costAt(one.executor, one.host, "/r")).min
      assertThat(task.bestCost).isCloseTo(best, within(1e-9))
    }
  }

  @Test
  def ofARoundThatIsCarriedOutInPartOnlyThatPartCounts(): Unit = {
    val recording = new Recording(policy = PolicyName.DEFAULT)
    val inputs = Seq(
      Map("n1" -> StorageTier.DISK, "n2" -> StorageTier.DISK),
      Map("n1" -> StorageTier.MEMORY, "n2" -> StorageTier.DISK)
    )
    val stage = recording.stage(inputs)
    val free = Seq(FreeSlots("e1", "n1", 1), FreeSlots("e2", "n2", 1))
    val solved = stage.round(free, Seq(0, 1), launches = _ == 1)
    val placement = solved.decision.placement
    assertThat(placement.cost).isEqualTo(40.0) // task 1 on n2
    stage.completed()
    val report = recording.only
    assertThat(report.planned).isEqualTo(1)
    assertThat(report.cost).isEqualTo(20.0)
    assertThat(report.optimum).isEqualTo(20.0 - 19.0 / 2)
    assertThat(report.atOptimum).isZero
  }

  @Test
  def copiesRetriesAndStagesWithoutTiersAreReported(): Unit = {
    val recording = new Recording
    val stage = recording.stage(Seq(Memory, Memory))
    val place = FreeSlots("e1", "n1", 2)
    stage.round(Seq(place), Seq(0, 1))
    stage.launch(0, FreeSlots("e2", "n2", 1), 20, planned = false, speculative = true)
    stage.launch(1, FreeSlots("e3", "n3", 1), 58, planned = false)
    stage.completed()
    val other = recording.stage(Seq(Map.empty), number = 2)
    other.submitted("what the\n  user calls it")
    recording.recorder.stageWithoutTiers(StageWithoutTiers(2, 0, WithoutTiers.TooLate))
    recording.recorder.stageWithoutTiers(StageWithoutTiers(2, 0, WithoutTiers.TooLate))
    other.started(100, 0, place)
    other.completed()
    assertThat(recording.published.asJava).hasSize(2)
    val tiered = recording.published.head
    val untiered = recording.published.last
    assertThat((tiered.planned, tiered.stock, tiered.speculative)).isEqualTo((2, 1, 1))
    assertThat(tiered.sources).isEqualTo(
      Map("memory" -> 2, "disk" -> 1, "rack" -> 1).view.mapValues(Int.box).toMap.asJava
    )
    assertThat(tiered.details.asScala.map(_.reason).asJava)
      .containsExactlyInAnyOrder("cheapest", "cheapest", "speculative", "engine")
    assertThat(untiered.name).isEqualTo("what the user calls it")
    assertThat(untiered.withoutTiers).containsExactly("too-late")
    assertThat((untiered.stock, untiered.count(ReadSource.UNKNOWN))).isEqualTo((1, 1))
    assertThat(untiered.optimum).isNull()
    assertThat(recording.count("tasks.planned")).isEqualTo(2)
    assertThat(recording.count("tasks.stock")).isEqualTo(2)
    assertThat(recording.count("tasks.speculative")).isEqualTo(1)
    assertThat(recording.count("tasks.unknown")).isEqualTo(1)
    assertThat(recording.count("without-tiers.too-late")).isEqualTo(1)
  }

  @Test
  def ofStagesWithoutInputOnlyTheirNumberIsKept(): Unit = {
    val recording = new Recording
    val place = FreeSlots("e1", "n1", 1)
    val neverObserved = new ObservedStage(recording.recorder, PolicyName.TRIDENT, Seq(Map.empty), 1)
    val foundToHaveNone = recording.stage(Seq(Map.empty), number = 2)
    for (stage <- Seq(neverObserved, foundToHaveNone)) {
      recording.recorder.stageWithoutTiers(
        StageWithoutTiers(stage.stage, 0, WithoutTiers.NoInput)
      )
      stage.started(100, 0, place)
      assertThat(recording.recorder.running.asJava).isEmpty()
      stage.succeeded(100, 0, place, endMs = 5)
      stage.completed()
    }
    recording.recorder.close()
    assertThat(recording.published.asJava).isEmpty()
    assertThat(recording.count("without-tiers.no-input")).isEqualTo(2)
  }

  @Test
  def aHeldTaskIsCountedOnceAndItsRoundsAreReported(): Unit = {
    val recording = new Recording
    val stage = recording.stage(Seq(Memory))
    def hold(wait: Double): Unit = {
      val snapshot = new PlacementSnapshot(
        java.util.List.of(stage.tasks.task(0)),
        java.util.List.of(SlotGroup.ofNode("n2", "/r", 1)),
        stage.topology,
        stage.tasks.model,
        io.trident.core.model.Locality.OFF_RACK
      )
      val held = new PricedPlacement.HeldTask(0, "e1", wait, 2.5)
      val nothing = new Placement("trident", java.util.List.of(), 0, 0)
      val decision = new PricedPlacement(nothing, java.util.List.of(held))
      recording.recorder.roundSolved(RoundSolved(1, 0, 1, snapshot, decision, 10))
    }
    hold(0.5)
    hold(0.25)
    stage.round(Seq(FreeSlots("e1", "n1", 1)), Seq(0))
    stage.completed()
    val report = recording.only
    assertThat((report.held, report.rounds)).isEqualTo((1, 3))
    val detail = report.details.get(0)
    assertThat((detail.held.rounds, detail.held.waitSeconds)).isEqualTo((2, 0.5))
    assertThat(detail.because).contains("held back for executor e1 in 2 rounds", "0.50 s", "2.50 s")
    assertThat(recording.count("tasks.held")).isEqualTo(1)
  }

  @Test
  def onlySomeTasksAreListedThoseOfInterestFirst(): Unit = {
    val recording = new Recording(maxDetails = 3)
    val stage = recording.stage(Seq.fill(9)(Map("n1" -> StorageTier.MEMORY)))
    stage.round(Seq(FreeSlots("e1", "n1", 7), FreeSlots("e2", "n2", 2)), 0 until 9)
    stage.completed()
    val report = recording.only
    assertThat(report.details).hasSize(3)
    assertThat(report.details.asScala.count(_.better != null)).isEqualTo(2)
    assertThat(report.leftOut).isEqualTo(6)
    assertThat(report.planned).isEqualTo(9)
    val indices = report.details.asScala.map(_.index)
    assertThat(indices.asJava).isEqualTo(indices.sorted.asJava)
    val none = new Recording(maxDetails = 0)
    val other = none.stage(Seq(Memory))
    other.round(Seq(FreeSlots("e1", "n1", 1)), Seq(0))
    other.completed()
    assertThat(none.published.head.details).isEmpty()
    assertThat(none.published.head.leftOut).isEqualTo(1)
  }

  @Test
  def aStageIsReportedOnceAndLateObservationsAreForgotten(): Unit = {
    val recording = new Recording
    val stage = recording.stage(Seq(Memory))
    stage.round(Seq(FreeSlots("e1", "n1", 1)), Seq(0))
    assertThat(recording.recorder.running.map(_.planned).asJava).containsExactly(1)
    stage.completed()
    stage.launch(0, FreeSlots("e1", "n1", 1), 1, planned = false, speculative = true)
    stage.completed()
    assertThat(recording.recorder.running.asJava).isEmpty()
    val open = recording.stage(Seq(Memory), number = 2)
    open.round(Seq(FreeSlots("e1", "n1", 1)), Seq(0))
    recording.stage(Seq(Memory), number = 3) // never ran
    recording.recorder.close()
    recording.recorder.close()
    assertThat(recording.published.map(_.stage).asJava).containsExactly(1, 2)
  }

  @Test
  def whatComesTooFastIsDroppedAndCounted(): Unit = {
    val recording = new Recording(maxQueued = 1000)
    val stage = recording.stage(Seq(Memory))
    val launched =
      TaskLaunched(
        1,
        0,
        0,
        0,
        "e1",
        "n1",
        1,
        None,
        planned = true,
        speculative = false,
        stage.tasks
      )
    (0 until 1005).foreach(_ => recording.recorder.taskLaunched(launched))
    stage.completed()
    val report = recording.only
    assertThat(report.planned).isEqualTo(1000)
    assertThat(recording.count("observations.lost")).isEqualTo(5)
  }

  @Test
  def threadsThatObserveAndThreadsThatLookLoseNothing(): Unit = {
    val recording = new Recording(maxDetails = 10)
    val stages = (1 to 3).map(number => recording.stage(Seq.fill(200)(Memory), number))
    val pool = Executors.newFixedThreadPool(5)
    val done = new CountDownLatch(3)
    stages.foreach { stage =>
      pool.execute { () =>
        for (index <- 0 until 200) {
          stage.round(Seq(FreeSlots("e1", "n1", 1)), Seq(index))
        }
        done.countDown()
      }
    }
    (1 to 2).foreach(_ => pool.execute(() => while (done.getCount > 0) recording.recorder.running))
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue()
    pool.shutdown()
    stages.foreach(_.completed())
    recording.published.foreach { report =>
      assertThat((report.planned, report.rounds, report.atOptimum)).isEqualTo((200, 200, 200))
    }
    assertThat(recording.count("tasks.memory")).isEqualTo(600)
  }
}
