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

import io.trident.core.model.{BlockInput, Replica, ReplicaState, StorageTier}
import io.trident.core.placement.PlacementTask
import io.trident.core.storage.{Availability, FileSegment, SegmentTiers}
import scala.jdk.CollectionConverters._

/** From what a task reads and what is known of it to the task of a placement decision.
  *
  * Each block of its files counts by the bytes read of it. A part of a file whose tiers are not
  * known counts as a block on the disks of the hosts that stock Spark prefers. A cached RDD
  * partition counts as a block in the memory of its holders' hosts, and costs nothing in a holder
  * that has all the task reads. Without files and cached partitions the preferred hosts are all
  * there is, as for reducers near their map outputs; a task without those prefers no place.
  */
private[tiers] object TaskTiers {

  /** Returns the task of index `index`, named by it; `located` may lack segments. */
  def of(
      index: Int,
      input: TaskInput,
      located: FileSegment => Option[SegmentTiers]
  ): PlacementTask = {
    lazy val onHosts = replicasOf(input.preferred)
    val ofFiles = input.segments.flatMap { segment =>
      located(segment) match {
        case Some(known) if known.availability == Availability.KNOWN => known.inputs.asScala
        case _ => blockOn(segment.length, onHosts)
      }
    }
    val ofCached = input.cached.flatMap { partition =>
      blockOn(weight(input.segments), replicasOf(partition.holders))
    }
    val hasInput = input.segments.nonEmpty || input.cached.nonEmpty
    val blocks = if (hasInput) ofFiles ++ ofCached else blockOn(1, onHosts)
    new PlacementTask(index.toString, blocks.asJava, executorsOf(input).asJava)
  }

  /** Whether no answer came in time. */
  def isUntold(segment: SegmentTiers): Boolean =
    segment.availability == Availability.UNREACHABLE

  /** Whether asking again soon may give another answer. */
  def mayChange(segment: SegmentTiers): Boolean = segment.cachePending || isUntold(segment)

  /** The executors that hold all that the task reads. */
  private def executorsOf(input: TaskInput): Set[String] =
    if (input.segments.nonEmpty) Set.empty
    else if (input.cached.isEmpty)
      input.preferred.collect { case in: InExecutor => in.executor }.toSet
    else input.cached.map(_.holders.map(_.executor).toSet).reduce(_ intersect _)

  /** What a cached partition of unknown size counts beside files: as much as one of them. */
  private def weight(segments: Seq[FileSegment]): Long =
    if (segments.isEmpty) 1 else segments.map(_.length).max(Ordering.Long)

  private def blockOn(bytes: Long, replicas: Seq[Replica]): Seq[BlockInput] =
    if (replicas.isEmpty) Nil else Seq(new BlockInput(bytes, replicas.asJava))

  private def replicasOf(places: Seq[TaskPlace]): Seq[Replica] =
    places.filter(place => Replica.isNode(place.host)).distinct.map {
      case OnHost(host)        => Replica.stored(host, StorageTier.DISK)
      case InHdfsCache(host)   => new Replica(host, StorageTier.DISK, ReplicaState.CACHED)
      case InExecutor(host, _) => Replica.stored(host, StorageTier.MEMORY)
    }
}
