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

import io.trident.lab.queries.Measurement;
import io.trident.lab.queries.QueryPlan;
import io.trident.lab.queries.QueryText;
import io.trident.lab.queries.RowGroups;
import io.trident.lab.queries.SingleLayout;
import io.trident.lab.queries.SingleLayout.ByColumn;
import io.trident.lab.queries.SourceTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** Runs each query of a benchmark on each layout, and counts the row groups of these. */
public final class RunQueries {
  private final SparkSession spark;
  private final QueryPlan plan;

  private RunQueries(SparkSession spark, QueryPlan plan) {
    this.spark = spark;
    this.plan = plan;
  }

  /**
   * Runs them.
   *
   * @param args the file that the plan is in
   */
  public static void main(String[] args) throws IOException {
    QueryPlan plan = QueryPlan.read(Path.of(args[0]));
    SparkSession spark = LocalSpark.start(plan);
    try {
      RunQueries queries = new RunQueries(spark, plan);
      RowGroups.write(Path.of(plan.output(), "row-groups.json"), queries.rowGroups());
      Measurement.write(Path.of(plan.output(), "measurements.json"), queries.run());
    } finally {
      spark.stop();
    }
  }

  private List<RowGroups> rowGroups() throws IOException {
    List<RowGroups> all = new ArrayList<>();
    for (SourceTable table : plan.tables()) {
      for (String layout : plan.layouts()) {
        if (plan.isParquet(layout)) {
          all.add(
              ParquetFooters.count(
                  table.name(),
                  layout,
                  plan.path(layout, table.name()),
                  spark.sparkContext().hadoopConfiguration()));
        }
      }
    }
    return all;
  }

  private List<Measurement> run() throws IOException {
    for (SourceTable table : plan.tables()) {
      for (String layout : plan.layouts()) {
        open(table, layout);
      }
    }
    return new QueryTurns(spark, plan, QueryTurns.Surroundings.NONE).run();
  }

  /** Makes a table of a layout known by its name. */
  private void open(SourceTable table, String layout) {
    String name = QueryText.table(table.name(), layout, "");
    String path = plan.path(layout, table.name());
    switch (layout) {
      case QueryPlan.LINES -> WriteLayouts.lines(spark, plan, table).createOrReplaceTempView(name);
      case QueryPlan.TRIDENT -> openDimensions(table, path);
      case QueryPlan.REPLICAS ->
          spark
              .read()
              .format("trident")
              .load(plan.source(table.name()))
              .createOrReplaceTempView(name);
      case QueryPlan.AS_WRITTEN, QueryPlan.Z_ORDER ->
          spark.read().parquet(path).createOrReplaceTempView(name);
      default -> openSingle(table, name, path, layout);
    }
  }

  private void openDimensions(SourceTable table, String path) {
    String layout = QueryPlan.TRIDENT;
    spark
        .read()
        .format("trident")
        .load(path)
        .createOrReplaceTempView(QueryText.table(table.name(), layout, ""));
    for (String column : table.columns()) {
      spark
          .read()
          .format("trident")
          .option("dimension", column)
          .load(path)
          .createOrReplaceTempView(QueryText.table(table.name(), layout, column));
    }
  }

  private void openSingle(SourceTable table, String name, String path, String layout) {
    SingleLayout single =
        plan.singles().stream().filter(one -> one.name().equals(layout)).findFirst().orElseThrow();
    ByColumn by = QueryPlan.of(single, table);
    switch (by.kind()) {
      case SORTED -> spark.read().parquet(path).createOrReplaceTempView(name);
      case BUCKETED ->
          spark.sql(
              "CREATE TABLE %s (%s) USING parquet CLUSTERED BY (%s) SORTED BY (%s) INTO %d BUCKETS LOCATION '%s'"
                  .formatted(name, table.schema(), by.column(), by.column(), plan.extents(), path));
      default -> throw new IllegalArgumentException("Cannot open " + by.kind());
    }
  }
}
