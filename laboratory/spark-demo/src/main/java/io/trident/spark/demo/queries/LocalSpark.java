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
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/** Starts Spark in this JVM. */
final class LocalSpark {
  private LocalSpark() {}

  /** Starts it with a task for each of two processors. */
  static SparkSession start(QueryPlan plan) {
    return start(plan, 2, plan.extents());
  }

  /**
   * Starts it. Joins broadcast nothing: where these tables are as large as the benchmarks have
   * them, none can be.
   *
   * @param slots tasks at a time
   * @param shufflePartitions partitions of a shuffle, before Spark puts small ones together
   */
  static SparkSession start(QueryPlan plan, int slots, int shufflePartitions) {
    return SparkSession.builder()
        .config(
            new SparkConf(false)
                .setMaster("local[%d]".formatted(slots))
                .setAppName("Trident: queries on layouts")
                .set("spark.ui.enabled", "false")
                .set("spark.hadoop.dfs.replication", "1")
                .set("spark.sql.warehouse.dir", plan.output() + "/warehouse")
                .set("spark.sql.shuffle.partitions", Integer.toString(shufflePartitions))
                .set("spark.sql.files.minPartitionNum", "2")
                .set("spark.sql.autoBroadcastJoinThreshold", "-1")
                .set("spark.sql.extensions", "io.trident.spark.layout.TridentExtensions"))
        .getOrCreate();
  }
}
