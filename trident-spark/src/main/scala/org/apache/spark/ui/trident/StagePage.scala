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

import io.trident.core.report.{StageReport, TaskReport}
import io.trident.spark.report.ReportText
import jakarta.servlet.http.HttpServletRequest
import org.apache.spark.ui.{UIUtils, WebUIPage}

/** One stage: its tasks, and why each ran where it did. */
private[trident] final class StagePage(tab: TridentTab) extends WebUIPage("stage") {
  import StagePage._

  override def render(request: HttpServletRequest): Seq[Node] = {
    val stage = number(request, "id", None)
    val attempt = number(request, "attempt", Some(0))
    val content = tab.content((stage, attempt) match {
      case (Some(id), Some(number)) =>
        tab.store.of(id, number).fold(unknown(id, number))(known(request, _))
      case _ => <p>Which stage? Give its number: <code>?id=0&amp;attempt=0</code>.</p>
    })
    val title = (stage.toSeq ++ attempt.filter(_ > 0)).mkString("Task placement of stage ", ".", "")
    UIUtils.headerSparkPage(request, title, content, tab)
  }

  private def unknown(stage: Int, attempt: Int): Seq[Node] =
    <p>
      Nothing is known of stage {stage} (attempt {
      attempt
    }): it reads nothing that has tiers, has not
      started, never needed to run, or was so long ago that it is no longer kept
      (<code>spark.ui.retainedStages</code>).
    </p>

  private def known(request: HttpServletRequest, one: StageReport): Seq[Node] = {
    val base = UIUtils.prependBaseUri(request, tab.basePath)
    val why = ReportText.withoutTiers(one)
    <div>
      <ul class="list-unstyled">
        <li>
          <strong>Stage: </strong>
          <a href={s"$base/stages/stage/?id=${one.stage}&attempt=${one.attempt}"}>{one.name}</a>
        </li>
        <li>
          <strong>Tasks: </strong>{one.launched} launched: {one.planned} placed by the {
      one.policy
    } policy, {one.stock} by Spark, {one.speculative} speculative copies
        </li>
        <li><strong>Read from: </strong>{sources(one)}</li>
        {
      if (one.planned == 0) NodeSeq.Empty
      else
        <li>
          <strong>Cost: </strong>{ReportText.cost(one.cost)} (optimum {
          Fragments.optimum(one)
        }); {ReportText.share(one)} of the tasks were placed at the optimum
        </li>
        <li>
          <strong>Scheduling time: </strong>{ReportText.millis(one.nanos)} in {
          one.rounds
        } rounds, the longest {ReportText.millis(one.longestNanos)}
        </li>
        <li><strong>Held back: </strong>{one.held} tasks</li>
    }
        {
      Option(one.prefetch).fold(NodeSeq.Empty)(prefetch =>
        <li><strong>Prefetched: </strong>{prefetch.line}</li>
      )
    }
        {
      if (why.isEmpty) NodeSeq.Empty
      else <li><strong>Without tiers: </strong>{why}</li>
    }
      </ul>
    </div> ++ tasks(one)
  }

  private def sources(one: StageReport): Seq[Node] =
    ReportText.sources(one).flatMap { case (source, count) =>
      <span class="me-3">{Fragments.source(source.label)} {count}</span>
    }

  private def tasks(one: StageReport): Seq[Node] =
    if (one.details.isEmpty) NodeSeq.Empty
    else {
      <div>
        <h4>Tasks ({one.details.size})</h4>
        {if (one.leftOut == 0) NodeSeq.Empty else leftOut(one)}
        {
        UIUtils.listingTable[TaskReport](
          Columns.map(_._1),
          row,
          one.details.asScala,
          id = Some("trident-tasks-table"),
          tooltipHeaders = Columns.map(_._2)
        )
      }
      </div>
    }

  private def leftOut(one: StageReport): Seq[Node] =
    <p>
      {one.leftOut} more are not listed. Tasks that could have been cheaper, or that waited, come
      first; <code>spark.scheduler.trident.report.tasks</code> limits how many are listed.
    </p>

  private def row(task: TaskReport): Seq[Node] =
    <tr>
      <td>{task.index}</td>
      <td>{task.id}</td>
      <td>{task.executor}</td>
      <td>{task.host}</td>
      <td>{Fragments.source(task.source)}</td>
      <td>{ReportText.cost(task.cost)}</td>
      <td>{ReportText.cost(task.bestCost)}</td>
      <td>{task.because}</td>
    </tr>
}

private object StagePage {
  private val Columns: Seq[(String, Option[String])] = Seq(
    "Index" -> Some("Index of the task in its stage"),
    "Task ID" -> None,
    "Executor ID" -> None,
    "Host" -> None,
    "Read From" -> Some("Where most of its input is, seen from its node"),
    "Cost" -> Some("Assignment cost by Equation 1: 0 is the executor's own memory"),
    "Best" -> Some("The least that it would have cost on any slot on offer"),
    "Why" -> Some("Why it ran there")
  )

  private def number(request: HttpServletRequest, name: String, without: Option[Int]): Option[Int] =
    Option(request.getParameter(name)).fold(without)(_.toIntOption.filter(_ >= 0))
}
