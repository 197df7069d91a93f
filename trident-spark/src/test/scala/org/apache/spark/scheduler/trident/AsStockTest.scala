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

import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit

import scala.collection.mutable
import scala.util.Random

import io.trident.core.model.StorageTier.{MEMORY, SSD}
import org.apache.spark.{SparkEnv, TaskResultLost, TaskState}
import org.apache.spark.resource.{
  ExecutorResourceRequests,
  ResourceAmountUtils,
  ResourceProfile,
  ResourceProfileBuilder,
  TaskResourceRequests
}
import org.apache.spark.scheduler._
import org.apache.spark.util.ManualClock
import org.assertj.core.api.Assertions.{assertThat, within}
import org.junit.jupiter.api.{Test, Timeout}

/** What Spark's scheduler does beside placing tasks: each scenario runs on stock and on Trident's.
  */
@Timeout(120)
class AsStockTest {
  import AsStockTest._
  import SchedulerHarness._

  @Test
  def slowTasksAreCopiedToAnotherHost(): Unit = {
    val (stock, trident) = onBoth(
      "spark.speculation" -> "true",
      "spark.speculation.quantile" -> "0.5",
      "spark.speculation.multiplier" -> "1.1"
    ) { run =>
      run.submit(taskSet(1, 4, i => Seq(TaskLocation(s"h$i"))), i => Seq(s"h$i" -> MEMORY))
      val hosts = (0 to 3).map(i => offer(s"e$i", s"h$i"))
      val first = run.offer(hosts: _*)
      run.clock.advance(1000)
      first.filter(_.index < 3).foreach(run.succeed)
      val before = run.offer(offer("e1", "h1"))
      run.clock.advance(5000)
      run.scheduler.checkSpeculatableTasks()
      val slow = first.find(_.index == 3).get
      val there = run.offer(hosts.filter(_.executorId == slow.executorId): _*)
      val copies = run.offer(hosts.filter(_.executorId != slow.executorId): _*)
      run.succeed(copies.head)
      (
        placed(first),
        before.size,
        there.size,
        copies.map(copy => (copy.index, copy.attemptNumber)),
        run.manager(1).isZombie
      )
    }
    assertThat(trident).isEqualTo(stock)
    assertThat(trident)
      .isEqualTo(((0 to 3).map(i => i -> s"e$i").toMap, 0, 0, Seq((3, 1)), true))
  }

  /** Two pools with weights 2 and 1 share 12 slots as tasks end. */
  @Test
  def fairPoolsHaveTheirShares(): Unit = {
    val pools = Files.createTempFile(Path.of("target"), "pools", ".xml")
    Files.writeString(
      pools,
      """<allocations>
        |<pool name="two"><schedulingMode>FIFO</schedulingMode><weight>2</weight></pool>
        |<pool name="one"><schedulingMode>FIFO</schedulingMode><weight>1</weight></pool>
        |</allocations>""".stripMargin
    )
    val (stock, trident) = onBoth(
      "spark.scheduler.mode" -> "FAIR",
      "spark.scheduler.allocation.file" -> pools.toUri.toString
    ) { run =>
      val random = new Random(7)
      val onHosts = (i: Int) => Seq(s"h${i % 4}" -> MEMORY, s"h${(i + 1) % 4}" -> SSD)
      val preferred = (i: Int) => Seq(TaskLocation(s"h${i % 4}"))
      run.submit(taskSet(1, 600, preferred, pool = Some("one")), onHosts)
      run.submit(taskSet(2, 600, preferred, pool = Some("two")), onHosts)
      val cores = 3
      val free = mutable.LinkedHashMap.from((0 to 3).map(i => s"e$i" -> cores))
      val running = mutable.PriorityQueue.empty[(Long, TaskDescription, Int)](
        Ordering.by[(Long, TaskDescription, Int), Long](_._1).reverse
      )
      def serve(executors: Iterable[String]): Unit = {
        val offers = executors.toSeq.map(e => offer(e, s"h${e.drop(1)}", free(e)))
        run.offer(offers: _*).foreach { task =>
          free(task.executorId) -= 1
          val stage = run.stageOf(task)
          running.enqueue((run.clock.getTimeMillis() + 80 + random.nextInt(40), task, stage))
        }
      }
      serve(free.keys)
      var (ended, shareOfTwo) = (0, 0.0)
      while (ended < 300) {
        // Tasks that end within 5 ms are followed by one round with Trident, by one each in stock.
        val until = running.head._1 + (if (run.isTrident) 5 else 0)
        var some = Vector.empty[TaskDescription]
        while (running.nonEmpty && running.head._1 <= until && (run.isTrident || some.isEmpty)) {
          val (at, task, _) = running.dequeue()
          run.clock.setTime(math.max(at, run.clock.getTimeMillis()))
          run.succeed(task)
          free(task.executorId) += 1
          ended += 1
          some :+= task
        }
        if (ended > 60) {
          shareOfTwo += some.size * running.count(_._3 == 2) / running.size.max(1).toDouble
        }
        serve(if (run.isTrident) free.keys else Seq(some.head.executorId))
      }
      shareOfTwo / (ended - 60)
    }
    assertThat(stock).isEqualTo(2.0 / 3, within(0.1))
    assertThat(trident).isEqualTo(stock, within(0.1))
  }

  @Test
  def tasksGetAddressesOfFreeResourcesOnly(): Unit = {
    val (stock, trident) = onBoth("spark.locality.wait" -> "0") { run =>
      val profile = run.profile(new TaskResourceRequests().cpus(1).resource("gpu", 1))
      // The memory of all input is where the GPUs are in use.
      run.submit(taskSet(1, 5, profile = profile), _ => Seq("h1" -> MEMORY))
      val launched = run.offer(
        gpus("e1", "h1", profile, 0.0, 0.0, 0.0, 1.0),
        gpus("e2", "h2", profile, 1.0, 1.0),
        gpus("e3", "h3", profile, 0.5, 1.0)
      )
      launched
        .groupMap(_.executorId)(_.resources("gpu").keys.toSeq)
        .view
        .mapValues(_.flatten.sorted)
        .toMap
    }
    assertThat(trident).isEqualTo(stock)
    assertThat(trident).isEqualTo(Map("e1" -> Seq("3"), "e2" -> Seq("0", "1"), "e3" -> Seq("1")))
  }

  @Test
  def stagesRunOnExecutorsOfTheirProfile(): Unit = {
    val (stock, trident) = onBoth(
      "spark.locality.wait" -> "0",
      "spark.dynamicAllocation.enabled" -> "true",
      "spark.dynamicAllocation.shuffleTracking.enabled" -> "true"
    ) { run =>
      val two = run.profile(new TaskResourceRequests().cpus(2))
      run.submit(taskSet(1, 3), _ => Seq("h2" -> MEMORY))
      run.submit(taskSet(2, 3, profile = two), _ => Seq("h1" -> MEMORY))
      val launched = run.offer(
        offer("e1", "h1", 2),
        WorkerOffer("e2", "h2", 5, None, ExecutorResourcesAmounts.empty, two)
      )
      launched
        .map(task => (run.stageOf(task), task.executorId, task.cpus))
        .groupBy(identity)
        .view
        .mapValues(_.size)
        .toMap
    }
    assertThat(trident).isEqualTo(stock)
    assertThat(trident).isEqualTo(Map((1, "e1", 1) -> 2, (2, "e2", 2) -> 2))
  }

  @Test
  def nothingWaitsForAnExecutorThatIsDecommissioned(): Unit = {
    val (stock, trident) = onBoth() { run =>
      run.submit(taskSet(1, 2, _ => Seq(TaskLocation("h1"))), _ => Seq("h1" -> MEMORY))
      val first = run.offer(offer("e1", "h1"), offer("e2", "h2"))
      run.scheduler.executorDecommission("e1", ExecutorDecommissionInfo("spot"))
      val atOnce = run.offer(offer("e2", "h2"))
      run.clock.advance(TimeUnit.HOURS.toMillis(1))
      val later = run.offer(offer("e2", "h2", 1 - atOnce.size))
      (first.map(_.executorId), atOnce.size, (atOnce ++ later).map(_.executorId))
    }
    assertThat(trident).isEqualTo(stock)
    assertThat(trident).isEqualTo((Seq("e1"), 1, Seq("e2")))
  }

  @Test
  def nothingWaitsForAnExecutorThatDied(): Unit = {
    val (stock, trident) = onBoth() { run =>
      run.submit(taskSet(1, 2, _ => Seq(TaskLocation("h1"))), _ => Seq("h1" -> MEMORY))
      val first = run.offer(offer("e1", "h1"), offer("e2", "h2"))
      run.scheduler.executorLost("e1", ExecutorExited(1, exitCausedByApp = false, "gone"))
      val later = run.offer(offer("e2", "h2", 2))
      (first.map(_.executorId), later.map(task => task.index -> task.executorId).toSet)
    }
    assertThat(trident).isEqualTo(stock)
    assertThat(trident).isEqualTo((Seq("e1"), Set(0 -> "e2", 1 -> "e2")))
  }

  @Test
  def executorsAndHostsWithFailuresAreLeftOut(): Unit = {
    val perTask = Seq(
      "spark.excludeOnFailure.task.maxTaskAttemptsPerExecutor" -> "1",
      "spark.excludeOnFailure.task.maxTaskAttemptsPerNode" -> "1"
    )
    val far = "99"
    val never = Seq(
      "spark.excludeOnFailure.task.maxTaskAttemptsPerExecutor" -> far,
      "spark.excludeOnFailure.task.maxTaskAttemptsPerNode" -> far,
      "spark.excludeOnFailure.stage.maxFailedTasksPerExecutor" -> far,
      "spark.excludeOnFailure.stage.maxFailedExecutorsPerNode" -> far,
      "spark.excludeOnFailure.application.maxFailedTasksPerExecutor" -> far,
      "spark.excludeOnFailure.application.maxFailedExecutorsPerNode" -> far,
      "spark.task.maxFailures" -> "100"
    )
    val stageExecutor = Seq("spark.excludeOnFailure.stage.maxFailedTasksPerExecutor" -> "1")
    val stageNode =
      stageExecutor :+ ("spark.excludeOnFailure.stage.maxFailedExecutorsPerNode" -> "1")
    val levels =
      Seq("task" -> perTask, "stage, executor" -> stageExecutor, "stage, host" -> stageNode)
    for ((level, settings) <- levels) {
      val all = (never ++ settings ++ Seq(
        "spark.excludeOnFailure.enabled" -> "true",
        "spark.locality.wait" -> "0"
      )).toMap.toSeq
      val (stock, trident) = onBoth(all: _*) { run =>
        run.submit(taskSet(1, 3, _ => Seq(TaskLocation("a"))), _ => Seq("a" -> MEMORY))
        val executors = Seq(offer("a1", "a"), offer("a2", "a"), offer("b1", "b"))
        val first = run.offer(executors: _*)
        first.foreach(task => if (task.executorId == "a1") run.fail(task) else run.succeed(task))
        val failed = first.find(_.executorId == "a1").get
        val again = run.offer(executors.head)
        val onHost = run.offer(executors(1))
        val elsewhere = run.offer(executors(2))
        // Another stage may use them all.
        run.submit(taskSet(2, 3, _ => Seq(TaskLocation("a"))), _ => Seq("a" -> MEMORY))
        val other = run.offer(executors.drop(if (onHost.isEmpty) 0 else 2): _*)
        (
          first.size,
          again.map(_.index == failed.index),
          onHost.map(_.index == failed.index),
          elsewhere.map(_.index == failed.index),
          other.map(run.stageOf).toSet
        )
      }
      assertThat(trident).as(level).isEqualTo(stock)
      assertThat((trident._2, (trident._3 ++ trident._4).size)).as(level).isEqualTo((Nil, 1))
    }
  }

  @Test
  def executorsAndHostsExcludedFromTheApplicationGetNothing(): Unit = {
    val (stock, trident) = onBoth(
      "spark.excludeOnFailure.enabled" -> "true",
      "spark.excludeOnFailure.application.maxFailedTasksPerExecutor" -> "1",
      "spark.excludeOnFailure.application.maxFailedExecutorsPerNode" -> "1",
      "spark.locality.wait" -> "0"
    ) { run =>
      run.submit(taskSet(1, 3, _ => Seq(TaskLocation("a"))), _ => Seq("a" -> MEMORY))
      val executors = Seq(offer("a1", "a"), offer("a2", "a"), offer("b1", "b"))
      val first = run.offer(executors: _*)
      val failed = first.find(_.executorId == "a1").get
      run.fail(failed)
      val retried = run.offer(executors.drop(1): _*)
      (first.filter(_ != failed) ++ retried).foreach(run.succeed)
      run.submit(taskSet(2, 3, _ => Seq(TaskLocation("a"))), _ => Seq("a" -> MEMORY))
      (retried.size, run.offer(executors: _*).map(_.executorId))
    }
    assertThat(trident).isEqualTo(stock)
    assertThat(trident._2).isEqualTo(Seq("b1"))
  }

  /** A task that may not run everywhere goes first, and must not cost others their slots. */
  @Test
  def noSlotStaysFreeBesideATaskThatFailed(): Unit = {
    for (seed <- 1 to 20) {
      val (stock, trident) = onBoth(
        "spark.excludeOnFailure.enabled" -> "true",
        "spark.locality.wait" -> "0"
      ) { run =>
        run.submit(taskSet(1, 3), i => Seq((if (i == 0) "h1" else "h2") -> MEMORY))
        val first = run.offer(offer("e1", "h1"))
        run.fail(first.head)
        run.offer(offer("e2", "h2"), offer("e3", "h3"), offer("e4", "h4")).map(_.index).toSet
      }
      assertThat(trident).as(s"$seed").isEqualTo(stock)
      assertThat(trident).as(s"$seed").isEqualTo(Set(0, 1, 2))
    }
  }

  @Test
  def tasksOfSeveralCoresFillAsManySlots(): Unit = {
    val (stock, trident) = onBoth("spark.task.cpus" -> "3", "spark.locality.wait" -> "0") { run =>
      run.submit(taskSet(1, 9), i => Seq(s"h${i % 3}" -> MEMORY))
      run
        .offer(offer("e1", "h1", 7), offer("e2", "h2", 2), offer("e3", "h3", 3))
        .groupBy(_.executorId)
        .view
        .mapValues(tasks => (tasks.size, tasks.map(_.cpus).distinct))
        .toMap
    }
    assertThat(trident).isEqualTo(stock)
    assertThat(trident).isEqualTo(Map("e1" -> (2, Seq(3)), "e3" -> (1, Seq(3))))
  }

  @Test
  def aBarrierStageWaitsForAllItsSlots(): Unit = {
    val (stock, trident) = onBoth("spark.locality.wait" -> "0") { run =>
      run.submit(taskSet(1, 4, barrier = true), _ => Seq("h1" -> MEMORY))
      val few = run.offer(offer("e1", "h1", 2), offer("e2", "h2", 1))
      val enough = run.offer(offer("e1", "h1", 2), offer("e2", "h2", 2))
      (few.size, enough.map(_.index).sorted, enough.map(_.executorId).sorted)
    }
    assertThat(trident).isEqualTo(stock)
    assertThat(trident).isEqualTo((0, Seq(0, 1, 2, 3), Seq("e1", "e1", "e2", "e2")))
  }

  @Test
  def withoutLocalityWaitAllSlotsAreUsedAtOnce(): Unit = {
    val (stock, trident) = onBoth("spark.locality.wait" -> "0") { run =>
      run.submit(taskSet(1, 4, _ => Seq(TaskLocation("h1"))), _ => Seq("h1" -> MEMORY))
      run.offer(offer("e1", "h1", 2), offer("e2", "h2", 2)).map(_.executorId).sorted
    }
    assertThat(trident).isEqualTo(stock)
    assertThat(trident).isEqualTo(Seq("e1", "e1", "e2", "e2"))
  }

  /** Spark waits for a local slot for as long as it is configured to, whatever there is to gain. */
  @Test
  def withALongLocalityWaitOnlyTridentLooksAtWhatItIsWorth(): Unit =
    for (policy <- Seq("default", "trident")) {
      val (stock, trident) = onBoth(
        "spark.locality.wait" -> "1h",
        "spark.scheduler.trident.policy" -> policy
      ) { run =>
        run.submit(taskSet(1, 1, _ => Seq(TaskLocation("h1"))), _ => Seq("h1" -> MEMORY))
        run.offer(offer("e1", "h1", 0)) // an executor that other stages keep busy
        val atOnce = run.offer(offer("e2", "h2"))
        run.clock.advance(TimeUnit.MINUTES.toMillis(61))
        val later = run.offer(offer("e2", "h2"))
        (atOnce.size, later.size)
      }
      assertThat(stock).as(policy).isEqualTo((0, 1))
      assertThat(trident).as(policy).isEqualTo(if (policy == "default") stock else (1, 0))
    }

  /** A held task is offered slots again when its patience ends, by one timer however many rounds.
    */
  @Test
  def roundsThatHoldATaskDoNotAddUp(): Unit = {
    val harness = new SchedulerHarness("spark.locality.wait" -> "300ms")
    try {
      val run = new Run(harness, harness.trident())
      run.submit(taskSet(1, 2), _ => Seq("h1" -> MEMORY))
      run.offer(offer("e1", "h1"), offer("e2", "h2"))
      val before = harness.observed.revived.get
      for (_ <- 1 to 50) run.offer(offer("e2", "h2"))
      Thread.sleep(600)
      assertThat(harness.observed.revived.get - before).isBetween(1, 5)
    } finally harness.close()
  }

  private def onBoth[T](settings: (String, String)*)(scenario: Run => T): (T, T) = {
    val harness = new SchedulerHarness(settings: _*)
    try {
      def result(make: => TaskSchedulerImpl): T = {
        harness.clock = new ManualClock(System.currentTimeMillis())
        val scheduler = make
        try scenario(new Run(harness, scheduler))
        finally harness.dispose(scheduler)
      }
      (result(harness.stock()), result(harness.trident()))
    } finally harness.close()
  }

  private def gpus(executor: String, host: String, profile: Int, free: Double*) = WorkerOffer(
    executor,
    host,
    8,
    None,
    new ExecutorResourcesAmounts(
      Map("gpu" -> free.zipWithIndex.map { case (amount, i) =>
        s"$i" -> ResourceAmountUtils.toInternalResource(amount)
      }.toMap)
    ),
    profile
  )

  private def placed(launched: Seq[TaskDescription]): Map[Int, String] =
    launched.map(task => task.index -> task.executorId).toMap
}

private object AsStockTest {
  import SchedulerHarness._

  /** A scheduler and what happens to it. */
  final class Run(harness: SchedulerHarness, val scheduler: TaskSchedulerImpl) {
    private val stages = mutable.HashMap.empty[Long, Int]

    def isTrident: Boolean = scheduler.isInstanceOf[TridentTaskScheduler]

    def clock: ManualClock = harness.clock.asInstanceOf[ManualClock]

    /** Submits tasks whose tiers are known before they are offered anything. */
    def submit(
        tasks: TaskSet,
        replicas: Int => Seq[(String, io.trident.core.model.StorageTier)]
    ): Unit = {
      harness.tiers = known(tasks.tasks.indices.map(i => onTiers(i, replicas(i): _*)): _*)
      scheduler.submitTasks(tasks)
      manager(tasks.stageId) match {
        case ours: TridentTaskSetManager =>
          while (ours.wouldGather.isEmpty) Thread.sleep(1)
        case _ =>
      }
    }

    def manager(stage: Int): TaskSetManager = scheduler.taskSetManagerForAttempt(stage, 0).get

    def offer(offers: WorkerOffer*): Seq[TaskDescription] = {
      val launched = scheduler.resourceOffers(offers.toIndexedSeq).flatten
      for (stage <- Seq(1, 2); of <- scheduler.taskSetManagerForAttempt(stage, 0)) {
        launched.filter(task => of.taskInfos.contains(task.taskId)).foreach { task =>
          stages(task.taskId) = stage
        }
      }
      launched
    }

    def stageOf(task: TaskDescription): Int = stages(task.taskId)

    def succeed(task: TaskDescription): Unit = {
      val value = SparkEnv.get.serializer.newInstance().serialize(0)
      val result = new DirectTaskResult[Int](value, Nil, Array.empty[Long])
      manager(stageOf(task)).handleSuccessfulTask(task.taskId, result)
    }

    def fail(task: TaskDescription): Unit = scheduler.handleFailedTask(
      manager(stageOf(task)),
      task.taskId,
      TaskState.FAILED,
      TaskResultLost
    )

    /** A resource profile, by what its tasks need. */
    def profile(requests: TaskResourceRequests): Int = {
      val executors = new ExecutorResourceRequests().cores(8)
      if (requests.requests.contains("gpu")) executors.resource("gpu", 8)
      val made: ResourceProfile =
        new ResourceProfileBuilder().require(executors).require(requests).build()
      harness.sc.resourceProfileManager.addResourceProfile(made)
      made.id
    }
  }
}
