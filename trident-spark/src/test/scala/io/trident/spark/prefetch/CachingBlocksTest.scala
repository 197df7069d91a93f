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

import io.trident.core.model.ReplicaState.{CACHED, CACHE_PENDING, STORED}
import io.trident.core.storage.{BlockToCache, FileSegment, PinState, SegmentTiers}
import io.trident.spark.prefetch.PrefetchSamples._
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import scala.jdk.CollectionConverters._

class CachingBlocksTest {
  private val located = Map(
    file("/a", 1, replica("n1"), replica("n2")),
    file("/b", 2, replica("n1", CACHE_PENDING), replica("n2", CACHED))
  )

  private def states(
      located: collection.Map[FileSegment, SegmentTiers]
  ): Map[(String, String), Any] =
    (for {
      tiers <- located.values
      block <- tiers.blocks.asScala
      replica <- block.replicas.asScala
    } yield (tiers.segment.path, replica.node) -> replica.state).toMap

  @Test
  def whatSessionsKnowIsAddedReplicaByReplica(): Unit = {
    val blocks = new CachingBlocks(
      Seq(
        progress(new BlockToCache("/a", 1, "n1"), PinState.PENDING),
        progress(new BlockToCache("/a", 9, "n2"), PinState.CACHED), // another block
        progress(new BlockToCache("/b", 2, "n1"), PinState.CACHED),
        progress(new BlockToCache("/b", 2, "n2"), PinState.PENDING) // HDFS knows better
      )
    )
    assertThat(states(blocks.over(located))).isEqualTo(
      Map(
        ("/a", "n1") -> CACHE_PENDING,
        ("/a", "n2") -> STORED,
        ("/b", "n1") -> CACHED,
        ("/b", "n2") -> CACHED
      )
    )
    val (segment, tiers) = blocks.over(located).head
    assertThat(tiers.segment).isEqualTo(segment)
  }

  @Test
  def aBlockThatFailedIsWhereItWas(): Unit = {
    for (state <- PinState.values if state.isFailed) {
      val failed = new CachingBlocks(Seq(progress(new BlockToCache("/a", 1, "n1"), state)))
      assertThat(failed.over(located)).isSameAs(located)
    }
  }

  @Test
  def ofTwoSessionsTheOneThatHasTheBlockCounts(): Unit = {
    val block = new BlockToCache("/a", 1, "n1")
    for (order <- Seq(PinState.CACHED, PinState.PENDING).permutations) {
      val blocks = new CachingBlocks(order.map(progress(block, _)))
      assertThat(states(blocks.over(located))(("/a", "n1"))).isEqualTo(CACHED)
    }
  }
}
