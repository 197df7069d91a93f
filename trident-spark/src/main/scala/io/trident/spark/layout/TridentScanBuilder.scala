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

import io.trident.core.layout.selection.RowFilter
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.connector.read.{
  Scan,
  SupportsPushDownRequiredColumns,
  SupportsPushDownV2Filters
}
import org.apache.spark.sql.trident.FileSourceBridge
import org.apache.spark.sql.types.StructType

/** Gathers what a query wants of a table. Spark tests all filters again, on each row. */
private[layout] final class TridentScanBuilder(table: TridentTable, options: ReadOptions)
    extends SupportsPushDownV2Filters
    with SupportsPushDownRequiredColumns {
  private var wanted = Array.empty[Predicate]
  private var read = table.schema

  override def pushPredicates(predicates: Array[Predicate]): Array[Predicate] = {
    wanted = predicates
    predicates
  }

  override def pushedPredicates(): Array[Predicate] = Array.empty

  override def pruneColumns(required: StructType): Unit = {
    read = table.format.read(required)
  }

  override def build(): Scan = {
    val filters = table.keyFilters
    val guard = table.notices.guard
    val filter = guard.get(
      TridentScanBuilder.Unfiltered,
      () => filters.of(wanted.toSeq),
      () => RowFilter.ALL
    )
    val pushed = FileSourceBridge.filters(wanted.toSeq)
    new TridentScan(
      SparkSession.active,
      table,
      options,
      read,
      filters,
      filter,
      pushed,
      table.planner()
    )
  }
}

private[layout] object TridentScanBuilder {
  final val Unfiltered = "Logically replicated tables are read without regard to filters"
}
