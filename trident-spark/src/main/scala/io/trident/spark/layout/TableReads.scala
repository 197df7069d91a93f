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

import io.trident.core.layout.DataExtent
import org.apache.hadoop.fs.LocatedFileStatus

/** A part of a file, of whole lines. */
private[layout] final case class ByteRange(offset: Long, length: Long) {
  def end: Long = offset + length
}

/** What is read of an extent.
  *
  * @param extents
  *   of its super-extent's dimension
  * @param ranges
  *   ascending, with bytes between them
  * @param isAsWritten
  *   whether it surely is the file that was written; else it may have rows of other partitions
  */
private[layout] final case class ExtentRead(
    superExtent: Long,
    extent: DataExtent,
    extents: Int,
    file: LocatedFileStatus,
    ranges: Seq[ByteRange],
    isAsWritten: Boolean
) {
  def bytes: Long = ranges.map(_.length).sum

  /** The ranges, of which those are one that have at most as many bytes between them. */
  def joined(gap: Long): Seq[ByteRange] =
    ranges.foldLeft(Vector.empty[ByteRange]) {
      case (before :+ last, next) if next.offset - last.end <= gap =>
        before :+ last.copy(length = next.end - last.offset)
      case (before, next) => before :+ next
    }

  /** This read without what another one has not; nothing if that is all. */
  def within(other: ExtentRead): Option[ExtentRead] = {
    val common = for {
      one <- ranges
      two <- other.ranges
      from = math.max(one.offset, two.offset)
      to = math.min(one.end, two.end)
      if from < to
    } yield ByteRange(from, to - from)
    Option.when(common.nonEmpty)(copy(ranges = common))
  }
}

/** What is read of a table.
  *
  * @param extents
  *   by super-extent, then by extent
  * @param whole
  *   files that are read wholly: those of no super-extent that can be used
  * @param rows
  *   of the buckets that are read; of whole files they are not known
  * @param dimensions
  *   in which each super-extent is read of which something is
  * @param cost
  *   of what is read, in seconds
  * @param excluded
  *   super-extents of which nothing is read by bounds of columns that are no dimensions
  * @param seconds
  *   what all super-extents would cost in each dimension, where that was compared
  */
private[layout] final case class TableReads(
    extents: Seq[ExtentRead],
    whole: Seq[LocatedFileStatus],
    rows: Long,
    dimensions: Map[Long, Int],
    cost: Double,
    excluded: Int,
    seconds: Map[Int, Double]
) {
  def bytes: Long = extents.map(_.bytes).sum + whole.map(_.getLen).sum

  /** Whether all rows are in a file of their partition of one dimension. */
  def isPartitionedBy(dimension: Int): Boolean =
    whole.isEmpty && dimensions.values.forall(_ == dimension)

  /** Whether all that is read of extents surely is what was written. */
  def isAsWritten: Boolean = extents.forall(_.isAsWritten)

  /** What of these is also in others, file by file. */
  def within(others: TableReads): TableReads = {
    val other = others.extents.map(read => (read.superExtent, read.extent) -> read).toMap
    copy(extents =
      extents.flatMap(read => other.get((read.superExtent, read.extent)).flatMap(read.within))
    )
  }
}
