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
import io.trident.core.storage._
import io.trident.spark.tiers.InputPrefetch.Located
import scala.jdk.CollectionConverters._

/** The blocks that an application has cached, or is about to, as its sessions report. Immutable.
  *
  * What NameNodes report of files is remembered for a while; this is newer.
  */
private[prefetch] final class CachingBlocks(progress: Iterable[BlockProgress]) {
  import CachingBlocks._

  private val states: Map[BlockToCache, ReplicaState] = {
    val known = progress.flatMap(one => stateOf(one.state).map(one.block -> _))
    known.groupMapReduce(_._1)(_._2)(better)
  }
  private val paths = states.keysIterator.map(_.path).toSet

  /** Adds the states of these blocks to what was located. */
  def over(located: Located): Located =
    if (states.isEmpty) located
    else
      located.map { case (segment, tiers) =>
        segment -> (if (paths.contains(segment.path)) over(tiers) else tiers)
      }

  private def over(tiers: SegmentTiers): SegmentTiers = {
    val blocks = tiers.blocks.asScala.map { block =>
      val replicas = block.replicas.asScala.map(over(block.key, _))
      new StoredBlock(block.key, block.offset, block.length, replicas.asJava)
    }
    new SegmentTiers(tiers.segment, tiers.availability, blocks.asJava)
  }

  private def over(block: BlockKey, replica: StoredReplica): StoredReplica =
    states.get(new BlockToCache(block, replica.node)).fold(replica) { state =>
      replica.withState(better(replica.state, state))
    }
}

private[prefetch] object CachingBlocks {

  private def stateOf(state: PinState): Option[ReplicaState] = state match {
    case PinState.CACHED  => Some(ReplicaState.CACHED)
    case PinState.PENDING => Some(ReplicaState.CACHE_PENDING)
    case _                => None
  }

  private def better(one: ReplicaState, other: ReplicaState): ReplicaState =
    Seq(ReplicaState.CACHED, ReplicaState.CACHE_PENDING)
      .find(state => one == state || other == state)
      .getOrElse(ReplicaState.STORED)
}
