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
package org.apache.spark.ui.trident

import scala.xml.Node

import io.trident.core.model.ReadSource
import io.trident.core.report.StageReport
import io.trident.spark.report.ReportText
import org.apache.spark.ui.UIUtils

/** What pages are made of. */
private[trident] object Fragments {
  private val Dash = "\u2013"

  /** A table that can be collapsed.
    *
    * @param columns
    *   their headers, with what is shown as the pointer rests on them
    */
  def table[A](id: String, title: String, columns: Seq[(String, Option[String])], rows: Seq[A])(
      row: A => Seq[Node]
  ): Seq[Node] =
    <div>
      <span class="collapse-table" data-bs-toggle="collapse" data-bs-target={s"#$id"}
            aria-expanded="true" aria-controls={id} data-collapse-name={s"collapse-$id"}>
        <h4>
          <span class="collapse-table-arrow arrow-open"></span>
          <a>{title} ({rows.size})</a>
        </h4>
      </span>
      <div class="collapsible-table collapse show" id={id}>
        {
      UIUtils.listingTable[A](
        columns.map(_._1),
        row,
        rows,
        id = Some(s"$id-table"),
        tooltipHeaders = columns.map(_._2)
      )
    }
      </div>
    </div>

  /** Where the tasks of a report read, as a bar. */
  def bar(report: StageReport): Seq[Node] = {
    val launched = math.max(1, report.launched)
    <div class="progress-stacked" style="min-width: 160px;" title={words(report)}>
      {
      ReportText.sources(report).map { case (source, count) =>
        <div class="progress" role="progressbar" aria-label={source.label}
             aria-valuenow={(100L * count / launched).toString} aria-valuemin="0"
             aria-valuemax="100" style={s"width: ${100.0 * count / launched}%"}>
          <div class="progress-bar" style={s"background: ${colour(source)};"}></div>
        </div>
      }
    }
    </div>
  }

  /** Where the tasks of a report read, in words. */
  def words(report: StageReport): String =
    ReportText
      .sources(report)
      .map { case (source, count) => s"${source.label} $count" }
      .mkString(", ")

  /** A source with its colour. */
  def source(label: String): Seq[Node] = {
    val known = ReadSource.values.find(_.label == label).getOrElse(ReadSource.UNKNOWN)
    <span class="text-nowrap">
      <span class="d-inline-block rounded-1" aria-hidden="true"
            style={s"width: .7em; height: .7em; background: ${colour(known)};"}></span>
      {label}
    </span>
  }

  /** The optimum of a report, or a dash. */
  def optimum(report: StageReport): String =
    Option(report.optimum).fold(Dash)(value => ReportText.cost(value))

  /** What is nothing without planned tasks. */
  def ifPlanned(report: StageReport)(text: => String): String =
    if (report.planned == 0) Dash else text

  private def colour(source: ReadSource): String = source match {
    case ReadSource.PROCESS  => "#0b6e5f"
    case ReadSource.MEMORY   => "#0f9d8a"
    case ReadSource.NVDIMM   => "#4fb8a9"
    case ReadSource.SSD      => "#3b82f6"
    case ReadSource.DISK     => "#f0a030"
    case ReadSource.ARCHIVE  => "#b97a1c"
    case ReadSource.PROVIDED => "#8a5a12"
    case ReadSource.RACK     => "#9a7fd1"
    case ReadSource.REMOTE   => "#e05d6f"
    case ReadSource.UNKNOWN  => "#9aa3ad"
  }
}
