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
import java.util.Optional;

/**
 * What was measured.
 *
 * @param options what it was measured of
 * @param layouts names of the layouts, that of the logically replicated tables last
 * @param bytes what the tables of a layout take, each replica once
 * @param conversionSeconds how long the conversions took
 * @param rowGroups of each table in each layout, of Parquet
 * @param measurements of each query on each layout
 */
record LayoutQueriesResult(
    LayoutQueriesOptions options,
    List<String> layouts,
    Map<String, Long> bytes,
    double conversionSeconds,
    List<RowGroups> rowGroups,
    List<Measurement> measurements) {
  LayoutQueriesResult {
    layouts = List.copyOf(layouts);
    bytes = Map.copyOf(bytes);
    rowGroups = List.copyOf(rowGroups);
    measurements = List.copyOf(measurements);
  }

  /** Returns what is written to a file of JSON. */
  Map<String, Object> json() {
    return Map.of(
        "benchmark",
        options.benchmark().name(),
        "scale",
        options.scale(),
        "format",
        options.format(),
        "extents",
        options.extents(),
        "conversionSeconds",
        conversionSeconds,
        "bytes",
        bytes,
        "rowGroups",
        rowGroups,
        "measurements",
        measurements);
  }

  /** Returns the names of the queries, in order. */
  List<String> queries() {
    return measurements.stream().map(Measurement::query).distinct().toList();
  }

  /** Returns the row groups of a table in a layout, nothing if it is not of Parquet. */
  Optional<RowGroups> rowGroups(String table, String layout) {
    return rowGroups.stream()
        .filter(one -> one.table().equals(table) && one.layout().equals(layout))
        .findFirst();
  }

  /** Returns the measurement of a query on a layout. */
  Measurement of(String query, String layout) {
    return measurements.stream()
        .filter(one -> one.query().equals(query) && one.layout().equals(layout))
        .findFirst()
        .orElseThrow();
  }
}
