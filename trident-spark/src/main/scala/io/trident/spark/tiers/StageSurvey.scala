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

import java.util.WeakHashMap

import org.apache.spark.{Dependency, NarrowDependency, OneToOneDependency, RangeDependency}
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel
import scala.collection.mutable

/** Whether tiers can make a difference to the stages of an application. Looks at RDDs rather than
  * at partitions where it can: O(RDDs) for a stage after a shuffle, O(partitions) for one that
  * reads cached partitions or files that have no tiers, and about O(RDDs) for one that reads files
  * with tiers. What it found of a large RDD of files is remembered for as long as that RDD lives.
  * Nothing is copied. Not thread-safe.
  *
  * @param holders
  *   for each partition of a persisted RDD, which executors hold it
  * @param mayHaveTiers
  *   whether an RDD without narrow parents may read files with tiers
  */
final class StageSurvey(holders: RDD[_] => Seq[Seq[_]], mayHaveTiers: RDD[_] => Boolean) {
  import StageSurvey._

  private val known = new WeakHashMap[RDD[_], java.lang.Boolean]

  /** Whether some task of a stage of `rdd` may read files with tiers, or has a choice between
    * executors that hold cached partitions. Where each task reads one cached partition that one
    * executor holds, or none does, Spark knows all there is to know.
    */
  def mayGain(rdd: RDD[_]): Boolean = {
    val end = endOf(rdd)
    if (isPersisted(end) || end.dependencies.exists(isNarrow)) search(end)
    else reads(end)
  }

  private def search(first: RDD[_]): Boolean = {
    val waiting = mutable.ArrayDeque(Visit(first, alone = true))
    val seen = mutable.HashSet.empty[(Int, Boolean)]
    var gains = false
    while (!gains && waiting.nonEmpty) {
      val visit = waiting.removeLast()
      val at: RDD[_] = visit.rdd
      if (seen.add((at.id, visit.alone))) {
        val held = if (isPersisted(at)) holders(at) else Nil
        val least = if (visit.alone) 2 else 1 // holders that are a choice
        if (held.exists(_.lengthCompare(least) >= 0)) {
          gains = true
        } else if (held.isEmpty || held.exists(_.isEmpty)) {
          val parents = at.dependencies.filter(isNarrow)
          val alone = visit.alone && readsOneEach(at.dependencies)
          waiting ++= parents.map(one => Visit(one.rdd, alone))
          gains = parents.isEmpty && reads(at)
        }
      }
    }
    gains
  }

  private def reads(rdd: RDD[_]): Boolean =
    if (rdd.partitions.length < Large) mayHaveTiers(rdd)
    else known.computeIfAbsent(rdd, mayHaveTiers(_))

  /** Follows one-to-one dependencies up to where something is persisted, forks, or begins. */
  @scala.annotation.tailrec
  private def endOf(rdd: RDD[_]): RDD[_] = rdd.dependencies match {
    case Seq(only: OneToOneDependency[_]) if !isPersisted(rdd) => endOf(only.rdd)
    case _                                                     => rdd
  }
}

private object StageSurvey {

  /** From how many partitions on an RDD is remembered: fewer are sooner looked at. */
  private val Large = 100

  /** @param alone
    *   whether each task reads at most one partition of it, and nothing else
    */
  private final case class Visit(rdd: RDD[_], alone: Boolean)

  /** Whether a partition needs no more than one of its parents', as by a map or in a union. */
  private def readsOneEach(dependencies: Seq[Dependency[_]]): Boolean = dependencies match {
    case Seq(_: OneToOneDependency[_]) => true
    case all                           => all.forall(_.isInstanceOf[RangeDependency[_]])
  }

  private def isNarrow(dependency: Dependency[_]): Boolean =
    dependency.isInstanceOf[NarrowDependency[_]]

  private def isPersisted(rdd: RDD[_]): Boolean = rdd.getStorageLevel != StorageLevel.NONE
}
