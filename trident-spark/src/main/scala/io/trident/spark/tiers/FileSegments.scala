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
import org.apache.hadoop.fs.Path
import org.apache.hadoop.mapred.{FileSplit => OldFileSplit}
import org.apache.hadoop.mapreduce.lib.input.{CombineFileSplit, FileSplit}
import org.apache.spark.paths.SparkPath
import org.apache.spark.sql.connector.read.InputPartition
import org.apache.spark.sql.execution.datasources.FilePartition
import scala.collection.mutable

/** The parts of files that splits and input partitions name. Not thread-safe; made for one stage,
  * so that the name of a file is decoded once however many partitions it has.
  */
final class FileSegments {
  private val texts = mutable.HashMap.empty[SparkPath, String]

  /** Of a split of Hadoop's, by either API; none if it is not of files. */
  def ofSplit(split: AnyRef): Seq[FileSegment] = split match {
    case file: FileSplit           => segment(file.getPath, file.getStart, file.getLength)
    case file: OldFileSplit        => segment(file.getPath, file.getStart, file.getLength)
    case several: CombineFileSplit => // the old API's is a subclass
      (0 until several.getNumPaths).flatMap(i =>
        segment(several.getPath(i), several.getOffset(i), several.getLength(i))
      )
    case _ => Nil
  }

  /** Of a partition of one of Spark's file sources, V1 or V2. */
  def ofFiles(partition: FilePartition): Seq[FileSegment] =
    partition.files.toSeq.flatMap { file =>
      val text = texts.getOrElseUpdate(file.filePath, file.toPath.toString)
      segment(text, file.start, file.length)
    }

  /** Of an input partition of a V2 source; none if it is not known to be of files. */
  def ofInputPartition(partition: InputPartition): Seq[FileSegment] = partition match {
    case files: FilePartition => ofFiles(files)
    case other                =>
      IcebergTasks.of(other).flatMap(task => segment(task.file, task.start, task.length))
  }

  /** A whole file. */
  def ofFile(path: Path): Seq[FileSegment] = segment(path, 0, Long.MaxValue)

  private def segment(path: Path, start: Long, length: Long): Seq[FileSegment] =
    segment(path.toString, start, length)

  private def segment(path: String, start: Long, length: Long): Seq[FileSegment] =
    if (start < 0 || length < 0) Nil // whatever the source means by it
    else Seq(new FileSegment(path, start, length))
}

object FileSegments {

  /** The first file of an input partition that is not of one of Spark's file sources; none if it is
    * not known to be of files.
    */
  def firstPath(partition: InputPartition): Option[String] =
    IcebergTasks.first(partition).map(_.file)
}
