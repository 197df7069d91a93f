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

import scala.jdk.CollectionConverters._
import scala.xml.{Node, NodeSeq}

import io.trident.core.layout.selection.ScanReport
import jakarta.servlet.http.HttpServletRequest
import org.apache.spark.ui.UIUtils
import org.apache.spark.util.Utils

/** Scans of logically replicated tables, one row each. */
private[trident] object ScanTable {
  private val Columns: Seq[(String, Option[String])] = Seq(
    "Query" -> Some("The query of Spark SQL that the scan is of"),
    "Table" -> None,
    "Dimension" -> Some(
      "By which of its columns the table is read; several, if super-extents differ, with the number" +
        " of super-extents"
    ),
    "Super-extents" -> Some("Read, of all"),
    "Extents" -> Some("Read, of those of one dimension"),
    "Bytes" -> Some("Read, of those of one dimension"),
    "Because" -> Some(
      "Why this dimension: the option or join that wants it, or what each would cost"
    )
  )

  def of(request: HttpServletRequest, basePath: String, scans: Seq[ScanReport]): Seq[Node] =
    if (scans.isEmpty) NodeSeq.Empty
    else {
      val base = UIUtils.prependBaseUri(request, basePath)
      Fragments.table("trident-scans", "Scans of Logically Replicated Tables", Columns, scans)(
        row(base, _)
      )
    }

  private def row(base: String, scan: ScanReport): Seq[Node] =
    <tr>
      <td sorttable_customkey={scan.execution.toString}>{query(base, scan.execution)}</td>
      <td>{scan.table}</td>
      <td title={scan.dimensions.asScala.map(_.column).mkString(", ")}>{scan.dimensionsRead}</td>
      <td sorttable_customkey={scan.superExtents.toString}>
        {s"${scan.superExtents}/${scan.allSuperExtents}"}
      </td>
      <td sorttable_customkey={scan.extents.toString}>
        {s"${scan.extents}/${scan.allExtents}"}
      </td>
      <td sorttable_customkey={scan.bytes.toString}>
        {s"${Utils.bytesToString(scan.bytes)} / ${Utils.bytesToString(scan.allBytes)}"}
      </td>
      <td>{scan.reason}{wholeFiles(scan)}</td>
    </tr>

  private def query(base: String, execution: Long): Seq[Node] =
    if (execution < 0) NodeSeq.Empty
    else <a href={s"$base/SQL/execution/?id=$execution"}>{execution}</a>

  private def wholeFiles(scan: ScanReport): String =
    if (scan.wholeFiles == 0) ""
    else s"; ${scan.wholeFiles} files are read wholly, without a usable manifest"
}
