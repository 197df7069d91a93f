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

import io.trident.benchmarks.rmload.ResourceManagerBounds;
import io.trident.benchmarks.rmload.ResourceManagerLoad;
import io.trident.core.text.EnumNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs benchmarks and prints their results as a Markdown table.
 *
 * <p>Arguments are names of suites ({@code match}, {@code kinds}, {@code warm}, {@code allocate},
 * {@code prefetch}, {@code figure-18}; all if there is none), and {@code quick} for fewer and
 * shorter iterations, to see that all works. {@code rm} alone, or with {@code quick}, loads
 * resource managers ({@link ResourceManagerLoad}); {@code rm-bounds} does so with the worst loads
 * ({@link ResourceManagerBounds.Plan#with} has its further arguments). {@code plots} measures
 * nothing; it draws the figures again from their data. Figures are in the directory of the system
 * property {@code bench.figures}; those of {@code quick} are in {@code target/figures}.
 */
public final class Benchmarks {
  private static final String QUICK = "quick";
  private static final String PLOTS = "plots";
  private static final String RESOURCE_MANAGER = "rm";
  private static final String BOUNDS = "rm-bounds";
  private static final Path TARGET = Path.of("target", "figures");

  private final boolean quick;
  private final List<Solver> peers;

  private Benchmarks(boolean quick) {
    this.quick = quick;
    peers =
        Arrays.stream(Solver.values())
            .filter(solver -> solver != Solver.PUBLISHED) // of Figure 18 only
            .filter(solver -> solver != Solver.SCIPY || SciPySolve.isPresent())
            .toList();
    if (!peers.contains(Solver.SCIPY)) {
      System.out.println("No python3 with SciPy: benchmarks of SciPy are left out.");
    }
  }

  public static void main(String[] args) throws RunnerException, IOException {
    List<String> words = List.of(args);
    boolean quick = words.contains(QUICK);
    Path figures = quick ? TARGET : Path.of(System.getProperty("bench.figures", TARGET.toString()));
    if (words.contains(BOUNDS)) {
      ResourceManagerBounds.Plan plan =
          quick ? ResourceManagerBounds.Plan.QUICK : ResourceManagerBounds.Plan.FULL;
      List<String> changes =
          words.stream().filter(word -> !List.of(BOUNDS, QUICK).contains(word)).toList();
      System.out.print(ResourceManagerBounds.run(plan.with(changes)));
      System.exit(0); // as below
    }
    Set<Suite> suites = suites(words);
    if (words.contains(PLOTS)) {
      Figure18.draw(figures);
      return;
    }
    if (words.contains(RESOURCE_MANAGER)) {
      System.out.print(
          ResourceManagerLoad.run(
              quick ? ResourceManagerLoad.Plan.QUICK : ResourceManagerLoad.Plan.FULL));
      System.exit(0); // schedulers that were stopped leave timers that are no daemons
    }
    Benchmarks benchmarks = new Benchmarks(quick);
    List<OperationMeasurement> all = new ArrayList<>();
    for (Suite suite : suites) {
      List<OperationMeasurement> some = benchmarks.run(suite);
      all.addAll(some);
      if (suite == Suite.FIGURE_18) {
        Figure18.save(some, figures);
        Figure18.draw(figures);
      }
    }
    System.out.print(ResultTable.of(all));
  }

  /** The suites that the arguments name. */
  private static Set<Suite> suites(List<String> words) {
    Set<Suite> suites = EnumSet.noneOf(Suite.class);
    for (String word : words) {
      Optional<Suite> named = EnumNames.find(Suite.class, word);
      if (named.isPresent()) {
        suites.add(named.get());
      } else if (!List.of(QUICK, PLOTS, RESOURCE_MANAGER).contains(word)) {
        throw new IllegalArgumentException(
            "Unknown argument %s; known are %s, %s, %s, %s and %s"
                .formatted(
                    word, EnumNames.list(Suite.class), RESOURCE_MANAGER, BOUNDS, QUICK, PLOTS));
      }
    }
    return suites.isEmpty() ? EnumSet.allOf(Suite.class) : suites;
  }

  private List<OperationMeasurement> run(Suite suite) throws RunnerException {
    List<OperationMeasurement> measurements = new ArrayList<>();
    for (ChainedOptionsBuilder options : suite.runs(peers)) {
      options.shouldFailOnError(true).addProfiler(GCProfiler.class).addProfiler(CpuProfiler.class);
      if (quick) {
        options
            .warmupIterations(1)
            .measurementIterations(1)
            .warmupTime(TimeValue.milliseconds(200))
            .measurementTime(TimeValue.milliseconds(200));
      }
      for (RunResult result : new Runner(options.build()).run()) {
        measurements.add(OperationMeasurement.of(result));
      }
    }
    return measurements;
  }
}
