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

import io.trident.core.cost.StorageTier.{DISK, MEMORY, SSD}
import io.trident.spark.round.WithoutTiers
import io.trident.spark.tiers.StageTiers
import org.apache.spark.scheduler.{TaskDescription, TaskLocation, TaskSchedulerImpl}
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{Test, Timeout}

@Timeout(60)
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

  private def withScheduler(settings: (String, String)*)(
      test: (SchedulerHarness, TridentTaskScheduler) => Unit
  ): Unit = {
    val harness = new SchedulerHarness(settings: _*)
    try test(harness, harness.trident())
    finally harness.close()
  }

  private def offered(
      scheduler: TaskSchedulerImpl,
      offers: org.apache.spark.scheduler.WorkerOffer*
  ): Seq[TaskDescription] = scheduler.resourceOffers(offers.toIndexedSeq).flatten

  private def placed(launched: Seq[TaskDescription]): Map[Int, String] =
    launched.map(task => task.index -> task.executorId).toMap

  private def awaitTiers(scheduler: TridentTaskScheduler): Unit =
    await(() => managers(scheduler).forall(_.wouldGather.isDefined))

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
