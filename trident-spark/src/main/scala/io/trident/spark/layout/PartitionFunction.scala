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

import io.trident.core.layout.partition.{HashPartitioner, Partitioner, RangePartitioner}
import io.trident.core.layout.slice.Slice
import io.trident.core.layout.value.Value
import java.math.BigInteger
import java.nio.charset.StandardCharsets
import java.security.MessageDigest
import java.util.HexFormat
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.catalog.functions.{
  BoundFunction,
  ScalarFunction,
  UnboundFunction
}
import org.apache.spark.sql.types.{DataType, IntegerType, StructType}
import scala.collection.immutable.ArraySeq
import scala.jdk.CollectionConverters._

/** The partition of a key as a function of SQL. Its name has what decides about partitions: two
  * columns whose functions have one name are partitioned alike.
  *
  * It is none that Spark may reduce to fewer partitions (`ReducibleFunction`), as Spark 4.2 forgets
  * that it did: partitions `0` to `3` of eight, or of four that were made of eight, are then joined
  * with those of four, and rows are lost. Tables report fewer partitions themselves ([[among]]).
  *
  * @param boundaries
  *   of ranges, as texts; none for partitions by hash
  * @param slices
  *   how many there are of each partition; slice `j` of partition `i` is `i * slices + j`
  */
private[layout] final case class PartitionFunction(
    dataType: DataType,
    partitions: Int,
    boundaries: Option[Seq[PartitionFunction.Boundary]],
    slices: Int = 1
) extends UnboundFunction
    with ScalarFunction[Integer] {

  @transient private lazy val partitioner: Partitioner = boundaries match {
    case None      => new HashPartitioner(partitions)
    case Some(all) => new RangePartitioner(partitions, all.map(_.value).asJava)
  }

  override lazy val name: String = {
    val ofPartition = boundaries match {
      case None      => s"trident_hash_$partitions"
      case Some(all) => s"trident_range_${partitions}_${PartitionFunction.digest(all)}"
    }
    if (slices == 1) ofPartition else s"${ofPartition}_slices_$slices"
  }

  override def canonicalName: String = s"$name(${dataType.catalogString})"

  override def description: String =
    s"$name: the partition of a key of type ${dataType.catalogString}, from 0 to ${partitions * slices - 1}"

  override def bind(input: StructType): BoundFunction =
    if (input.length == 1 && input.head.dataType == dataType) this
    else
      throw new UnsupportedOperationException(
        s"$name takes one argument of type ${dataType.catalogString}, and not ${input.catalogString}."
      )

  /** Returns the function of fewer partitions, each the union of some of these: of ranges
    * consecutive ones, of hashes those with the same remainder; none if their number does not
    * divide that of these.
    */
  def among(fewer: Int): Option[PartitionFunction] =
    Option.when(fewer >= 1 && partitions % fewer == 0) {
      val step = partitions / fewer
      val kept = boundaries.map(_.zipWithIndex.collect {
        case (one, i) if i % step == step - 1 => one
      })
      copy(partitions = fewer, boundaries = kept)
    }

  /** Returns the one of both functions of which the partitions of the other are parts; none if the
    * columns are partitioned in other ways.
    */
  def common(other: PartitionFunction): Option[PartitionFunction] = {
    val fewer = math.min(partitions, other.partitions)
    for {
      one <- among(fewer)
      two <- other.among(fewer)
      if one.canonicalName == two.canonicalName
    } yield one
  }

  override def inputTypes: Array[DataType] = Array(dataType)

  override def resultType: DataType = IntegerType

  override def isResultNullable: Boolean = false

  override def produceResult(input: InternalRow): Integer =
    partition(if (input.isNullAt(0)) null else input.get(0, dataType))

  /** The partition of one of Spark's internal values, which may be null. */
  def partition(value: Any): Int = {
    val key = KeyValues
      .toKey(dataType, value)
      .getOrElse(throw new IllegalArgumentException(s"$value is not of type $dataType"))
    partitionOf(key)
  }

  /** The partition of an integer or a date that is not boxed. */
  def partitionOfInt(value: Int): Int = partitionOf(Value.ofInt(value))

  /** The partition of a long or a timestamp that is not boxed. */
  def partitionOfLong(value: Long): Int = partitionOf(Value.ofLong(value))

  private def partitionOf(key: Value): Int =
    if (slices == 1) partitioner.partition(key)
    else partitioner.partition(key) * slices + Slice.of(key, slices)
}

private[layout] object PartitionFunction {

  /** A boundary that can be sent to executors. */
  final case class Boundary(internal: Any) {
    def value: Value = internal match {
      case number: Int                                        => Value.ofInt(number)
      case number: Long                                       => Value.ofLong(number)
      case number: Float                                      => Value.ofFloat(number)
      case number: Double                                     => Value.ofDouble(number)
      case bytes: ArraySeq.ofByte                             => Value.ofBytes(bytes.unsafeArray)
      case (unscaled: BigInteger, precision: Int, scale: Int) =>
        new Value.Decimal(unscaled, precision, scale)
      case other => throw new IllegalArgumentException(s"$other is no boundary.")
    }
  }

  /** Returns the function of a dimension's partitioner. */
  def of(dataType: DataType, partitioner: Partitioner): PartitionFunction = partitioner match {
    case ranges: RangePartitioner =>
      val all = ranges.boundaries.asScala.toSeq.map(value => Boundary(internal(value)))
      PartitionFunction(dataType, ranges.partitions, Some(all))
    case hash => PartitionFunction(dataType, hash.partitions, None)
  }

  private def internal(value: Value): Any = value match {
    case v: Value.Int32   => v.value
    case v: Value.Int64   => v.value
    case v: Value.Float32 => v.value
    case v: Value.Float64 => v.value
    case v: Value.Decimal => (v.unscaled, v.precision, v.scale)
    case v: Value.Bytes   => new ArraySeq.ofByte(v.toArray) // arrays are never equal
    case other            => throw new IllegalArgumentException(s"$other is no boundary.")
  }

  private def digest(boundaries: Seq[Boundary]): String = {
    val sha = MessageDigest.getInstance("SHA-256")
    boundaries.map(_.value).foreach { value =>
      val bytes = value match {
        case text: Value.Bytes => text.toArray
        case other             => other.toString.getBytes(StandardCharsets.UTF_8)
      }
      sha.update(s"${value.kind}:${bytes.length}:".getBytes(StandardCharsets.UTF_8))
      sha.update(bytes)
    }
    HexFormat.of.formatHex(sha.digest, 0, 8)
  }
}
