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
import io.trident.core.layout.manifest.Manifest
import io.trident.core.layout.selection.{
  Candidates,
  ColumnFilter,
  DimensionChoice,
  ExtentId,
  Selection,
  TableChoice,
  TierCost
}
import io.trident.core.model.StorageTier
import io.trident.storage.WrittenFiles
import io.trident.storage.WrittenFiles.Answer
import java.util.{Map => JMap, OptionalInt, Set => JSet}
import java.util.concurrent.ConcurrentHashMap
import org.apache.hadoop.fs.LocatedFileStatus
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

/** Chooses for each super-extent the dimension that it is read in: the one that costs least, of
  * those whose files are as the manifest has them. If there is none, its visible files are read
  * wholly.
  *
  * @param tiers
  *   finds the tiers of files, as far as they are known
  * @param cost
  *   of a range
  * @param readsWhole
  *   whether extents are read wholly, as their format has it
  * @param written
  *   tells whether files are those that were written
  */
private[layout] final class DimensionReads(
    table: LayoutTable,
    tiers: Seq[String] => Map[String, StorageTier],
    cost: TierCost,
    readsWhole: Boolean,
    written: WrittenFiles
) {

  private val known =
    new ConcurrentHashMap[(Seq[ColumnFilter], Option[Int]), (TableReads, Seq[Long])]

  /** Returns what is read, and which super-extents cannot be used. The same for the same arguments,
    * as scans of one table in other dimensions are compared.
    *
    * @param only
    *   the dimension that is wanted; others are read of super-extents in which it is damaged
    */
  def of(filters: Seq[ColumnFilter], only: Option[Int]): (TableReads, Seq[Long]) =
    known.computeIfAbsent((filters, only), _ => planned(filters, only))

  private def planned(filters: Seq[ColumnFilter], only: Option[Int]): (TableReads, Seq[Long]) = {
    val wanted = only.fold(OptionalInt.empty)(OptionalInt.of)
    val manifests = table.superExtents.asJava
    val (reads, unusable) = assemble(
      TableChoice.ranked(manifests, filters.asJava, wanted, cost, tiersOf(_)).asScala.toSeq
    )
    val excluded = table.superExtents.count(DimensionChoice.isExcluded(_, filters.asJava))
    (reads.copy(excluded = excluded), unusable)
  }

  private def tiersOf(extents: JSet[ExtentId]): JMap[ExtentId, StorageTier] = {
    val files = extents.asScala.toSeq
      .sortBy(id => (id.superExtent, id.extent.dimension, id.extent.extent))
      .map(id => id -> table.path(id.superExtent, id.extent))
    val known = tiers(files.map(_._2))
    files.flatMap { case (id, file) => known.get(file).map(id -> _) }.toMap.asJava
  }

  private def assemble(ranked: Seq[Candidates]): (TableReads, Seq[Long]) = {
    table.list(for {
      one <- ranked
      selection <- one.selections.asScala.headOption
      if !selection.buckets.isEmpty
    } yield one.manifest.superExtent -> selection.dimension)
    val chosen = ranked.map(one => one.manifest -> choose(one))
    val unusable = chosen.collect { case (manifest, None) => manifest.superExtent }
    val selected = chosen.collect { case (manifest, Some(selection)) => manifest -> selection }
    val reads = selected.flatMap { case (manifest, selection) => readsOf(manifest, selection) }
    val whole = table.visibleBut(selected.map(_._1.superExtent).toSet)
    val rows = selected.map { case (manifest, selection) =>
      selection.buckets.asScala.map(one => manifest.entry(one.in).rows(one.bucket)).sum
    }.sum
    val dimensions = selected.collect {
      case (manifest, selection) if !selection.buckets.isEmpty =>
        manifest.superExtent -> selection.dimension
    }.toMap
    val seconds = ranked
      .flatMap(_.selections.asScala.map(one => one.dimension -> one.cost))
      .groupMapReduce(_._1)(_._2)(_ + _)
    (TableReads(reads, whole, rows, dimensions, selected.map(_._2.cost).sum, 0, seconds), unusable)
  }

  private def choose(candidates: Candidates): Option[Selection] = {
    val manifest = candidates.manifest
    def file(extent: DataExtent) =
      table.files(manifest.superExtent, extent.dimension).get(extent.extent)
    candidates
      .first(
        extent =>
          file(extent).exists { found =>
            val stored = manifest.entry(extent).stored
            found.getLen == stored.length && written.compare(found, stored) != Answer.OTHER
          },
        extent => file(extent).exists(DimensionReads.hasReplicas)
      )
      .toScala
  }

  private def readsOf(manifest: Manifest, selection: Selection): Seq[ExtentRead] = {
    lazy val present = table.files(manifest.superExtent, selection.dimension)
    val buckets = selection.buckets.asScala.toSeq.groupBy(_.in)
    selection.extents.asScala.toSeq.map { extent =>
      val file = present(extent.extent)
      val ranges =
        if (readsWhole) Seq(ByteRange(0, file.getLen))
        else {
          val entry = manifest.entry(extent)
          buckets(extent).map(one => ByteRange(entry.offset(one.bucket), entry.length(one.bucket)))
        }
      val isAsWritten = written.compare(file, manifest.entry(extent).stored) == Answer.SAME
      val read = ExtentRead(
        manifest.superExtent,
        extent,
        manifest.geometry.extents,
        file,
        ranges,
        isAsWritten
      )
      read.copy(ranges = read.joined(0))
    }
  }
}

private[layout] object DimensionReads {

  /** Whether each block has a replica somewhere. */
  def hasReplicas(file: LocatedFileStatus): Boolean =
    file.getBlockLocations.forall(block => block.getHosts.nonEmpty && !block.isCorrupt)
}
