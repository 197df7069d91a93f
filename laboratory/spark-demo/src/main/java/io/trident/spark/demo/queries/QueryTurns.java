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
 * Runs each query on each layout, whose tables have their names already: once for its answer, and
 * then, the layouts in turns, for what is measured. A measured query's rows are made and dropped.
 */
final class QueryTurns {
  private static final long EVENTS_TIMEOUT_MS = 60_000;
  private static final double NANOS = 1e9;
  private static final Pattern DIMENSION = Pattern.compile("trident dimension=(\\S+)");

  private final SparkSession spark;
  private final QueryPlan plan;
  private final Surroundings surroundings;
  private final TaskBytes bytes = new TaskBytes();

  /** What is done around each run of a query. */
  interface Surroundings {
    /** Nothing. */
    Surroundings NONE =
        new Surroundings() {
          @Override
          public void before(String layout) {}

          @Override
          public void afterMeasured(String layout) {}
        };

    /** Is called before each run, those for answers among them. */
    void before(String layout) throws IOException;

    /** Is called after each run that is measured. */
    void afterMeasured(String layout) throws IOException;
  }

  private record Key(QueryText query, String layout) {}

  private record Shape(int joinShuffles, List<String> dimensions) {}

  private record Run(double seconds, double driverSeconds, TaskBytes.Sums bytes) {}

  QueryTurns(SparkSession spark, QueryPlan plan, Surroundings surroundings) {
    this.spark = spark;
    this.plan = plan;
    this.surroundings = surroundings;
  }

  List<Measurement> run() throws IOException {
    spark.sparkContext().addSparkListener(bytes);
    Map<Key, Shape> shapes = new LinkedHashMap<>();
    for (QueryText query : plan.queries()) {
      for (String layout : plan.layouts()) {
        surroundings.before(layout);
        shapes.put(new Key(query, layout), answer(query, layout));
      }
    }
    Map<Key, List<Run>> runs = new LinkedHashMap<>();
    for (int repetition = 0; repetition < plan.repetitions(); repetition++) {
      for (QueryText query : plan.queries()) {
        for (int i = 0; i < plan.layouts().size(); i++) {
          String layout = plan.layouts().get((i + repetition) % plan.layouts().size());
          surroundings.before(layout);
          runs.computeIfAbsent(new Key(query, layout), key -> new ArrayList<>())
              .add(measure(query, layout));
          surroundings.afterMeasured(layout);
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

  private Shape answer(QueryText query, String layout) throws IOException {
    Dataset<Row> rows = spark.sql(query.on(layout));
    List<String> answer = new ArrayList<>();
    for (Row row : rows.collectAsList()) {
      answer.add(
          Answer.row(
              IntStream.range(0, row.size())
                  .mapToObj(column -> Answer.text(row.get(column)))
                  .toList()));
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
