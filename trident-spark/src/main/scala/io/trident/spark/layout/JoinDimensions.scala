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
import org.apache.spark.sql.types.DataType
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import scala.jdk.CollectionConverters._

/** Prefers the dimensions that a join is by, if both tables are partitioned alike in them. The
  * scans decide whether that is worth it ([[ReadOptions.preferred]]), as they know the filters.
  *
  * Only keys that Spark surely reads as they were written are considered ([[SparkFormat.isExact]]),
  * so that a query that nobody wrote for dimensions does not fail by a row of another partition;
  * and no tables that Spark would broadcast.
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
              if one.function.canonicalName == other.function.canonicalName
            } yield join.copy(left = one.in(join.left), right = other.in(join.right))
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
        .flatMap(keyed(_, attribute))
    case _ => None
  }

  private def keyed(relation: DataSourceV2Relation, key: Attribute): Option[Keyed] =
    relation.table match {
      case table: TridentTable if table.functions.isDefined && isFree(relation.options, key) =>
        table.dimensions.indexOf(key.name) match {
          case -1 => None
          case at =>
            for {
              dataType <- exactType(table, at)
              if table.bytes > SQLConf.get.autoBroadcastJoinThreshold
            } yield Keyed(
              relation,
              table.dimensions(at),
              ReportedPartition
                .function(table, at, dataType)
                .copy(slices = table.readOptions(relation.options).slices)
            )
        }
      case _ => None
    }

  private def exactType(table: TridentTable, dimension: Int): Option[DataType] = {
    val column = table.layout.spec.schema.column(table.dimensions(dimension))
    if (table.layout.superExtents.nonEmpty && table.format.isExact(column))
      table.format.dataType(column)
    else None
  }

  /** Whether no other dimension is named, by the query or for another join of the table. */
  private def isFree(options: CaseInsensitiveStringMap, key: Attribute): Boolean =
    !options.containsKey(ReadOptions.Dimension) &&
      Option(options.get(ReadOptions.Preferred)).forall(_ == key.name) &&
      options.getBoolean(ReadOptions.Partitioned, true)
}

private[layout] object JoinDimensions {
  private final val Unchanged = "Joins do not choose dimensions of logically replicated tables"

  /** A table in a dimension. */
  private final case class Keyed(
      relation: DataSourceV2Relation,
      column: String,
      function: PartitionFunction
  ) {
    def in(plan: LogicalPlan): LogicalPlan = plan.transform {
      case same: DataSourceV2Relation if same eq relation =>
        val options =
          same.options.asCaseSensitiveMap.asScala.toMap + (ReadOptions.Preferred -> column)
        same.copy(options = new CaseInsensitiveStringMap(options.asJava))
    }
  }
}
