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

import io.trident.benchmarks.workloads.InputTask.Range;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.spark.Dependency;
import org.apache.spark.Partition;
import org.apache.spark.rdd.HadoopPartition;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.execution.datasources.FilePartition;
import scala.jdk.javaapi.CollectionConverters;

/** Finds what of which files is in the partitions of the RDDs that others are computed from. */
final class InputLineage {
  private InputLineage() {}

  /**
   * Goes back from results to all RDDs without parents, over shuffles, too.
   *
   * @return the ranges of each partition, in order, by id of the RDD; only of those RDDs that read
   *     files, whose partitions may be empty
   */
  static Map<Integer, List<List<Range>>> of(Collection<RDD<?>> results) {
    Map<Integer, List<List<Range>>> inputs = new HashMap<>();
    Set<Integer> seen = new HashSet<>();
    Deque<RDD<?>> left = new ArrayDeque<>(results);
    while (!left.isEmpty()) {
      RDD<?> rdd = left.pop();
      if (!seen.add(rdd.id())) {
        continue;
      }
      List<Dependency<?>> parents = CollectionConverters.asJava(rdd.dependencies());
      parents.forEach(parent -> left.push(parent.rdd()));
      if (parents.isEmpty()) {
        List<List<Range>> partitions =
            Arrays.stream(rdd.partitions()).map(InputLineage::ranges).toList();
        if (partitions.stream().anyMatch(ranges -> !ranges.isEmpty())) {
          inputs.put(rdd.id(), partitions);
        }
      }
    }
    return inputs;
  }

  private static List<Range> ranges(Partition partition) {
    if (partition instanceof HadoopPartition hadoop
        && hadoop.inputSplit().value() instanceof FileSplit split
        && split.getLength() > 0) {
      return List.of(new Range(split.getPath(), split.getStart(), split.getLength()));
    }
    if (partition instanceof FilePartition files) {
      return Arrays.stream(files.files())
          .filter(file -> file.length() > 0)
          .map(file -> new Range(file.toPath(), file.start(), file.length()))
          .toList();
    }
    return List.of();
  }
}
