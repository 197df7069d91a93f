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

import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._

import io.trident.core.cost.CostModel
import io.trident.core.model.{BlockInput, Replica, StorageTier}
import io.trident.core.matching.TransportationMatcher
import io.trident.core.placement.PlacementTask
import io.trident.spark.round.StageTasks
import io.trident.spark.tiers.StageTiers
import org.apache.spark.{ExecutorAllocationManager, SparkConf}
import org.apache.spark.metrics.MetricsSystem
import org.apache.spark.resource.ResourceProfileManager
import org.apache.spark.scheduler._
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{AfterEach, Test, Timeout}

/** Spark's allocation manager, with hints by tiers and without, asks a client that writes down what
  * it is asked for.
  */
@Timeout(60)
class ExecutorHintsTest {
  private val Hosts = Seq("m1", "m2", "d1", "d2")
  private val conf = new SparkConf(false)
    .set("spark.dynamicAllocation.enabled", "true")
    .set("spark.dynamicAllocation.shuffleTracking.enabled", "true")
    .set("spark.dynamicAllocation.schedulerBacklogTimeout", "1s")
    .set("spark.executor.cores", "1")
  private val bus = new LiveListenerBus(conf)
  private val client = new RequestLog
  private val manager = new ExecutorAllocationManager(
    client,
    bus,
    conf,
    resourceProfileManager = new ResourceProfileManager(conf, bus),
    reliableShuffleStorage = false
  )
  manager.start()
  bus.start(null, MetricsSystem.createMetricsSystem("test", conf))

  private var waitMs = 0L

  private lazy val hints = {
    val made =
      new ExecutorHints(manager, 2, TransportationMatcher.UNLIMITED, waitMs, Guards.logging())
    made.start()
    made
  }

  @AfterEach
  def stop(): Unit = {
    hints.close()
    manager.stop()
    bus.stop()
  }

  @Test
  def theNumberIsSparksAndTheHostsAreThoseOfTheBestTier(): Unit = {
    hints
    submit(1)
    val without = nextRequest()
    end(1)
    awaitUntil(client.requests.asScala.last.executors == 0)
    submit(2)
    hints.update(2, 0, tasks(12))
    awaitReplaced(1)
    val withHints = nextRequest()
    assertThat(without).isEqualTo(Request(1, 12, Hosts.map(_ -> 12).toMap))
    assertThat(withHints).isEqualTo(Request(1, 12, Map("m1" -> 24, "m2" -> 24)))
  }

  /** As when YARN's application master registers: Spark asks at once. */
  @Test
  def requestsThatNeedNoBacklogWaitForTheTiers(): Unit = {
    waitMs = 50000
    hints
    manager.reset()
    submit(1)
    Thread.sleep(500) // five times the manager's interval
    assertThat(client.requests.asScala.exists(_.hosts.nonEmpty)).isFalse
    hints.update(1, 0, tasks(12))
    assertThat(nextRequest(known = 0)).isEqualTo(Request(1, 12, Map("m1" -> 24, "m2" -> 24)))
  }

  @Test
  def requestsWaitNoLongerThanTheTasks(): Unit = {
    waitMs = 300
    hints
    manager.reset()
    val start = System.nanoTime()
    submit(1)
    assertThat(nextRequest(known = 0)).isEqualTo(Request(1, 12, Hosts.map(_ -> 12).toMap))
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(waitMs * 1000000)
  }

  @Test
  def requestsDoNotWaitForTiersThatWillNotBeKnown(): Unit = {
    waitMs = 50000
    hints
    manager.reset()
    submit(1)
    submit(2)
    hints.releaseUntiered(1, 0)
    end(2)
    assertThat(nextRequest(known = 0).executors).isEqualTo(1)
  }

  /** The manager asks on a thread of its own, also while others hear of the stage. */
  @Test
  def requestsWaitForTheTiersWhoeverElseListens(): Unit = {
    waitMs = 50000
    bus.addToManagementQueue(new SparkListener {
      override def onStageSubmitted(submitted: SparkListenerStageSubmitted): Unit =
        Thread.sleep(500) // five times the manager's interval
    })
    hints
    manager.reset()
    submit(1)
    hints.update(1, 0, tasks(12))
    assertThat(nextRequest(known = 0)).isEqualTo(Request(1, 12, Map("m1" -> 24, "m2" -> 24)))
  }

  /** Each event of each job would pay for a listener. */
  @Test
  def nobodyListens(): Unit = {
    val before = bus.listeners.size
    hints
    submit(1)
    hints.update(1, 0, tasks(12))
    awaitReplaced(1)
    assertThat(bus.listeners.size).isEqualTo(before)
  }

  @Test
  def tiersKnownBeforeTheManagerHearsOfTheStageCountFromItsFirstRequest(): Unit = {
    waitMs = 50000
    hints.update(1, 0, tasks(12))
    val known = awaitDealtWith()
    manager.reset()
    submit(1)
    assertThat(nextRequest(known)).isEqualTo(Request(1, 12, Map("m1" -> 24, "m2" -> 24)))
  }

  @Test
  def aStageKnownToHaveNoTiersBeforeTheManagerHearsOfItWaitsForNothing(): Unit = {
    waitMs = 50000
    hints.releaseUntiered(1, 0)
    val known = awaitDealtWith()
    manager.reset()
    submit(1)
    assertThat(nextRequest(known)).isEqualTo(Request(1, 12, Hosts.map(_ -> 12).toMap))
  }

  /** Such as of stages that ended while their tiers were looked up. */
  @Test
  def tiersOfStagesThatNeverComeAreForgotten(): Unit = {
    hints.update(1, 0, tasks(12))
    (2 to 500).foreach(hints.releaseUntiered(_, 0))
    awaitDealtWith()
    submit(1)
    assertThat(current.asJava).isEqualTo(Hosts.map(_ -> 12).toMap.asJava)
    assertThat(hints.failed.get).isZero
  }

  @Test
  def noStageWaitsForTheTiersOfAnother(): Unit = {
    waitMs = 50000
    hints
    submit(1)
    hints.releaseUntiered(1, 0)
    manager.reset()
    submit(2)
    assertThat(nextRequest(known = 0).executors).isEqualTo(1)
  }

  @Test
  def stagesWithoutTiersKeepSparksHintsBesideThem(): Unit = {
    hints
    submit(1)
    submit(2)
    hints.update(2, 0, tasks(12))
    awaitReplaced(1)
    assertThat(current.asJava)
      .isEqualTo(Map("m1" -> 36, "m2" -> 36, "d1" -> 12, "d2" -> 12).asJava)
    end(2)
    assertThat(current.asJava).isEqualTo(Hosts.map(_ -> 12).toMap.asJava)
  }

  @Test
  def aStageThatHasEndedOrIsAnotherAttemptChangesNothing(): Unit = {
    hints
    submit(1)
    submit(2)
    end(2)
    hints.update(2, 0, tasks(12))
    hints.update(1, 1, tasks(12))
    hints.update(1, 0, tasks(12))
    awaitReplaced(1)
    assertThat(hints.replaced.get).isEqualTo(1)
    assertThat(current.asJava).isEqualTo(Map("m1" -> 24, "m2" -> 24).asJava)
  }

  @Test
  def newTiersReplaceOlderOnes(): Unit = {
    hints
    submit(1)
    hints.update(1, 0, tasks(12))
    awaitReplaced(1)
    hints.update(1, 0, tasks(12, memory = "d1"))
    awaitReplaced(2)
    assertThat(current.asJava).isEqualTo(Map("d1" -> 24, "d2" -> 24).asJava)
  }

  @Test
  def aStageWithoutPlacesKeepsSparksHints(): Unit = {
    hints
    submit(1)
    hints.update(
      1,
      0,
      stage(Seq.fill(3)(new PlacementTask("t", java.util.List.of(), java.util.Set.of())))
    )
    submit(2)
    hints.update(2, 0, tasks(12)) // in the order of calls, so the other has been dealt with
    awaitReplaced(1)
    assertThat(hints.failed.get).isZero
    assertThat(current.asJava)
      .isEqualTo(Map("m1" -> 36, "m2" -> 36, "d1" -> 12, "d2" -> 12).asJava)
  }

  @Test
  def afterTheEndNothingIsDoneAndNothingThrown(): Unit = {
    hints.close()
    hints.update(1, 0, tasks(3))
    assertThat(hints.replaced.get).isZero
  }

  /** The next request for executors that are wanted somewhere, after the first `known` ones. */
  private def nextRequest(known: Int = client.requests.size): Request = {
    def wanted = client.requests.asScala.drop(known).find(_.hosts.nonEmpty)
    awaitUntil(wanted.isDefined)
    wanted.get
  }

  /** What would be asked for now. */
  private def current: Map[String, Int] = {
    val field = manager.getClass.getDeclaredFields
      .find(_.getName.endsWith("rpIdToHostToLocalTaskCount"))
      .get
    field.setAccessible(true)
    manager.synchronized {
      field.get(manager).asInstanceOf[Map[Int, Map[String, Int]]].values.flatten.toMap
    }
  }

  /** Until the hints have dealt with what they were called for before. Returns how many requests
    * there have been.
    */
  private def awaitDealtWith(): Int = {
    hints.update(999, 0, tasks(12)) // in the order of calls
    submit(999)
    awaitReplaced(1)
    end(999)
    awaitUntil(client.requests.asScala.last.executors == 0)
    client.requests.size
  }

  private def awaitReplaced(times: Int): Unit = awaitUntil(hints.replaced.get >= times)

  private def awaitUntil(reached: => Boolean): Unit = {
    val deadline = System.nanoTime() + 30000000000L
    while (!reached && System.nanoTime() < deadline) {
      Thread.sleep(10)
    }
    assertThat(reached).isTrue
    bus.waitUntilEmpty()
  }

  private def tasks(count: Int, memory: String = "m1"): StageTasks = {
    val alike = if (memory == "m1") Seq("m1", "m2") else Seq("d1", "d2")
    stage((0 until count).map { i =>
      val replicas = Hosts.map { host =>
        Replica.stored(host, if (alike.contains(host)) StorageTier.MEMORY else StorageTier.DISK)
      }
      val block = new BlockInput(1, replicas.asJava)
      new PlacementTask(i.toString, java.util.List.of(block), java.util.Set.of())
    })
  }

  private def stage(tasks: Seq[PlacementTask]): StageTasks =
    new StageTasks(StageTiers(tasks.toIndexedSeq, pending = false), _ => "/r", CostModel.DEFAULT)

  private def info(id: Int): StageInfo = new StageInfo(
    id,
    0,
    "stage",
    12,
    Nil,
    Nil,
    "",
    taskLocalityPreferences = Seq.fill(12)(Hosts.map(TaskLocation(_))),
    resourceProfileId = 0
  )

  private def submit(id: Int): Unit = {
    bus.post(SparkListenerStageSubmitted(info(id)))
    bus.waitUntilEmpty()
  }

  private def end(id: Int): Unit = {
    bus.post(SparkListenerStageCompleted(info(id)))
    bus.waitUntilEmpty()
  }
}

/** One call of `requestTotalExecutors` for the default profile. */
private final case class Request(executors: Int, tasks: Int, hosts: Map[String, Int])

private final class RequestLog extends NoOtherExecutors {
  val requests = new ConcurrentLinkedQueue[Request]

  override private[spark] def requestTotalExecutors(
      executors: Map[Int, Int],
      tasks: Map[Int, Int],
      hosts: Map[Int, Map[String, Int]]
  ): Boolean = {
    requests.add(
      Request(executors.getOrElse(0, 0), tasks.getOrElse(0, 0), hosts.getOrElse(0, Map.empty))
    )
    true
  }
}
