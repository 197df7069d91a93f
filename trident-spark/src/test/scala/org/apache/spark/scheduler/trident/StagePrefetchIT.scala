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

import java.nio.ByteBuffer
import java.nio.file.{Files, Path => LocalPath}
import java.util.concurrent.{ConcurrentHashMap, CopyOnWriteArrayList, CountDownLatch}
import java.util.concurrent.atomic.AtomicInteger

import scala.concurrent.Await
import scala.concurrent.duration.Duration
import scala.jdk.CollectionConverters._

import io.trident.core.model.ReadSource
import io.trident.core.report.StageReport
import io.trident.hdfs.cache.BlockCacher
import io.trident.core.storage.BlockToCache
import io.trident.minicluster.TieredCluster
import io.trident.spark.report.TridentStageReport
import org.apache.hadoop.fs.Path
import org.apache.hadoop.fs.permission.FsPermission
import org.apache.hadoop.hdfs.protocol.CachePoolInfo
import org.apache.hadoop.io.nativeio.NativeIO
import org.apache.spark.{SparkConf, SparkContext, SparkEnv}
import org.apache.spark.deploy.trident.InProcessCluster
import org.apache.spark.rdd.RDD
import org.apache.spark.scheduler.{SparkListener, SparkListenerEvent, SparkListenerStageSubmitted}
import org.assertj.core.api.Assertions.{assertThat, assertThatThrownBy}
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

/** Jobs whose input is on disks only, on a standalone cluster on the hosts of an HDFS: their blocks
  * are cached before their tasks start, and let go of afterwards.
  */
@Tag("slow")
@Timeout(300)
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(classOf[MethodOrderer.OrderAnnotation])
class StagePrefetchIT {
  private val Nodes = 2
  private val FileCount = 4
  private val LinesPerFile = 5000
  private val work = Files.createTempDirectory(LocalPath.of("target").toAbsolutePath, "prefetch-")
  private val reports = new CopyOnWriteArrayList[StageReport]
  private val executors = ConcurrentHashMap.newKeySet[String]()
  private var hdfs: TieredCluster = _
  private var input: Path = _
  private var cluster: InProcessCluster = _

  @BeforeAll
  def start(): Unit = {
    // Java's own account of locked memory: mlock itself needs native code.
    NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator)
    hdfs = TieredCluster
      .builder()
      .nodes(Nodes)
      .racks(1)
      .hdfsOnly()
      .baseDir(work.resolve("hdfs"))
      .set("dfs.datanode.max.locked.memory", (64L << 20).toString)
      .set("dfs.cachereport.intervalMsec", "300")
      .set("trident.hdfs.placement.tiers", "DISK")
      .set("trident.hdfs.cache.poll-interval-ms", "200")
      .set("trident.hdfs.cache.renew-interval-ms", "500")
      .set("dfs.namenode.heartbeat.recheck-interval", "500")
      .set("dfs.client.retry.policy.enabled", "true")
      .start()
    val pool = new CachePoolInfo("trident").setMode(new FsPermission(0x1ff.toShort))
    hdfs.fileSystem().addCachePool(pool)
    input = new Path(hdfs.fileSystem().getUri.toString, "/input")
    for (file <- 0 until FileCount) writeLines(new Path(input, s"part-$file"), file, 1)
    await("caches known")(
      hdfs.fileSystem().getDataNodeStats.forall(_.getCacheCapacity > 0)
    )
    cluster = new InProcessCluster(hdfs.nodeNames.asScala.toSeq, FileCount, 512, work)
  }

  @AfterAll
  def stop(): Unit = Seq(cluster, hdfs).filter(_ != null).foreach(_.close())

  @Test
  @Order(1)
  def tasksReadFromMemoryAndNothingStaysPinned(): Unit = withSpark("oracle") { sc =>
    val job = slowly(sc.textFile(input.toString, 1)).countAsync()
    await("all blocks cached")(cachedBlocks == FileCount)
    assertThat(owners.asJava).containsExactly(s"${sc.applicationId} stage $lastStage.0")
    assertThat(Await.result(job, Duration.Inf)).isEqualTo(FileCount.toLong * LinesPerFile)
    val report = theReport(sc)
    assertThat(report.count(ReadSource.MEMORY)).isEqualTo(FileCount)
    val prefetch = report.prefetch
    assertThat(Seq(prefetch.blocks, prefetch.planned, prefetch.cached, prefetch.found))
      .as(prefetch.line)
      .isEqualTo(Seq(FileCount, FileCount, FileCount, FileCount))
    assertThat(prefetch.measured).isPositive
    assertNothingIsPinned()

    // Two jobs at once, of which the longer one holds what the other has had cached.
    val longer = slowly(sc.textFile(input.toString, 1)).countAsync()
    val other = sc.textFile(input.toString, 1).countAsync()
    for (one <- Seq(longer, other)) {
      assertThat(Await.result(one, Duration.Inf)).isEqualTo(FileCount.toLong * LinesPerFile)
    }
    assertNothingIsPinned()

    val cancelled = slowly(sc.textFile(input.toString, 1)).countAsync()
    await("something is asked for")(owners.nonEmpty)
    cancelled.cancel()
    assertThatThrownBy(() => Await.result(cancelled, Duration.Inf): Unit)
      .hasMessageContaining("cancelled")
    assertNothingIsPinned()
  }

  @Test
  @Order(2)
  def withoutAPoolTheJobRunsAsWithoutPrefetching(): Unit =
    withSpark("oracle", "trident.hdfs.cache.pool" -> "nowhere") { sc =>
      assertThat(sc.textFile(input.toString, 1).count()).isEqualTo(FileCount.toLong * LinesPerFile)
      val report = theReport(sc)
      assertThat(report.count(ReadSource.DISK)).isEqualTo(FileCount)
      assertThat(report.prefetch.failed).isEqualTo(FileCount)
      assertThat(report.prefetch.failure).contains("nowhere")
      assertThat(report.prefetch.measured).as("it did not wait for nothing").isLessThan(25)
    }

  @Test
  @Order(3)
  def tridentsPlansLeaveResultsAsTheyAre(): Unit = withSpark("trident-delay") { sc =>
    val words = sc.textFile(input.toString, 1).map(_.split(' ')(0) -> 1).reduceByKey(_ + _, 2)
    assertThat(words.collect().toMap.asJava)
      .isEqualTo((0 until FileCount).map(_.toString -> LinesPerFile).toMap.asJava)
    val prefetch = theReport(sc).prefetch
    assertThat(prefetch.predictedPlanned).isLessThanOrEqualTo(prefetch.predictedNone)
    assertNothingIsPinned()
  }

  @Test
  @Order(4)
  def aNameNodeThatRestartsCachesAgainWhatARunningStageHolds(): Unit =
    withSpark("oracle") { sc =>
      val go = work.resolve("go-restarted")
      val job = waitingFor(go, sc.textFile(input.toString, 1)).countAsync()
      await("all blocks cached")(cachedBlocks == FileCount)
      hdfs.restartNameNode()
      await("the driver's lease again")(owners.nonEmpty && cachedBlocks == FileCount)
      assertThat(job.isCompleted).isFalse
      Files.createFile(go)
      assertThat(Await.result(job, Duration.Inf)).isEqualTo(FileCount.toLong * LinesPerFile)
      assertThat(theReport(sc).count(ReadSource.MEMORY)).isEqualTo(FileCount)
      assertNothingIsPinned()
    }

  @Test
  @Order(5)
  def aDataNodeThatDiesWhileItCachesCostsTheStageNothing(): Unit = {
    val file = new Path(input.getParent, "/replicated/part-0")
    writeLines(file, 0, Nodes)
    val stuck = new StuckCache
    NativeIO.POSIX.setCacheManipulator(stuck)
    try
      withSpark("oracle", "trident.prefetch.max-delay-ms" -> "1000") { sc =>
        val go = work.resolve("go-dead")
        val job = waitingFor(go, sc.textFile(file.toString, 1)).countAsync()
        await("a node caches")(stuck.waiting > 0)
        val dead = nodesAskedToCache.head
        hdfs.loseDataNode(hdfs.nodeNames.indexOf(dead))
        await("the dead node's block is given up")(!nodesAskedToCache.contains(dead))
        Files.createFile(go)
        assertThat(Await.result(job, Duration.Inf)).isEqualTo(LinesPerFile.toLong)
        val prefetch = theReport(sc).prefetch
        assertThat(Seq(prefetch.cached, prefetch.failed)).as(prefetch.line).isEqualTo(Seq(0, 1))
        assertThat(prefetch.failure).isNotEmpty
        stuck.release()
        hdfs.startDataNode(hdfs.nodeNames.indexOf(dead))
        assertNothingIsPinned()
      }
    finally {
      stuck.release()
      NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator)
    }
  }

  @Test
  @Order(6)
  def aStageHoldsWhatAnotherApplicationHasHadCached(): Unit = withSpark("trident") { sc =>
    val cacher = new BlockCacher(hdfs.configuration())
    try {
      val others = cacher.cache("another application", inputBlocks.asJava)
      await("all blocks cached")(cachedBlocks == FileCount)
      val go = work.resolve("go-held")
      val job = waitingFor(go, sc.textFile(input.toString, 1)).countAsync()
      await("a lease of the stage")(owners.size == 2)
      others.close()
      await("the other lease gone")(owners.size == 1)
      Thread.sleep(1000) // HDFS's monitor looks for what to let go of every 500 ms
      assertThat(cachedBlocks).isEqualTo(FileCount)
      Files.createFile(go)
      assertThat(Await.result(job, Duration.Inf)).isEqualTo(FileCount.toLong * LinesPerFile)
      val report = theReport(sc)
      assertThat(report.prefetch.planned).as("all of it was there").isZero
      assertThat(report.count(ReadSource.MEMORY)).isEqualTo(FileCount)
      assertNothingIsPinned()
    } finally cacher.close()
  }

  @Test
  @Order(7)
  def aFileThatHasChangedIsReadAsItIs(): Unit = withSpark("oracle") { sc =>
    val file = new Path(input.getParent, "/changed/part-0")
    def firstWords = sc.textFile(file.toString, 1).map(_.split(' ')(0)).countByValue()
    writeLines(file, 0, 1)
    assertThat(firstWords.asJava).isEqualTo(Map("0" -> LinesPerFile.toLong).asJava)
    assertThat(hdfs.fileSystem().delete(file, false)).isTrue
    writeLines(file, 1, 1) // where its blocks were is remembered
    assertThat(firstWords.asJava).isEqualTo(Map("1" -> LinesPerFile.toLong).asJava)
    val prefetch = theReport(sc).prefetch
    assertThat(Seq(prefetch.planned, prefetch.cached + prefetch.failed))
      .as(prefetch.line)
      .isEqualTo(Seq(1, 1))
    assertNothingIsPinned()
  }

  @volatile private var lastStage = -1

  private def inputBlocks: Seq[BlockToCache] =
    for {
      file <- 0 until FileCount
      path = new Path(input, s"part-$file")
      block <- hdfs
        .fileSystem()
        .getClient
        .getLocatedBlocks(path.toUri.getPath, 0)
        .getLocatedBlocks
        .asScala
    } yield new BlockToCache(
      path.toString,
      block.getBlock.getBlockId,
      block.getLocations.head.getHostName
    )

  /** Holds the tasks until a file is there. */
  private def waitingFor(go: LocalPath, lines: RDD[String]): RDD[String] = {
    val file = go.toString
    lines.mapPartitions { all =>
      while (!Files.exists(LocalPath.of(file))) Thread.sleep(50)
      all
    }
  }

  private def writeLines(path: Path, file: Int, replication: Int): Unit = {
    val out = hdfs.fileSystem().create(path, replication.toShort)
    try (0 until LinesPerFile).foreach(line => out.write(s"$file $line\n".getBytes("UTF-8")))
    finally out.close()
  }

  private def nodesAskedToCache: Set[String] = {
    val cacher = new BlockCacher(hdfs.configuration())
    try
      cacher
        .leases(hdfs.fileSystem())
        .asScala
        .flatMap(_.status.pins.asScala.map(_.pin.node))
        .toSet
    finally cacher.close()
  }

  private def slowly(lines: RDD[String]): RDD[String] = lines.mapPartitions { all =>
    Thread.sleep(1500)
    all
  }

  private def owners: Set[String] = {
    val cacher = new BlockCacher(hdfs.configuration())
    try cacher.leases(hdfs.fileSystem()).asScala.map(_.owner).toSet
    finally cacher.close()
  }

  private def cachedBlocks: Int = (0 until FileCount).map { file =>
    val blocks =
      hdfs.fileSystem().getFileBlockLocations(new Path(input, s"part-$file"), 0, Long.MaxValue)
    blocks.map(_.getCachedHosts.length).sum
  }.sum

  /** By heartbeats: DataNodes do not report that their cache is empty. */
  private def assertNothingIsPinned(): Unit =
    await("all let go of")(
      owners.isEmpty && hdfs.fileSystem().getDataNodeStats.forall(_.getCacheUsed == 0)
    )

  /** The report of the last stage that read files. */
  private def theReport(sc: SparkContext): StageReport = {
    sc.listenerBus.waitUntilEmpty()
    reports.asScala.filter(_.prefetch != null).last
  }

  private def await(what: String)(holds: => Boolean): Unit = {
    val end = System.nanoTime() + 60000000000L
    while (!holds) {
      assertThat(System.nanoTime()).as(what).isLessThan(end)
      Thread.sleep(50)
    }
  }

  private def withSpark(prefetcher: String, hadoop: (String, String)*)(
      body: SparkContext => Unit
  ): Unit = {
    val conf = new SparkConf(false)
      .setMaster(cluster.url)
      .setAppName(prefetcher)
      .set("spark.plugins", classOf[TridentPlugin].getName)
      .set("spark.ui.enabled", "false")
      .set("spark.executor.memory", "512m")
      .set("spark.driver.host", "127.0.0.1")
      .set("spark.scheduler.minRegisteredResourcesRatio", "1.0")
      .set("spark.scheduler.maxRegisteredResourcesWaitingTime", "120s")
      .set("spark.cores.max", (FileCount * Nodes).toString) // all tasks fit on any node
      .set("spark.executor.extraJavaOptions", InProcessCluster.executorJvmOptions)
      .set("spark.scheduler.trident.tier-wait-ms", "20000")
      .set("spark.scheduler.trident.refresh-ms", "200")
      .set("spark.scheduler.trident.prefetch.prefetcher", prefetcher)
    hdfs.settings().forEach((key, value) => conf.set(s"spark.hadoop.$key", value))
    hadoop.foreach { case (key, value) => conf.set(s"spark.hadoop.$key", value) }
    reports.clear()
    executors.clear()
    val sc = new SparkContext(conf)
    try {
      sc.addSparkListener(new SparkListener {
        override def onOtherEvent(event: SparkListenerEvent): Unit = event match {
          case TridentStageReport(report) => reports.add(report): Unit
          case _                          =>
        }
        override def onStageSubmitted(event: SparkListenerStageSubmitted): Unit =
          lastStage = event.stageInfo.stageId
      })
      awaitExecutors(sc)
      body(sc)
    } finally sc.stop()
  }

  /** A registered executor offers its cores only once it has reported that it is launched. */
  private def awaitExecutors(sc: SparkContext): Unit = await("every executor runs tasks") {
    val seen = sc
      .parallelize(0 until 2 * FileCount * Nodes, 2 * FileCount * Nodes)
      .map { _ =>
        Thread.sleep(50)
        SparkEnv.get.executorId
      }
      .collect()
    executors.addAll(seen.toSet.asJava)
    executors.size == Nodes
  }
}

/** Caches of DataNodes that do not get done. */
private final class StuckCache extends NativeIO.POSIX.NoMlockCacheManipulator {
  private val released = new CountDownLatch(1)
  private val stuck = new AtomicInteger

  /** How many blocks are being cached, or were. */
  def waiting: Int = stuck.get

  def release(): Unit = released.countDown()

  override def mlock(identifier: String, mmap: ByteBuffer, length: Long): Unit = {
    stuck.incrementAndGet()
    released.await()
  }
}
