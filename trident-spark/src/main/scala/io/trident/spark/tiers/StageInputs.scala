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

/** What the tasks of a task set read, as their RDDs state without asking anyone.
  *
  * @param stage
  *   identifier of the stage
  * @param attempt
  *   number of the stage's attempt
  * @param tasks
  *   by index of the task in its task set
  * @param name
  *   what Spark calls the stage
  */
final case class StageInputs(
    stage: Int,
    attempt: Int,
    tasks: IndexedSeq[TaskInput],
    name: String = ""
)

/** What one task reads.
  *
  * @param segments
  *   parts of files, over all narrow ancestors of the task's partition
  * @param cached
  *   RDD partitions that the task reads from executors' memory instead of computing them
  * @param preferred
  *   where stock Spark would like to run the task
  */
final case class TaskInput(
    segments: Seq[FileSegment],
    cached: Seq[CachedPartition],
    preferred: Seq[TaskPlace]
)

object TaskInput {

  /** A task that prefers no place. */
  val Anywhere: TaskInput = TaskInput(Nil, Nil, Nil)
}

/** A cached partition of an RDD.
  *
  * @param holders
  *   the executors that hold it, never empty
  */
final case class CachedPartition(holders: Seq[InExecutor])

/** A place that a task prefers: Spark's `TaskLocation`, which is private to Spark. */
sealed trait TaskPlace {

  /** The host, as Spark names it. */
  def host: String
}

/** A host that holds input of the task. */
final case class OnHost(host: String) extends TaskPlace

/** A host that holds input of the task in HDFS's cache. */
final case class InHdfsCache(host: String) extends TaskPlace

/** An executor that holds input of the task in its process. */
final case class InExecutor(host: String, executor: String) extends TaskPlace
