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

import scala.xml.{Node, NodeSeq}

import io.trident.core.report.StageReport
import io.trident.spark.report.ReportText
import jakarta.servlet.http.HttpServletRequest
import org.apache.spark.ui.{UIUtils, WebUIPage}

/** All stages, one row each, and all scans of replicated tables. */
private[trident] final class AllStagesPage(tab: TridentTab) extends WebUIPage("") {
  import AllStagesPage._

  override def render(request: HttpServletRequest): Seq[Node] = {
    val content = tab.content(stages(request))
    UIUtils.headerSparkPage(request, "Task placement by storage tier", content, tab)
  }

  private def stages(request: HttpServletRequest): Seq[Node] = {
    val active = tab.store.active
    val completed = tab.store.completed
    val all = active ++ completed
    val stages =
      if (all.isEmpty) nothing
      else
        summary(all) ++ table(request, "Active", active) ++ table(request, "Completed", completed)
    stages ++ ScanTable.of(request, tab.basePath, tab.store.scans)
  }

  private def nothing: Seq[Node] =
    <p>
      No stage that reads HDFS has been scheduled yet. Each appears here with its first tasks.
    </p>

  private def summary(reports: Seq[StageReport]): Seq[Node] = {
    val placed = reports.filter(_.planned > 0)
    val planned = placed.iterator.map(_.planned).sum
    val best = placed.iterator.map(_.atOptimum).sum
    val withOptimum = placed.filter(_.optimum != null)
    val lost = reports.iterator.map(_.lost).max
    <div>
      <ul class="list-unstyled">
        <li><strong>Policy: </strong>{reports.map(_.policy).distinct.mkString(", ")}</li>
        <li>
          <strong>Tasks placed by it: </strong>{planned} of {reports.iterator.map(_.launched).sum}
        </li>
        <li>
          <strong>At the optimum: </strong>{best} of {planned}
        </li>
        <li>
          <strong>Cost: </strong>{ReportText.cost(placed.iterator.map(_.cost).sum)}
          {
      if (withOptimum.isEmpty) NodeSeq.Empty
      else
        <xml:group>(optimum {
          ReportText.cost(withOptimum.iterator.map(_.optimum.doubleValue).sum)
        })</xml:group>
    }
        </li>
        <li>
          <strong>Scheduling time: </strong>{
      ReportText.millis(reports.iterator.map(_.nanos).sum)
    } in {reports.iterator.map(_.rounds).sum} rounds, the longest {
      ReportText.millis(reports.iterator.map(_.longestNanos).max)
    }
        </li>
        {if (lost > 0) lossWarning(lost) else NodeSeq.Empty}
      </ul>
    </div>
  }

  private def lossWarning(lost: Long): Seq[Node] =
    <li class="text-danger">
      {lost} observations came faster than they could be counted: the numbers below are too low.
    </li>

  private def table(
      request: HttpServletRequest,
      kind: String,
      reports: Seq[StageReport]
  ): Seq[Node] =
    if (reports.isEmpty) NodeSeq.Empty
    else {
      val id = s"trident-${kind.toLowerCase(java.util.Locale.ROOT)}"
      Fragments.table(id, s"$kind Stages", Columns, reports)(row(request, _))
    }

  private def row(request: HttpServletRequest, one: StageReport): Seq[Node] = {
    val base = UIUtils.prependBaseUri(request, tab.basePath)
    val query = s"?id=${one.stage}&attempt=${one.attempt}"
    <tr>
      <td sorttable_customkey={(one.stage + one.attempt / 1e3).toString}>{one.id}</td>
      <td><a href={s"$base/trident/stage/$query"} class="name-link">{one.name}</a></td>
      <td sorttable_customkey={one.launched.toString}>{s"${one.launched}/${one.tasks}"}</td>
      <td sorttable_customkey={leastLocal(one).toString}>
        {Fragments.bar(one)}
        <span class="small">{Fragments.words(one)}</span>
      </td>
      <td sorttable_customkey={one.cost.toString}>
        {Fragments.ifPlanned(one)(ReportText.cost(one.cost))}
      </td>
      <td sorttable_customkey={Option(one.optimum).fold("-1")(_.toString)}>
        {Fragments.optimum(one)}
      </td>
      <td>{Fragments.ifPlanned(one)(ReportText.share(one))}</td>
      <td>{one.held}</td>
      <td>{one.rounds}</td>
      <td sorttable_customkey={one.nanos.toString}>
        {Fragments.ifPlanned(one)(ReportText.millis(one.nanos))}
      </td>
      <td>{ReportText.withoutTiers(one)}</td>
    </tr>
  }

  private def leastLocal(one: StageReport): Double = {
    val sum = ReportText.sources(one).map { case (source, count) => source.ordinal * count }.sum
    sum.toDouble / math.max(1, one.launched)
  }
}

private object AllStagesPage {
  private val Columns: Seq[(String, Option[String])] = Seq(
    "Stage Id" -> None,
    "Description" -> None,
    "Tasks: Launched/Total" -> Some("Launched are speculative copies and retries, too"),
    "Read From" -> Some(
      "Where tasks run beside their input: process to provided are on the task's own node, rack and" +
        " remote are other nodes; unknown is without known replicas or without tiers"
    ),
    "Cost" -> Some("Sum of the assignment costs (Equation 1) of the tasks that the policy placed"),
    "Optimum" -> Some("The least that this sum could have been on the slots that were on offer"),
    "At Optimum" -> Some("Tasks placed by a round whose sum of costs was the least"),
    "Held" -> Some("Tasks that were held back for a better slot at some time"),
    "Rounds" -> Some("How many times tasks were matched with the slots on offer"),
    "Scheduling Time" -> Some("Driver time that placing the tasks took, in all rounds"),
    "Without Tiers" -> Some("Why Spark's own preferred locations were used")
  )
}
