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

import java.nio.file.{Files, Path => LocalPath}
import java.util.concurrent.CopyOnWriteArrayList

import scala.jdk.CollectionConverters._
import scala.util.Try

import io.trident.core.placement.PolicyName
import io.trident.core.report.StageReport
import io.trident.minicluster.TieredCluster
import io.trident.spark.report.TridentStageReport
import org.apache.hadoop.fs.Path
import org.apache.spark.{SparkConf, SparkContext, SparkException}
import org.apache.spark.deploy.trident.InProcessCluster
import org.apache.spark.rdd.RDD
import org.apache.spark.scheduler.{SparkListener, SparkListenerEvent}
import org.apache.spark.sql.SparkSession
import org.assertj.core.api.Assertions.{assertThat, within}
import org.junit.jupiter.api.{
  AfterAll,
  BeforeAll,
  MethodOrderer,
  Order,
  Tag,
  Test,
  TestInstance,
  TestMethodOrder,
  Timeout
}
import org.junit.jupiter.api.TestInstance.Lifecycle

/** A scan, an aggregation by SQL and k-means on a cached RDD, with more tasks than slots, on an
  * HDFS with a replica of each block per tier: by stock Spark and by each policy, with real
  * executors. At last the NameNode stops.
  */
@Timeout(600)
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(classOf[MethodOrderer.OrderAnnotation])
class TieredJobsIT {
  private val Nodes = 4
  private val FileCount = 12
  private val LinesPerFile = 1000
  private val work = Files.createTempDirectory(LocalPath.of("target").toAbsolutePath, "jobs-")
  private val reports = new CopyOnWriteArrayList[StageReport]
  private var hdfs: TieredCluster = _
  private var input: String = _
  private var cluster: InProcessCluster = _
  private var stock: Seq[Any] = _

  @BeforeAll
  def start(): Unit = {
    hdfs = TieredCluster
      .builder()
      .nodes(Nodes)
      .racks(2)
      .hdfsOnly()
      .baseDir(work.resolve("hdfs"))
      .set("ipc.client.connect.max.retries", "2")
      .set("ipc.client.connect.retry.interval", "200")
      .set("dfs.client.failover.max.attempts", "2")
      .set("dfs.client.retry.policy.enabled", "false")
      .start()
    val dir = new Path(hdfs.fileSystem().getUri.toString, "/points")
    for (file <- 0 until FileCount) {
      val out = hdfs.fileSystem().create(new Path(dir, s"part-$file"))
      val lines = (0 until LinesPerFile).map(line => s"${file * line % 97} ${file + line}\n")
      try out.write(lines.mkString.getBytes("UTF-8"))
      finally out.close()
    }
    input = dir.toString
    cluster = new InProcessCluster(hdfs.nodeNames.asScala.toSeq, 1, 512, work)
    stock = withSpark(None)(jobs)
  }

  @AfterAll
  def stop(): Unit = Seq(cluster, hdfs).filter(_ != null).foreach(_.close())

  @Test
  @Order(1)
  def tridentPlacesTheInputTasksAtTheCertifiedOptimum(): Unit = {
    val results = withSpark(Some(PolicyName.TRIDENT), "trident.matching.certify" -> "certify")(jobs)
    assertThat(results).isEqualTo(stock)
    val ofInput = inputStages
    // A scan, an aggregation, and what fills the cache of k-means; its rounds are Spark's.
    assertThat(ofInput.map(_.tasks).sum).isGreaterThanOrEqualTo(3 * FileCount)
    assertThat(ofInput.flatMap(_.withoutTiers.asScala).asJava).isEmpty()
    assertThat(ofInput.map(_.atOptimum).sum)
      .isGreaterThanOrEqualTo((0.99 * ofInput.map(_.launched).sum).ceil.toInt)
    ofInput.foreach { stage =>
      assertThat(stage.cost).isEqualTo(stage.optimum.doubleValue, within(1e-6))
    }
  }

  @Test
  @Order(2)
  @Tag("slow")
  def resultsAreTheSameByEveryPolicyAndTridentBeatsTheLocalityWait(): Unit = {
    val losses = PolicyName.values.toSeq.map { policy =>
      val results = withSpark(Some(policy))(jobs)
      assertThat(results).as(policy.label).isEqualTo(stock)
      assertThat(inputStages.map(_.policy).toSet).isEqualTo(Set(policy.label))
      inputStages.foreach { stage =>
        assertThat(stage.cost).isGreaterThanOrEqualTo(stage.optimum.doubleValue - 1e-6)
      }
      policy -> inputStages.map(stage => stage.cost - stage.optimum.doubleValue).sum
    }.toMap
    // Costs of two runs do not compare: which executor is free when is not the same in both. So each
    // is compared to the least that it could have been on the slots of its own rounds.
    assertThat(losses(PolicyName.TRIDENT)).isEqualTo(0.0, within(1e-6))
    assertThat(losses(PolicyName.DEFAULT)).isGreaterThan(1)
  }

  /** A long task holds an executor that others wait for when it dies. */
  @Test
  @Order(3)
  def anExecutorThatTasksWaitForMayDie(): Unit = withSpark(Some(PolicyName.TRIDENT)) { spark =>
    val lines = spark.sparkContext.textFile(input, 1).mapPartitions { all =>
      val task = org.apache.spark.TaskContext.get()
      if (task.attemptNumber() == 0 && task.partitionId() % 8 == 0) {
        Thread.sleep(300)
        Runtime.getRuntime.halt(1)
      }
      all
    }
    assertThat(lines.count()).isEqualTo(FileCount.toLong * LinesPerFile)
  }

  /** Nobody reports tiers any more: what needs no NameNode goes on, and what does fails by its
    * reads, as in stock.
    */
  @Test
  @Order(4)
  def theNameNodeMayStopMidJob(): Unit = withSpark(Some(PolicyName.TRIDENT)) { spark =>
    val read = spark.sparkContext.textFile(input, 1)
    val cached = read.map(_.length.toLong).cache()
    val before = cached.sum()
    hdfs.nameNode().stop()
    assertThat(cached.sum()).isEqualTo(before)
    assertThat(cached.map(n => n -> 1).reduceByKey(_ + _, 2).count()).isPositive
    val failure = Try(read.count()).failed.get
    assertThat(failure).isInstanceOf(classOf[SparkException])
    assertThat(failure).hasMessageContainingAll("Task ", "java.net.ConnectException")
    assertThat(cached.sum()).isEqualTo(before)
  }

  private def jobs(spark: SparkSession): Seq[Any] = {
    val lines = spark.sparkContext.textFile(input, 1)
    val scanned = lines.filter(_.contains("7")).count()
    val summed = spark.read
      .text(input)
      .selectExpr("split(value, ' ')[0] as k", "cast(split(value, ' ')[1] as long) as v")
      .groupBy("k")
      .sum("v")
      .orderBy("k")
      .collect()
      .map(_.toString)
      .toSeq
    Seq(scanned, summed, kMeans(lines))
  }

  /** Sums of whole numbers, so that the result does not depend on their order. */
  private def kMeans(lines: RDD[String]): Seq[(Long, Long)] = {
    val points = lines
      .map { line =>
        val both = line.split(' ')
        (both(0).toLong, both(1).toLong)
      }
      .cache()
    points.count()
    val means = (1 to 3).foldLeft(points.takeOrdered(3).toSeq) { (centres, _) =>
      points
        .map { point =>
          val nearest = centres.indices.minBy { i =>
            math.hypot((centres(i)._1 - point._1).toDouble, (centres(i)._2 - point._2).toDouble)
          }
          nearest -> ((point._1, point._2, 1L))
        }
        .reduceByKey((a, b) => (a._1 + b._1, a._2 + b._2, a._3 + b._3), 2)
        .collect()
        .sortBy(_._1)
        .map { case (_, (x, y, n)) => (x / n, y / n) }
        .toSeq
    }
    points.unpersist(blocking = true)
    means
  }

  /** The stages that read files. */
  private def inputStages: Seq[StageReport] = reports.asScala.toSeq

  private def withSpark[T](policy: Option[PolicyName], hadoop: (String, String)*)(
      body: SparkSession => T
  ): T = {
    val conf = new SparkConf(false)
      .setMaster(cluster.url)
      .setAppName(policy.fold("stock")(_.label))
      .set("spark.ui.enabled", "false")
      .set("spark.executor.memory", "512m")
      .set("spark.driver.host", "127.0.0.1")
      .set("spark.sql.shuffle.partitions", "2")
      .set("spark.sql.files.openCostInBytes", "0")
      .set("spark.sql.files.maxPartitionBytes", "10k")
      .set("spark.sql.warehouse.dir", work.resolve("warehouse").toString)
      .set("spark.scheduler.minRegisteredResourcesRatio", "1.0")
      .set("spark.scheduler.maxRegisteredResourcesWaitingTime", "120s")
      .set("spark.cores.max", Nodes.toString)
      .set("spark.executor.extraJavaOptions", InProcessCluster.executorJvmOptions)
      .set("spark.scheduler.trident.tier-wait-ms", "20000")
    policy.foreach { chosen =>
      conf.set("spark.plugins", classOf[TridentPlugin].getName)
      conf.set("spark.scheduler.trident.policy", chosen.label)
    }
    hdfs.settings().forEach((key, value) => conf.set(s"spark.hadoop.$key", value))
    hadoop.foreach { case (key, value) => conf.set(s"spark.hadoop.$key", value) }
    reports.clear()
    val spark = SparkSession.builder().config(conf).getOrCreate()
    try {
      val sc: SparkContext = spark.sparkContext
      assertThat(sc.taskScheduler.isInstanceOf[TridentTaskScheduler]).isEqualTo(policy.isDefined)
      sc.addSparkListener(new SparkListener {
        override def onOtherEvent(event: SparkListenerEvent): Unit = event match {
          case TridentStageReport(report) => reports.add(report): Unit
          case _                          =>
        }
      })
      val result = body(spark)
      sc.listenerBus.waitUntilEmpty()
      result
    } finally spark.stop()
  }
}
