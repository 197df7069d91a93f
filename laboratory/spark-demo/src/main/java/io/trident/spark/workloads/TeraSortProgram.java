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

import io.trident.benchmarks.workloads.data.SortRecords;
import org.apache.spark.api.java.JavaRDD;

/**
 * A sort by key: reads the input twice, the first time for a sample of the keys, by which it is
 * divided into ranges.
 */
final class TeraSortProgram implements SparkProgram {
  @Override
  public JavaRDD<String> result(SparkInput input) {
    JavaRDD<String> rows = input.text("rows");
    return rows.sortBy(row -> row.substring(0, SortRecords.KEY), true, rows.getNumPartitions());
  }
}
