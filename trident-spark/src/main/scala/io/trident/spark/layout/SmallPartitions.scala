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

import scala.jdk.CollectionConverters._

import io.trident.core.layout.selection.SharedTasks
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{CoalesceExec, SparkPlan}
import org.apache.spark.sql.execution.adaptive.BroadcastQueryStageExec
import org.apache.spark.sql.execution.datasources.FilePartition
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.exchange.{BroadcastExchangeLike, Exchange}

/** Has one task do several partitions of a dimension, where they are small.
  *
  * A dimension that is reported to Spark has a partition for each extent, and so a stage that reads
  * it has a task for each, however few bytes that is. Spark puts small files together in one task,
  * and small partitions of a shuffle; this does the same, by the same sizes
  * (`spark.sql.files.maxPartitionBytes`, `openCostInBytes`, `minPartitionNum`), at the end of
  * stages that read such tables only. There nothing depends on partitions any more: their rows go
  * to a shuffle, to a broadcast, or to the result. Partitions stay whole, so joins and aggregations
  * below are as they were. How many tasks there are is decided by `SharedTasks`.
  */
private[layout] final class SmallPartitions(session: SparkSession, notices: Notices)
    extends Rule[SparkPlan] {
  import SmallPartitions._

  override def apply(plan: SparkPlan): SparkPlan =
    notices.guard.get(Unchanged, () => together(plan), () => plan)

  private def together(plan: SparkPlan): SparkPlan = {
    val below = plan.transformUp { case exchange: Exchange =>
      exchange.withNewChildren(exchange.children.map(endOfStage))
    }
    if (UnsortedResults.has(below)) endOfStage(below) else below // commands need their partitions
  }

  private def endOfStage(plan: SparkPlan): SparkPlan = plan match {
    case known: CoalesceExec => known
    case _                   =>
      inputs(plan).filter(_.nonEmpty).fold(plan) { scans => // no other source is asked
        val partitions = plan.outputPartitioning.numPartitions
        val tasks = SharedTasks.number(scans.asJava, partitions, sizes)
        if (tasks.isPresent) CoalesceExec(tasks.getAsInt, plan) else plan
      }
  }

  /** What a stage reads; none if it reads anything but tables of Trident and broadcasts. */
  private def inputs(plan: SparkPlan): Option[Seq[SharedTasks.Scan]] = plan match {
    case _: BroadcastExchangeLike | _: BroadcastQueryStageExec => Some(Nil)
    case _: Exchange                                           => None
    case read: BatchScanExec                                   =>
      read.scan match {
        case scan: TridentScan => Some(Seq(scan.share))
        case _                 => None
      }
    case leaf if leaf.children.isEmpty => None
    case other                         =>
      other.children.foldLeft(Option(Seq.empty[SharedTasks.Scan])) { (found, child) =>
        found.flatMap(some => inputs(child).map(some ++ _))
      }
  }

  private def sizes: SharedTasks.Sizes = new SharedTasks.Sizes {
    override def openCost: Long = session.sessionState.conf.filesOpenCostInBytes

    override def mostBytes(bytes: Long): Long = FilePartition.maxSplitBytes(session, bytes)

    override def slots: Int = math.max(1, session.sparkContext.defaultParallelism)
  }
}

private[layout] object SmallPartitions {
  private final val Unchanged =
    "Small partitions of logically replicated tables are not put together in one task"
}
