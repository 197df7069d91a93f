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

import org.apache.spark.sql.catalyst.expressions.{
  Alias,
  Attribute,
  Expression,
  NamedExpression,
  TransformExpression
}
import org.apache.spark.sql.catalyst.optimizer.BuildLeft
import org.apache.spark.sql.catalyst.plans.{InnerLike, LeftExistence, LeftOuter, RightOuter}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{FilterExec, ProjectExec, SparkPlan}
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.joins.{BroadcastHashJoinExec, ShuffledJoin}
import org.apache.spark.sql.internal.SQLConf

/** Has joins without a shuffle read the dimension that they are by, also of tables whose scans were
  * made before there was a join.
  *
  * Spark makes the scans of a subquery (`EXISTS`, `IN`, or a value for each row) before it makes a
  * join of it, so [[JoinDimensions]] sees no join there. This rule sees all joins, before exchanges
  * are put below them. Where one would be shuffled, it takes in place of a scan that is not
  * partitioned the same scan by the dimension, under the same conditions as that rule. A scan that
  * is partitioned already stays as it is, and the other is read with as many partitions.
  *
  * It is applied by adaptive execution only, and to each plan that this makes of a query anew.
  */
private[layout] final class JoinedScans(notices: Notices) extends Rule[SparkPlan] {
  import JoinedScans._

  override def apply(plan: SparkPlan): SparkPlan =
    notices.guard.get(Unchanged, () => prefer(plan), () => plan)

  private def prefer(plan: SparkPlan): SparkPlan =
    if (!SQLConf.get.v2BucketingEnabled) plan
    else
      plan.transformUp { case join: ShuffledJoin =>
        val both = for {
          left <- single(join.leftKeys)
          right <- single(join.rightKeys)
          one <- keyed(join.left, left)
          other <- keyed(join.right, right)
          if one.isFree || other.isFree
          common <- JoinDimensions.common(one.function, other.function)
          newLeft <- one.in(join.left, common)
          newRight <- other.in(join.right, common)
        } yield join.withNewChildren(Seq(newLeft, newRight))
        both.getOrElse(join)
      }
}

private[layout] object JoinedScans {
  private final val Unchanged =
    "Joins that were subqueries do not choose dimensions of logically replicated tables"

  /** A scan of a table, and the column of it that a join is by.
    *
    * @param function
    *   the partition of rows, if the dimension is read
    * @param isFree
    *   whether it is up to a rule to have it read
    */
  private final case class Keyed(
      batch: BatchScanExec,
      scan: TridentScan,
      column: Attribute,
      dimension: Int,
      function: PartitionFunction,
      isFree: Boolean
  ) {

    /** The plan as it reads the partitions; none if it cannot, or that costs too much. */
    def in(plan: SparkPlan, common: PartitionFunction): Option[SparkPlan] =
      if (!isFree) Option.when(common.canonicalName == function.canonicalName)(plan)
      else
        scan.preferring(dimension, common.partitions).map { preferred =>
          val key = TransformExpression(common, Seq(column))
          plan.transform {
            case same: BatchScanExec if same eq batch => KeyedScans.of(batch, preferred, Seq(key))
          }
        }
  }

  private def single(keys: Seq[Expression]): Option[Attribute] = keys match {
    case Seq(key: Attribute) => Some(key)
    case _                   => None
  }

  private def keyed(plan: SparkPlan, key: Attribute): Option[Keyed] =
    scanOf(plan, key).flatMap { case (batch, scan, column) =>
      val dimension = scan.table.dimensions.indexOf(column.name)
      scan.partitioned match {
        case Some((by, function)) if by == column.name =>
          Some(Keyed(batch, scan, column, dimension, function, isFree = false))
        case None if dimension >= 0 =>
          scan.offered(dimension).map(Keyed(batch, scan, column, dimension, _, isFree = true))
        case _ => None
      }
    }

  /** The scan that an attribute is of, if its partitions come through all that is above it. */
  private def scanOf(
      plan: SparkPlan,
      key: Attribute
  ): Option[(BatchScanExec, TridentScan, Attribute)] = plan match {
    case batch: BatchScanExec =>
      batch.scan match {
        case scan: TridentScan =>
          batch.output.find(_.exprId == key.exprId).map(column => (batch, scan, column))
        case _ => None
      }
    case ProjectExec(list, child)     => source(list, key).flatMap(scanOf(child, _))
    case aggregate: BaseAggregateExec =>
      source(aggregate.resultExpressions, key).flatMap(scanOf(aggregate.child, _))
    case FilterExec(_, child) => scanOf(child, key)
    case join: ShuffledJoin   =>
      sideOf(join.left, join.right, key)
        .filter { side =>
          join.joinType match {
            case _: InnerLike                 => true
            case LeftOuter | LeftExistence(_) => side eq join.left
            case RightOuter                   => side eq join.right
            case _                            => false
          }
        }
        .flatMap(scanOf(_, key))
    case join: BroadcastHashJoinExec =>
      val streamed = if (join.buildSide == BuildLeft) join.right else join.left
      scanOf(streamed, key)
    case _ => None
  }

  private def sideOf(left: SparkPlan, right: SparkPlan, key: Attribute): Option[SparkPlan] =
    Seq(left, right).find(_.outputSet.contains(key))

  /** What a column of a list is made of, if it is a column of another name. */
  private def source(list: Seq[NamedExpression], key: Attribute): Option[Attribute] =
    list.find(_.exprId == key.exprId).collect {
      case same: Attribute         => same
      case Alias(of: Attribute, _) => of
    }
}
