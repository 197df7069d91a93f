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
package io.trident.benchmarks;

import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/**
 * What a benchmark measured, for one operation.
 *
 * @param benchmark name of the method
 * @param parameters value of each parameter
 * @param medianMillis median of all operations timed
 * @param minMillis the shortest of them
 * @param maxMillis the longest of them
 * @param cpuMillis CPU time of Java threads and of processes that they started: the median of the
 *     iterations' means; NaN if unknown
 * @param allocatedBytes bytes allocated in the Java heap: the median of the iterations' means; NaN
 *     where another process does the work
 */
record OperationMeasurement(
    String benchmark,
    Map<String, String> parameters,
    double medianMillis,
    double minMillis,
    double maxMillis,
    double cpuMillis,
    double allocatedBytes) {
  private static final String ALLOCATED = "gc.alloc.rate.norm";
  private static final int MEDIAN = 50;

  static OperationMeasurement of(RunResult result) {
    BenchmarkParams params = result.getParams();
    Map<String, String> parameters = new TreeMap<>();
    params.getParamsKeys().forEach(key -> parameters.put(key, params.getParam(key)));
    boolean elsewhere = Solver.SCIPY.name().equals(parameters.get("solver"));
    String name = params.getBenchmark();
    Statistics times = result.getPrimaryResult().getStatistics();
    return new OperationMeasurement(
        name.substring(name.lastIndexOf('.') + 1),
        parameters,
        times.getPercentile(MEDIAN),
        times.getMin(),
        times.getMax(),
        median(result, CpuProfiler.LABEL),
        elsewhere ? Double.NaN : median(result, ALLOCATED));
  }

  /** The median over the iterations; JMH writes 0 for one that a profiler has no value of. */
  private static double median(RunResult result, String label) {
    for (Map.Entry<String, ? extends Result<?>> one : secondary(result).entrySet()) {
      double median = one.getValue().getStatistics().getPercentile(MEDIAN);
      if (one.getKey().endsWith(label) && median > 0) {
        return median;
      }
    }
    return Double.NaN;
  }

  @SuppressWarnings({"rawtypes", "unchecked"}) // JMH declares the raw type
  private static Map<String, Result<?>> secondary(RunResult result) {
    return (Map) result.getSecondaryResults();
  }

  /** Returns the parameter's value, or an empty text if the benchmark has no such parameter. */
  String parameter(String name) {
    return parameters.getOrDefault(name, "");
  }
}
