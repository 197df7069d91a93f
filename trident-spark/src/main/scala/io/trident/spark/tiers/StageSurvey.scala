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

import org.apache.spark.{NarrowDependency, OneToOneDependency, Partition}
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel
import scala.collection.mutable

/** Whether tiers can make a difference to a stage. Looks at RDDs rather than at partitions where it
  * can: O(RDDs) for a stage after a shuffle, O(partitions) for one that reads cached partitions or
  * files that are not on HDFS, and about O(RDDs) for one that reads HDFS. Nothing is copied.
  *
  * @param holders
  *   for each partition of a persisted RDD, how many executors hold it
  * @param mayHaveTiers
  *   whether a partition of an RDD without narrow parents may read files with tiers
  */
final class StageSurvey(holders: RDD[_] => Seq[Int], mayHaveTiers: Partition => Boolean) {

  /** Whether some task of a stage of `rdd` may read files with tiers, or has a choice between
    * executors that hold cached partitions. Where each task reads one cached partition that one
    * executor holds, Spark knows all there is to know.
    */
  def mayGain(rdd: RDD[_]): Boolean = {
    val end = endOf(rdd)
    if (isPersisted(end) && holders(end).forall(_ == 1)) false
    else mayGain(end, mutable.HashSet.empty[Int])
  }

  private def mayGain(first: RDD[_], seen: mutable.HashSet[Int]): Boolean = {
    val waiting = mutable.ArrayDeque[RDD[_]](first)
    var gains = false
    while (!gains && waiting.nonEmpty) {
      val at = waiting.removeLast()
      if (seen.add(at.id)) {
        val narrow = at.dependencies.collect { case one: NarrowDependency[_] => one.rdd }
        gains = (isPersisted(at) && holders(at).exists(_ > 0)) ||
          (narrow.isEmpty && at.partitions.exists(mayHaveTiers))
        waiting ++= narrow
      }
    }
    gains
  }

  /** Follows one-to-one dependencies up to where something is persisted, forks, or begins. */
  @scala.annotation.tailrec
  private def endOf(rdd: RDD[_]): RDD[_] = rdd.dependencies match {
    case Seq(only: OneToOneDependency[_]) if !isPersisted(rdd) => endOf(only.rdd)
    case _                                                     => rdd
  }

  private def isPersisted(rdd: RDD[_]): Boolean = rdd.getStorageLevel != StorageLevel.NONE
}
