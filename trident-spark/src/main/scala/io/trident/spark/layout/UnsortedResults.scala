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

import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.trees.TreeNodeTag
import org.apache.spark.sql.execution.{FilterExec, ProjectExec, SparkPlan}
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.joins.BaseJoinExec

/** Notes what a query's rows come from if they are not to be sorted, not even within partitions.
  *
  * Spark takes a sort away where rows are in its order without, and then nothing shows any more
  * that partitions have to stay as they are. So this looks before Spark does; it is applied by
  * adaptive execution only, and to each plan that this makes of a query anew.
  */
private[layout] final class UnsortedResults(notices: Notices) extends Rule[SparkPlan] {
  import UnsortedResults._

  override def apply(plan: SparkPlan): SparkPlan = {
    notices.guard.run(Unnoted, () => source(plan).foreach(_.setTagValue(Unsorted, ())))
    plan
  }
}

private[layout] object UnsortedResults {
  private val Unsorted = TreeNodeTag[Unit]("trident.unsorted")
  private final val Unnoted = "Small partitions of a result are not put together in one task"

  /** What the rows of a result come from; none if that is sorted, or is of another kind. */
  private def source(plan: SparkPlan): Option[SparkPlan] = plan match {
    case _: BaseJoinExec | _: BaseAggregateExec | _: BatchScanExec => Some(plan)
    case _: ProjectExec | _: FilterExec                            => source(plan.children.head)
    case _                                                         => None
  }

  /** Whether a plan is a query's, whose rows are not to be sorted. */
  def has(plan: SparkPlan): Boolean = source(plan).exists(_.getTagValue(Unsorted).isDefined)
}
