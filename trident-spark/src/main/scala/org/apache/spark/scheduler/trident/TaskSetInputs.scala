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
package org.apache.spark.scheduler.trident

import io.trident.core.storage.FileSegment
import io.trident.spark.tiers._
import io.trident.storage.StorageSchemes
import org.apache.hadoop.fs.Path
import org.apache.hadoop.mapred.{FileSplit => OldFileSplit}
import org.apache.hadoop.mapreduce.lib.input.{CombineFileSplit, FileSplit}
import org.apache.spark.Partition
import org.apache.spark.internal.Logging
import org.apache.spark.rdd._
import org.apache.spark.scheduler._
import org.apache.spark.sql.execution.datasources.FilePartition
import org.apache.spark.sql.execution.datasources.v2.DataSourceRDDPartition
import scala.util.control.NonFatal

/** What the tasks of a task set read. It is here because stages, task locations and the partitions
  * of Hadoop RDDs are private to Spark.
  */
private[scheduler] object TaskSetInputs extends Logging {

  /** Surveys stages of a DAG scheduler. No call leaves the driver's process. The only one that
    * leaves its thread asks the block manager's endpoint, and only for persisted RDDs that Spark
    * has not yet asked it about in this job.
    */
  def survey(dag: DAGScheduler, schemes: StorageSchemes): StageSurvey =
    new StageSurvey(dag.getCacheLocs, mayHaveTiers(_, schemes))

  private def mayHaveTiers(rdd: RDD[_], schemes: StorageSchemes): Boolean = rdd match {
    case checkpoint: ReliableCheckpointRDD[_] => schemes.isPathServed(checkpoint.checkpointPath)
    case _                                    =>
      val partitions = rdd.partitions
      partitions.headOption.exists(areKnown) && partitions.exists(mayHaveTiers(_, schemes))
  }

  /** Whether partitions of this class, of which all of an RDD are, may be of files. */
  private def areKnown(partition: Partition): Boolean = partition match {
    case _: HadoopPartition | _: NewHadoopPartition | _: FilePartition |
        _: DataSourceRDDPartition =>
      true
    case _ => false
  }

  private def mayHaveTiers(partition: Partition, schemes: StorageSchemes): Boolean =
    partition match {
      case hadoop: HadoopPartition    => mayHaveTiers(hadoop.inputSplit.value, schemes)
      case hadoop: NewHadoopPartition =>
        mayHaveTiers(hadoop.serializableHadoopSplit.value, schemes)
      case scanned: FilePartition         => mayHaveTiers(scanned, schemes)
      case source: DataSourceRDDPartition =>
        InputPartitions.of(source).exists {
          case files: FilePartition => mayHaveTiers(files, schemes)
          case other                => FileSegments.firstPath(other).exists(schemes.isPathServed)
        }
      case _ => false
    }

  private def mayHaveTiers(split: AnyRef, schemes: StorageSchemes): Boolean = split match {
    case file: FileSplit           => schemes.isServed(file.getPath.toUri.getScheme)
    case file: OldFileSplit        => schemes.isServed(file.getPath.toUri.getScheme)
    case several: CombineFileSplit =>
      several.getPaths.exists(path => schemes.isServed(path.toUri.getScheme))
    case _ => false // such as of a database
  }

  private def mayHaveTiers(scanned: FilePartition, schemes: StorageSchemes): Boolean =
    scanned.files.exists(file => schemes.isPathServed(file.filePath.urlEncoded))

  /** Reads what the tasks of a task set read. As [[mayGain]], it asks nobody outside the driver; it
    * may be called on any thread. If an RDD fails to answer, its tasks are known by their preferred
    * locations alone.
    *
    * @param stage
    *   the stage of the task set; none if it is gone
    * @param maxLeaves
    *   how many partitions of ancestors are read at most
    */
  def of(
      taskSet: TaskSet,
      stage: Option[Stage],
      dag: DAGScheduler,
      maxLeaves: Int
  ): StageInputs = {
    val rdd = stage.map(_.rdd)
    val leaves = leavesOf(dag, maxLeaves)
    StageInputs(
      taskSet.stageId,
      taskSet.stageAttemptId,
      taskSet.tasks.toIndexedSeq.map { task =>
        val preferred = task.preferredLocations.map(place)
        try {
          val read = rdd.map(leaves.of(_, task.partitionId))
          TaskInput(
            read.fold(Seq.empty[FileSegment])(_.segments),
            read.fold(Seq.empty[CachedPartition])(_.cached),
            preferred
          )
        } catch {
          case NonFatal(e) =>
            logDebug(s"The input of task ${task.partitionId} is not known", e)
            TaskInput(Nil, Nil, preferred)
        }
      },
      stage.fold("")(_.name)
    )
  }

  /** The leaves of RDDs whose cached partitions a DAG scheduler knows. */
  def leavesOf(dag: DAGScheduler, maxLeaves: Int): PartitionLeaves = {
    val files = new FileSegments
    new PartitionLeaves(
      (rdd, partition) =>
        dag.getCacheLocs(rdd)(partition).collect { case at: ExecutorCacheTaskLocation =>
          InExecutor(at.host, at.executorId)
        },
      {
        case (_: UnionRDD[_], in: UnionPartition[_]) => Some(in.parentRddIndex)
        case _                                       => None
      },
      (rdd, partition) => segmentsOf(rdd, partition, files),
      maxLeaves
    )
  }

  private def segmentsOf(rdd: RDD[_], partition: Partition, files: FileSegments) =
    partition match {
      case hadoop: HadoopPartition        => files.ofSplit(hadoop.inputSplit.value)
      case hadoop: NewHadoopPartition     => files.ofSplit(hadoop.serializableHadoopSplit.value)
      case scanned: FilePartition         => files.ofFiles(scanned)
      case source: DataSourceRDDPartition =>
        InputPartitions.of(source).flatMap(files.ofInputPartition)
      case _ =>
        rdd match {
          case checkpoint: ReliableCheckpointRDD[_] =>
            files.ofFile(
              new Path(checkpoint.checkpointPath, f"part-${partition.index}%05d")
            )
          case _ => Nil
        }
    }

  private def place(location: TaskLocation): TaskPlace = location match {
    case in: ExecutorCacheTaskLocation => InExecutor(in.host, in.executorId)
    case in: HDFSCacheTaskLocation     => InHdfsCache(in.host)
    case on                            => OnHost(on.host)
  }
}
