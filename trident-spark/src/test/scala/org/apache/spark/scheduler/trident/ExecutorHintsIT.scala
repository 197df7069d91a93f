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

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import io.trident.minicluster.TieredCluster
import org.apache.hadoop.fs.{Path, StorageType}
import org.apache.spark.{SparkConf, SparkContext}
import org.apache.spark.deploy.trident.InProcessCluster
import org.apache.spark.scheduler.cluster.CoarseGrainedSchedulerBackend
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{AfterAll, BeforeAll, Test, TestInstance, Timeout}
import org.junit.jupiter.api.TestInstance.Lifecycle

/** Dynamic allocation of a real application on tiered HDFS: what the backend is asked for. */
@Timeout(180)
@TestInstance(Lifecycle.PER_CLASS)
class ExecutorHintsIT {
  private val FileCount = 8
  private val work = Files.createTempDirectory(LocalPath.of("target").toAbsolutePath, "hints-")
  private var hdfs: TieredCluster = _
  private var spark: InProcessCluster = _
  private var input: Path = _

  @BeforeAll
  def start(): Unit = {
    hdfs =
      TieredCluster.builder().nodes(4).racks(1).hdfsOnly().baseDir(work.resolve("hdfs")).start()
    input = new Path(hdfs.fileSystem().getUri.toString, "/scan")
    for (file <- 0 until FileCount) {
      val out = hdfs.fileSystem().create(new Path(input, s"part-$file"))
      try out.write(s"$file\n".getBytes("UTF-8"))
      finally out.close()
    }
    hdfs.awaitReplicas(input)
    spark = new InProcessCluster(Nil, 0, 0, work) // nobody to start executors: asking is enough
  }

  @AfterAll
  def stop(): Unit = Seq(spark, hdfs).filter(_ != null).foreach(_.close())

  @Test
  def executorsAreAskedForWhereMemoryIsAndAsManyAsByStock(): Unit = {
    val stock = asked("spark.scheduler.trident.executor-hints.enabled" -> "false")
    val tiered = asked("spark.scheduler.trident.executor-hints.skew" -> "1000")
    val replicas = hostsBy((_, _) => true)
    val memory = hostsBy((block, i) => block(i) == StorageType.NVDIMM)
    assertThat(stock.hosts.asJava).isEqualTo(replicas.asJava)
    val times = replicas.values.sum / FileCount
    assertThat(tiered.hosts.asJava).isEqualTo(memory.map { case (h, n) => h -> n * times }.asJava)
    assertThat(stock.tasks).isEqualTo(FileCount)
    assertThat(tiered.tasks).isEqualTo(FileCount)
    assertThat(tiered.totals.asJava).isEqualTo(stock.totals.asJava)
  }

  @Test
  def soTheyAreAfterAStageWithoutTiers(): Unit = {
    def cancelledJob(sc: SparkContext): Unit = {
      val first = sc.parallelize(1 to 2, 2).countAsync()
      val deadline = System.nanoTime() + 30000000000L
      while (sc.statusTracker.getActiveStageIds().isEmpty) {
        assertThat(System.nanoTime() < deadline).isTrue()
        Thread.sleep(10)
      }
      first.cancel()
    }
    val tiered = asked("spark.scheduler.trident.executor-hints.skew" -> "1000", cancelledJob(_))
    val memory = hostsBy((block, i) => block(i) == StorageType.NVDIMM)
    assertThat(tiered.hosts.keySet.asJava).isEqualTo(memory.keySet.asJava)
  }

  /** What is asked for when a job waits for executors, until that is as many as allowed. */
  private def asked(
      setting: (String, String),
      before: SparkContext => Unit = _ => ()
  ): AskedFor = {
    val sc = new SparkContext(conf.set(setting._1, setting._2))
    try {
      before(sc)
      val totals = mutable.LinkedHashSet.empty[Int]
      val backend = sc.schedulerBackend
      val job = sc.textFile(input.toString, 1).countAsync()
      var last = AskedFor(Map.empty, 0, Nil)
      while (!totals.contains(2)) {
        val (hosts, tasks, total) = backend.synchronized {
          (
            read[Map[Int, Map[String, Int]]](backend, "rpHostToLocalTaskCount")
              .getOrElse(0, Map.empty),
            read[Map[Int, Int]](backend, "numLocalityAwareTasksPerResourceProfileId")
              .getOrElse(0, 0),
            sc.executorAllocationManager.get.numExecutorsTargetPerResourceProfileId(0)
          )
        }
        if (hosts.nonEmpty && total > 0) {
          totals += total
          last = AskedFor(hosts, tasks, totals.toSeq)
        }
        Thread.sleep(20)
      }
      job.cancel()
      last
    } finally sc.stop()
  }

  private def read[T](backend: AnyRef, field: String): T =
    classOf[CoarseGrainedSchedulerBackend].getMethod(field).invoke(backend).asInstanceOf[T]

  /** By host, how many blocks have a replica that is wanted. */
  private def hostsBy(wanted: (Array[StorageType], Int) => Boolean): Map[String, Int] =
    (0 until FileCount)
      .flatMap { file =>
        val path = new Path(input, s"part-$file")
        val block = hdfs.fileSystem().getFileBlockLocations(path, 0, 1).head
        block.getHosts.indices.filter(wanted(block.getStorageTypes, _)).map(block.getHosts()(_))
      }
      .groupBy(identity)
      .map { case (host, blocks) => host -> blocks.size }

  private def conf: SparkConf = {
    val conf = new SparkConf(false)
      .setMaster(spark.url)
      .setAppName("hints")
      .set("spark.plugins", classOf[TridentPlugin].getName)
      .set("spark.ui.enabled", "false")
      .set("spark.executor.memory", "512m")
      .set("spark.executor.cores", "1")
      .set("spark.driver.host", "127.0.0.1")
      .set("spark.dynamicAllocation.enabled", "true")
      .set("spark.dynamicAllocation.shuffleTracking.enabled", "true")
      .set("spark.dynamicAllocation.maxExecutors", "2")
      .set("spark.dynamicAllocation.sustainedSchedulerBacklogTimeout", "1s")
      .set("spark.executor.extraJavaOptions", InProcessCluster.executorJvmOptions)
      .set("spark.scheduler.trident.tier-wait-ms", "20000")
    hdfs.configuration().forEach(entry => conf.set(s"spark.hadoop.${entry.getKey}", entry.getValue))
    conf
  }
}

/** What a backend was asked for during a job.
  *
  * @param totals
  *   how many executors, one after the other
  */
private final case class AskedFor(hosts: Map[String, Int], tasks: Int, totals: Seq[Int])
