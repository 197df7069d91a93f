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
package io.trident.spark.demo;

import io.trident.lab.demo.layout.LayoutDemoJson;
import io.trident.lab.demo.layout.QueryResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The program that {@code trident demo layout} starts on Spark's class path: runs each query on a
 * logically replicated table, and on the files as they were before its conversion.
 */
public final class LayoutQueries {
  private static final long EVENTS_TIMEOUT_MS = 60_000;
  private static final Pattern DIMENSION = Pattern.compile("dimension=(\\w+)");
  private static final String SCAN = "as_it_was";

  private final SparkSession spark;
  private final TaskBytes bytes = new TaskBytes();
  private final String table;

  private LayoutQueries(SparkSession spark, String table) {
    this.spark = spark;
    this.table = table;
  }

  /**
   * Runs the queries.
   *
   * @param args URI of the table, URI of the files as they were, their schema, and the file to
   *     write results to
   */
  public static void main(String[] args) throws IOException {
    SparkConf conf =
        new SparkConf(false)
            .setMaster("local[2]")
            .setAppName("Trident demo: logical replication")
            .set("spark.ui.enabled", "false")
            .set("spark.sql.shuffle.partitions", "4")
            .set("spark.sql.sources.v2.bucketing.enabled", "true");
    SparkSession spark = SparkSession.builder().config(conf).getOrCreate();
    try {
      spark.read().schema(args[2]).csv(args[1]).createOrReplaceTempView(SCAN);
      LayoutDemoJson.write(Path.of(args[3]), new LayoutQueries(spark, args[0]).run());
    } finally {
      spark.stop();
    }
  }

  private List<QueryResult> run() {
    spark.sparkContext().addSparkListener(bytes);
    String page = spark.sql("SELECT min(destURL) FROM " + SCAN).head().getString(0);
    List<QueryResult> results = new ArrayList<>();
    for (LayoutQuery query : LayoutQuery.values()) {
      results.add(run(query, page));
    }
    return results;
  }

  private record Answer(List<String> rows, String plan, TaskBytes.Sums bytes, double seconds) {}

  private QueryResult run(LayoutQuery query, String page) {
    String view = query.label();
    var reader = spark.read().format("trident");
    query.dimension().ifPresent(column -> reader.option("dimension", column));
    reader.load(table).createOrReplaceTempView(view);
    Answer scan = answer(query.on(SCAN, page));
    Answer ours = answer(query.on(view, page));
    Matcher dimension = DIMENSION.matcher(ours.plan());
    List<String> files =
        spark.sql(query.filesOn(view, page)).collectAsList().stream()
            .map(row -> relative(row.getString(0)))
            .sorted()
            .toList();
    return new QueryResult(
        query.label(),
        query.on("visits", page),
        dimension.find() ? dimension.group(1) : "none",
        files,
        ours.bytes().read(),
        scan.bytes().read(),
        ours.bytes().shuffled(),
        scan.bytes().shuffled(),
        ours.seconds(),
        scan.seconds(),
        ours.rows().size(),
        ours.rows().equals(scan.rows()));
  }

  private Answer answer(String sql) {
    drain();
    long start = System.nanoTime();
    Dataset<Row> rows = spark.sql(sql);
    List<String> found = rows.collectAsList().stream().map(Row::toString).sorted().toList();
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Answer(found, rows.queryExecution().executedPlan().toString(), drain(), seconds);
  }

  private TaskBytes.Sums drain() {
    try {
      spark.sparkContext().listenerBus().waitUntilEmpty(EVENTS_TIMEOUT_MS);
    } catch (TimeoutException e) {
      throw new IllegalStateException("Spark does not report what its tasks read", e);
    }
    return bytes.drain();
  }

  private String relative(String file) {
    return file.startsWith(table) ? file.substring(table.length() + 1) : file;
  }
}
