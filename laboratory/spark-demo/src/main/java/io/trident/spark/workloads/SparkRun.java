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
package io.trident.spark.workloads;

import io.trident.benchmarks.workloads.Application;
import io.trident.benchmarks.workloads.EngineRun;
import io.trident.benchmarks.workloads.WorkloadDirectory;
import io.trident.benchmarks.workloads.WorkloadEngine.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.SparkSession;

/** Runs one application in a session that somebody else starts and ends. */
final class SparkRun {
  private static final double NANOS = 1e9;
  private static final long EVENTS_TIMEOUT_MS = 60_000;
  private static final int WARM_UPS = 100;
  private static final long WARM_UP_MS = 20;

  private final JavaSparkContext context;
  private final WorkloadDirectory directory;
  private final SparkInput input;
  private final Path output;
  private final TaskEvents warmUp = new TaskEvents(text -> {}, System::nanoTime);

  /**
   * Prepares a run.
   *
   * @param output is replaced
   */
  SparkRun(SparkSession session, WorkloadDirectory directory, Path output) {
    this.context = JavaSparkContext.fromSparkContext(session.sparkContext());
    this.directory = directory;
    this.input = new SparkInput(session, directory);
    this.output = output;
  }

  /**
   * Runs it; once only.
   *
   * @throws IOException naming the application, if a job fails
   */
  EngineRun run(Progress progress) throws IOException, InterruptedException {
    awaitExecutors();
    directory.files().delete(output, true);
    progress.report("%s: started".formatted(directory.application().label()));
    TaskEvents events =
        new TaskEvents(
            text -> progress.report(directory.application().label() + ", " + text),
            System::nanoTime);
    context.sc().addSparkListener(events);
    try {
      long start = System.nanoTime();
      JavaRDD<String> lines = save();
      double seconds = (System.nanoTime() - start) / NANOS;
      drain();
      List<RDD<?>> ends = new ArrayList<>(input.texts());
      ends.add(lines.rdd());
      return new EngineRun(
          seconds,
          events.taskSeconds(),
          events.cpuSeconds(),
          events.inputTasks(InputLineage.of(ends)));
    } finally {
      context.sc().removeSparkListener(events);
      context.getPersistentRDDs().values().forEach(rdd -> rdd.unpersist(true));
    }
  }

  private JavaRDD<String> save() throws IOException {
    try {
      JavaRDD<String> lines = of(directory.application()).result(input);
      lines.saveAsTextFile(output.toString());
      return lines;
    } catch (Exception e) { // Scala does not declare what it throws.
      throw new IOException(
          "%s failed: %s".formatted(directory.application().label(), e.getMessage()), e);
    }
  }

  private static SparkProgram of(Application application) {
    return switch (application) {
      case TERASORT -> new TeraSortProgram();
      case WORDCOUNT -> new WordCountProgram();
      case AGGREGATION -> new AggregationProgram();
      case JOIN -> new JoinProgram();
      case BAYES -> new BayesProgram();
      case KMEANS -> new KMeansProgram();
      case PAGERANK -> new PageRankProgram();
      case NUTCHINDEX ->
          throw new IllegalArgumentException(
              "HiBench has no nutchindex for Spark; nor has Trident");
    };
  }

  /**
   * Waits until each executor has run some task: one that has registered offers its slots a moment
   * later, and what runs first would find fewer slots than what runs next.
   */
  private void awaitExecutors() throws IOException, InterruptedException {
    context.sc().addSparkListener(warmUp);
    for (int i = 0; i < WARM_UPS && (i == 0 || warmUp.executors().size() < executors()); i++) {
      int slots = context.defaultParallelism();
      context
          .parallelize(Collections.nCopies(slots, WARM_UP_MS), slots)
          .foreach(millis -> Thread.sleep(millis));
      drain();
    }
    context.sc().removeSparkListener(warmUp);
  }

  /** Returns how many there are; the driver is listed, too, and is one only in local mode. */
  private int executors() {
    return Math.max(1, context.statusTracker().getExecutorInfos().length - 1);
  }

  /** Waits until the driver has reported all that happened. */
  private void drain() throws IOException, InterruptedException {
    try {
      context.sc().listenerBus().waitUntilEmpty(EVENTS_TIMEOUT_MS);
    } catch (TimeoutException e) {
      throw new IOException("Spark does not report where its tasks ran", e);
    }
  }
}
