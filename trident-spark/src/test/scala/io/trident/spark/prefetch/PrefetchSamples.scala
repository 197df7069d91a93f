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

import io.trident.core.config.PrefetchKeys
import io.trident.core.model.ReplicaState
import io.trident.core.prefetch.PrefetcherName
import io.trident.core.prefetch.input.{LocatedInput, PlannedInput, PrefetchPlatform}
import io.trident.core.storage._
import java.time.Duration
import scala.jdk.CollectionConverters._

/** Blocks, plans and their progress. */
object PrefetchSamples {
  val MB: Long = 1L << 20

  def replica(node: String, state: ReplicaState = ReplicaState.STORED): StoredReplica =
    new StoredReplica(node, "DISK", s"DS-$node", state)

  /** A file of one block of 64 MB. */
  def file(path: String, block: Long, replicas: StoredReplica*): (FileSegment, SegmentTiers) = {
    val segment = new FileSegment(path, 0, 64 * MB)
    val blocks =
      java.util.List.of(new StoredBlock(new BlockKey(path, block), 0, 64 * MB, replicas.asJava))
    segment -> new SegmentTiers(segment, Availability.KNOWN, blocks)
  }

  /** A plan for tasks that read a file each, on nodes with a slot and room each. */
  def plan(prefetcher: PrefetcherName, files: Seq[SegmentTiers]): PlannedInput = {
    val nodes = files.flatMap(_.blocks.asScala.flatMap(_.replicas.asScala)).map(_.node).toSet + "n1"
    val platform = PrefetchPlatform.read(
      _ => null,
      nodes.map(_ -> Int.box(1)).toMap.asJava,
      _ => 1000 * MB
    )
    LocatedInput.ofTasks(files.map(java.util.List.of(_)).asJava, platform).plan(prefetcher)
  }

  def progress(block: BlockToCache, state: PinState, ms: Long = 0, message: String = "") =
    new BlockProgress(block, state, message, Duration.ofMillis(ms))

  /** A stage whose plan was made at 10,000 ms. */
  def stage(planned: PlannedInput, progress: => Seq[BlockProgress], closed: () => Unit = () => ()) =
    new PrefetchedStage(3, 1, planned, 10000, 0, () => progress, closed, _ => ())

  /** The default of the longest delay, in seconds. */
  val MaxDelay: Double = PrefetchKeys.maxDelaySeconds(_ => null)
}
