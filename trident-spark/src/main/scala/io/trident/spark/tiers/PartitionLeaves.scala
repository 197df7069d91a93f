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

import io.trident.core.storage.FileSegment
import org.apache.spark.{Dependency, NarrowDependency, OneToOneDependency, Partition}
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel
import scala.collection.mutable

/** What the partitions of an RDD read: the leaves of their narrow ancestors.
  *
  * A leaf is a cached partition, which is read instead of being computed, or a partition of an RDD
  * without narrow parents. All leaves count, where Spark's own preferred locations go by the first
  * parent that has some. Work is bounded: each narrow edge is followed once per task, chains of
  * one-to-one dependencies are followed once per stage, and no more than `maxLeaves` leaves are
  * read; partitions after that have none. Not thread-safe; made for one stage.
  *
  * @param holders
  *   the executors that hold a partition of a persisted RDD
  * @param parentOf
  *   the only dependency that counts for a partition, by its index among the RDD's dependencies,
  *   where that is known without asking each dependency
  * @param segments
  *   the parts of files that a partition without narrow parents reads
  * @param maxLeaves
  *   how many leaves are read at most
  */
final class PartitionLeaves(
    holders: (RDD[_], Int) => Seq[InExecutor],
    parentOf: (RDD[_], Partition) => Option[Int],
    segments: (RDD[_], Partition) => Seq[FileSegment],
    maxLeaves: Int
) {
  import PartitionLeaves._

  private val ends = mutable.HashMap.empty[Int, RDD[_]]
  private val parents = mutable.HashMap.empty[Int, IndexedSeq[Dependency[_]]]
  private var leavesLeft = maxLeaves

  /** Whether some partition had more leaves than could be read. */
  def exhausted: Boolean = leavesLeft < 0

  /** Reads the leaves of a partition; none at all once [[exhausted]]. */
  def of(rdd: RDD[_], partition: Int): Leaves = {
    val files = Seq.newBuilder[FileSegment]
    val cached = Seq.newBuilder[CachedPartition]
    val waiting = mutable.ArrayDeque(Visit(endOf(rdd), partition))
    val seen = mutable.HashSet.empty[(Int, Int)]
    while (waiting.nonEmpty && !exhausted) {
      val visit = waiting.removeHead()
      val at: RDD[_] = visit.rdd
      val index = visit.partition
      val inMemory = if (isPersisted(at)) holders(at, index) else Nil
      val narrow = narrowOf(at)
      if (inMemory.nonEmpty) {
        leavesLeft -= 1
        cached += CachedPartition(inMemory)
      } else if (narrow.isEmpty) {
        leavesLeft -= 1
        files ++= segments(at, at.partitions(index))
      } else {
        for (
          dependency <- dependenciesOf(at, index, narrow);
          parent <- dependency.getParents(index)
        ) {
          val end = endOf(dependency.rdd)
          if (seen.add((end.id, parent))) {
            waiting += Visit(end, parent)
          }
        }
      }
    }
    if (exhausted) Leaves(Nil, Nil) else Leaves(files.result(), cached.result())
  }

  private def dependenciesOf(
      rdd: RDD[_],
      index: Int,
      narrow: IndexedSeq[Dependency[_]]
  ): Seq[NarrowDependency[_]] = {
    val candidates =
      if (narrow.size == 1) narrow
      else
        parentOf(rdd, rdd.partitions(index)).fold(narrow)(parent =>
          narrow.slice(parent, parent + 1)
        )
    candidates.collect { case dependency: NarrowDependency[_] => dependency }
  }

  /** The dependencies of an RDD; empty if none is narrow. */
  private def narrowOf(rdd: RDD[_]): IndexedSeq[Dependency[_]] =
    parents.getOrElseUpdate(
      rdd.id, {
        val all = rdd.dependencies.toIndexedSeq
        if (all.exists(_.isInstanceOf[NarrowDependency[_]])) all else IndexedSeq.empty
      }
    )

  /** Follows one-to-one dependencies up to where something is cached, forks, or begins. */
  private def endOf(rdd: RDD[_]): RDD[_] =
    ends.getOrElseUpdate(
      rdd.id, {
        @scala.annotation.tailrec
        def follow(at: RDD[_]): RDD[_] =
          narrowOf(at) match {
            case Seq(only: OneToOneDependency[_]) if !isPersisted(at) => follow(only.rdd)
            case _                                                    => at
          }
        follow(rdd)
      }
    )
}

object PartitionLeaves {

  /** What a partition reads. */
  final case class Leaves(segments: Seq[FileSegment], cached: Seq[CachedPartition])

  private final case class Visit(rdd: RDD[_], partition: Int)

  private def isPersisted(rdd: RDD[_]): Boolean = rdd.getStorageLevel != StorageLevel.NONE
}
