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

import io.trident.core.model.StorageTier
import io.trident.layout.format.Column
import java.util.{Map => JMap, Set => JSet}
import org.apache.spark.sql.connector.catalog.{SupportsRead, Table, TableCapability}
import org.apache.spark.sql.connector.read.ScanBuilder
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import scala.jdk.CollectionConverters._

/** A logically replicated table, to be read.
  *
  * @param functions
  *   where Spark finds the functions of partitions; none if it cannot, and then partitions are not
  *   reported
  * @param shared
  *   what the tables of a session have in common
  */
private[layout] final class TridentTable(
    val layout: LayoutTable,
    val tiers: LayoutTiers,
    val functions: Option[PartitionFunctions],
    val shared: SharedParts
) extends Table
    with SupportsRead {
  def notices: Notices = shared.notices

  val format: SparkFormat = SparkFormat.of(layout.spec)

  /** The columns of the dimensions, in order. */
  val dimensions: Seq[String] = layout.spec.dimensions.asScala.map(_.column).toSeq

  /** The columns of the dimensions that Spark's values are keys of, each once. */
  def keyColumns: Seq[Column] =
    dimensions.distinct.map(layout.spec.schema.column).filter(format.dataType(_).isDefined)

  /** Other columns that a super-extent has bounds of, of which the same is so. */
  def boundedColumns: Seq[Column] =
    layout.superExtents
      .flatMap(_.bounds.asScala.map(_.column))
      .distinct
      .filter(name => layout.spec.schema.names.contains(name) && !dimensions.contains(name))
      .map(layout.spec.schema.column)
      .filter(format.dataType(_).isDefined)

  /** The bytes of all rows, once. */
  lazy val bytes: Long = layout.superExtents
    .map(_.dimensions.get(0).extents.stream.mapToLong(_.stored.length).sum)
    .sum

  /** The bytes of a bucket, on average. */
  def bucketBytes: Long = {
    val buckets = layout.superExtents.map(_.geometry.extents.toLong).map(n => n * n).sum
    bytes / math.max(1, buckets)
  }

  /** Makes filters of keys, and of columns with bounds, of Spark's. */
  def keyFilters: KeyFilters = {
    val columns = keyColumns.map(column => column -> format.reading(column)) ++
      boundedColumns.map(column => column -> format.boundedReading(column))
    val keys = for {
      (column, reading) <- columns
      dataType <- format.dataType(column)
    } yield KeyColumn(column.name, format.path(column.name), dataType, reading)
    new KeyFilters(keys, schema.fieldNames.toSet)
  }

  /** Returns what chooses between dimensions. Invalid costs of the session are the user's error. */
  def planner(): DimensionReads = new DimensionReads(
    layout,
    files =>
      notices.guard.get[Map[String, StorageTier]](
        TridentTable.Untiered,
        () => tiers.of(files),
        () => Map.empty
      ),
    tiers.cost,
    readsWhole = format.parts == FileParts.Whole,
    shared.written
  )

  override def name(): String = s"trident.`${layout.root}`"

  override val schema: StructType = format.schema

  override def capabilities(): JSet[TableCapability] = JSet.of(TableCapability.BATCH_READ)

  override def properties(): JMap[String, String] =
    Map(
      "provider" -> "trident",
      "location" -> layout.root.toString,
      "dimensions" -> dimensions.mkString(","),
      "format" -> layout.spec.format.name
    ).asJava

  override def newScanBuilder(options: CaseInsensitiveStringMap): ScanBuilder =
    new TridentScanBuilder(this, readOptions(options))

  def readOptions(options: CaseInsensitiveStringMap): ReadOptions =
    ReadOptions.of(options, dimensions, format.isSliced)

  override def equals(other: Any): Boolean = other match {
    case that: TridentTable =>
      layout.root == that.layout.root && layout.stamp == that.layout.stamp
    case _ => false
  }

  override def hashCode(): Int = (layout.root, layout.stamp).hashCode
}

private[layout] object TridentTable {
  final val Untiered = "Dimensions are chosen without regard to tiers"
}
