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
import java.util.concurrent.TimeUnit

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import io.trident.core.cost.{CostModel, CostProfile}
import io.trident.core.model.StorageTier
import io.trident.core.matching.{HungarianMatcher, MatchingProblem, SlotGroup}
import io.trident.minicluster.TieredCluster
import org.apache.hadoop.fs.Path
import org.apache.spark.{SparkConf, SparkContext, SparkEnv}
import org.apache.spark.deploy.trident.InProcessCluster
import org.apache.spark.scheduler.{SparkListener, SparkListenerTaskStart}
import org.assertj.core.api.Assertions.{assertThat, within}
import org.junit.jupiter.api.{
  AfterAll,
  BeforeAll,
  MethodOrderer,
  Order,
  Test,
  TestInstance,
  TestMethodOrder,
  Timeout
}
import org.junit.jupiter.api.TestInstance.Lifecycle

/** Jobs on the tiered HDFS and a standalone cluster on its hosts, with real executors. */
@Timeout(300)
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(classOf[MethodOrderer.OrderAnnotation])
class TieredSchedulingIT {
  private val Nodes = 4
  private val FileCount = 8
  private val LinesPerFile = 2000
  private val work = Files.createTempDirectory(LocalPath.of("target").toAbsolutePath, "tiered-")
  private var hdfs: TieredCluster = _
  private var input: String = _
  private var spark: InProcessCluster = _
  private var sc: SparkContext = _

  @BeforeAll
  def start(): Unit = {
    hdfs =
      TieredCluster.builder().nodes(Nodes).racks(1).hdfsOnly().baseDir(work.resolve("hdfs")).start()
    val dir = new Path(hdfs.fileSystem().getUri.toString, "/scan me")
    for (file <- 0 until FileCount) {
      val out = hdfs.fileSystem().create(new Path(dir, s"part-$file"))
      try (0 until LinesPerFile).foreach(line => out.write(s"$file $line\n".getBytes("UTF-8")))
      finally out.close()
    }
    input = dir.toString
    spark = new InProcessCluster(hdfs.nodeNames.asScala.toSeq, 2, 512, work)
    sc = newContext()
    awaitExecutors()
  }

  /** A registered executor offers its cores only once it has reported that it is launched. */
  private def awaitExecutors(): Unit = {
    val end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5)
    var seen = Set.empty[String]
    while (seen.size < Nodes) {
      assertThat(System.nanoTime()).as(s"Only $seen run tasks").isLessThan(end)
      seen ++= sc
        .parallelize(0 until 4 * Nodes, 4 * Nodes)
        .map { _ =>
          Thread.sleep(50)
          SparkEnv.get.executorId
        }
        .collect()
    }
  }

  @AfterAll
  def stop(): Unit = {
    if (sc != null) {
      sc.stop()
    }
    Seq(spark, hdfs).filter(_ != null).foreach(_.close())
  }

  @Test
  @Order(1)
  def theFirstWaveOfAScanIsAtTheOptimum(): Unit = {
    val placed = new Placed
    sc.addSparkListener(placed)
    assertThat(sc.textFile(input, 1).count()).isEqualTo(FileCount * LinesPerFile)
    sc.listenerBus.waitUntilEmpty()
    val rdd = sc.textFile(input, 1)
    val profiles = rdd.partitions.toSeq.map(partition => profileOf(partition.index))
    assertThat(placed.hosts.size).isEqualTo(FileCount)
    val cost = profiles.zipWithIndex.map { case (profile, index) =>
      val host = placed.hosts(index)
      profile.costAt(host, host, Rack)
    }.sum
    val slots = hdfs.nodeNames.asScala.toSeq.map(SlotGroup.ofNode(_, Rack, 2))
    val optimum = new HungarianMatcher().`match`(new MatchingProblem(profiles.asJava, slots.asJava))
    assertThat(cost).isEqualTo(optimum.cost, within(1e-6))
  }

  @Test
  @Order(2)
  def aJobSurvivesTheLossOfAnExecutorAndStillPlacesItsTasks(): Unit = {
    val lost = sc
      .textFile(input, 1)
      .mapPartitions { lines =>
        val task = org.apache.spark.TaskContext.get()
        if (task.partitionId() == 0 && task.attemptNumber() == 0) {
          Runtime.getRuntime.halt(1)
        }
        lines
      }
      .count()
    assertThat(lost).isEqualTo(FileCount * LinesPerFile)
    assertThat(sc.textFile(input, 1).count()).isEqualTo(FileCount * LinesPerFile)
  }

  private val Rack = "/r1"

  private def profileOf(partition: Int): CostProfile = {
    val file = new Path(input, s"part-$partition")
    val block = hdfs.fileSystem().getFileBlockLocations(file, 0, Long.MaxValue).head
    val scores = block.getHosts.zip(block.getStorageTypes).map { case (host, storage) =>
      val tier = StorageTier.ofStorageType(storage.name).orElseThrow()
      host -> Double.box(CostModel.DEFAULT.score(tier))
    }
    CostProfile.ofScores(
      s"$partition",
      scores.toMap.asJava,
      _ => Rack,
      CostModel.DEFAULT
    )
  }

  private def newContext(): SparkContext = {
    val conf = new SparkConf(false)
      .setMaster(spark.url)
      .setAppName("tiered")
      .set("spark.plugins", classOf[TridentPlugin].getName)
      .set("spark.ui.enabled", "false")
      .set("spark.executor.memory", "512m")
      .set("spark.executor.cores", "2")
      .set("spark.driver.host", "127.0.0.1")
      .set("spark.scheduler.minRegisteredResourcesRatio", "1.0")
      .set("spark.scheduler.maxRegisteredResourcesWaitingTime", "120s")
      .set("spark.cores.max", (2 * Nodes).toString)
      .set("spark.executor.extraJavaOptions", InProcessCluster.executorJvmOptions)
      .set("spark.scheduler.trident.tier-wait-ms", "20000")
    hdfs.configuration().forEach(entry => conf.set(s"spark.hadoop.${entry.getKey}", entry.getValue))
    new SparkContext(conf)
  }

  private final class Placed extends SparkListener {
    val hosts = mutable.HashMap.empty[Int, String]
    override def onTaskStart(start: SparkListenerTaskStart): Unit = synchronized {
      hosts(start.taskInfo.index) = start.taskInfo.host
    }
  }
}
