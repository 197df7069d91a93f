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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Statistics;

/**
 * Runs all benchmarks and prints their results as a Markdown table.
 *
 * <p>With the argument {@code quick}, iterations are fewer and shorter, to see that all works.
 */
public final class Benchmarks {
  /** Sizes that a dense matrix is good for. */
  private static final String[] DENSE_SIZES = {"1024x1024x1", "64x1024x1", "1024x32x1"};

  /** Sizes whose dense matrix has 10^8 cells or more: for the sparse solver. */
  private static final String[] LARGE_SIZES = {"10240x10240x1", "100000x10000x8"};

  private final boolean quick;
  private final List<RunResult> results = new ArrayList<>();

  private Benchmarks(boolean quick) {
    this.quick = quick;
  }

  public static void main(String[] args) throws RunnerException {
    Benchmarks benchmarks = new Benchmarks(Arrays.asList(args).contains("quick"));
    benchmarks.run();
    System.out.print(benchmarks.table());
  }

  private void run() throws RunnerException {
    String[] solvers =
        Arrays.stream(Solver.values())
            .filter(solver -> solver != Solver.SCIPY || SciPySolve.isPresent())
            .map(Solver::name)
            .toArray(String[]::new);
    if (solvers.length < Solver.values().length) {
      System.out.println("No python3 with SciPy: benchmarks of SciPy are left out.");
    }
    run(matcher(DENSE_SIZES, solvers));
    run(matcher(LARGE_SIZES, Solver.TRANSPORTATION.name()));
    run(new OptionsBuilder().include(AllocationBenchmark.class.getSimpleName()));
  }

  private static ChainedOptionsBuilder matcher(String[] sizes, String... solvers) {
    return new OptionsBuilder()
        .include(MatcherBenchmark.class.getSimpleName())
        .param("size", sizes)
        .param("solver", solvers);
  }

  private void run(ChainedOptionsBuilder options) throws RunnerException {
    if (quick) {
      options
          .warmupIterations(2)
          .measurementIterations(3)
          .warmupTime(TimeValue.milliseconds(200))
          .measurementTime(TimeValue.milliseconds(200));
    }
    Collection<RunResult> some = new Runner(options.shouldFailOnError(true).build()).run();
    results.addAll(some);
  }

  private String table() {
    StringBuilder table = new StringBuilder();
    table.append("| benchmark | parameters | min ms | median ms | max ms |%n".formatted());
    table.append("|---|---|---:|---:|---:|%n".formatted());
    for (RunResult result : results) {
      BenchmarkParams params = result.getParams();
      String benchmark = params.getBenchmark();
      String values =
          new TreeSet<>(params.getParamsKeys())
              .stream().map(params::getParam).collect(Collectors.joining(", "));
      Statistics times = result.getPrimaryResult().getStatistics();
      table.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %.3f | %.3f | %.3f |%n",
              benchmark.substring(benchmark.lastIndexOf('.', benchmark.lastIndexOf('.') - 1) + 1),
              values,
              times.getMin(),
              times.getPercentile(50),
              times.getMax()));
    }
    return table.toString();
  }
}
