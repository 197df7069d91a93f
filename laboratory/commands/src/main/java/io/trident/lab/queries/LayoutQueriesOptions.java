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

/**
 * What is measured.
 *
 * @param benchmark tables and queries
 * @param scale factor of the size of the tables, more than 0 and at most 10
 * @param format of the logically replicated tables, {@code parquet} or {@code csv}
 * @param extents extents of a dimension, 4 to 64
 * @param repetitions how often each query is measured on each layout, 1 to 100
 * @param directory of data and logs
 */
record LayoutQueriesOptions(
    BenchmarkName benchmark,
    double scale,
    String format,
    int extents,
    int repetitions,
    Path directory) {
  /**
   * Checks them.
   *
   * @throws IllegalArgumentException if one is out of range; the message has the option and range
   */
  LayoutQueriesOptions {
    if (!(scale > 0 && scale <= 10)) {
      throw new IllegalArgumentException("--scale must be above 0 and at most 10, not " + scale);
    }
    if (!format.equals(QueryPlan.PARQUET) && !format.equals("csv")) {
      throw new IllegalArgumentException("--format must be parquet or csv, not " + format);
    }
    require("--extents", extents, 4, 64);
    require("--repetitions", repetitions, 1, 100);
  }

  private static void require(String option, int value, int min, int max) {
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
