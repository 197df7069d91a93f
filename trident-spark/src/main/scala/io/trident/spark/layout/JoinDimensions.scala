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

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.catalyst.planning.ExtractEquiJoinKeys
import org.apache.spark.sql.catalyst.plans.logical.{Join, LogicalPlan}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import scala.jdk.CollectionConverters._

/** Prefers the dimensions that a join is by, if both tables are partitioned alike in them. The
  * scans decide whether that is worth it ([[ReadOptions.preferred]]), as they know the filters.
  *
  * Only keys that Spark surely reads as they were written are considered ([[SparkFormat.isExact]]),
  * so that a query that nobody wrote for dimensions does not fail by a row of another partition;
  * and no tables that Spark would broadcast.
  *
  * Where Spark may join by compatible transforms, a table whose partitions are parts of the other's
  * is read with as few as that, also if the query names the dimensions. If a third table has fewer
  * yet, the optimizer applies the rule again until nothing changes.
  */
private[layout] final class JoinDimensions(notices: Notices) extends Rule[LogicalPlan] {
  import JoinDimensions._

  override def apply(plan: LogicalPlan): LogicalPlan =
    notices.guard.get(Unchanged, () => prefer(plan), () => plan)

  private def prefer(plan: LogicalPlan): LogicalPlan =
    if (!SQLConf.get.v2BucketingEnabled) plan
    else
      plan.transformUp { case join: Join =>
        join match {
          case ExtractEquiJoinKeys(_, Seq(left), Seq(right), _, _, _, _, _) =>
            val both = for {
              one <- keyed(join.left, left)
              other <- keyed(join.right, right)
              common <- JoinDimensions.common(one.function, other.function)
            } yield join.copy(
              left = one.in(join.left, common.partitions),
              right = other.in(join.right, common.partitions)
            )
            both.getOrElse(join)
          case _ => join
        }
      }

  private def keyed(plan: LogicalPlan, key: Expression): Option[Keyed] = key match {
    case attribute: Attribute =>
      plan
        .collectFirst {
          case relation: DataSourceV2Relation if relation.outputSet.contains(attribute) => relation
        }
        .flatMap { relation =>
          // a query may name a column in other letters than the table
          val column = relation.output.find(_.exprId == attribute.exprId).map(_.name)
          column.flatMap(keyed(relation, _))
        }
    case _ => None
  }

  private def keyed(relation: DataSourceV2Relation, column: String): Option[Keyed] =
    relation.table match {
      case table: TridentTable
          if table.functions.isDefined && table.layout.superExtents.nonEmpty &&
            table.bytes > SQLConf.get.autoBroadcastJoinThreshold =>
        val options = table.readOptions(relation.options)
        val at = table.dimensions.indexOf(column)
        for {
          preferred <- wanted(table, options, at)
          dataType <- table.format.dataType(table.layout.spec.schema.column(column))
        } yield Keyed(
          relation,
          preferred,
          ReportedPartition.function(table, at, dataType, options)
        )
      case _ => None
    }

  /** The option by which a dimension is read, empty if the query names it; none if another one is
    * named, by the query or for another join of the table.
    */
  private def wanted(
      table: TridentTable,
      options: ReadOptions,
      dimension: Int
  ): Option[Map[String, String]] =
    if (dimension < 0 || !options.isPartitioned) None
    else if (options.dimension.isDefined)
      Option.when(options.dimension.contains(dimension))(Map.empty[String, String])
    else {
      val column = table.dimensions(dimension)
      val isExact = table.format.isExact(table.layout.spec.schema.column(column))
      Option.when(isExact && options.preferred.forall(_ == dimension))(
        Map(ReadOptions.Preferred -> column)
      )
    }
}

private[layout] object JoinDimensions {
  private final val Unchanged = "Joins do not choose dimensions of logically replicated tables"

  /** Returns the partitions by which two tables are joined without a shuffle, if there are such. */
  def common(one: PartitionFunction, other: PartitionFunction): Option[PartitionFunction] =
    if (SQLConf.get.v2BucketingAllowCompatibleTransforms) one.common(other)
    else Some(one).filter(_.canonicalName == other.canonicalName)

  /** A table in a dimension.
    *
    * @param preferred
    *   the option by which it is read in that
    */
  private final case class Keyed(
      relation: DataSourceV2Relation,
      preferred: Map[String, String],
      function: PartitionFunction
  ) {
    def in(plan: LogicalPlan, partitions: Int): LogicalPlan = {
      val fewer = Option.when(partitions < function.partitions)(
        ReadOptions.Partitions -> partitions.toString
      )
      plan.transform {
        case same: DataSourceV2Relation if same eq relation =>
          val options = same.options.asCaseSensitiveMap.asScala.toMap
            .filterNot { case (name, _) =>
              fewer.isDefined && name.equalsIgnoreCase(ReadOptions.Partitions)
            }
          val all = options ++ preferred ++ fewer
          if (all == same.options.asCaseSensitiveMap.asScala.toMap) same
          else same.copy(options = new CaseInsensitiveStringMap(all.asJava))
      }
    }
  }
}
