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

import com.sun.management.ThreadMXBean
import java.io.{BufferedReader, InputStreamReader, PrintStream}
import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}
import org.apache.spark.SparkConf
import org.apache.spark.sql.SparkSession
import scala.collection.mutable
import scala.jdk.CollectionConverters._

/** Measures what jobs without tiers cost a driver: processor time and allocated bytes of the
  * driver's threads in an application with Spark's scheduler, and in one with Trident's. Executors
  * are threads of the same process ([[ThreadsClusterManager]]), which are left out.
  *
  * Each kind of scheduler has a JVM of its own, so that neither runs code that the other had
  * compiled; a second JVM with Spark's shows how far two equal ones differ. Their applications run
  * in turn, never at the same time, in an order that changes: each ratio is of what ran one after
  * the other. The first applications of a JVM are not counted: they measure the compiler. All JVMs
  * are started anew several times, since what a JVM compiles differs from start to start.
  *
  * Loads are those for which tiers make no difference: small stages, stages of many tiny tasks,
  * cached frames, and small files that are not on HDFS. They run without a user interface, with
  * one, and with dynamic allocation.
  *
  * Arguments: starts, applications of a JVM to count, those before, then Spark settings
  * `key=value`.
  */
object DriverCostBenchmark {
  private val Columns = Seq("driver", "dag-scheduler", "dispatcher", "listeners", "bytes")
  private val Kinds = Seq("spark", "again", "trident")
  private val Variants = Seq(
    "plain" -> Nil,
    "interface" -> Seq("spark.ui.enabled" -> "true", "spark.ui.port" -> "0"),
    "dynamic allocation" -> Seq(
      "spark.dynamicAllocation.enabled" -> "true",
      "spark.dynamicAllocation.shuffleTracking.enabled" -> "true"
    )
  )

  /** What one kind's application of a variant cost: by load and column. */
  private type Costs = Map[(String, String), Double]

  def main(args: Array[String]): Unit =
    if (args.headOption.contains("measure")) measureOnDemand(args(1), settingsOf(args.drop(2)))
    else compare(args)

  private def compare(args: Array[String]): Unit = {
    def number(at: Int, otherwise: Int) = args.lift(at).fold(otherwise)(_.toInt)
    val (starts, counted, before) = (number(0, 3), number(1, 4), number(2, 3))
    val ran = mutable.LinkedHashMap.empty[String, Vector[Map[String, Costs]]]
    for (start <- 1 to starts) {
      val jvms = Kinds.map(kind => kind -> new Measured(kind, args.drop(3)))
      try {
        for (number <- 1 to before + counted) {
          for ((variant, _) <- Variants) {
            val from = (start + number) % Kinds.size
            val order = jvms.drop(from) ++ jvms.take(from)
            val costs = order.map { case (kind, jvm) => kind -> jvm.run(variant) }.toMap
            if (number > before) {
              ran(variant) = ran.getOrElse(variant, Vector.empty) :+ costs
            }
            println(s"# start $start of $starts, $number of ${before + counted}, $variant")
          }
          if (number > before) {
            report(ran) // so far: runs are long
          }
        }
      } finally jvms.foreach(_._2.close())
    }
  }

  private def report(ran: collection.Map[String, Vector[Map[String, Costs]]]): Unit = {
    println(
      "Trident's / Spark's, and in the last two columns Spark's / Spark's: the median, and in" +
        " brackets the quartiles. Seconds and MB are Spark's medians."
    )
    val titles = Seq("variant", "load", "s", "MB") ++ Columns ++ Seq("driver =", "bytes =")
    println(titles.mkString("| ", " | ", " |"))
    println("|---" * titles.size + "|")
    for {
      (variant, each) <- ran
      runs = each.map(_.view.mapValues(withSums).toMap)
      load <- runs.head("spark").keys.map(_._1).toSeq.distinct.sorted
    } {
      def stock(column: String) = median(runs.map(_("spark")((load, column))))
      def ratios(kind: String, column: String) = spread(
        runs.map(run => run(kind)((load, column)) / run("spark")((load, column)))
      )
      val cells = Columns.map(ratios("trident", _)) ++
        Seq(ratios("again", "driver"), ratios("again", "bytes"))
      println(
        f"| $variant | $load | ${stock("driver")}%.2f | ${stock("bytes") / 1e6}%.0f |" +
          cells.mkString(" ", " | ", " |")
      )
    }
  }

  /** With the sums over all loads. */
  private def withSums(costs: Costs): Costs =
    costs ++ costs.groupMapReduce { case ((_, column), _) => ("all of these", column) }(_._2)(_ + _)

  private def median(values: Seq[Double]): Double = values.sorted.apply(values.size / 2)

  private def spread(values: Seq[Double]): String = {
    val sorted = values.filterNot(_.isNaN).sorted
    if (sorted.isEmpty) "-"
    else {
      def at(share: Double) = sorted(((sorted.size - 1) * share).round.toInt)
      f"${at(0.5)}%.3f (${at(0.25)}%.2f-${at(0.75)}%.2f)"
    }
  }

  /** A JVM that measures applications of one kind, one at a time. */
  private final class Measured(kind: String, settings: Array[String]) extends AutoCloseable {
    private val process = {
      val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
      val own = ManagementFactory.getRuntimeMXBean.getInputArguments.asScala
      val command = Seq(java) ++ own ++
        Seq("-cp", System.getProperty("java.class.path"), getMainClass, "measure", kind) ++ settings
      new ProcessBuilder(command: _*).redirectError(ProcessBuilder.Redirect.DISCARD).start()
    }
    private val requests = new PrintStream(process.getOutputStream, true)
    private val answers = new BufferedReader(new InputStreamReader(process.getInputStream))

    def run(variant: String): Costs = {
      requests.println(variant)
      Iterator
        .continually(answers.readLine())
        .map(line =>
          if (line == null) throw new IllegalStateException(s"$kind has ended") else line
        )
        .takeWhile(_ != "done")
        .map(_.split('\t'))
        .collect { case Array("cost", load, column, value) => (load, column) -> value.toDouble }
        .toMap
    }

    override def close(): Unit = {
      requests.close()
      process.waitFor()
      ()
    }
  }

  private def getMainClass: String = getClass.getName.stripSuffix("$")

  private def settingsOf(args: Array[String]): Seq[(String, String)] = args.toSeq.map { arg =>
    val at = arg.indexOf('=')
    arg.take(at) -> arg.drop(at + 1)
  }

  private def measureOnDemand(kind: String, settings: Seq[(String, String)]): Unit = {
    val files = smallFiles()
    val variants = Variants.toMap
    Iterator.continually(scala.io.StdIn.readLine()).takeWhile(_ != null).foreach { variant =>
      for {
        (load, cost) <- application(kind == "trident", files, variants(variant) ++ settings)
        column <- Columns
      } println(s"cost\t$load\t$column\t${cost.of(column)}")
      println("done")
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
      "75 stages of 2 tasks" -> (() => (1 to 75).foreach(_ => sc.parallelize(1 to 2, 2).count())),
      "a stage of 2,000 tasks" -> (() => sc.parallelize(1 to 2000, 2000).count()),
      "10 shuffles, RDD" -> (() =>
        (1 to 10).foreach(_ =>
          sc.parallelize(1 to 100, 10).map(i => i % 7 -> i).groupByKey(10).count()
        )
      ),
      "cached frame, 5 times" -> (() => {
        frame.count()
        (1 to 5).foreach(_ => frame.groupBy("k").count().collect())
      }),
      "small files, SQL, 5 times" ->
        (() =>
          (1 to 5).foreach(_ => spark.read.schema("value string").text(files.toString).count())
        ),
      "small files, RDD, 10 times" -> (() => {
        val lines = sc.textFile(files.toString)
        (1 to 10).foreach(_ => lines.count())
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

  /** Seconds of processor time and allocated bytes of the threads that live, but executors, by
    * identifier and name.
    */
  private final case class Cost(threads: Map[(Long, String), (Double, Double)]) {
    def minus(before: Cost): Cost = Cost(threads.map { case (thread, (time, bytes)) =>
      val (timeBefore, bytesBefore) = before.threads.getOrElse(thread, (0.0, 0.0))
      thread -> ((time - timeBefore, bytes - bytesBefore))
    })

    def of(column: String): Double = column match {
      case "driver"        => threads.values.map(_._1).sum
      case "bytes"         => threads.values.map(_._2).sum
      case "dag-scheduler" => named("dag-scheduler-event-loop")
      case "dispatcher"    => named("dispatcher-")
      case _               => named("spark-listener-group") + named("trident-")
    }

    private def named(prefix: String) =
      threads.collect { case ((_, name), (time, _)) if name.startsWith(prefix) => time }.sum
  }

  private object Cost {
    private val Threads = ManagementFactory.getThreadMXBean.asInstanceOf[ThreadMXBean]
    private val Executors = "Executor task launch worker"

    def now(): Cost = Cost(
      Threads
        .getThreadInfo(Threads.getAllThreadIds)
        .filter(one => one != null && !one.getThreadName.startsWith(Executors))
        .map { one =>
          val id = one.getThreadId
          val bytes = Threads.getThreadAllocatedBytes(id).toDouble
          (id, one.getThreadName) -> ((Threads.getThreadCpuTime(id) / 1e9, bytes))
        }
        .toMap
    )
  }
}
