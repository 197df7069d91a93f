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
package io.trident.spark.layout

import org.apache.hadoop.fs.LocatedFileStatus
import org.apache.spark.paths.SparkPath
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.connector.read.{HasPartitionKey, InputPartition}
import org.apache.spark.sql.execution.datasources.{FilePartition, PartitionedFile}

/** Parts of files as partitions of Spark's readers. */
private[layout] object ReadPartitions {

  /** Partitions of about the size that Spark's file sources give them. */
  def bySize(
      session: SparkSession,
      reads: TableReads,
      parts: FileParts
  ): Array[InputPartition] = {
    val openCost = session.sessionState.conf.filesOpenCostInBytes
    val ranges = reads.extents
      .flatMap(read => joined(session, read, parts).map(read.file -> _)) ++
      reads.whole.filter(_.getLen > 0).map(file => file -> ByteRange(0, file.getLen))
    val most = FilePartition.maxSplitBytes(session, ranges.map(_._2.length + openCost).sum)
    val files = ranges.flatMap { case (file, range) => split(file, range, most, parts) }
    FilePartition
      .getFilePartitions(session, files.sortBy(-_.length), most)
      .toArray[InputPartition]
  }

  /** A partition for each extent, with its key. */
  def byExtent(
      session: SparkSession,
      reads: Seq[ExtentRead],
      parts: FileParts,
      key: ExtentRead => Int
  ): Array[InputPartition] =
    reads.zipWithIndex.map { case (read, index) =>
      val files = joined(session, read, parts).flatMap(split(read.file, _, Long.MaxValue, parts))
      new ExtentPartition(index, files.toArray, key(read))
    }.toArray

  /** The ranges of an extent, each of which opens the file. Ranges of row groups are one if what is
    * between them is less than Spark would read while it opens a file. Most of that is not read:
    * the filters by which it was passed over are Parquet's, too, and statistics of row groups say
    * so.
    */
  private def joined(session: SparkSession, read: ExtentRead, parts: FileParts): Seq[ByteRange] =
    parts match {
      case FileParts.RowGroups => read.joined(session.sessionState.conf.filesOpenCostInBytes)
      case _                   => read.ranges
    }

  /** A partition for each slice of each extent, with its key. The slices of a partition follow each
    * other, so that requests for an extent come together.
    */
  def bySlice(
      reads: Seq[ExtentRead],
      slices: Int,
      key: ExtentRead => Int
  ): Array[InputPartition] = {
    val all = for {
      (partition, extents) <- reads.groupBy(key).toSeq.sortBy(_._1)
      slice <- 0 until slices
      read <- extents
    } yield (read, partition * slices + slice)
    all.zipWithIndex.map { case ((read, sliceKey), index) =>
      new ExtentPartition(index, Array(part(read.file, 0, read.file.getLen)), sliceKey)
    }.toArray
  }

  private def split(
      file: LocatedFileStatus,
      range: ByteRange,
      most: Long,
      parts: FileParts
  ): Seq[PartitionedFile] = parts match {
    case FileParts.Whole     => Seq(part(file, 0, file.getLen))
    case FileParts.Lines     => split(file, math.max(0, range.offset - 1), range.end - 1, most)
    case FileParts.RowGroups => split(file, range.offset, range.end, most)
    case FileParts.Blocks    =>
      val marker = FileParts.MarkerBytes
      split(file, math.max(0, range.offset - marker), range.end - marker, most)
  }

  private def split(
      file: LocatedFileStatus,
      from: Long,
      to: Long,
      most: Long
  ): Seq[PartitionedFile] = {
    val cuts = if (to - from > most) from until to by most else Seq(from)
    cuts.zip(cuts.drop(1) :+ to).map { case (start, end) => part(file, start, end - start) }
  }

  private def part(file: LocatedFileStatus, start: Long, length: Long): PartitionedFile =
    PartitionedFile(
      InternalRow.empty,
      SparkPath.fromFileStatus(file),
      start,
      length,
      hosts(file, start),
      file.getModificationTime,
      file.getLen
    )

  /** The hosts of the block in which a part begins; an extent has one block. */
  private def hosts(file: LocatedFileStatus, start: Long): Array[String] =
    file.getBlockLocations
      .findLast(_.getOffset <= start)
      .fold(Array.empty[String])(_.getHosts)
}

/** What is read of one extent, whose rows are all of one partition. */
private[layout] final class ExtentPartition(
    index: Int,
    files: Array[PartitionedFile],
    val key: Int
) extends FilePartition(index, files)
    with HasPartitionKey {
  override def partitionKey(): InternalRow = new GenericInternalRow(Array[Any](key))

  override def equals(other: Any): Boolean = other match {
    case that: ExtentPartition => super.equals(that) && key == that.key
    case _                     => false
  }

  override def hashCode(): Int = 31 * super.hashCode() + key
}
