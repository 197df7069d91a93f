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
package io.trident.lab.queries;

import io.trident.cli.Progress;
import io.trident.lab.demo.layout.LayoutCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A run: makes the tables, lays them out, queries them, and compares the answers. */
final class LayoutQueries {
  private final LayoutQueriesOptions options;
  private final QueryBenchmark benchmark;
  private final List<SourceTable> needed;
  private final BenchmarkTables tables;
  private final Progress progress;

  private LayoutQueries(LayoutQueriesOptions options, BenchmarkTables tables, Progress progress) {
    this.options = options;
    this.tables = tables;
    this.progress = progress;
    benchmark = tables.benchmark();
    needed = options.tablesOf(benchmark);
  }

  /**
   * Runs it on a cluster of its own.
   *
   * @throws IOException if a step fails or an answer is wrong; the message names it
   */
  static LayoutQueriesResult run(LayoutQueriesOptions options, Progress progress)
      throws IOException, InterruptedException {
    try (LayoutCluster cluster = BenchmarkTables.cluster(options.directory(), progress)) {
      QueryBenchmark benchmark = options.benchmark().of(options.scale(), options.extents());
      BenchmarkTables tables =
          new BenchmarkTables(benchmark, cluster, options.directory(), progress);
      return new LayoutQueries(options, tables, progress).run();
    }
  }

  private LayoutQueriesResult run() throws IOException, InterruptedException {
    tables.load(needed);
    QueryPlan plan = plan(List.of());
    progress.report("Spark writes the layouts");
    spark("WriteLayouts", plan);
    Path local = options.directory().resolve("parquet");
    tables
        .fileSystem()
        .copyToLocalFile(
            tables.path(QueryPlan.AS_WRITTEN, ""), new org.apache.hadoop.fs.Path(local.toString()));
    try (DuckDb duckDb = DuckDb.onParquet(local, needed)) {
      plan = plan(withParameters(duckDb));
      progress.report("DuckDB answers the queries");
      duckDb.answer(plan.queries(), new Answers(options.directory()));
    } catch (SQLException e) {
      throw new IOException("DuckDB does not answer: " + e.getMessage(), e);
    }
    double conversionSeconds = convert();
    if (plan.layouts().contains(QueryPlan.REPLICAS)) {
      for (SourceTable table : needed) {
        tables.replicate(table, options.extents());
      }
    }
    progress.report(
        "Spark runs %d queries on %d layouts, %d times",
        plan.queries().size(), plan.layouts().size(), plan.repetitions());
    spark("RunQueries", plan);
    new Answers(options.directory()).compare(plan.queries(), plan.layouts());
    Map<String, Long> bytes = new HashMap<>();
    for (String layout : plan.layouts()) {
      long sum = 0; // without what conversions keep beside the tables
      for (SourceTable table : plan.tables()) {
        sum += tables.bytes(layout, table.name());
      }
      bytes.put(layout, sum);
    }
    return new LayoutQueriesResult(
        options,
        plan.layouts(),
        bytes,
        conversionSeconds,
        RowGroups.read(options.directory().resolve("row-groups.json")),
        Measurement.read(options.directory().resolve("measurements.json")));
  }

  private QueryPlan plan(List<QueryText> queries) throws IOException {
    List<String> layouts = options.layoutsOf(benchmark);
    return new QueryPlan(
        tables.root(),
        needed,
        benchmark.singles().stream().filter(one -> layouts.contains(one.name())).toList(),
        layouts,
        queries,
        options.format(),
        options.extents(),
        options.repetitions(),
        options.directory().toString());
  }

  private List<QueryText> withParameters(DuckDb duckDb) throws SQLException {
    Map<String, String> values = new HashMap<>();
    for (QueryText parameter : benchmark.parameters()) {
      values.put(parameter.name(), Answer.values(duckDb.answer(parameter).rows().get(0)).get(0));
    }
    return options.queriesOf(benchmark).stream().map(query -> query.with(values)).toList();
  }

  private void spark(String program, QueryPlan plan) throws IOException, InterruptedException {
    Path file = options.directory().resolve("plan.json");
    plan.write(file);
    tables.spark(program, file);
  }

  /** Each table becomes one super-extent, so that all have the same partitions. */
  private double convert() throws IOException, InterruptedException {
    double before = progress.seconds();
    for (SourceTable table : needed) {
      if (!options.format().equals(QueryPlan.PARQUET)) {
        tables.copyLines(table);
      }
      tables.convert(table, options.format(), options.extents(), 1);
    }
    return progress.seconds() - before;
  }
}
