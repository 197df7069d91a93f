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

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured of slices.
 *
 * @param options what it was measured of
 * @param variants ways to run the join, that of stock first
 * @param bytes of the tables in the dimension of the join
 * @param extents that these are in
 * @param nodes that have those
 * @param bytesBetweenRacks bytes of partitions that are not in the rack with most of their
 *     partition
 * @param measurements of each variant
 * @param counts what DataNodes did in each run, by variants
 */
record SliceQueriesResult(
    SliceQueriesOptions options,
    List<SliceVariant> variants,
    long bytes,
    int extents,
    int nodes,
    long bytesBetweenRacks,
    List<Measurement> measurements,
    Map<String, List<NodeCounts>> counts) {
  SliceQueriesResult {
    variants = List.copyOf(variants);
    measurements = List.copyOf(measurements);
    counts = Map.copyOf(counts);
  }

  /** Returns what is written to a file of JSON. */
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("scale", options.scale());
    json.put("partitions", options.extents());
    json.put("slices", options.slices());
    json.put("slots", options.slots());
    json.put("bytes", bytes);
    json.put("extents", extents);
    json.put("nodes", nodes);
    json.put("bytesBetweenRacks", bytesBetweenRacks);
    json.put("variants", variants);
    json.put("measurements", measurements);
    json.put("nodeCounts", counts);
    return json;
  }

  /** Returns the measurement of a variant. */
  Measurement of(SliceVariant variant) {
    return measurements.stream()
        .filter(one -> one.layout().equals(variant.name()))
        .findFirst()
        .orElseThrow();
  }

  /** Returns what DataNodes did in a run of a variant, the medians. */
  NodeCounts counts(SliceVariant variant) {
    return NodeCounts.median(counts.getOrDefault(variant.name(), List.of()));
  }

  /** Returns the processor time of a run: tasks, their driver and daemons, in seconds. */
  double cpuSeconds(SliceVariant variant) {
    Measurement measured = of(variant);
    return measured.taskCpuSeconds()
        + measured.driverCpuSeconds()
        + counts(variant).cpuNanos() / 1e9;
  }

  /** Returns the bytes between racks: of partitions, or of a shuffle whose tasks are anywhere. */
  long bytesBetweenRacks(SliceVariant variant) {
    return variant.layout().equals(QueryPlan.TRIDENT)
        ? bytesBetweenRacks
        : RackTraffic.betweenRacks(of(variant).shuffleBytes(), BenchmarkTables.RACKS);
  }
}
