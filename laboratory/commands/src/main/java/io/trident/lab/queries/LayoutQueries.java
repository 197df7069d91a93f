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
import io.trident.lab.launch.SparkJvm;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A run: makes the tables, lays them out, queries them, and compares the answers. */
final class LayoutQueries {
  private static final Path ROOT = new Path("/queries");
  private static final int NODES = 6;
  private static final int RACKS = 3;
  private static final int BLOCK_BYTES = 128 << 20;
  private static final double MIB = 1 << 20;

  /** A table of as much more than its extents' target has one super-extent. */
  private static final double TARGET = 1.02;

  private final LayoutQueriesOptions options;
  private final QueryBenchmark benchmark;
  private final LayoutCluster cluster;
  private final Progress progress;
  private final FileSystem fileSystem;
  private final java.nio.file.Path directory;

  private LayoutQueries(LayoutQueriesOptions options, LayoutCluster cluster, Progress progress)
      throws IOException {
    this.options = options;
    this.cluster = cluster;
    this.progress = progress;
    benchmark = options.benchmark().of(options.scale(), options.extents());
    fileSystem = cluster.daemons().fileSystem();
    directory = options.directory();
  }

  /**
   * Runs it on a cluster of its own.
   *
   * @throws IOException if a step fails or an answer is wrong; the message names it
   */
  static LayoutQueriesResult run(LayoutQueriesOptions options, Progress progress)
      throws IOException, InterruptedException {
    progress.report("Starting HDFS and YARN: %d nodes in %d racks", NODES, RACKS);
    try (LayoutCluster cluster =
        LayoutCluster.start(NODES, RACKS, BLOCK_BYTES, options.directory())) {
      return new LayoutQueries(options, cluster, progress).run();
    }
  }

  private LayoutQueriesResult run() throws IOException, InterruptedException {
    load();
    QueryPlan plan = plan(List.of());
    progress.report("Spark writes the layouts");
    spark("WriteLayouts", plan);
    Map<String, Answer> expected;
    java.nio.file.Path local = directory.resolve("parquet");
    fileSystem.copyToLocalFile(
        new Path(plan.path(QueryPlan.AS_WRITTEN, "")), new Path(local.toString()));
    try (DuckDb duckDb = DuckDb.on(local, benchmark.tables())) {
      plan = plan(withParameters(duckDb));
      progress.report("DuckDB answers the queries");
      expected = new HashMap<>();
      for (QueryText query : plan.queries()) {
        expected.put(query.name(), duckDb.answer(query));
      }
    } catch (SQLException e) {
      throw new IOException("DuckDB does not answer: " + e.getMessage(), e);
    }
    double conversionSeconds = convert(plan);
    progress.report(
        "Spark runs %d queries on %d layouts, %d times",
        plan.queries().size(), plan.layouts().size(), plan.repetitions());
    spark("RunQueries", plan);
    compare(plan, expected);
    Map<String, Long> bytes = new HashMap<>();
    for (String layout : plan.layouts()) {
      long sum = 0; // without what conversions keep beside the tables
      for (SourceTable table : plan.tables()) {
        sum += fileSystem.getContentSummary(new Path(plan.path(layout, table.name()))).getLength();
      }
      bytes.put(layout, sum);
    }
    return new LayoutQueriesResult(
        options,
        plan.layouts(),
        bytes,
        conversionSeconds,
        Measurement.read(directory.resolve("measurements.json")));
  }

  private void load() throws IOException {
    for (SourceTable table : benchmark.tables()) {
      progress.report("Making %s", table.name());
      for (int part = 0; part < benchmark.parts(); part++) {
        Path file =
            new Path(ROOT, "%s/%s/part-%05d.csv".formatted(QueryPlan.LINES, table.name(), part));
        try (OutputStream out =
            new BufferedOutputStream(fileSystem.create(file, (short) 1), 1 << 16)) {
          benchmark.write(table, part, out);
        }
      }
    }
  }

  private QueryPlan plan(List<QueryText> queries) {
    return new QueryPlan(
        fileSystem.makeQualified(ROOT).toString(),
        benchmark.tables(),
        benchmark.singles(),
        queries,
        options.format(),
        options.extents(),
        options.repetitions(),
        directory.toString());
  }

  private List<QueryText> withParameters(DuckDb duckDb) throws SQLException {
    Map<String, String> values = new HashMap<>();
    for (QueryText parameter : benchmark.parameters()) {
      values.put(parameter.name(), duckDb.answer(parameter).rows().get(0).get(0));
    }
    return benchmark.queries().stream().map(query -> query.with(values)).toList();
  }

  private void spark(String program, QueryPlan plan) throws IOException, InterruptedException {
    java.nio.file.Path file = directory.resolve("plan.json");
    plan.write(file);
    java.nio.file.Path log = directory.resolve("spark.log");
    int exitCode =
        SparkJvm.program(
            "io.trident.spark.demo.queries." + program,
            cluster.configuration(),
            List.of(file.toString()),
            log);
    if (exitCode != 0) {
      throw new IOException(
          "%s failed with exit code %d; see %s".formatted(program, exitCode, log));
    }
  }

  /** Each table becomes one super-extent, so that all have the same partitions. */
  private double convert(QueryPlan plan) throws IOException, InterruptedException {
    double before = progress.seconds();
    for (SourceTable table : plan.tables()) {
      progress.report("Converting %s: a copy by each of %s", table.name(), table.by());
      Path path = new Path(plan.path(QueryPlan.TRIDENT, table.name()));
      if (!plan.format().equals(QueryPlan.PARQUET)) {
        copy(new Path(plan.path(QueryPlan.LINES, table.name())), path);
      }
      List<String> words = new ArrayList<>(List.of("layout", "convert", path.toString()));
      words.addAll(List.of("--by", String.join(",", table.by()), "--format", plan.format()));
      if (!plan.format().equals(QueryPlan.PARQUET)) {
        words.addAll(List.of("--schema", table.schema()));
        words.addAll(List.of("--option", "separator=" + table.separator()));
      }
      double target =
          fileSystem.getContentSummary(path).getLength() / MIB / plan.extents() / TARGET;
      words.addAll(List.of("--extents", Integer.toString(plan.extents())));
      words.addAll(List.of("--target-mb", String.format(Locale.ROOT, "%.6f", target)));
      cluster.command(words);
    }
    return progress.seconds() - before;
  }

  private void copy(Path from, Path to) throws IOException {
    for (FileStatus file : fileSystem.listStatus(from)) {
      try (OutputStream out = fileSystem.create(new Path(to, file.getPath().getName()));
          var in = fileSystem.open(file.getPath())) {
        in.transferTo(out);
      }
    }
  }

  private static void compare(QueryPlan plan, Map<String, Answer> expected) throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, Answer> query : expected.entrySet()) {
      for (String layout : plan.layouts()) {
        Optional<String> difference =
            query.getValue().difference(Answer.read(plan.answer(query.getKey(), layout)));
        difference.ifPresent(
            what -> wrong.add("%s on %s: %s".formatted(query.getKey(), layout, what)));
      }
    }
    if (!wrong.isEmpty()) {
      throw new IOException("Answers differ from those of DuckDB: " + String.join("; ", wrong));
    }
  }
}
