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

import io.trident.core.layout.selection.ScanReport
import java.util.Locale
import scala.jdk.CollectionConverters._

/** What a scan reads and why: as a report, and as `EXPLAIN` shows it. */
private[layout] object Explanation {
  private final val Megabyte = 1e6

  /** Returns the report of a scan, of no query yet. */
  def of(table: TridentTable, options: ReadOptions, reads: TableReads): ScanReport = {
    val read = reads.dimensions.values.groupMapReduce(identity)(_ => 1)(_ + _)
    val dimensions = table.dimensions.zipWithIndex.map { case (column, d) =>
      new ScanReport.Dimension(
        column,
        read.getOrElse(d, 0),
        reads.seconds.get(d).map(Double.box).orNull
      )
    }
    val all = table.layout.superExtents
    new ScanReport(
      -1,
      table.layout.root.toString,
      dimensions.asJava,
      reads.dimensions.size,
      all.size,
      reads.extents.size,
      all.map(_.geometry.extents).sum,
      reads.bytes,
      table.bytes + reads.whole.map(_.getLen).sum,
      reads.whole.size,
      reason(table, options, reads) + excluded(reads)
    )
  }

  def text(scan: ScanReport): String = {
    val whole = if (scan.wholeFiles == 0) "" else s", whole files ${scan.wholeFiles}"
    s"trident dimension=${scan.dimensionsRead}" +
      s" of ${scan.dimensions.asScala.map(_.column).mkString(",")}," +
      s" super-extents ${scan.superExtents} of ${scan.allSuperExtents}," +
      s" extents ${scan.extents} of ${scan.allExtents}," +
      s" bytes ${megabytes(scan.bytes)} of ${megabytes(scan.allBytes)} MB$whole," +
      s" because ${scan.reason}"
  }

  private def reason(table: TridentTable, options: ReadOptions, reads: TableReads): String =
    options.dimension match {
      case Some(d) if options.preferred.contains(d) =>
        s"a join by ${table.dimensions(d)} needs no shuffle"
      case Some(d) => s"the option ${ReadOptions.Dimension} is ${table.dimensions(d)}"
      case None if reads.seconds.isEmpty => "no manifest can be used"
      case None                          =>
        reads.seconds.toSeq.sorted
          .map { case (d, seconds) => s"${table.dimensions(d)} ${format(seconds)} s" }
          .mkString("the costs are ", ", ", "")
    }

  private def excluded(reads: TableReads): String =
    if (reads.excluded == 0) ""
    else s"; bounds of other columns exclude ${reads.excluded} super-extents"

  private def megabytes(bytes: Long): String = format(bytes / Megabyte)

  private def format(number: Double): String = "%.3f".formatLocal(Locale.ROOT, number)
}
