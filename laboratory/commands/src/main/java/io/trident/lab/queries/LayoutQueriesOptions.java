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

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What is measured.
 *
 * @param benchmark tables and queries
 * @param scale factor of the size of the tables, more than 0 and at most 10
 * @param format of the logically replicated tables, {@code parquet} or {@code csv}
 * @param extents extents of a dimension, 4 to 64
 * @param queries names of the queries; empty for all
 * @param layouts names of the layouts beside those of the files as written and of the logically
 *     replicated tables; empty for all
 * @param repetitions how often each query is measured on each layout, 1 to 100
 * @param directory of data and logs
 */
record LayoutQueriesOptions(
    BenchmarkName benchmark,
    double scale,
    String format,
    int extents,
    List<String> queries,
    List<String> layouts,
    int repetitions,
    Path directory) {
  /**
   * Checks them.
   *
   * @throws IllegalArgumentException if one is out of range; the message has the option and range
   */
  LayoutQueriesOptions {
    requireScale(scale);
    if (!format.equals(QueryPlan.PARQUET) && !format.equals("csv")) {
      throw new IllegalArgumentException("--format must be parquet or csv, not " + format);
    }
    require("--extents", extents, 4, 64);
    require("--repetitions", repetitions, 1, 100);
    queries = List.copyOf(queries);
    layouts = List.copyOf(layouts);
    QueryBenchmark chosen = benchmark.of(scale, extents);
    requireKnown("--queries", queries, names(chosen));
    requireKnown("--layouts", layouts, others(format, chosen));
  }

  /** Returns the queries that are to be run, in the benchmark's order. */
  List<QueryText> queriesOf(QueryBenchmark all) {
    return all.queries().stream()
        .filter(query -> queries.isEmpty() || queries.contains(query.name()))
        .toList();
  }

  /**
   * Returns the tables that are needed: that queries or values of their parameters are read from.
   */
  List<SourceTable> tablesOf(QueryBenchmark all) {
    List<QueryText> texts = new ArrayList<>(queriesOf(all));
    texts.addAll(all.parameters());
    return all.tables().stream()
        .filter(table -> texts.stream().anyMatch(text -> text.reads(table)))
        .toList();
  }

  /**
   * Returns the layouts that are to be queried, those that are measured against the others last.
   */
  List<String> layoutsOf(QueryBenchmark all) {
    List<String> names = new ArrayList<>();
    for (String other : others(format, all)) {
      if (layouts.isEmpty() || layouts.contains(other) || other.equals(QueryPlan.AS_WRITTEN)) {
        names.add(other);
      }
    }
    names.add(QueryPlan.TRIDENT);
    return names;
  }

  private static List<String> others(String format, QueryBenchmark benchmark) {
    List<String> names = new ArrayList<>();
    if (!format.equals(QueryPlan.PARQUET)) {
      names.add(QueryPlan.LINES);
    }
    names.add(QueryPlan.AS_WRITTEN);
    benchmark.singles().forEach(single -> names.add(single.name()));
    names.add(QueryPlan.Z_ORDER);
    if (benchmark.hasReplicas()) {
      names.add(QueryPlan.REPLICAS);
    }
    return names;
  }

  private static List<String> names(QueryBenchmark benchmark) {
    return benchmark.queries().stream().map(QueryText::name).toList();
  }

  static void requireScale(double scale) {
    if (!(scale > 0 && scale <= 10)) {
      throw new IllegalArgumentException("--scale must be above 0 and at most 10, not " + scale);
    }
  }

  static void requireKnown(String option, List<String> values, List<String> known) {
    for (String value : values) {
      if (!known.contains(value)) {
        throw new IllegalArgumentException(
            "%s has %s; there are %s".formatted(option, value, String.join(", ", known)));
      }
    }
  }

  static void require(String option, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s must be %d to %d, not %d".formatted(option, min, max, value));
    }
  }

  /** The benchmarks, as the command names them. */
  enum BenchmarkName {
    /** AMPLab's Big Data Benchmark. */
    AMP {
      @Override
      QueryBenchmark of(double scale, int parts) {
        return new Amp(scale, parts);
      }
    },
    /** TPC-H. */
    TPCH {
      @Override
      QueryBenchmark of(double scale, int parts) {
        return new Tpch(scale, parts);
      }
    };

    /**
     * Returns the benchmark.
     *
     * @param scale factor of its size
     * @param parts files of each table
     */
    abstract QueryBenchmark of(double scale, int parts);
  }
}
