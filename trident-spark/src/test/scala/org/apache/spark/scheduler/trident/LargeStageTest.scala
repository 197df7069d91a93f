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

import scala.collection.mutable

import io.trident.core.model.StorageTier
import org.apache.spark.SparkEnv
import org.apache.spark.scheduler._
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{Test, Timeout}

/** A stage of far more tasks than slots, whose tasks take next to no time. */
@Timeout(100)
class LargeStageTest {
  import SchedulerHarness._

  private val Tasks = 20000
  private val Hosts = 8

  @Test
  def shortTasksAreScheduledAsFastAsTheyEnd(): Unit = {
    val harness = new SchedulerHarness()
    try {
      harness.tiers = known((0 until Tasks).map { i =>
        onTiers(
          i,
          s"h${i % Hosts}" -> StorageTier.values.apply(i % StorageTier.values.length),
          s"h${(i + 1) % Hosts}" -> StorageTier.DISK
        )
      }: _*)
      val set = taskSet(1, Tasks, i => Seq(TaskLocation(s"h${i % Hosts}")))
      val stock = seconds(harness.stock(), set)
      val trident = seconds(harness.trident(), set)
      // What grows with the square of the tasks would be more than ten times as much.
      assertThat(trident).isLessThan(4 * stock + 2)
    } finally harness.close()
  }

  /** From the first offer to the end of the last task, one ending after the other. */
  private def seconds(scheduler: TaskSchedulerImpl, set: TaskSet): Double = {
    scheduler.submitTasks(set)
    val manager = scheduler.taskSetManagerForAttempt(1, 0).get
    manager match {
      case ours: TridentTaskSetManager => while (ours.wouldGather.isEmpty) Thread.sleep(1)
      case _                           =>
    }
    val serializer = SparkEnv.get.serializer.newInstance()
    val start = System.nanoTime()
    val running = mutable.Queue.empty[TaskDescription]
    running ++= scheduler.resourceOffers((0 until Hosts).map(i => offer(s"e$i", s"h$i"))).flatten
    var (ended, idle) = (0, Set.empty[String])
    while (ended < Tasks) {
      val task = running.dequeue()
      manager.handleSuccessfulTask(
        task.taskId,
        new DirectTaskResult[Int](serializer.serialize(0), Nil, Array.empty[Long])
      )
      ended += 1
      idle += task.executorId
      val launched =
        if (running.isEmpty) scheduler.resourceOffers(offers(idle)).flatten
        else
          scheduler.resourceOffers(offers(Set(task.executorId)), isAllFreeResources = false).flatten
      running ++= launched
      idle --= launched.map(_.executorId)
    }
    (System.nanoTime() - start) / 1e9
  }

  private def offers(executors: Set[String]) =
    executors.toIndexedSeq.map(executor => offer(executor, s"h${executor.drop(1)}"))
}
