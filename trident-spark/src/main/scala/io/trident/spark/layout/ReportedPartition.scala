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

import org.apache.spark.sql.connector.expressions.{Expressions, SortDirection, SortOrder, Transform}
import org.apache.spark.sql.types.{DataType, StructType}

/** The partition of rows that is reported to Spark: that of a dimension.
  *
  * Super-extents may have fewer extents than others. Then partitions are those of the greatest
  * common divisor, which all of them have.
  *
  * @param function
  *   the partition of a key
  * @param ordinals
  *   where the key is in a row that is read
  * @param key
  *   the partition of all rows of an extent, without regard to slices
  * @param isExact
  *   whether the key surely is what Spark reads; else rows must be checked
  */
private[layout] final case class ReportedPartition(
    function: PartitionFunction,
    transform: Transform,
    ordinals: Seq[KeyOrdinal],
    key: ExtentRead => Int,
    isExact: Boolean
) {

  /** The order of rows in which each partition is read; none if that has no order. Extents are
    * sorted by bucket first, and of one dimension each has one bucket; their order is Spark's, as
    * far as Spark surely reads keys as they were written.
    */
  def order(table: TridentTable, reads: TableReads): Option[SortOrder] = {
    val isSorted = table.dimensions.size == 1 && function.slices == 1 && ordinals.size == 1 &&
      isExact && reads.isAsWritten
    Option.when(isSorted && reads.extents.map(key).distinct.size == reads.extents.size) {
      Expressions.sort(transform.references.head, SortDirection.ASCENDING)
    }
  }
}

private[layout] object ReportedPartition {

  /** Returns the partition of a dimension; none if its column is not read.
    *
    * @throws java.lang.IllegalArgumentException
    *   as [[function]]
    */
  def of(
      table: TridentTable,
      dimension: Int,
      read: StructType,
      options: ReadOptions
  ): Option[ReportedPartition] = {
    val spec = table.layout.spec
    val column = spec.dimensions.get(dimension)
    val path = table.format.path(column.column)
    for {
      ordinals <- KeyOrdinal.of(read, path)
      dataType <- table.format.dataType(spec.schema.column(column.column))
    } yield {
      val function = this.function(table, dimension, dataType, options)
      val partitions = function.partitions
      val reference = path.map(name => "`" + name.replace("`", "``") + "`").mkString(".")
      ReportedPartition(
        function,
        Expressions.apply(function.name, Expressions.column(reference)),
        ordinals,
        read => column.partitionOf(read.extent.extent, read.extents, partitions),
        table.format.isExact(spec.schema.column(column.column))
      )
    }
  }

  /** Returns the partition of a key in a dimension of a table that has super-extents.
    *
    * @param dataType
    *   of the key
    * @throws java.lang.IllegalArgumentException
    *   if a number of partitions is wanted that the table cannot have
    */
  def function(
      table: TridentTable,
      dimension: Int,
      dataType: DataType,
      options: ReadOptions
  ): PartitionFunction = {
    val spec = table.layout.spec
    val column = spec.dimensions.get(dimension)
    val partitions = table.layout.superExtents.map(_.geometry.extents).reduce(gcd)
    val most = PartitionFunction.of(dataType, column.of(spec.extents, partitions).partitioner)
    val wanted = options.partitions.getOrElse(partitions)
    most
      .among(wanted)
      .getOrElse(
        throw new IllegalArgumentException(
          s"${table.name()} has $partitions partitions by ${column.column}, which cannot be read as" +
            s" $wanted; set the option ${ReadOptions.Partitions} to a divisor of $partitions, or leave it out."
        )
      )
      .copy(slices = options.slices)
  }

  @scala.annotation.tailrec
  private def gcd(one: Int, other: Int): Int = if (other == 0) one else gcd(other, one % other)
}

/** The place of a value in a row, or in a structure of `fields` values within one. */
private[layout] final case class KeyOrdinal(ordinal: Int, fields: Int)

private[layout] object KeyOrdinal {

  /** Returns the places that lead to a column; none if it is not there. */
  def of(schema: StructType, path: Seq[String]): Option[Seq[KeyOrdinal]] =
    schema.fieldNames.indexOf(path.head) match {
      case -1 => None
      case at =>
        schema(at).dataType match {
          case inner: StructType if path.size > 1 =>
            of(inner, path.tail).map(KeyOrdinal(at, inner.size) +: _)
          case _ if path.size == 1 => Some(Seq(KeyOrdinal(at, 0)))
          case _                   => None
        }
    }
}
