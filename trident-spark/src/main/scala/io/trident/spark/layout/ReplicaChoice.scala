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

import io.trident.core.layout.selection.ShuffleAvoidance
import io.trident.core.replication.ReplicaChooser
import io.trident.core.replication.ReplicaChooser.{Key, Operator, Replica}
import org.apache.spark.sql.catalyst.expressions.{
  Attribute,
  EqualTo,
  Exists,
  Expression,
  InSubquery
}
import org.apache.spark.sql.catalyst.planning.ExtractEquiJoinKeys
import org.apache.spark.sql.catalyst.plans.logical.{Aggregate, Filter, LogicalPlan, Subquery}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.trident.FileSourceBridge
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

/** Reads of each replica group the replica by which a query costs least ([[ReplicaChooser]]): all
  * have the same rows. A replica that has lost a partition is read only if there is no other.
  *
  * Considered are joins and aggregations by one column that Spark surely reads as it was written
  * ([[SparkFormat.isExact]]), of tables that Spark would not broadcast. Spark plans a subquery
  * (`EXISTS`, `IN`) before the query, and makes a join of both after this rule: its one column
  * counts as one to aggregate by, and so does that of the query which is compared with it. A query
  * that names a dimension, or wants no partitions, reads what it names.
  */
private[layout] final class ReplicaChoice(notices: Notices) extends Rule[LogicalPlan] {
  import ReplicaChoice._

  private val groups = new ReplicaGroups(notices)

  override def apply(plan: LogicalPlan): LogicalPlan =
    notices.guard.get(Unchanged, () => choose(plan), () => plan)

  private def choose(plan: LogicalPlan): LogicalPlan = {
    val named = plan.collect {
      case relation: DataSourceV2Relation if isFree(relation) => relation
    }
    if (named.isEmpty) plan
    else {
      val members = named.map(relation => readable(groups.of(tableOf(relation))))
      val operators = if (SQLConf.get.v2BucketingEnabled) operatorsOf(plan, named) else Nil
      val tables = members.zip(named.map(filtersOf(plan, _))).map { case (replicas, filters) =>
        val seconds = replicas.map(secondsOf(_, filters))
        val choices = replicas.zip(seconds).map { case (replica, scan) =>
          new Replica(ReplicaGroups.schemeOf(replica).toJava, scan)
        }
        new ReplicaChooser.Table(choices.asJava, ShuffleAvoidance.shuffle(seconds.min))
      }
      val chosen = ReplicaChooser
        .choose(tables.asJava, operators.asJava)
        .toScala
        .fold(named.map(_ => 0))(_.replicas.asScala.map(_.intValue).toSeq)
      val tableFor = members.zip(chosen).map { case (replicas, number) => replicas(number) }
      plan.transform {
        case relation: DataSourceV2Relation if named.exists(_ eq relation) =>
          val at = named.indexWhere(_ eq relation)
          read(relation, tableFor(at), keysOf(operators, at))
      }
    }
  }

  /** The replicas of which nothing is lost; if there is none, the one that is named. */
  private def readable(replicas: Seq[TridentTable]): Seq[TridentTable] =
    if (ReplicaGroups.isReadable(replicas.head) || replicas.size == 1) replicas else replicas.tail

  private def filtersOf(plan: LogicalPlan, relation: DataSourceV2Relation): Seq[Predicate] =
    plan.collect {
      case Filter(condition, same: DataSourceV2Relation) if same eq relation =>
        FileSourceBridge.predicates(condition)
    }.flatten

  private def secondsOf(table: TridentTable, filters: Seq[Predicate]): Double = {
    val rows = table.keyFilters.of(filters)
    table.planner().of(rows.columns(TridentScan.MaxIntervals).asScala.toSeq, None)._1.cost
  }

  private def operatorsOf(plan: LogicalPlan, tables: Seq[DataSourceV2Relation]): Seq[Operator] =
    plan
      .collect {
        case ExtractEquiJoinKeys(_, Seq(left), Seq(right), _, _, _, _, _)
            if left.dataType == right.dataType =>
          Seq(Seq(left, right))
        case Aggregate(Seq(grouping), _, _, _)                => Seq(Seq(grouping))
        case Filter(condition, _)                             => lookedUp(condition).map(Seq(_))
        case Subquery(query, _) if query.output.lengthIs == 1 => Seq(query.output)
      }
      .flatten
      .map(_.map(keyOf(_, tables)))
      .collect {
        case keys if keys.forall(_.isDefined) => new Operator(keys.flatten.asJava)
      }

  private def keyOf(key: Expression, tables: Seq[DataSourceV2Relation]): Option[Key] = key match {
    case attribute: Attribute =>
      for {
        at <- Some(tables.indexWhere(_.outputSet.contains(attribute))).filter(_ >= 0)
        table = tableOf(tables(at))
        // a query may name a column in other letters than the table
        name <- tables(at).output.find(_.exprId == attribute.exprId).map(_.name)
        column <- table.layout.spec.schema.columns.asScala.find(_.name == name)
        if table.format.isExact(column)
        if table.bytes > SQLConf.get.autoBroadcastJoinThreshold
      } yield new Key(at, column.name)
    case _ => None
  }
}

private[layout] object ReplicaChoice {
  private final val Unchanged = "Queries read the replicas that they name"

  /** The columns that are looked up in subqueries, of which Spark makes joins after this rule. */
  private def lookedUp(condition: Expression): Seq[Expression] =
    condition.collect {
      case InSubquery(Seq(value), query) if query.joinCond.isEmpty => Some(value)
      case exists: Exists                                          =>
        exists.joinCond.collect { case EqualTo(one, other) => Seq(one, other) } match {
          case Seq(sides) => sides.find(!_.references.subsetOf(exists.plan.outputSet))
          case _          => None
        }
    }.flatten

  private def tableOf(relation: DataSourceV2Relation): TridentTable =
    relation.table.asInstanceOf[TridentTable]

  /** Whether it is laid out as replicas are, and nothing about it is decided. */
  private def isFree(relation: DataSourceV2Relation): Boolean = relation.table match {
    case table: TridentTable =>
      table.functions.isDefined && ReplicaGroups.schemeOf(table).isDefined &&
      !relation.options.containsKey(ReadOptions.Dimension) &&
      !relation.options.containsKey(ReadOptions.Chosen) &&
      relation.options.getBoolean(ReadOptions.Partitioned, true)
    case _ => false
  }

  private def keysOf(operators: Seq[Operator], table: Int): Set[String] =
    operators.flatMap(_.keys.asScala).filter(_.table == table).map(_.column).toSet

  /** The relation as it reads a replica: partitioned, if that serves an operator. */
  private def read(
      relation: DataSourceV2Relation,
      replica: TridentTable,
      keys: Set[String]
  ): DataSourceV2Relation = {
    val preferred = ReplicaGroups
      .schemeOf(replica)
      .map(_.column)
      .filter(keys)
      .map(ReadOptions.Preferred -> _)
    val options = relation.options.asCaseSensitiveMap.asScala.toMap ++ preferred +
      (ReadOptions.Chosen -> "true")
    relation.copy(
      table = replica,
      options = new CaseInsensitiveStringMap(options.asJava)
    )
  }
}
