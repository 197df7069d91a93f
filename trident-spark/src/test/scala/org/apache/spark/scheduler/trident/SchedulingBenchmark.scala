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
import java.util.concurrent.TimeUnit

import scala.collection.mutable
import scala.util.Random

import io.trident.core.model.StorageTier
import io.trident.spark.report.{PlacementMetrics, StageRecorder}
import io.trident.spark.prefetch.PrefetchedStage
import io.trident.spark.round._
import io.trident.spark.tiers.LookupCounters
import org.apache.spark.scheduler.{TaskLocation, TaskSchedulerImpl}

/** Measures scheduling in the driver, from offers to launched tasks with all bookkeeping, of stock
  * Spark and of Trident in one run: n one-block tasks with three replicas, one a tier, on m
  * executors of one core on m nodes in racks of 32.
  *
  * Each repetition is one round of a new stock scheduler and one of a new scheduler of Trident, so
  * that the ratio is of what ran side by side. All sizes are warmed up first: on a cold JVM the
  * first hundreds of rounds measure the compiler.
  *
  * Arguments: seconds to measure a size, then Spark settings `key=value`. System property `sizes`:
  * comma-separated numbers of tasks and of executors.
  */
object SchedulingBenchmark {
  private val Sizes = sys.props.getOrElse("sizes", "64,256,1024").split(",").map(_.toInt).toSeq
  private val Cpu = ManagementFactory.getThreadMXBean
  private val Tiers = Seq(StorageTier.MEMORY, StorageTier.SSD, StorageTier.DISK)
  private val LeastRepetitions = 15

  def main(args: Array[String]): Unit = {
    val seconds = args.headOption.fold(8)(_.toInt)
    val settings = args.drop(1).toSeq.map { arg =>
      val at = arg.indexOf('=')
      arg.take(at) -> arg.drop(at + 1)
    }
    // Without locality wait stock launches all it can, too, and so does as much as Trident.
    val harness = new SchedulerHarness((("spark.locality.wait" -> "0") +: settings): _*)
    try {
      val cases = for (tasks <- Sizes; executors <- Sizes) yield new Case(harness, tasks, executors)
      cases.foreach(_.repeat(seconds))
      println(
        "Medians in ms. Ratios: of wall time, least to greatest of the middle 80 % of pairs in" +
          " brackets, and of the thread's CPU time. The plan is part of Trident's time."
      )
      println("| tasks | executors | stock | trident | ratio | CPU ratio | plan | pairs |")
      println("|---|---|---|---|---|---|---|---|")
      cases.foreach(one => println(row(one, one.repeat(seconds))))
    } finally harness.close()
  }

  private def row(of: Case, pairs: Seq[Pair]): String = {
    val wall = quantile(pairs.map(_.trident.wall), 0.5) / quantile(pairs.map(_.stock.wall), 0.5)
    val cpu = quantile(pairs.map(_.trident.cpu), 0.5) / quantile(pairs.map(_.stock.cpu), 0.5)
    val each = pairs.map(pair => pair.trident.wall / pair.stock.wall)
    f"| ${of.tasks} | ${of.executors} | ${quantile(pairs.map(_.stock.wall), 0.5)}%.2f |" +
      f" ${quantile(pairs.map(_.trident.wall), 0.5)}%.2f | $wall%.2f" +
      f" (${quantile(each, 0.1)}%.2f-${quantile(each, 0.9)}%.2f) | $cpu%.2f |" +
      f" ${quantile(pairs.map(_.plan), 0.5)}%.2f | ${pairs.size} |"
  }

  private def quantile(values: Seq[Double], share: Double): Double =
    values.sorted.apply(((values.size - 1) * share).round.toInt)

  /** Milliseconds of a round. */
  private final case class Round(wall: Double, cpu: Double)

  /** Reports as an application does, and adds up the time of plans. */
  private final class Timed extends RoundObserver {
    private val recorder =
      new StageRecorder(
        "trident",
        0,
        identity,
        new PlacementMetrics(new LookupCounters),
        _ => (),
        Guards.logging()
      )
    var planned = 0L

    override def stageBegan(stage: StageBegan): Unit = recorder.stageBegan(stage)

    override def roundSolved(round: RoundSolved): Unit = {
      planned += round.nanos
      recorder.roundSolved(round)
    }

    override def taskLaunched(task: TaskLaunched): Unit = recorder.taskLaunched(task)

    override def stageWithoutTiers(stage: StageWithoutTiers): Unit =
      recorder.stageWithoutTiers(stage)

    override def stagePrefetched(stage: PrefetchedStage): Unit = recorder.stagePrefetched(stage)
  }

  private final case class Pair(stock: Round, trident: Round, plan: Double)

  private final class Case(harness: SchedulerHarness, val tasks: Int, val executors: Int) {
    private val random = new Random(tasks * 31L + executors)
    private val nodes = IndexedSeq.tabulate(executors)(i => s"node$i/r${i / 32}")
    private val replicas =
      IndexedSeq.fill(tasks)(random.shuffle(nodes.indices.toList).take(Tiers.size))
    private val tiers = SchedulerHarness.known(replicas.zipWithIndex.map { case (at, i) =>
      SchedulerHarness.onTiers(i, at.map(nodes).zip(Tiers): _*)
    }: _*)
    private val offers = nodes.zipWithIndex.map { case (node, i) =>
      SchedulerHarness.offer(s"$i", node)
    }

    def repeat(seconds: Int): Seq[Pair] = {
      harness.tiers = tiers
      val pairs = mutable.ArrayBuffer.empty[Pair]
      val end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds)
      while (pairs.size < LeastRepetitions || System.nanoTime() < end) {
        val stock = round(harness.stock())
        val observer = new Timed
        val trident = round(harness.trident(observer))
        pairs += Pair(stock, trident, observer.planned / 1e6)
      }
      pairs.toSeq
    }

    private def round(scheduler: TaskSchedulerImpl): Round = {
      scheduler.submitTasks(
        SchedulerHarness.taskSet(1, tasks, i => replicas(i).map(at => TaskLocation(nodes(at))))
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
      assert(launched == math.min(tasks, executors))
      harness.dispose(scheduler)
      Round(nanos / 1e6, cpu / 1e6)
    }
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
