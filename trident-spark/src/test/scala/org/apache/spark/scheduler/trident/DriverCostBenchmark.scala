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
import java.nio.file.{Files, Path}
import org.apache.spark.SparkConf
import org.apache.spark.sql.SparkSession
import scala.collection.mutable

/** Measures what jobs without tiers cost a driver: processor time of the driver's threads in an
  * application with Spark's scheduler, and in one with Trident's. Executors are threads of this
  * process ([[ThreadsClusterManager]]), whose time is left out.
  *
  * Both kinds of application run in turn in this process, in pairs whose order changes, so that
  * each ratio is of what ran side by side. The first pairs are not counted: on a cold JVM they
  * measure the compiler. Loads are those for which tiers make no difference: small stages, stages
  * of many tiny tasks, cached frames, and small files that are not on HDFS.
  *
  * Arguments: pairs to count, pairs before, then Spark settings `key=value`.
  */
object DriverCostBenchmark {
  private val Columns = Seq("driver", "dag-scheduler", "dispatcher", "listeners")

  def main(args: Array[String]): Unit = {
    val (pairs, before) = (args.headOption.fold(7)(_.toInt), args.lift(1).fold(2)(_.toInt))
    val settings = args.drop(2).toSeq.map { arg =>
      val at = arg.indexOf('=')
      arg.take(at) -> arg.drop(at + 1)
    }
    val files = smallFiles()
    val ran = (1 to before + pairs).map { number =>
      val order = if (number % 2 == 0) Seq(false, true) else Seq(true, false)
      val costs = order.map(withTrident => withTrident -> application(withTrident, files, settings))
      println(s"# pair $number of ${before + pairs}")
      costs.toMap
    }
    report(ran.drop(before))
  }

  private def report(pairs: Seq[Map[Boolean, collection.Map[String, Cost]]]): Unit = {
    println(
      "Processor time with Trident's scheduler / with Spark's: the median of pairs, and the least" +
        " to the greatest in brackets. Seconds are Spark's median."
    )
    println("| load | seconds | " + Columns.mkString(" | ") + " |")
    println("|---" * (Columns.size + 2) + "|")
    for (load <- pairs.head(true).keys) {
      val ratios = Columns.map { column =>
        val each =
          pairs.map(pair => pair(true)(load).of(column) / pair(false)(load).of(column)).sorted
        f"${each(each.size / 2)}%.3f (${each.head}%.2f-${each.last}%.2f)"
      }
      val stock = pairs.map(_(false)(load).of("driver")).sorted
      println(f"| $load | ${stock(stock.size / 2)}%.2f | ${ratios.mkString(" | ")} |")
    }
  }

  /** What each load cost, in order. */
  private def application(
      withTrident: Boolean,
      files: Path,
      settings: Seq[(String, String)]
  ): collection.Map[String, Cost] = {
    val conf = new SparkConf(false)
      .setMaster("threads")
      .setAppName("driver cost")
      .set("spark.ui.enabled", "false")
      .set("spark.driver.host", "127.0.0.1")
      .set("spark.sql.shuffle.partitions", "2")
      .set("spark.sql.files.openCostInBytes", "64m")
      .set("spark.sql.files.maxPartitionBytes", "64m")
    if (withTrident) conf.set("spark.plugins", classOf[TridentPlugin].getName)
    settings.foreach { case (key, value) => conf.set(key, value) }
    val spark = SparkSession.builder().config(conf).getOrCreate()
    try {
      val isTridents = spark.sparkContext.taskScheduler.isInstanceOf[TridentTaskScheduler]
      require(isTridents == withTrident, "not the scheduler that is to be measured")
      val costs = mutable.LinkedHashMap.empty[String, Cost]
      loads(spark, files).foreach { case (name, load) => costs(name) = measure(spark, load) }
      costs
    } finally spark.stop()
  }

  private def loads(spark: SparkSession, files: Path): Seq[(String, () => Unit)] = {
    val sc = spark.sparkContext
    lazy val frame = spark.range(0, 40000, 1, 40).selectExpr("id", "id % 7 as k").cache()
    Seq(
      "300 stages of 2 tasks" -> (() => (1 to 300).foreach(_ => sc.parallelize(1 to 2, 2).count())),
      "5 stages of 2,000 tasks" ->
        (() => (1 to 5).foreach(_ => sc.parallelize(1 to 2000, 2000).count())),
      "cached frame" -> (() => {
        frame.count()
        (1 to 20).foreach(_ => frame.groupBy("k").count().collect())
      }),
      "small files, SQL" ->
        (() =>
          (1 to 20).foreach(_ => spark.read.schema("value string").text(files.toString).count())
        ),
      "small files, RDD" -> (() => {
        val lines = sc.textFile(files.toString)
        (1 to 40).foreach(_ => lines.count())
      })
    )
  }

  private def smallFiles(): Path = {
    val dir = Files.createTempDirectory("driver-cost")
    (1 to 20).foreach(i => Files.writeString(dir.resolve(s"part-$i"), s"line of $i\n" * 10))
    sys.addShutdownHook {
      Files.walk(dir).sorted(java.util.Comparator.reverseOrder[Path]).forEach(Files.delete(_))
    }
    dir
  }

  private def measure(spark: SparkSession, load: () => Unit): Cost = {
    System.gc()
    val before = Cost.now()
    load()
    spark.sparkContext.listenerBus.waitUntilEmpty()
    Cost.now().minus(before)
  }

  /** Seconds of processor time of the threads that live, but executors, by identifier and name. */
  private final case class Cost(threads: Map[(Long, String), Double]) {
    def minus(before: Cost): Cost = Cost(threads.map { case (thread, time) =>
      thread -> (time - before.threads.getOrElse(thread, 0.0))
    })

    def of(column: String): Double = column match {
      case "driver"        => threads.values.sum
      case "dag-scheduler" => named("dag-scheduler-event-loop")
      case "dispatcher"    => named("dispatcher-")
      case _               => named("spark-listener-group") + named("trident-")
    }

    private def named(prefix: String) =
      threads.collect { case ((_, name), time) if name.startsWith(prefix) => time }.sum
  }

  private object Cost {
    private val Threads = ManagementFactory.getThreadMXBean
    private val Executors = "Executor task launch worker"

    def now(): Cost = Cost(
      Threads
        .getThreadInfo(Threads.getAllThreadIds)
        .filter(one => one != null && !one.getThreadName.startsWith(Executors))
        .map { one =>
          (one.getThreadId, one.getThreadName) -> Threads.getThreadCpuTime(one.getThreadId) / 1e9
        }
        .toMap
    )
  }
}
