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
package io.trident.spark.demo.queries;

import io.trident.lab.queries.QueryPlan;
import io.trident.lab.queries.SingleLayout;
import io.trident.lab.queries.SingleLayout.ByColumn;
import io.trident.lab.queries.SourceTable;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/** Writes the layouts of stock Spark, and the files that are to be converted. */
public final class WriteLayouts {
  private final SparkSession spark;
  private final QueryPlan plan;

  private WriteLayouts(SparkSession spark, QueryPlan plan) {
    this.spark = spark;
    this.plan = plan;
  }

  /**
   * Writes them.
   *
   * @param args the file that the plan is in
   */
  public static void main(String[] args) throws IOException {
    QueryPlan plan = QueryPlan.read(Path.of(args[0]));
    SparkSession spark = LocalSpark.start(plan);
    try {
      WriteLayouts layouts = new WriteLayouts(spark, plan);
      plan.tables().forEach(layouts::write);
    } finally {
      spark.stop();
    }
  }

  private void write(SourceTable table) {
    // A file of Parquet for each file of lines, as none is split and none joined with another.
    spark.conf().set("spark.sql.files.openCostInBytes", Long.toString(1L << 40));
    parquet(lines(spark, plan, table), QueryPlan.AS_WRITTEN, table);
    Dataset<Row> rows = spark.read().parquet(plan.path(QueryPlan.AS_WRITTEN, table.name()));
    if (plan.format().equals(QueryPlan.PARQUET)) {
      parquet(rows, QueryPlan.TRIDENT, table);
    }
    if (plan.layouts().contains(QueryPlan.REPLICAS)) {
      rows.write().mode(SaveMode.Overwrite).parquet(plan.source(table.name()));
    }
    for (SingleLayout single : plan.singles()) {
      single(rows, single, table);
    }
    if (plan.layouts().contains(QueryPlan.Z_ORDER)) {
      parquet(new ZOrder(table.columns()).sort(rows, plan.extents()), QueryPlan.Z_ORDER, table);
    }
  }

  /** Returns the rows of a table, from its lines. */
  static Dataset<Row> lines(SparkSession spark, QueryPlan plan, SourceTable table) {
    return spark
        .read()
        .schema(table.schema())
        .option("sep", table.separator())
        .csv(plan.path(QueryPlan.LINES, table.name()));
  }

  private void single(Dataset<Row> rows, SingleLayout single, SourceTable table) {
    ByColumn by = QueryPlan.of(single, table);
    switch (by.kind()) {
      case SORTED ->
          parquet(
              rows.repartitionByRange(plan.extents(), rows.col(by.column()))
                  .sortWithinPartitions(by.column()),
              single.name(),
              table);
      case BUCKETED ->
          rows.repartition(plan.extents(), rows.col(by.column()))
              .write()
              .mode(SaveMode.Overwrite)
              .format("parquet")
              .bucketBy(plan.extents(), by.column())
              .sortBy(by.column())
              .option("path", plan.path(single.name(), table.name()))
              .saveAsTable("%s_%s".formatted(table.name(), single.name()));
      default -> throw new IllegalArgumentException("Cannot write " + by.kind());
    }
  }

  private void parquet(Dataset<Row> rows, String layout, SourceTable table) {
    rows.write().mode(SaveMode.Overwrite).parquet(plan.path(layout, table.name()));
  }
}
