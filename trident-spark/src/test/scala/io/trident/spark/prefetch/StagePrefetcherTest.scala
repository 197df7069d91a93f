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
package io.trident.spark.prefetch

import io.trident.core.model.ReplicaState
import io.trident.core.guard.Guard
import io.trident.core.prefetch.PrefetcherName
import io.trident.core.storage.{BlockToCache, FileSegment, PinState, SegmentTiers}
import io.trident.spark.prefetch.PrefetchSamples._
import io.trident.spark.tiers.{InputPrefetch, StageInputs, StartDelay, TaskInput}
import java.time.{Clock, Duration}
import java.util.concurrent.{ConcurrentLinkedQueue, TimeUnit}
import org.apache.hadoop.conf.Configuration
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{AfterEach, Test, Timeout}
import scala.jdk.CollectionConverters._

/** With the real cacher, and a NameNode that is not there. */
@Timeout(60)
class StagePrefetcherTest {
  private val conf = new Configuration(false)
  conf.set("hadoop.security.authentication", "simple")
  conf.setInt("ipc.client.connect.max.retries", 0)
  conf.setInt("trident.hdfs.cache.poll-interval-ms", 50)
  private val prefetched = new ConcurrentLinkedQueue[PrefetchedStage]
  private var made = Seq.empty[StagePrefetcher]
  private var slots = Map("n1" -> 1, "n2" -> 1)

  private val nodes = new InputPrefetch.Nodes {
    override def nameOf(host: String): String = host
    override def cacheFree(node: String): Long = 1000 * MB
  }

  private val absent = file("hdfs://127.0.0.1:1/a", 1, replica("n1"))
  private val unsupported = file("file:///a", 1, replica("n1"))

  private def prefetcher(
      name: PrefetcherName = PrefetcherName.PREFETCH_ALL,
      settings: Map[String, String] = Map.empty
  ): StagePrefetcher = {
    val one = new StagePrefetcher(
      name,
      key => settings.getOrElse(key, null),
      conf,
      () => "app-1",
      "word count 7",
      () => slots,
      stage => { prefetched.add(stage); () },
      Clock.systemUTC(),
      new Guard((_, _) => ())
    )
    made :+= one
    one
  }

  private def inputs(stage: Int, files: (FileSegment, SegmentTiers)*) =
    StageInputs(stage, 0, files.map { case (one, _) => TaskInput(Seq(one), Nil, Nil) }.toIndexedSeq)

  private def begin(
      tested: StagePrefetcher,
      stage: Int,
      files: (FileSegment, SegmentTiers)*
  ): Option[StartDelay] = {
    tested.expect(stage, 0)
    tested.begin(inputs(stage, files: _*), files.toMap, nodes)
  }

  private def states(tested: StagePrefetcher, one: (FileSegment, SegmentTiers)): Seq[ReplicaState] =
    tested
      .update(Map(one))(one._1)
      .blocks
      .asScala
      .flatMap(_.replicas.asScala)
      .map(_.state)
      .toSeq

  private def blocksOf(stage: PrefetchedStage): Seq[BlockToCache] = stage.progress.map(_.block)

  private def await(condition: => Boolean): Unit =
    while (!condition) Thread.sleep(1) // within the class's time limit

  @AfterEach
  def stop(): Unit = made.foreach(_.close())

  @Test
  def whatIsAskedForIsOnItsWayUntilTheStageEnds(): Unit = {
    val tested = prefetcher()
    assertThat(begin(tested, 1, absent)).isEqualTo(None) // prefetch-all delays nothing
    val one = prefetched.remove()
    assertThat((one.stage, one.attempt)).isEqualTo((1, 0))
    assertThat(blocksOf(one).asJava).containsExactly(new BlockToCache(absent._1.path, 1, "n1"))
    assertThat(states(tested, absent)).isEqualTo(Seq(ReplicaState.CACHE_PENDING))
    tested.end(1, 0)
    assertThat(states(tested, absent)).isEqualTo(Seq(ReplicaState.STORED))
    tested.end(1, 0) // whoever calls twice
    assertThat(tested.failed).isZero
  }

  @Test
  def aStageThatEndsBeforeItIsKnownWhereItsInputIsAsksForNothing(): Unit = {
    val tested = prefetcher()
    tested.expect(1, 0)
    tested.end(1, 0)
    assertThat(tested.begin(inputs(1, absent), Map(absent), nodes)).isEqualTo(None)
    assertThat(tested.begin(inputs(2, absent), Map(absent), nodes)).isEqualTo(None)
    assertThat(prefetched.isEmpty).isTrue
    assertThat(states(tested, absent)).isEqualTo(Seq(ReplicaState.STORED))
  }

  /** Or the blocks would go with the stage that has asked for them. */
  @Test
  def aStageHoldsWhatAnotherOneHasAskedFor(): Unit = {
    val tested = prefetcher()
    begin(tested, 1, absent)
    begin(tested, 2, absent)
    val first = prefetched.remove()
    val second = prefetched.remove()
    assertThat(second.report(Nil, None).planned).isZero // it is not asked for again
    assertThat(blocksOf(second)).isEqualTo(blocksOf(first))
    tested.end(1, 0)
    assertThat(states(tested, absent)).isEqualTo(Seq(ReplicaState.CACHE_PENDING))
    tested.end(2, 0)
    assertThat(states(tested, absent)).isEqualTo(Seq(ReplicaState.STORED))
  }

  /** Or it would go with the application that has had it cached. */
  @Test
  def aStageHoldsWhatIsCachedForOthers(): Unit = {
    val tested = prefetcher()
    val cached = file("hdfs://127.0.0.1:1/a", 1, replica("n1", ReplicaState.CACHED), replica("n2"))
    begin(tested, 1, cached)
    val stage = prefetched.remove()
    assertThat(stage.report(Nil, None).planned).as("not asked for again").isZero
    assertThat(blocksOf(stage).asJava).containsExactly(new BlockToCache(cached._1.path, 1, "n1"))
  }

  @Test
  def anOracleWaitsUntilAllIsSettled(): Unit = {
    val tested = prefetcher(PrefetcherName.ORACLE)
    val delay = begin(tested, 1, absent).get
    assertThat(delay.atMost).isEqualTo(Duration.ofSeconds(MaxDelay.toLong))
    Thread.sleep(200)
    assertThat(delay.over.toCompletableFuture.isDone).as("nobody has answered").isFalse
    tested.end(1, 0)
    delay.over.toCompletableFuture.get(20, TimeUnit.SECONDS)

    val refused = begin(tested, 2, unsupported).get
    refused.over.toCompletableFuture.get(20, TimeUnit.SECONDS)
    val stage = prefetched.asScala.last
    assertThat(stage.progress.map(_.state)).isEqualTo(Seq(PinState.UNSUPPORTED))
    assertThat(stage.report(Nil, None).failed).isEqualTo(1)
    assertThat(states(tested, unsupported)).isEqualTo(Seq(ReplicaState.STORED))
  }

  @Test
  def noDelayIsLongerThanAllowed(): Unit = {
    conf.setLong("trident.prefetch.max-delay-ms", 0)
    assertThat(begin(prefetcher(PrefetcherName.ORACLE), 1, absent)).isEqualTo(None)
    assertThat(prefetched.size).isEqualTo(1)
  }

  @Test
  def whatFailsLeavesTheStageAsItIs(): Unit = {
    val noExecutor = prefetcher()
    slots = Map.empty
    assertThat(begin(noExecutor, 1, absent)).isEqualTo(None)
    assertThat(noExecutor.failed).isZero // that is no failure

    slots = Map("n1" -> 1)
    val invalid =
      prefetcher(settings = Map("spark.scheduler.trident.prefetch.time-to-init-ms" -> "-1"))
    assertThat(begin(invalid, 1, absent)).isEqualTo(None)
    conf.set("trident.hdfs.cache.ttl-ms", "soon")
    val unreadable = prefetcher()
    assertThat(begin(unreadable, 1, absent)).isEqualTo(None)
    assertThat(begin(unreadable, 2, absent)).isEqualTo(None)
    assertThat(Seq(invalid.failed, unreadable.failed)).isEqualTo(Seq(1L, 2L))
    assertThat(prefetched.isEmpty).isTrue
    unreadable.end(1, 0)
    unreadable.close()
  }

  @Test
  def closedItHoldsNothingAndAsksForNothing(): Unit = {
    val tested = prefetcher()
    begin(tested, 1, absent)
    val stage = prefetched.remove()
    tested.close()
    await(stage.progress.forall(_.state == PinState.GIVEN_UP))
    assertThat(states(tested, absent)).isEqualTo(Seq(ReplicaState.STORED))
    tested.end(1, 0)
  }
}
