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

import java.util.concurrent.CompletableFuture

import io.trident.core.model.StorageTier.{DISK, MEMORY, SSD}
import io.trident.spark.round.{StageWithoutTiers, WithoutTiers}
import io.trident.spark.tiers.{StageTiers, StartDelay}
import org.apache.spark.{SparkEnv, TaskResultLost, TaskState}
import org.apache.spark.scheduler._
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{Test, Timeout}
import scala.jdk.CollectionConverters._

@Timeout(120)
class TridentTaskSchedulerTest {
  import SchedulerHarness._

  @Test
  def allSlotsOfARoundAreMatchedAtOnce(): Unit = withScheduler() { (harness, scheduler) =>
    // One by one, node a's slot would take task 0, and task 1 would go off its data.
    harness.tiers = known(
      onTiers(0, "a" -> MEMORY, "b" -> SSD),
      onTiers(1, "a" -> MEMORY, "c" -> DISK)
    )
    scheduler.submitTasks(taskSet(1, 2))
    awaitTiers(scheduler)
    val launched = offered(scheduler, offer("ea", "a"), offer("eb", "b"))
    assertThat(placed(launched)).isEqualTo(Map(0 -> "eb", 1 -> "ea"))
    assertThat(harness.observed.rounds.head.decision.placement.cost).isEqualTo(9.0)
    assertThat(harness.observed.launched.map(_.cost).sum).isEqualTo(9.0)
  }

  @Test
  def tasksWaitForTheirTiersAndStartWhenTheyCome(): Unit = withScheduler() { (harness, scheduler) =>
    val answer = new CompletableFuture[StageTiers]
    harness.tiers = answer
    scheduler.submitTasks(taskSet(1, 1))
    assertThat(placed(offered(scheduler, offer("ea", "a")))).isEqualTo(Map.empty)
    val before = harness.observed.revived.get
    answer.complete(StageTiers(IndexedSeq(onTiers(0, "a" -> SSD)), pending = false))
    await(() => harness.observed.revived.get > before)
    assertThat(placed(offered(scheduler, offer("ea", "a")))).isEqualTo(Map(0 -> "ea"))
  }

  @Test
  def tiersThatComeTooLateLeaveTheStageToSpark(): Unit =
    withScheduler("spark.scheduler.trident.tier-wait-ms" -> "50") { (harness, scheduler) =>
      harness.tiers = new CompletableFuture[StageTiers]
      scheduler.submitTasks(taskSet(1, 1))
      Thread.sleep(60)
      assertThat(placed(offered(scheduler, offer("ea", "a")))).isEqualTo(Map(0 -> "ea"))
      assertThat(harness.observed.untiered.map(_.reason).head).isEqualTo(WithoutTiers.TooLate)
    }

  @Test
  def aFailedLookUpLeavesTheStageToSpark(): Unit = withScheduler() { (harness, scheduler) =>
    val answer = new CompletableFuture[StageTiers]
    answer.completeExceptionally(new java.io.IOException("no NameNode"))
    harness.tiers = answer
    scheduler.submitTasks(taskSet(1, 2, _ => Seq(TaskLocation("a"))))
    await(() => harness.observed.revived.get >= 2)
    assertThat(placed(offered(scheduler, offer("ea", "a", 2)))).isEqualTo(Map(0 -> "ea", 1 -> "ea"))
    assertThat(harness.observed.untiered.map(_.reason).head).isEqualTo(WithoutTiers.LookupFailed)
    assertThat(harness.observed.rounds.size).isZero
  }

  @Test
  def offersOfSingleExecutorsAreGathered(): Unit =
    // Tiers are waited for so long that the end of the wait asks for no round meanwhile.
    withScheduler("spark.scheduler.trident.tier-wait-ms" -> "600000") { (harness, scheduler) =>
      harness.tiers = known(onTiers(0, "b" -> MEMORY), onTiers(1, "a" -> MEMORY))
      scheduler.submitTasks(taskSet(1, 2))
      awaitTiers(scheduler)
      await(() => harness.observed.revived.get >= 2) // submitted; and its tiers are known
      val before = harness.observed.revived.get
      assertThat(placed(alone(scheduler, offer("ea", "a")))).isEqualTo(Map.empty)
      assertThat(placed(alone(scheduler, offer("eb", "b")))).isEqualTo(Map.empty)
      await(() => harness.observed.revived.get == before + 1) // one round for both
      assertThat(placed(offered(scheduler, offer("ea", "a"), offer("eb", "b"))))
        .isEqualTo(Map(0 -> "eb", 1 -> "ea"))
    }

  @Test
  def offersAreNotGatheredForStagesThatSparkSchedules(): Unit =
    withScheduler() { (harness, scheduler) =>
      val failed = new CompletableFuture[StageTiers]
      failed.completeExceptionally(new java.io.IOException("no NameNode"))
      harness.tiers = failed
      scheduler.submitTasks(taskSet(1, 1))
      await(() => harness.observed.revived.get >= 2)
      assertThat(placed(alone(scheduler, offer("ea", "a")))).isEqualTo(Map(0 -> "ea"))
    }

  @Test
  def aStageWithoutInputIsSparksAndNoRoundIsPlannedForIt(): Unit =
    withScheduler() { (harness, scheduler) =>
      harness.haveInput = _ => false
      scheduler.submitTasks(taskSet(1, 2))
      val manager = scheduler.taskSetManagerForAttempt(1, 0).get
      assertThat(manager.getClass).isEqualTo(classOf[TaskSetManager])
      assertThat(placed(alone(scheduler, offer("ea", "a")))).isEqualTo(Map(0 -> "ea"))
      assertThat(scheduler.round.isEmpty).isTrue
      assertThat(placed(offered(scheduler, offer("eb", "b")))).isEqualTo(Map(1 -> "eb"))
      assertThat(harness.observed.untiered.asJava)
        .isEqualTo(Seq(StageWithoutTiers(1, 0, WithoutTiers.NoInput)).asJava)
      assertThat(harness.observed.rounds.asJava).isEmpty()
    }

  /** It has a manager of Trident's, which then is in nobody's way. */
  @Test
  def aStageThatTurnsOutToHaveNoInputIsPlannedNoLonger(): Unit =
    withScheduler() { (harness, scheduler) =>
      harness.readNothing = _ => true
      scheduler.submitTasks(taskSet(1, 2))
      await(() => harness.observed.untiered.nonEmpty && mayPlan(scheduler).isEmpty)
      assertThat(managers(scheduler).size).isEqualTo(1)
      assertThat(placed(alone(scheduler, offer("ea", "a")))).isEqualTo(Map(0 -> "ea"))
      assertThat(placed(offered(scheduler, offer("eb", "b")))).isEqualTo(Map(1 -> "eb"))
      assertThat(harness.observed.untiered.asJava)
        .isEqualTo(Seq(StageWithoutTiers(1, 0, WithoutTiers.NoInput)).asJava)
    }

  /** Nor is it reported twice when it is in the rounds of another that is planned. */
  @Test
  def itTakesPartInTheRoundsOfOthersAsBySpark(): Unit =
    withScheduler("spark.locality.wait" -> "0") { (harness, scheduler) =>
      harness.readNothing = _ == 1
      harness.tiers = known(onTiers(0, "a" -> MEMORY))
      scheduler.submitTasks(taskSet(1, 1))
      scheduler.submitTasks(taskSet(2, 1))
      await(() => managers(scheduler).last.wouldGather.isDefined)
      await(() => mayPlan(scheduler).map(_.taskSet.stageId) == Set(2))
      assertThat(offered(scheduler, offer("ea", "a"), offer("eb", "b")).size).isEqualTo(2)
      assertThat(harness.observed.untiered.asJava)
        .isEqualTo(Seq(StageWithoutTiers(1, 0, WithoutTiers.NoInput)).asJava)
    }

  @Test
  def aStageWhosePolicyFailedIsPlannedNoLonger(): Unit = withScheduler() { (harness, scheduler) =>
    harness.tiers = known(onTiers(0, "a" -> MEMORY)) // of one task of two
    scheduler.submitTasks(taskSet(1, 2))
    awaitTiers(scheduler)
    assertThat(mayPlan(scheduler).size).isEqualTo(1)
    assertThat(offered(scheduler, offer("ea", "a", 2)).size).isEqualTo(2)
    assertThat(mayPlan(scheduler).size).isZero
    assertThat(managers(scheduler).size).isEqualTo(1)
  }

  /** The first stage takes all slots of `ea` in the round in which the second is planned. */
  @Test
  def coresThatAStageWithoutInputTakesAreNotPlannedWith(): Unit =
    withScheduler("spark.locality.wait" -> "0") { (harness, scheduler) =>
      harness.haveInput = _ == 2
      harness.tiers = known(onTiers(0, "a" -> MEMORY), onTiers(1, "a" -> MEMORY))
      scheduler.submitTasks(taskSet(1, 2, _ => Seq(TaskLocation("a"))))
      scheduler.submitTasks(taskSet(2, 2))
      awaitTiers(scheduler)
      val launched = offered(scheduler, offer("ea", "a", 2), offer("eb", "b", 2))
      assertThat(launched.map(_.executorId).sorted.asJava)
        .isEqualTo(Seq("ea", "ea", "eb", "eb").asJava)
    }

  @Test
  def aTaskWaitsForABusySlotThatIsWorthIt(): Unit = withScheduler() { (harness, scheduler) =>
    // 128 MB at c1 + 1 take 1.7 s, from memory 0.04 s: worth waiting for a task that takes no time.
    harness.tiers = known(onTiers(0, "a" -> MEMORY), onTiers(1, "a" -> MEMORY))
    scheduler.submitTasks(taskSet(1, 2))
    awaitTiers(scheduler)
    val first = offered(scheduler, offer("ea", "a"), offer("eb", "b"))
    assertThat(placed(first).values.toSet).isEqualTo(Set("ea"))
    assertThat(harness.observed.rounds.last.decision.held).hasSize(1)
    succeed(scheduler, first.head)
    assertThat(placed(offered(scheduler, offer("ea", "a"), offer("eb", "b"))).values.toSet)
      .isEqualTo(Set("ea"))
  }

  @Test
  def withoutLocalityWaitNoTaskWaits(): Unit =
    withScheduler("spark.locality.wait" -> "0") { (harness, scheduler) =>
      harness.tiers = known(onTiers(0, "a" -> MEMORY), onTiers(1, "a" -> MEMORY))
      scheduler.submitTasks(taskSet(1, 2))
      awaitTiers(scheduler)
      assertThat(placed(offered(scheduler, offer("ea", "a"), offer("eb", "b"))).values.toSet)
        .isEqualTo(Set("ea", "eb"))
    }

  @Test
  def aTaskIsNotHeldForLongerThanTheLocalityWait(): Unit =
    withScheduler("spark.locality.wait" -> "100ms") { (harness, scheduler) =>
      harness.tiers = known(onTiers(0, "a" -> MEMORY), onTiers(1, "a" -> MEMORY))
      scheduler.submitTasks(taskSet(1, 2))
      awaitTiers(scheduler)
      offered(scheduler, offer("ea", "a"), offer("eb", "b"))
      val before = harness.observed.revived.get
      await(() => harness.observed.revived.get > before) // asked for when the patience ends
      assertThat(placed(offered(scheduler, offer("ea", "a", 0), offer("eb", "b"))).values.toSet)
        .isEqualTo(Set("eb"))
    }

  @Test
  def barrierTasksStartTogetherOrLeaveTheirSlotsToOthers(): Unit =
    withScheduler("spark.locality.wait" -> "0") { (harness, scheduler) =>
      val tasks = (0 until 3).map(onTiers(_, "a" -> MEMORY))
      harness.tiers = known(tasks: _*)
      scheduler.submitTasks(taskSet(1, 3, barrier = true))
      scheduler.submitTasks(taskSet(2, 2))
      awaitTiers(scheduler)
      val few = offered(scheduler, offer("ea", "a"), offer("eb", "b"))
      assertThat(few.map(_.index).toSet).isEqualTo(Set(0, 1)) // of stage 2
      assertThat(managers(scheduler).head.runningTasks).isZero
      val all = offered(scheduler, offer("ea", "a"), offer("eb", "b"), offer("ec", "c"))
      assertThat(placed(all).keySet).isEqualTo(Set(0, 1, 2))
    }

  @Test
  def tasksOfSeveralCoresTakeSeveralCores(): Unit =
    withScheduler("spark.task.cpus" -> "2", "spark.locality.wait" -> "0") { (harness, scheduler) =>
      harness.tiers = known((0 until 4).map(onTiers(_, "a" -> MEMORY)): _*)
      scheduler.submitTasks(taskSet(1, 4))
      awaitTiers(scheduler)
      val launched = offered(scheduler, offer("ea", "a", 5), offer("eb", "b", 3))
      assertThat(launched.groupBy(_.executorId).view.mapValues(_.size).toMap)
        .isEqualTo(Map("ea" -> 2, "eb" -> 1))
      assertThat(harness.observed.rounds.head.slots).isEqualTo(3)
    }

  @Test
  def aTaskDoesNotGoBackToWhereItFailed(): Unit = withScheduler(
    "spark.excludeOnFailure.enabled" -> "true",
    "spark.locality.wait" -> "0"
  ) { (harness, scheduler) =>
    harness.tiers = known(onTiers(0, "a" -> MEMORY), onTiers(1, "b" -> MEMORY))
    scheduler.submitTasks(taskSet(1, 2))
    awaitTiers(scheduler)
    val first = offered(scheduler, offer("ea", "a"), offer("eb", "b"))
    val failed = first.find(_.index == 0).get
    scheduler.handleFailedTask(
      managers(scheduler).head,
      failed.taskId,
      TaskState.FAILED,
      TaskResultLost
    )
    assertThat(placed(offered(scheduler, offer("ea", "a")))).isEqualTo(Map.empty)
    assertThat(placed(offered(scheduler, offer("ec", "c")))).isEqualTo(Map(0 -> "ec"))
  }

  @Test
  def tiersThatAreAboutToChangeAreAskedForAgain(): Unit =
    withScheduler("spark.scheduler.trident.refresh-ms" -> "10") { (harness, scheduler) =>
      harness.tiers = CompletableFuture.completedFuture(
        StageTiers(IndexedSeq(onTiers(0, "a" -> DISK)), pending = true)
      )
      harness.refreshed = known(onTiers(0, "b" -> MEMORY))
      scheduler.submitTasks(taskSet(1, 1))
      await(() => harness.refreshes.get == 1)
      // When the task set was submitted, when the tiers came, and when they came again.
      await(() => harness.observed.revived.get >= 3)
      assertThat(placed(offered(scheduler, offer("ea", "a"), offer("eb", "b"))))
        .isEqualTo(Map(0 -> "eb"))
      assertThat(harness.observed.launched.head.cost).isEqualTo(1.0)
    }

  @Test
  def aStageThatIsDelayedForItsInputDelaysNoOther(): Unit = withScheduler() {
    (harness, scheduler) =>
      val over = new CompletableFuture[Void]
      harness.tiers = CompletableFuture.completedFuture(
        StageTiers(
          IndexedSeq(onTiers(0, "a" -> DISK)),
          pending = false,
          Some(StartDelay(java.time.Duration.ofMinutes(5), over))
        )
      )
      harness.refreshed = known(onTiers(0, "a" -> MEMORY))
      scheduler.submitTasks(taskSet(1, 1))
      await(() => harness.observed.revived.get >= 2) // submitted; and its tiers are known
      assertThat(placed(offered(scheduler, offer("ea", "a")))).isEqualTo(Map.empty)

      harness.tiers = known(onTiers(0, "a" -> DISK), onTiers(1, "a" -> DISK))
      scheduler.submitTasks(taskSet(2, 2))
      await(() => managers(scheduler).last.wouldGather.isDefined)
      assertThat(placed(offered(scheduler, offer("ea", "a", 2))))
        .isEqualTo(Map(0 -> "ea", 1 -> "ea"))
      assertThat(harness.observed.launched.map(_.stage).toSet).isEqualTo(Set(2))

      over.complete(null)
      await(() => managers(scheduler).head.wouldGather.isDefined)
      assertThat(placed(offered(scheduler, offer("ea", "a")))).isEqualTo(Map(0 -> "ea"))
      assertThat(harness.observed.launched.last.cost).isEqualTo(1.0) // as of then
  }

  @Test
  def aDelayedStageCanBeCancelled(): Unit = withScheduler() { (harness, scheduler) =>
    val never = StartDelay(java.time.Duration.ofMinutes(5), new CompletableFuture[Void])
    harness.tiers = CompletableFuture.completedFuture(
      StageTiers(IndexedSeq(onTiers(0, "a" -> DISK)), pending = false, Some(never))
    )
    scheduler.submitTasks(taskSet(1, 1))
    await(() => harness.observed.revived.get >= 2)
    scheduler.killAllTaskAttempts(1, interruptThread = false, "made up")
    assertThat(managers(scheduler).size).isZero
  }

  @Test
  def theOtherPoliciesPlaceBySlots(): Unit =
    for (policy <- Seq("default", "h-scheduler", "quartet")) {
      withScheduler("spark.scheduler.trident.policy" -> policy) { (harness, scheduler) =>
        harness.tiers = known(onTiers(0, "a" -> MEMORY), onTiers(1, "b" -> DISK))
        scheduler.submitTasks(
          taskSet(1, 2, index => Seq(TaskLocation(if (index == 0) "a" else "b")))
        )
        awaitTiers(scheduler)
        assertThat(placed(offered(scheduler, offer("ea", "a"), offer("eb", "b"))))
          .as(policy)
          .isEqualTo(Map(0 -> "ea", 1 -> "eb"))
        assertThat(harness.observed.rounds.head.decision.placement.policy).isEqualTo(policy)
      }
    }

  private def withScheduler(settings: (String, String)*)(
      test: (SchedulerHarness, TridentTaskScheduler) => Unit
  ): Unit = {
    val harness = new SchedulerHarness(settings: _*)
    try test(harness, harness.trident())
    finally harness.close()
  }

  private def offered(
      scheduler: TaskSchedulerImpl,
      offers: WorkerOffer*
  ): Seq[TaskDescription] = scheduler.resourceOffers(offers.toIndexedSeq).flatten

  /** As after a task has ended. */
  private def alone(scheduler: TaskSchedulerImpl, one: WorkerOffer): Seq[TaskDescription] =
    scheduler.resourceOffers(IndexedSeq(one), isAllFreeResources = false).flatten

  private def succeed(scheduler: TridentTaskScheduler, task: TaskDescription): Unit = {
    val value = SparkEnv.get.serializer.newInstance().serialize(0)
    managers(scheduler).head
      .handleSuccessfulTask(task.taskId, new DirectTaskResult[Int](value, Nil, Array.empty[Long]))
  }

  private def placed(launched: Seq[TaskDescription]): Map[Int, String] =
    launched.map(task => task.index -> task.executorId).toMap

  private def awaitTiers(scheduler: TridentTaskScheduler): Unit =
    await(() => managers(scheduler).forall(_.wouldGather.isDefined))

  private def mayPlan(scheduler: TridentTaskScheduler) =
    scheduler.synchronized(scheduler.planning.toSet)

  private def managers(scheduler: TridentTaskScheduler) =
    scheduler.rootPool.getSortedTaskSetQueue.collect { case one: TridentTaskSetManager => one }

  private def await(condition: () => Boolean): Unit = {
    val end = System.nanoTime() + 10000000000L
    while (!condition()) {
      assertThat(System.nanoTime()).isLessThan(end)
      Thread.sleep(1)
    }
  }
}
