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

import io.trident.lab.queries.Answer;
import io.trident.lab.queries.Measurement;
import io.trident.lab.queries.QueryPlan;
import io.trident.lab.queries.QueryText;
import io.trident.lab.queries.SingleLayout;
import io.trident.lab.queries.SingleLayout.ByColumn;
import io.trident.lab.queries.SourceTable;
import io.trident.spark.demo.TaskBytes;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * Runs each query on each layout: once for its answer, and then, the layouts in turns, for what is
 * measured. A measured query's rows are made and dropped.
 */
public final class RunQueries {
  private static final long EVENTS_TIMEOUT_MS = 60_000;
  private static final double NANOS = 1e9;
  private static final Pattern DIMENSION = Pattern.compile("trident dimension=(\\S+)");

  private final SparkSession spark;
  private final QueryPlan plan;
  private final TaskBytes bytes = new TaskBytes();

  private record Key(QueryText query, String layout) {}

  private record Shape(int joinShuffles, List<String> dimensions) {}

  private record Run(double seconds, double driverSeconds, TaskBytes.Sums bytes) {}

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
      Measurement.write(
          Path.of(plan.output(), "measurements.json"), new RunQueries(spark, plan).run());
    } finally {
      spark.stop();
    }
  }

  private List<Measurement> run() throws IOException {
    spark.sparkContext().addSparkListener(bytes);
    for (SourceTable table : plan.tables()) {
      for (String layout : plan.layouts()) {
        open(table, layout);
      }
    }
    Map<Key, Shape> shapes = new LinkedHashMap<>();
    for (QueryText query : plan.queries()) {
      for (String layout : plan.layouts()) {
        shapes.put(new Key(query, layout), answer(query, layout));
      }
    }
    Map<Key, List<Run>> runs = new LinkedHashMap<>();
    for (int repetition = 0; repetition < plan.repetitions(); repetition++) {
      for (QueryText query : plan.queries()) {
        for (int i = 0; i < plan.layouts().size(); i++) {
          String layout = plan.layouts().get((i + repetition) % plan.layouts().size());
          runs.computeIfAbsent(new Key(query, layout), key -> new ArrayList<>())
              .add(measure(query, layout));
        }
      }
    }
    List<Measurement> measurements = new ArrayList<>();
    shapes.forEach(
        (key, shape) ->
            measurements.add(measurement(key, shape, runs.getOrDefault(key, List.of()))));
    return measurements;
  }

  private static Measurement measurement(Key key, Shape shape, List<Run> runs) {
    return new Measurement(
        key.query().name(),
        key.layout(),
        median(runs.stream().mapToLong(run -> run.bytes().read()).sorted().toArray()),
        median(runs.stream().mapToLong(run -> run.bytes().shuffled()).sorted().toArray()),
        shape.joinShuffles(),
        shape.dimensions(),
        median(runs.stream().mapToLong(run -> run.bytes().tasks()).sorted().toArray()),
        median(runs.stream().mapToDouble(run -> run.bytes().cpuNanos() / NANOS)),
        median(runs.stream().mapToDouble(Run::driverSeconds)),
        runs.stream().map(Run::seconds).toList());
  }

  private static long median(long[] sorted) {
    return sorted[sorted.length / 2];
  }

  private static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** Makes a table of a layout known by its name. */
  private void open(SourceTable table, String layout) {
    String name = QueryText.table(table.name(), layout, "");
    String path = plan.path(layout, table.name());
    switch (layout) {
      case QueryPlan.LINES -> WriteLayouts.lines(spark, plan, table).createOrReplaceTempView(name);
      case QueryPlan.TRIDENT -> openDimensions(table, path);
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

  private Shape answer(QueryText query, String layout) throws IOException {
    Dataset<Row> rows = spark.sql(query.on(layout));
    List<List<String>> answer = new ArrayList<>();
    for (Row row : rows.collectAsList()) {
      answer.add(
          IntStream.range(0, row.size()).mapToObj(column -> Answer.text(row.get(column))).toList());
    }
    new Answer(answer).write(plan.answer(query.name(), layout));
    var executed = rows.queryExecution().executedPlan();
    String text = executed.toString();
    Files.writeString(
        Path.of(plan.output(), "answers", query.name() + "." + layout + ".plan"), text);
    return new Shape(
        JoinShuffles.count(executed),
        DIMENSION.matcher(text).results().map(match -> match.group(1)).distinct().toList());
  }

  private Run measure(QueryText query, String layout) {
    drain();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long cpu = threads.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    spark.sql(query.on(layout)).write().format("noop").mode(SaveMode.Overwrite).save();
    double seconds = (System.nanoTime() - start) / NANOS;
    double driverSeconds = (threads.getCurrentThreadCpuTime() - cpu) / NANOS;
    return new Run(seconds, driverSeconds, drain());
  }

  private TaskBytes.Sums drain() {
    try {
      spark.sparkContext().listenerBus().waitUntilEmpty(EVENTS_TIMEOUT_MS);
    } catch (TimeoutException e) {
      throw new IllegalStateException("Spark does not report what its tasks read", e);
    }
    return bytes.drain();
  }
}
