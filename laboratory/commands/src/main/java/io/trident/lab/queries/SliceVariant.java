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

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A way to run the join.
 *
 * @param name its name, also a part of identifiers
 * @param layout whose tables it reads
 * @param slices of each partition; 1 if partitions are read whole, or there are none
 * @param settings of DataNodes; empty if they make no difference
 * @param memoryBytes of slices of all nodes together; 0 if there is no limit to speak of
 */
public record SliceVariant(
    String name, String layout, int slices, Map<String, String> settings, long memoryBytes) {
  /** The files of lines as they were written, joined by a shuffle. */
  static final String SHUFFLED = "shuffled";

  /** The dimension of the join, a task for each partition. */
  static final String PARTITIONS = "partitions";

  /** Slices, with memory for all, which are read when 90 % of the requests have come. */
  static final String SLICES = "slices";

  private static final long MIB = 1 << 20;
  private static final String MEMORY = "trident.hdfs.slices.memory-mb";
  private static final String PERCENT = "trident.hdfs.slices.percent";

  /** More than a DataNode uses, which is a quarter of its heap. */
  private static final int UNLIMITED = 4096;

  /** Copies the map. */
  public SliceVariant {
    settings = Map.copyOf(new TreeMap<>(settings));
  }

  /** Returns whether DataNodes slice extents. */
  public boolean hasSlices() {
    return slices > 1;
  }

  /**
   * Returns all variants, that of stock first.
   *
   * @param slices of a partition
   * @param bytes of the tables in the dimension of the join
   * @param nodes that have extents of it
   */
  static List<SliceVariant> all(int slices, long bytes, int nodes) {
    return List.of(
        new SliceVariant(SHUFFLED, QueryPlan.LINES, 1, Map.of(), 0),
        new SliceVariant(PARTITIONS, QueryPlan.TRIDENT, 1, Map.of(), 0),
        sliced(SLICES, slices, 90, UNLIMITED, 0),
        sliced(SLICES + "_95", slices, 95, UNLIMITED, 0),
        limited(10, slices, bytes, nodes),
        limited(5, slices, bytes, nodes));
  }

  /** Returns the names of all variants. */
  static List<String> names() {
    return all(2, MIB, 1).stream().map(SliceVariant::name).toList();
  }

  private static SliceVariant limited(int percent, int slices, long bytes, int nodes) {
    long megabytes = Math.max(1, Math.round(percent / 100.0 * bytes / nodes / MIB));
    return sliced(
        "%s_memory_%d".formatted(SLICES, percent), slices, 90, megabytes, megabytes * MIB * nodes);
  }

  private static SliceVariant sliced(
      String name, int slices, int percent, long megabytes, long memoryBytes) {
    return new SliceVariant(
        name,
        QueryPlan.TRIDENT,
        slices,
        Map.of(PERCENT, Integer.toString(percent), MEMORY, Long.toString(megabytes)),
        memoryBytes);
  }
}
