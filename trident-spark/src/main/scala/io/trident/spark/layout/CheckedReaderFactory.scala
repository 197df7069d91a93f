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

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.metric.CustomTaskMetric
import org.apache.spark.sql.connector.read.{InputPartition, PartitionReader, PartitionReaderFactory}
import org.apache.spark.sql.types.{DateType, IntegerType, LongType, TimestampType}
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Reads partitions that were reported to Spark, and checks each row: a row of another partition
  * would be missed by a join. It is there if Spark reads another value than the format did when the
  * table was written, such as a null for a text that is null only without quotes; or if somebody
  * has replaced the file, where the file system cannot tell. Where keys surely are what Spark reads
  * ([[SparkFormat.isExact]]), and files those that were written, there is nothing to check.
  *
  * @param ordinals
  *   where the key is in a row
  */
private[layout] final class CheckedReaderFactory(
    reader: PartitionReaderFactory,
    ordinals: Seq[KeyOrdinal],
    function: PartitionFunction,
    table: String
) extends PartitionReaderFactory {
  override def createReader(partition: InputPartition): PartitionReader[InternalRow] =
    partition match {
      case extent: ExtentPartition =>
        new Checked[InternalRow](reader.createReader(extent), check(_, extent))
      case other => reader.createReader(other)
    }

  override def supportColumnarReads(partition: InputPartition): Boolean =
    reader.supportColumnarReads(partition)

  override def createColumnarReader(partition: InputPartition): PartitionReader[ColumnarBatch] =
    partition match {
      case extent: ExtentPartition =>
        new Checked[ColumnarBatch](
          reader.createColumnarReader(extent),
          _.rowIterator().forEachRemaining(check(_, extent))
        )
      case other => reader.createColumnarReader(other)
    }

  private def check(row: InternalRow, extent: ExtentPartition): Unit = {
    val found = partition(row)
    if (found != extent.key) {
      throw new IllegalStateException(
        s"$table has a row with the key ${keyOf(row)} in ${extent.files.head.filePath}, of partition" +
          s" ${extent.key}; it would be of $found, and joins would miss it. Spark reads the key in another" +
          s" way than it was written, or the file was replaced; set the option ${ReadOptions.Partitioned}=false."
      )
    }
  }

  private final class Checked[A](reader: PartitionReader[A], check: A => Unit)
      extends PartitionReader[A] {
    override def next(): Boolean = reader.next() && {
      check(reader.get())
      true
    }

    override def get(): A = reader.get()

    override def currentMetricsValues(): Array[CustomTaskMetric] = reader.currentMetricsValues()

    override def close(): Unit = reader.close()
  }

  /** The partition of a row; of numbers without a boxed one for each. */
  private def partition(row: InternalRow): Int = ordinals match {
    case Seq(place) if !row.isNullAt(place.ordinal) =>
      function.dataType match {
        case IntegerType | DateType   => function.partitionOfInt(row.getInt(place.ordinal))
        case LongType | TimestampType => function.partitionOfLong(row.getLong(place.ordinal))
        case _                        => function.partition(keyOf(row))
      }
    case _ => function.partition(keyOf(row))
  }

  private def keyOf(row: InternalRow): Any = {
    val holder = ordinals.init.foldLeft(Option(row)) { (in, place) =>
      in.filterNot(_.isNullAt(place.ordinal)).map(_.getStruct(place.ordinal, place.fields))
    }
    val at = ordinals.last.ordinal
    holder.filterNot(_.isNullAt(at)).map(_.get(at, function.dataType)).orNull
  }
}
