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

import io.trident.core.layout.selection.{RowFilter, SharedTasks, ShuffleAvoidance}
import java.util.OptionalLong
import java.util.concurrent.ConcurrentHashMap
import io.trident.layout.table.TableSpecJson
import org.apache.spark.scheduler.trident.ScanReporting
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.connector.expressions.{Expressions, NamedReference, SortOrder}
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.connector.metric.{CustomMetric, CustomTaskMetric}
import org.apache.spark.sql.connector.read._
import org.apache.spark.sql.connector.read.partitioning.{
  KeyGroupedPartitioning,
  Partitioning,
  UnknownPartitioning
}
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import scala.jdk.CollectionConverters._

/** A scan of a logically replicated table.
  *
  * What is read is decided once, when Spark first asks, and again when it has runtime filters. If
  * partitions were reported, these filters take ranges away; else they may change the dimension.
  */
private[layout] final class TridentScan(
    session: SparkSession,
    val table: TridentTable,
    options: ReadOptions,
    read: StructType,
    filters: KeyFilters,
    filter: RowFilter,
    pushed: Seq[Filter],
    planner: DimensionReads
) extends Scan
    with Batch
    with SupportsReportStatistics
    with SupportsReportPartitioning
    with SupportsReportOrdering
    with SupportsRuntimeV2Filtering {
  import TridentScan._

  /** What is read, and the dimension that is wanted. */
  private lazy val (planned, dimension) = decide()
  private lazy val partition: Option[ReportedPartition] =
    if (options.isPartitioned && planned.extents.nonEmpty)
      for {
        functions <- table.functions
        dimension <- dimension
        if planned.isPartitionedBy(dimension)
        reported <- ReportedPartition.of(table, dimension, read, options)
      } yield {
        functions.register(reported.function)
        reported
      }
    else None
  @volatile private var filtered: Option[TableReads] = None
  private val preferring = new ConcurrentHashMap[(Int, Int), Option[TridentScan]]

  private def decide(): (TableReads, Option[Int]) = {
    val unplanned = TableReads(Nil, table.layout.visible, 0, Map.empty, 0, 0, Map.empty)
    val first = plan(filter, options.dimension).getOrElse(unplanned)
    val better = for {
      preferred <- options.preferred
      seconds <- first.seconds.get(preferred)
      if ShuffleAvoidance.isWorth(seconds, first.cost)
      reads <- plan(filter, Some(preferred))
    } yield (reads, Some(preferred))
    better.getOrElse((first, options.dimension))
  }

  /** What is read; nothing if the plan fails. */
  private def plan(filter: RowFilter, only: Option[Int]): Option[TableReads] =
    table.notices.guard.get[Option[TableReads]](
      Unplanned,
      () => {
        val (reads, unusable) = planner.of(filter.columns(MaxIntervals).asScala.toSeq, only)
        val broken =
          table.layout.damaged ++ unusable.map(n => s"super-extent $n: files are changed")
        if (broken.nonEmpty) {
          table.notices.warn(
            s"Of ${table.layout.root} these are read from the visible files, all rows: " +
              broken.take(MaxNamed).mkString("; ") + (if (broken.size > MaxNamed) "; ..." else "")
          )
        }
        Some(reads)
      },
      () => None
    )

  /** Whether Spark knows of which partition of a dimension rows are. */
  def isPartitioned: Boolean = partition.isDefined

  /** The column by which rows are partitioned for Spark, and their partition. */
  def partitioned: Option[(String, PartitionFunction)] = for {
    reported <- partition
    read <- dimension
  } yield (table.dimensions(read), reported.function)

  /** The partition of a key in a dimension, if this scan may be read in that ([[preferring]]). */
  def offered(dimension: Int): Option[PartitionFunction] =
    if (isPartitioned || options.dimension.isDefined || !options.isPartitioned) None
    else {
      val column = table.layout.spec.schema.column(table.dimensions(dimension))
      for {
        dataType <- table.format.dataType(column)
        if table.format.isExact(column) && table.layout.superExtents.nonEmpty
      } yield ReportedPartition.function(table, dimension, dataType, options)
    }

  /** Returns this scan as it reads a dimension, unless that costs more than a shuffle saves. The
    * same scan each time, as plans of a query are made again and again.
    */
  def preferring(dimension: Int, partitions: Int): Option[TridentScan] =
    preferring.computeIfAbsent(
      (dimension, partitions),
      _ => {
        val wanted = options.copy(preferred = Some(dimension), partitions = Some(partitions))
        val scan =
          new TridentScan(session, table, wanted, read, filters, filter, pushed, planner)
        Option.when(scan.isPartitioned)(scan)
      }
    )

  /** Whether each partition is read in several slices. */
  def isSliced: Boolean = isPartitioned && options.slices > 1

  /** What tasks have to do. */
  def share: SharedTasks.Scan = {
    val division =
      if (isSliced) SharedTasks.Division.BY_SLICES
      else if (isPartitioned) SharedTasks.Division.BY_PARTITIONS
      else SharedTasks.Division.BY_FILES
    new SharedTasks.Scan(division, planned.bytes, planned.extents.size + planned.whole.size)
  }

  override def readSchema(): StructType = read

  override def toBatch: Batch = this

  /** Decided once, as all copies of a plan have to agree. */
  private lazy val columns =
    if (table.format.readsColumns(read)) Scan.ColumnarSupportMode.SUPPORTED
    else Scan.ColumnarSupportMode.UNSUPPORTED

  override def columnarSupportMode(): Scan.ColumnarSupportMode = columns

  override def description(): String = described

  /** Spark asks for it each time that it shows a copy of the plan. */
  private lazy val described =
    Explanation.text(explained(planned)) +
      (if (isSliced) s", in ${options.slices} slices for each partition" else "")

  private def explained(reads: TableReads) =
    Explanation.of(table, options.copy(dimension = dimension), reads)

  override def estimateStatistics(): Statistics = new Statistics {
    override def sizeInBytes(): OptionalLong = OptionalLong.of(
      (planned.bytes.toDouble * session.sessionState.conf.fileCompressionFactor /
        table.schema.defaultSize * read.defaultSize).toLong
    )

    override def numRows(): OptionalLong =
      if (planned.whole.isEmpty) OptionalLong.of(planned.rows) else OptionalLong.empty
  }

  override def outputPartitioning(): Partitioning = partition match {
    case Some(one) =>
      val partitions = planned.extents.map(one.key).distinct.size * options.slices
      new KeyGroupedPartitioning(Array(one.transform), partitions)
    case None => new UnknownPartitioning(0)
  }

  override def outputOrdering(): Array[SortOrder] =
    partition.flatMap(_.order(table, planned)).toArray

  override def filterAttributes(): Array[NamedReference] = {
    val present = read.fieldNames.toSet
    table.keyColumns
      .map(column => table.format.path(column.name))
      .filter(path => present.contains(path.head) && path.size == 1)
      .map(path => Expressions.column(quoted(path.head)))
      .toArray
  }

  override def filter(predicates: Array[Predicate]): Unit = {
    val narrowed = table.notices.guard.get(
      TridentScanBuilder.Unfiltered,
      () => filter.and(filters.of(predicates.toSeq)),
      () => filter
    )
    // also if that is nothing: what an earlier call took away may be wanted now
    filtered =
      Option.when(narrowed != filter)(narrowed).flatMap(plan(_, dimension)).flatMap { reads =>
        if (partition.isEmpty) Some(reads)
        else if (dimension.forall(reads.isPartitionedBy)) Some(planned.within(reads))
        else None // never less than what partitions of another dimension have
      }
  }

  override def planInputPartitions(): Array[InputPartition] = {
    val reads = filtered.getOrElse(planned)
    val parts = table.format.parts
    partition match {
      case Some(one) if options.slices > 1 =>
        ReadPartitions.bySlice(reads.extents, options.slices, one.key)
      case Some(one) => ReadPartitions.byExtent(session, reads.extents, parts, one.key)
      case None      => ReadPartitions.bySize(session, reads, parts)
    }
  }

  override def createReaderFactory(): PartitionReaderFactory = readers

  /** Made once: it broadcasts Hadoop's configuration, and each copy of a plan asks for it. */
  private lazy val readers: PartitionReaderFactory =
    partition.fold(unsliced) { one =>
      val reader = dimension.filter(_ => options.slices > 1).fold(unsliced)(sliced)
      if (one.isExact && planned.isAsWritten) reader
      else new CheckedReaderFactory(reader, one.ordinals, one.function, table.name())
    }

  private def unsliced = factory(Map.empty)

  private def sliced(dimension: Int) = {
    val spec = TableSpecJson.write(table.layout.spec)
    val together = math.min(options.slices, math.max(1, session.sparkContext.defaultParallelism))
    new SlicedReaderFactory(
      factory(SlicedFile.settings(spec)),
      SlicedFile.digest(spec),
      dimension,
      options.slices,
      together
    )
  }

  private def factory(settings: Map[String, String]) = {
    val buckets =
      Buckets(table.bucketBytes, planned.dimensions.values.map(table.dimensions(_)).toSet)
    table.format.readerFactory(table.shared.readers(session), read, pushed, buckets, settings)
  }

  override def supportedCustomMetrics(): Array[CustomMetric] = ScanMetrics.all

  /** Spark asks for them once, when the scan is executed; so it is reported then. */
  override def reportDriverMetrics(): Array[CustomTaskMetric] = {
    val reads = filtered.getOrElse(planned)
    table.notices.guard
      .run(Unreported, () => ScanReporting.post(session.sparkContext, explained(reads)))
    ScanMetrics.of(reads)
  }

  private def identity = (table, options, read, filter, pushed)

  override def equals(other: Any): Boolean = other match {
    case that: TridentScan => identity == that.identity
    case _                 => false
  }

  override def hashCode(): Int = identity.hashCode
}

private[layout] object TridentScan {
  private final val Unplanned =
    "Logically replicated tables are read from their visible files, all rows"
  private final val Unreported = "Scans of logically replicated tables are not reported"

  /** Most intervals of a filter. */
  final val MaxIntervals = 256
  private final val MaxNamed = 5

  private def quoted(name: String) = "`" + name.replace("`", "``") + "`"
}
