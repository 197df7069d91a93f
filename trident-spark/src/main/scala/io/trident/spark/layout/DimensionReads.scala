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

import io.trident.core.layout.{Bucket, DataExtent}
import io.trident.core.layout.manifest.Manifest
import io.trident.core.layout.selection.{
  ColumnFilter,
  DimensionChoice,
  RangeCost,
  Selection,
  TierCost
}
import io.trident.core.model.StorageTier
import java.util.{Optional, List => JList}
import org.apache.hadoop.fs.LocatedFileStatus
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

/** Chooses for each super-extent the dimension that it is read in: the one that costs least, of
  * those whose files are as the manifest has them. If there is none, its visible files are read
  * wholly.
  *
  * Tiers are asked for only if they decide: if a dimension other than the best would be better on
  * the fastest tier.
  *
  * @param tiers
  *   finds the tiers of files, as far as they are known
  * @param cost
  *   of a range
  * @param readsWhole
  *   whether extents are read wholly, as their format has it
  */
private[layout] final class DimensionReads(
    table: LayoutTable,
    tiers: Seq[String] => Map[String, StorageTier],
    cost: TierCost,
    readsWhole: Boolean
) {

  /** Returns what is read, and which super-extents cannot be used.
    *
    * @param only
    *   the dimension that is wanted; others are read of super-extents in which it is damaged
    */
  def of(filters: Seq[ColumnFilter], only: Option[Int]): (TableReads, Seq[Long]) = {
    val javaFilters: JList[ColumnFilter] = filters.asJava
    val untiered: RangeCost = (_, bytes) => cost.seconds(Optional.empty(), bytes)
    val first = table.superExtents.map { manifest =>
      manifest -> DimensionChoice.ranked(manifest, javaFilters, untiered).asScala.toSeq
    }
    val undecided = first.map { case (manifest, all) =>
      manifest -> all.filter(one => cost.leastSeconds(one) < all.head.cost)
    }
    val known = if (only.isDefined) Map.empty[String, StorageTier] else tiersOf(undecided)
    val ranked = first.map { case (manifest, selections) =>
      if (known.isEmpty) manifest -> selections
      else {
        val tiered: RangeCost = (extent, bytes) =>
          cost.seconds(known.get(table.path(manifest.superExtent, extent)).toJava, bytes)
        manifest -> DimensionChoice.ranked(manifest, javaFilters, tiered).asScala.toSeq
      }
    }
    assemble(ranked.map { case (manifest, selections) =>
      manifest -> selections.sortBy(one => !only.contains(one.dimension)) // stable
    })
  }

  private def tiersOf(undecided: Seq[(Manifest, Seq[Selection])]): Map[String, StorageTier] = {
    val files = for {
      (manifest, candidates) <- undecided
      if candidates.size > 1
      selection <- candidates
      extent <- extentsOf(selection)
    } yield table.path(manifest.superExtent, extent)
    tiers(files.distinct)
  }

  /** @param ranked
    *   the super-extents, and their dimensions from the one that is wanted most
    */
  private def assemble(ranked: Seq[(Manifest, Seq[Selection])]): (TableReads, Seq[Long]) = {
    table.list(ranked.flatMap { case (manifest, selections) =>
      selections.headOption
        .filterNot(_.buckets.isEmpty)
        .map(manifest.superExtent -> _.dimension)
    })
    val chosen = ranked.map { case (manifest, selections) =>
      (manifest, selections, choose(manifest, selections))
    }
    val unusable = chosen.collect { case (manifest, _, None) => manifest.superExtent }
    val reads = for {
      (manifest, _, Some(selection)) <- chosen
      read <- readsOf(manifest, selection)
    } yield read
    val whole = table.visibleBut(
      chosen.collect { case (manifest, _, Some(_)) => manifest.superExtent }.toSet
    )
    val rows = chosen.collect { case (manifest, _, Some(selection)) =>
      selection.buckets.asScala.map(bucket => entry(manifest, bucket).rows).sum
    }.sum
    val dimensions = chosen.collect {
      case (manifest, _, Some(selection)) if !selection.buckets.isEmpty =>
        manifest.superExtent -> selection.dimension
    }.toMap
    val cost = chosen.flatMap(_._3).map(_.cost).sum
    val seconds = chosen
      .flatMap(_._2.map(one => one.dimension -> one.cost))
      .groupMapReduce(_._1)(_._2)(_ + _)
    (TableReads(reads, whole, rows, dimensions, cost, seconds), unusable)
  }

  /** The first that can be read; one whose blocks are lost is read only if there is no other. */
  private def choose(manifest: Manifest, ranked: Seq[Selection]): Option[Selection] = {
    val intact = LazyList.from(ranked).filter(isIntact(manifest, _))
    intact
      .find(selection => files(manifest, selection).forall(DimensionReads.hasReplicas))
      .orElse(intact.headOption)
  }

  private def isIntact(manifest: Manifest, selection: Selection): Boolean = {
    lazy val present = table.files(manifest.superExtent, selection.dimension)
    extentsOf(selection).forall { extent =>
      present.get(extent.extent).exists(_.getLen == manifest.entry(extent).stored.length)
    }
  }

  private def files(manifest: Manifest, selection: Selection): Seq[LocatedFileStatus] = {
    lazy val present = table.files(manifest.superExtent, selection.dimension)
    extentsOf(selection).map(extent => present(extent.extent))
  }

  private def readsOf(manifest: Manifest, selection: Selection): Seq[ExtentRead] = {
    lazy val present = table.files(manifest.superExtent, selection.dimension)
    val buckets = selection.buckets.asScala.toSeq.groupBy(_.in)
    extentsOf(selection).map { extent =>
      val file = present(extent.extent)
      val ranges =
        if (readsWhole) Seq(ByteRange(0, file.getLen))
        else
          buckets(extent).map(entry(manifest, _)).foldLeft(Seq.empty[ByteRange]) {
            case (before :+ last, next) if last.end == next.offset =>
              before :+ last.copy(length = last.length + next.length)
            case (before, next) => before :+ ByteRange(next.offset, next.length)
          }
      ExtentRead(manifest.superExtent, extent, manifest.geometry.extents, file, ranges)
    }
  }

  private def extentsOf(selection: Selection): Seq[DataExtent] =
    selection.buckets.asScala.toSeq.map(_.in).distinct

  private def entry(manifest: Manifest, bucket: Bucket) =
    manifest.entry(bucket.in).buckets.get(bucket.bucket)
}

private[layout] object DimensionReads {

  /** Whether each block has a replica somewhere. */
  private def hasReplicas(file: LocatedFileStatus): Boolean =
    file.getBlockLocations.forall(block => block.getHosts.nonEmpty && !block.isCorrupt)
}
