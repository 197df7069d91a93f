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

import scala.util.Random

import io.trident.core.cost.StorageTier
import org.apache.spark.scheduler.{TaskLocation, TaskSchedulerImpl}

/** Measures scheduling in the driver, from offers to launched tasks with all bookkeeping, of stock
  * Spark and of Trident in one run: n one-block tasks with three replicas, one a tier, on m
  * executors of one core on m nodes in racks of 32.
  */
object SchedulingBenchmark {
  private val Sizes = Seq(64, 256, 1024)
  private val Tiers = Seq(StorageTier.MEMORY, StorageTier.SSD, StorageTier.DISK)

  def main(args: Array[String]): Unit = {
    val repetitions = args.headOption.fold(60)(_.toInt)
    val settings = args.drop(1).toSeq.map { arg =>
      val at = arg.indexOf('=')
      arg.take(at) -> arg.drop(at + 1)
    }
    val harness = new SchedulerHarness(settings: _*)
    try {
      println(
        "| tasks | executors | stock p50 ms | trident p50 ms | p95 ms | ratio | plan p50 ms |"
      )
      println("|---|---|---|---|---|---|---|")
      for (tasks <- Sizes; executors <- Sizes) {
        measure(harness, tasks, executors, repetitions)
      }
    } finally harness.close()
  }

  private def measure(harness: SchedulerHarness, n: Int, m: Int, repetitions: Int): Unit = {
    val random = new Random(n * 31L + m)
    val nodes = IndexedSeq.tabulate(m)(i => s"node$i/r${i / 32}")
    val replicas = IndexedSeq.fill(n)(random.shuffle(nodes.indices.toList).take(3))
    harness.tiers = SchedulerHarness.known(replicas.zipWithIndex.map { case (at, i) =>
      SchedulerHarness.onTiers(i, at.map(nodes).zip(Tiers): _*)
    }: _*)
    val offers = nodes.zipWithIndex.map { case (node, i) => SchedulerHarness.offer(s"$i", node) }
    def round(scheduler: TaskSchedulerImpl): Double = {
      scheduler.submitTasks(
        SchedulerHarness.taskSet(1, n, i => replicas(i).map(at => TaskLocation(nodes(at))))
      )
      scheduler match {
        case ours: TridentTaskScheduler => awaitTiers(ours)
        case _                          =>
      }
      val start = System.nanoTime()
      val launched = scheduler.resourceOffers(offers).map(_.size).sum
      val nanos = System.nanoTime() - start
      assert(launched > 0)
      scheduler.stop()
      nanos / 1e6
    }
    val stock = Array.newBuilder[Double]
    val trident = Array.newBuilder[Double]
    for (_ <- 0 until repetitions) {
      stock += round(harness.stock())
      trident += round(harness.trident())
    }
    val a = stock.result().drop(repetitions / 3).sorted
    val b = trident.result().drop(repetitions / 3).sorted
    val plans = harness.observed.rounds.map(_.nanos / 1e6).drop(repetitions / 3).sorted
    harness.observed.rounds.clear()
    harness.observed.launched.clear()
    val (p50, q50) = (a(a.length / 2), b(b.length / 2))
    println(
      f"| $n | $m | $p50%.2f | $q50%.2f | ${b(b.length * 95 / 100)}%.2f | ${q50 / p50}%.2f |" +
        f" ${plans(plans.size / 2)}%.2f |"
    )
  }

  private def awaitTiers(scheduler: TridentTaskScheduler): Unit = {
    val managers = scheduler.rootPool.getSortedTaskSetQueue.collect {
      case one: TridentTaskSetManager => one
    }
    while (!managers.forall(_.wouldGather.isDefined)) {
      Thread.sleep(1)
    }
  }
}
