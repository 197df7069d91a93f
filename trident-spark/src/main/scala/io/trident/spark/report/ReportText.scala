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
package io.trident.spark.report

import java.util.Locale

import scala.jdk.CollectionConverters._

import io.trident.core.model.ReadSource
import io.trident.core.report.{StageReport, StockReason}

/** How pages put a report. */
object ReportText {

  /** The sources of a report that have tasks, best first, with how many. */
  def sources(report: StageReport): Seq[(ReadSource, Int)] =
    ReadSource.values.toSeq.map(one => one -> report.count(one)).filter(_._2 > 0)

  /** A cost, or a sum of costs. */
  def cost(value: Double): String = String.format(Locale.ROOT, "%.1f", Double.box(value))

  /** A time. */
  def millis(nanos: Long): String = {
    val ms = nanos / 1e6
    if (ms < 1000) String.format(Locale.ROOT, "%.1f ms", Double.box(ms))
    else String.format(Locale.ROOT, "%.1f s", Double.box(ms / 1000))
  }

  /** How many of the planned tasks are at the optimum; nothing without planned tasks. */
  def share(report: StageReport): String =
    if (report.planned == 0) ""
    else if (report.atOptimum == report.planned) "100%"
    else {
      // Rounded down: 100% is printed for all only.
      val percent = math.floor(1000.0 * report.atOptimum / report.planned) / 10
      String.format(Locale.ROOT, "%.1f%%", Double.box(percent))
    }

  /** Why the stage was scheduled without tiers; empty if it was not. */
  def withoutTiers(report: StageReport): String = {
    val why = report.withoutTiers.asScala.map(StockReason.sentenceOf).mkString("; ")
    if (why.isEmpty || report.planned == 0) why else s"at first: $why"
  }
}
