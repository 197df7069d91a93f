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

import io.trident.spark.round.RoundPlanner.FreeSlots
import org.apache.spark.resource.{
  ExecutorResourceRequests,
  ResourceAmountUtils,
  ResourceProfileBuilder,
  TaskResourceRequests
}
import org.apache.spark.scheduler.{
  BarrierPendingLaunchTask,
  ExecutorResourcesAmounts,
  TaskLocality,
  TaskSchedulerImpl,
  TaskSet,
  TaskSetManager,
  WorkerOffer
}
import org.apache.spark.util.SystemClock
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{AfterAll, BeforeAll, Test, TestInstance, Timeout}
import org.junit.jupiter.api.TestInstance.Lifecycle

/** The slots of a round, by a real scheduler's profiles. */
@Timeout(60)
@TestInstance(Lifecycle.PER_CLASS)
class OfferRoundTest {
  import SchedulerHarness._

  private val anyone: (String, String) => Boolean = (_, _) => true
  private var harness: SchedulerHarness = _
  private var scheduler: TaskSchedulerImpl = _

  @BeforeAll
  def start(): Unit = {
    harness = new SchedulerHarness("spark.task.cpus" -> "2")
    scheduler = harness.stock()
  }

  @AfterAll
  def stop(): Unit = harness.close()

  private def round(offers: WorkerOffer*) = new OfferRound(scheduler, offers.toIndexedSeq)

  private def slots(free: Seq[FreeSlots]): Map[String, Int] =
    free.map(one => one.executor -> one.slots).toMap

  private def asked(set: TaskSet): TaskSetManager =
    new TaskSetManager(scheduler, set, 1, None, new SystemClock)

  /** What the scheduler does with a task of two cores that it launches. */
  private def launch(executor: String): Unit = {
    val id = scheduler.newTaskId()
    scheduler.taskIdToTaskSetManager.put(id, launched)
    scheduler.taskIdToExecutorId(id) = executor
  }

  private lazy val launched = asked(taskSet(3, 1))

  /** A task set with a resource profile of its tasks' needs. */
  private def needing(requests: TaskResourceRequests): TaskSet = {
    val profile = new ResourceProfileBuilder()
      .require(new ExecutorResourceRequests().cores(12).resource("gpu", 8))
      .require(requests)
      .build()
    harness.sc.resourceProfileManager.addResourceProfile(profile)
    val like = taskSet(1, 8)
    new TaskSet(like.tasks, 1, 0, 1, like.properties, profile.id, None)
  }

  private def gpus(amounts: Double*) = new ExecutorResourcesAmounts(
    Map("gpu" -> amounts.zipWithIndex.map { case (amount, i) =>
      s"$i" -> ResourceAmountUtils.toInternalResource(amount)
    }.toMap)
  )

  private def gpuOffer(set: TaskSet, executor: String, cores: Int, amounts: Double*) =
    WorkerOffer(executor, s"h$executor", cores, None, gpus(amounts: _*), set.resourceProfileId)

  @Test
  def anExecutorHasAsManySlotsAsItsFreeCoresHoldTasks(): Unit = {
    val tested = round(offer("a", "ha", 5), offer("b", "hb", 1), offer("c", "hc", 4))
    assertThat(tested.free(asked(taskSet(1, 1)), anyone))
      .isEqualTo(Vector(FreeSlots("a", "ha", 2), FreeSlots("c", "hc", 2)))
    launch("a")
    launch("c")
    launch("c")
    launch("stranger")
    scheduler.newTaskId() // one that could not be serialised
    assertThat(tested.free(asked(taskSet(1, 1)), anyone)).isEqualTo(Vector(FreeSlots("a", "ha", 1)))
  }

  @Test
  def executorsThatTheTaskSetMustNotUseAreLeftOut(): Unit = {
    val tested = round(offer("a", "h1", 2), offer("b", "h1", 2), offer("c", "h2", 2))
    val allowed =
      tested.free(asked(taskSet(1, 1)), (executor, host) => executor != "a" && host != "h2")
    assertThat(slots(allowed)).isEqualTo(Map("b" -> 1))
  }

  @Test
  def theOrderIsTheSchedulers(): Unit = {
    val offers = IndexedSeq(offer("a", "h1", 2), offer("b", "h1", 2), offer("c", "h2", 2))
    val tested = round(offers: _*)
    tested.goesThrough(IndexedSeq(offers(2), offers(0)))
    assertThat(tested.free(asked(taskSet(1, 1)), anyone).map(_.executor)).isEqualTo(Seq("c", "a"))
    // Whatever Spark should add of its own is not one of ours.
    tested.goesThrough(IndexedSeq(offers(1), offer("d", "h3", 2)))
    assertThat(tested.free(asked(taskSet(1, 1)), anyone).map(_.executor)).isEqualTo(Seq("b"))
  }

  @Test
  def barrierTasksHaveTheirCoresBeforeTheyStart(): Unit = {
    val tested = round(offer("a", "ha", 4), offer("b", "hb", 2))
    val manager = asked(taskSet(1, 3, barrier = true))
    reserve(manager, 0, "a")
    reserve(manager, 1, "b")
    assertThat(slots(tested.free(manager, anyone))).isEqualTo(Map("a" -> 1))
    assertThat(slots(tested.free(asked(taskSet(2, 1)), anyone)))
      .as("a stage that comes later in the round")
      .isEqualTo(Map("a" -> 2, "b" -> 1))
    manager.barrierPendingLaunchTasks.clear()
    Seq("a", "b").foreach(launch)
    assertThat(slots(tested.free(manager, anyone))).isEqualTo(Map("a" -> 1))
  }

  private def reserve(manager: TaskSetManager, index: Int, executor: String): Unit = {
    val pending =
      BarrierPendingLaunchTask(executor, s"h$executor", index, TaskLocality.ANY, Map.empty)
    pending.assignedCores = 2
    manager.barrierPendingLaunchTasks(index) = pending
  }

  /** Whatever is taken: free slots are what is left of each executor's cores. */
  @Test
  def coresAreNeverCountedTwice(): Unit =
    for (seed <- 0 until 100) {
      val random = new scala.util.Random(seed)
      val cores = Array.fill(1 + random.nextInt(6))(random.nextInt(9))
      val tested =
        round(cores.indices.map(i => offer(s"e$i", s"h${i % 2}", cores(i))): _*)
      for (_ <- 0 until random.nextInt(10)) {
        val i = random.nextInt(cores.length)
        if (cores(i) >= 2) {
          cores(i) -= 2
          launch(s"e$i")
        }
      }
      assertThat(slots(tested.free(asked(taskSet(1, 1)), anyone))).isEqualTo(
        cores.indices.filter(cores(_) >= 2).map(i => s"e$i" -> cores(i) / 2).toMap
      )
    }

  @Test
  def wholeResourcesLimitTheSlots(): Unit = {
    val set = needing(new TaskResourceRequests().cpus(1).resource("gpu", 2))
    val tested = round(
      gpuOffer(set, "none", 8),
      gpuOffer(set, "three", 8, 1.0, 1.0, 1.0),
      gpuOffer(set, "four", 8, 1.0, 1.0, 1.0, 1.0),
      gpuOffer(set, "cores", 1, 1.0, 1.0, 1.0, 1.0)
    )
    assertThat(slots(tested.free(asked(set), anyone)))
      .isEqualTo(Map("three" -> 1, "four" -> 2, "cores" -> 1))
  }

  /** Addresses in use are still listed, with what is left of them. */
  @Test
  def resourcesInUseAreNoSlots(): Unit = {
    val set = needing(new TaskResourceRequests().cpus(1).resource("gpu", 1))
    val tested = round(
      gpuOffer(set, "busy", 8, 0.0, 0.0),
      gpuOffer(set, "half", 8, 0.0, 1.0, 0.5),
      gpuOffer(set, "free", 8, 1.0, 1.0)
    )
    assertThat(slots(tested.free(asked(set), anyone))).isEqualTo(Map("half" -> 1, "free" -> 2))
  }

  @Test
  def partsOfResourcesAreSharedByTasks(): Unit = {
    val set = needing(new TaskResourceRequests().cpus(1).resource("gpu", 0.25))
    val tested = round(
      gpuOffer(set, "busy", 8, 0.2, 0.0),
      gpuOffer(set, "some", 8, 0.5, 0.25),
      gpuOffer(set, "free", 3, 1.0, 1.0)
    )
    assertThat(slots(tested.free(asked(set), anyone))).isEqualTo(Map("some" -> 3, "free" -> 3))
  }

  /** What is counted is what Spark then gives, address by address. */
  @Test
  def slotsAreAsManyTasksAsSparkGivesResourcesTo(): Unit =
    for (seed <- 0 until 300) {
      val random = new scala.util.Random(seed)
      val amount = Seq(0.1, 0.25, 0.3, 0.5, 1.0, 2.0, 3.0)(random.nextInt(7))
      val set = needing(new TaskResourceRequests().cpus(1).resource("gpu", amount))
      val left = Seq.fill(random.nextInt(6))(
        Seq(0.0, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0, 1.0)(random.nextInt(9))
      )
      val cores = random.nextInt(12)
      val one = gpuOffer(set, "e", cores, left: _*)
      val counted = slots(round(one).free(asked(set), anyone)).getOrElse("e", 0)
      val profile = harness.sc.resourceProfileManager.resourceProfileFromId(set.resourceProfileId)
      val tasks = Iterator
        .continually(one.resources.assignAddressesCustomResources(profile))
        .takeWhile(_.isDefined)
        .map(assigned => one.resources.acquire(assigned.get))
        .take(cores)
        .size
      val what = s"$amount of ${left.mkString(" ")} with $cores cores"
      assertThat(s"$what: $counted").isEqualTo(s"$what: $tasks")
    }

  @Test
  def executorsOfOtherProfilesAreLeftOut(): Unit = {
    val set = needing(new TaskResourceRequests().cpus(1).resource("gpu", 1))
    val tested = round(offer("plain", "h", 8), gpuOffer(set, "gpu", 8, 1.0))
    // Without dynamic allocation tasks of a task profile run on executors of the default profile.
    val manager = harness.sc.resourceProfileManager
    for (
      one <- Seq(set, taskSet(1, 1));
      executor <- Seq(0 -> "plain", set.resourceProfileId -> "gpu")
    ) {
      val expected = manager.canBeScheduled(one.resourceProfileId, executor._1)
      val offered = slots(tested.free(asked(one), anyone)).contains(executor._2)
      assertThat(expected || !offered).isTrue
    }
  }
}
