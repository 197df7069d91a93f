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

import java.lang.management.ManagementFactory

import scala.collection.mutable
import scala.util.Random

import io.trident.core.cost.StorageTier
import org.apache.spark.scheduler.{TaskLocation, TaskSchedulerImpl}

/** Measures scheduling in the driver, from offers to launched tasks with all bookkeeping, of stock
  * Spark and of Trident in one run: n one-block tasks with three replicas, one a tier, on m
  * executors of one core on m nodes in racks of 32.
  */
object SchedulingBenchmark {
  private val Sizes = sys.props.getOrElse("sizes", "64,256,1024").split(",").map(_.toInt).toSeq
  private val Cpu = ManagementFactory.getThreadMXBean
  private val Tiers = Seq(StorageTier.MEMORY, StorageTier.SSD, StorageTier.DISK)

  def main(args: Array[String]): Unit = {
    val repetitions = args.headOption.fold(60)(_.toInt)
    val settings = args.drop(1).toSeq.map { arg =>
      val at = arg.indexOf('=')
      arg.take(at) -> arg.drop(at + 1)
    }
    // Without locality wait stock launches all it can, too, and so does as much as Trident.
    val harness = new SchedulerHarness((("spark.locality.wait" -> "0") +: settings): _*)
    try {
      println("Medians in ms: wall time and the thread's CPU time; the plan is part of Trident's.")
      println(
        "| tasks | executors | stock | trident | ratio | CPU stock | trident | ratio | plan |"
      )
      println("|---|---|---|---|---|---|---|---|---|")
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
    val planNanos = mutable.ArrayBuffer.empty[Long]
    def round(scheduler: TaskSchedulerImpl): (Double, Double) = {
      scheduler.submitTasks(
        SchedulerHarness.taskSet(1, n, i => replicas(i).map(at => TaskLocation(nodes(at))))
      )
      scheduler match {
        case ours: TridentTaskScheduler => awaitTiers(ours)
        case _                          =>
      }
      val start = System.nanoTime()
      val cpuStart = Cpu.getCurrentThreadCpuTime
      val launched = scheduler.resourceOffers(offers).map(_.size).sum
      val cpu = Cpu.getCurrentThreadCpuTime - cpuStart
      val nanos = System.nanoTime() - start
      assert(launched == math.min(n, m))
      harness.dispose(scheduler)
      planNanos ++= harness.observed.rounds.map(_.nanos)
      harness.observed.forget()
      (nanos / 1e6, cpu / 1e6)
    }
    val (stock, trident) = Seq
      .fill(repetitions)((round(harness.stock()), round(harness.trident())))
      .drop(repetitions / 3)
      .unzip
    val plans = planNanos.drop(repetitions / 3).map(_ / 1e6)
    val wall = stock.map(_._1) -> trident.map(_._1)
    val cpu = stock.map(_._2) -> trident.map(_._2)
    println(
      f"| $n | $m | ${median(wall._1)}%.2f | ${median(wall._2)}%.2f |" +
        f" ${median(wall._2) / median(wall._1)}%.2f | ${median(cpu._1)}%.2f |" +
        f" ${median(cpu._2)}%.2f | ${median(cpu._2) / median(cpu._1)}%.2f |" +
        f" ${median(plans.toSeq)}%.2f |"
    )
  }

  private def median(values: Seq[Double]): Double = values.sorted.apply(values.size / 2)

  private def awaitTiers(scheduler: TridentTaskScheduler): Unit = {
    val managers = scheduler.rootPool.getSortedTaskSetQueue.collect {
      case one: TridentTaskSetManager => one
    }
    while (!managers.forall(_.wouldGather.isDefined)) {
      Thread.sleep(1)
    }
  }
}
