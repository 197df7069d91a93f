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

import io.trident.benchmarks.workloads.WorkloadDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.SparkSession;

/** An application's input as RDDs and tables of a session: a partition for each block of a file. */
final class SparkInput {
  private final SparkSession session;
  private final JavaSparkContext context;
  private final WorkloadDirectory directory;
  private final List<RDD<?>> texts = new ArrayList<>();

  SparkInput(SparkSession session, WorkloadDirectory directory) {
    this.session = session;
    this.context = JavaSparkContext.fromSparkContext(session.sparkContext());
    this.directory = directory;
  }

  SparkSession session() {
    return session;
  }

  JavaSparkContext context() {
    return context;
  }

  WorkloadDirectory directory() {
    return directory;
  }

  /** Returns the lines of a data set. */
  JavaRDD<String> text(String data) {
    JavaRDD<String> lines = context.textFile(path(data).toString(), 1);
    texts.add(lines.rdd());
    return lines;
  }

  /**
   * Makes a data set of fields that are separated by commas a table of its name. A field that is
   * not of its type makes the job fail.
   *
   * @param columns names and types of all fields, in SQL
   */
  void table(String data, String columns) throws IOException {
    // Not packed together and not cut: what the other engine's maps read, and whole blocks.
    long block =
        Arrays.stream(directory.files().listStatus(path(data)))
            .mapToLong(FileStatus::getBlockSize)
            .max()
            .orElseThrow();
    session.conf().set("spark.sql.files.maxPartitionBytes", block);
    session.conf().set("spark.sql.files.openCostInBytes", block);
    session
        .read()
        .schema(columns)
        .option("mode", "FAILFAST")
        .csv(path(data).toString())
        .createOrReplaceTempView(data);
  }

  /** Returns all that {@link #text} returned. */
  List<RDD<?>> texts() {
    return List.copyOf(texts);
  }

  private Path path(String data) {
    return new Path(directory.input(), data);
  }
}
