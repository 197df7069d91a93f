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
package io.trident.spark.tiers

import io.trident.core.cost.CostModel
import io.trident.core.model.{ReplicaState, StorageTier}
import io.trident.core.storage.{Availability, FileSegment}
import io.trident.minicluster.TieredCluster
import java.net.ServerSocket
import java.time.Duration
import java.util.concurrent.{CompletionStage, ExecutionException, TimeUnit, TimeoutException}
import org.apache.hadoop.fs.Path
import org.apache.hadoop.hdfs.protocol.{CacheDirectiveInfo, CachePoolInfo}
import org.apache.hadoop.io.nativeio.NativeIO
import org.assertj.core.api.Assertions.{assertThat, assertThatThrownBy}
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
import scala.jdk.CollectionConverters._

/** Look-ups of a real HDFS with a replica of each block per tier. */
@Timeout(180)
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(classOf[MethodOrderer.OrderAnnotation])
class HdfsTierLookupIT {
  private val Block = 1 << 20
  private val timeout = Duration.ofSeconds(5)
  private var cluster: TieredCluster = _
  private var lookup: HdfsTierLookup = _

  @BeforeAll
  def start(): Unit = {
    NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator)
    cluster = TieredCluster
      .builder()
      .nodes(3)
      .racks(2)
      .hdfsOnly()
      .baseDir(java.nio.file.Path.of("target", s"tier-lookup-${System.nanoTime()}"))
      .set("dfs.blocksize", Block.toString)
      .set("dfs.datanode.max.locked.memory", (64 * Block).toString)
      .set("dfs.cachereport.intervalMsec", "500")
      .set("dfs.namenode.path.based.cache.refresh.interval.ms", "500")
      .set("trident.hdfs.locate.pending-max-age-ms", "100")
      .set("trident.hdfs.locate.max-age-ms", "100")
      .set("ipc.client.connect.max.retries", "1")
      .start()
    lookup = HdfsTierLookup(cluster.configuration(), timeout, 2)
  }

  @AfterAll
  def stop(): Unit = {
    Seq(lookup, cluster).filter(_ != null).foreach(_.close())
  }

  private def write(name: String, bytes: Int = Block): FileSegment = {
    val path = cluster.fileSystem().makeQualified(new Path(name))
    val out = cluster.fileSystem().create(path, true)
    try out.write(new Array[Byte](bytes))
    finally out.close()
    cluster.awaitReplicas(path)
    new FileSegment(path.toString, 0, bytes.toLong)
  }

  private def stage(tasks: TaskInput*) = StageInputs(1, 0, tasks.toIndexedSeq)
  private def read(segments: FileSegment*) = TaskInput(segments, Nil, Nil)

  private def get(answer: CompletionStage[StageTiers]): StageTiers =
    answer.toCompletableFuture.get(60, TimeUnit.SECONDS)

  private def await(what: String)(condition: => Boolean): Unit = {
    val deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5)
    while (!condition) {
      if (System.nanoTime() > deadline) throw new AssertionError(s"Not within a minute: $what")
      Thread.sleep(50)
    }
  }

  private def costs(tiers: StageTiers, task: Int): Map[String, Double] = {
    val profile = tiers.tasks(task).profile(lookup.topology, CostModel.DEFAULT)
    cluster.nodeNames.asScala
      .map(node => node -> profile.costAt("any", node, lookup.topology.rackOf(node)))
      .toMap
  }

  @Test
  @Order(1)
  def everyTaskKnowsTheTiersOfItsFiles(): Unit = {
    val files = Seq("/in/a b", "/in/c%20d", "/in/[e]").map(write(_, 2 * Block))
    val tail = new FileSegment(files(1).path, Block.toLong, Block.toLong)
    val tiers = get(lookup.resolve(stage(read(files: _*), read(tail), TaskInput.Anywhere)))

    assertThat(tiers.pending).isFalse
    assertThat(tiers.tasks.map(_.name).asJava).isEqualTo(Seq("0", "1", "2").asJava)
    assertThat(tiers.tasks.map(_.blocks.size).asJava).isEqualTo(Seq(6, 1, 0).asJava)
    val blocks = tiers.tasks(0).blocks.asScala ++ tiers.tasks(1).blocks.asScala
    blocks.foreach { block =>
      assertThat(block.bytes).isEqualTo(Block.toLong)
      assertThat(block.replicas.asScala.map(_.tier).toSet.asJava)
        .isEqualTo(Set(StorageTier.NVDIMM, StorageTier.SSD, StorageTier.DISK).asJava)
      assertThat(block.replicas.asScala.map(_.node).toSet.asJava)
        .isEqualTo(cluster.nodeNames.asScala.toSet.asJava)
    }
    val scores = CostModel.DEFAULT
    assertThat(costs(tiers, 1).values.toSeq.sorted.asJava).isEqualTo(
      Seq(StorageTier.NVDIMM, StorageTier.SSD, StorageTier.DISK).map(scores.score).sorted.asJava
    )
    cluster.nodeNames.forEach { node =>
      assertThat(lookup.topology.rackOf(node)).isEqualTo(cluster.rackOf(node))
    }
    assertThat(lookup.nodeOf("127.0.0.11")).isEqualTo("node1")
    assertThat(lookup.nodeOf("elsewhere")).isEqualTo("elsewhere")
  }

  @Test
  @Order(2)
  def cachingIsFollowedUntilItIsDone(): Unit = {
    val file = write("/cached")
    val tasks = stage(read(file))
    val before = get(lookup.resolve(tasks))
    cluster.fileSystem().addCachePool(new CachePoolInfo("pool"))
    cluster
      .fileSystem()
      .addCacheDirective(
        new CacheDirectiveInfo.Builder()
          .setPath(new Path("/cached"))
          .setPool("pool")
          .setReplication(3.toShort) // of which DataNodes refuse the one on NVDIMM
          .build()
      )
    def states(tiers: StageTiers) =
      tiers.tasks(0).blocks.get(0).replicas.asScala.map(_.state).toSet
    var now = before
    await("cached replicas") {
      now = get(lookup.refresh(tasks, now))
      assertThat(now.pending).isEqualTo(states(now)(ReplicaState.CACHE_PENDING))
      states(now)(ReplicaState.CACHED) && !now.pending
    }
    assertThat(costs(now, 0).values.toSeq.sorted.asJava).isEqualTo(
      Seq(StorageTier.MEMORY, StorageTier.MEMORY, StorageTier.NVDIMM)
        .map(CostModel.DEFAULT.score)
        .asJava
    )
  }

  @Test
  @Order(3)
  def stagesWithoutFilesAreAnsweredAtOnce(): Unit = {
    val reducers = stage(TaskInput(Nil, Nil, Seq(OnHost("node2"))), TaskInput.Anywhere)
    val answer = lookup.resolve(reducers).toCompletableFuture
    assertThat(answer.isDone).isTrue
    assertThat(costs(answer.get(), 0)("node2"))
      .isEqualTo(CostModel.DEFAULT.score(StorageTier.DISK))
    assertThat(costs(answer.get(), 1)("node2")).isEqualTo(CostModel.DEFAULT.noPreference)
    assertThat(get(lookup.resolve(stage())).tasks.isEmpty).isTrue
  }

  @Test
  @Order(4)
  def whatHasNoTiersIsPlacedByItsHosts(): Unit = {
    val host = Seq(OnHost("node3"))
    val odd = Seq(
      "file:" + java.nio.file.Path.of("pom.xml").toAbsolutePath,
      "s3a://bucket/file",
      "nosuchscheme://x/y",
      write("/there").path + "-not"
    ).map(path => TaskInput(Seq(new FileSegment(path, 0, 10)), Nil, host))
    val tiers = get(lookup.resolve(stage(odd: _*)))
    odd.indices.foreach(i => assertThat(costs(tiers, i)("node3")).isEqualTo(20.0))
    assertThat(lookup.counters.segmentsBy(Availability.NO_TIERS)).isGreaterThanOrEqualTo(2L)
    assertThat(lookup.counters.segmentsBy(Availability.MISSING)).isGreaterThanOrEqualTo(1L)
  }

  @Test
  @Order(5)
  def aThousandFilesTakeFewCalls(): Unit = {
    val fs = cluster.fileSystem()
    val paths = (0 until 1000).map(i => new Path(s"/many/part-$i"))
    paths.foreach(path => fs.create(path, 3.toShort).close())
    val tasks = stage(
      paths.map(path => read(new FileSegment(fs.makeQualified(path).toString, 0, 1))): _*
    )
    val start = System.nanoTime()
    val tiers = get(lookup.resolve(tasks))
    println(s"1,000 files: ${(System.nanoTime() - start) / 1000000} ms")
    assertThat(tiers.tasks.size).isEqualTo(1000)
    assertThat(tiers.pending).isFalse
  }

  @Test
  @Order(6)
  def aNameNodeThatNeverAnswersHoldsUpNothingElse(): Unit = {
    val known = write("/known")
    val silent = new ServerSocket(0)
    val hasty = HdfsTierLookup(cluster.configuration(), Duration.ofSeconds(2), 1)
    try {
      val lost = new FileSegment(s"hdfs://localhost:${silent.getLocalPort}/file", 0, 10)
      val tasks = stage(read(known), TaskInput(Seq(lost), Nil, Seq(OnHost("node1"))))
      val start = System.nanoTime()
      val tiers = get(hasty.resolve(tasks))
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4))
      assertThat(tiers.pending).isTrue
      assertThat(costs(tiers, 0).values.min).isLessThan(8.0)
      assertThat(costs(tiers, 1)("node1")).isEqualTo(20.0)

      val queue = (1 to 8).map(_ => hasty.resolve(tasks).toCompletableFuture)
      val ends = queue.map(answer => scala.util.Try(answer.get(20, TimeUnit.SECONDS)))
      assertThat(ends.count(_.isFailure)).isPositive // those whose turn never came
      ends.foreach(_.failed.foreach { failure =>
        assertThat(failure).isInstanceOf(classOf[ExecutionException])
        assertThat(failure.getCause).isInstanceOf(classOf[TimeoutException])
      })
      assertThat(hasty.counters.failed).isEqualTo(ends.count(_.isFailure).toLong)
    } finally {
      hasty.close()
      silent.close()
    }
    assertThatThrownBy(() => get(hasty.resolve(stage(read(known)))))
      .isInstanceOf(classOf[ExecutionException])
  }

  @Test
  @Order(7)
  def whatWasKnownIsKeptWhileTheNameNodeIsGone(): Unit = {
    val file = write("/kept")
    val tasks = stage(TaskInput(Seq(file), Nil, Seq(OnHost("node1"))))
    val before = get(lookup.resolve(tasks))
    cluster.nameNode().stop()
    cluster.nameNode().join()
    Thread.sleep(200) // older than an answer may be
    val start = System.nanoTime()
    val fresh = get(lookup.resolve(tasks))
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(11))
    assertThat(fresh.pending).isTrue
    assertThat(costs(fresh, 0)("node1")).isEqualTo(20.0)
    val kept = get(lookup.refresh(tasks, before))
    assertThat(kept.tasks(0)).isEqualTo(before.tasks(0))
    assertThat(kept.pending).isTrue
    assertThat(lookup.counters.segmentsBy(Availability.UNREACHABLE)).isPositive
  }
}
