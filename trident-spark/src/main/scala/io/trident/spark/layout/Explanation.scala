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

import java.util.Locale

/** What a scan reads and why, as `EXPLAIN` shows it. */
private[layout] object Explanation {
  private final val Megabyte = 1e6

  def of(table: TridentTable, options: ReadOptions, reads: TableReads): String = {
    val chosen = reads.dimensions.values.groupMapReduce(identity)(_ => 1)(_ + _).toSeq.sorted
    val names = chosen match {
      case Seq()       => "none"
      case Seq((d, _)) => table.dimensions(d)
      case several => several.map { case (d, n) => s"${table.dimensions(d)} ($n)" }.mkString("+")
    }
    val all = table.layout.superExtents
    val extents = all.map(_.geometry.extents).sum
    val bytes = table.bytes + reads.whole.map(_.getLen).sum
    val whole = if (reads.whole.isEmpty) "" else s", whole files ${reads.whole.size}"
    s"trident dimension=$names of ${table.dimensions.mkString(",")}," +
      s" super-extents ${reads.dimensions.size} of ${all.size}," +
      s" extents ${reads.extents.size} of $extents," +
      s" bytes ${megabytes(reads.bytes)} of ${megabytes(bytes)} MB$whole," +
      s" because ${reason(table, options, reads)}"
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

  private def megabytes(bytes: Long): String = format(bytes / Megabyte)

  private def format(number: Double): String = "%.3f".formatLocal(Locale.ROOT, number)
}
