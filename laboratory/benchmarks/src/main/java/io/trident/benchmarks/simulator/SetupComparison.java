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
package io.trident.benchmarks.simulator;

import io.trident.benchmarks.swim.SizeBin;
import io.trident.benchmarks.swim.SwimTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The same workload with several setups, repeated with several seeds.
 *
 * @param config cluster and jobs
 * @param workload what is run
 * @param setups what is compared; the first is the baseline of all reductions
 * @param seeds one repetition each
 */
public record SetupComparison(
    SimulationConfig config, Workload workload, List<Setup> setups, List<Long> seeds) {
  public SetupComparison {
    setups = List.copyOf(setups);
    seeds = List.copyOf(seeds);
    if (setups.isEmpty() || seeds.isEmpty()) {
      throw new IllegalArgumentException("Nothing to compare: give a setup and a seed at least.");
    }
  }

  /** Receives how far a comparison is. */
  @FunctionalInterface
  public interface Progress {
    /**
     * @param share of all jobs of all runs that have ended, from 0 to 1
     * @param what is being run
     */
    void at(double share, String what);
  }

  /**
   * Runs a workload once with one setup.
   *
   * @param seed of the placement of blocks and of the phases of heartbeats
   * @param ended receives how many jobs have ended, after each
   */
  public static RunResult simulate(
      SimulationConfig config,
      Setup setup,
      SwimTrace trace,
      long seed,
      IntConsumer ended,
      LongSupplier nanoTime) {
    return new Simulation(config, setup, trace, seed, DecisionListener.NONE, nanoTime).run(ended);
  }

  /** Runs all, one after the other, seed by seed. */
  public SetupComparisonResult run(Progress progress, LongSupplier nanoTime) {
    List<List<RunResult>> bySetup = new ArrayList<>();
    setups.forEach(setup -> bySetup.add(new ArrayList<>()));
    int runs = setups.size() * seeds.size();
    int done = 0;
    for (long seed : seeds) {
      SwimTrace trace = workload.bySeed().apply(seed);
      for (int i = 0; i < setups.size(); i++) {
        Setup setup = setups.get(i);
        int before = done;
        double jobs = trace.jobs().size();
        bySetup
            .get(i)
            .add(
                simulate(
                    config,
                    setup,
                    trace,
                    seed,
                    ended ->
                        progress.at(
                            (before + ended / jobs) / runs,
                            "%s, seed %d".formatted(setup.label(), seed)),
                    nanoTime));
        done++;
      }
    }
    return summarise(bySetup);
  }

  private SetupComparisonResult summarise(List<List<RunResult>> bySetup) {
    List<Summary> summaries = new ArrayList<>();
    List<Overhead> overheads = new ArrayList<>();
    for (List<RunResult> runs : bySetup) {
      for (SizeBin bin : SizeBin.values()) {
        if (runs.get(0).jobs().stream().anyMatch(job -> job.bin() == bin)) {
          summaries.add(Summary.of(bin.name(), runs, bySetup.get(0), job -> job.bin() == bin));
        }
      }
      summaries.add(Summary.of(Summary.ALL, runs, bySetup.get(0), job -> true));
      overheads.addAll(overheads(runs));
    }
    return new SetupComparisonResult(
        workload.name(),
        workload.recipe().describe(),
        config,
        setups.get(0).label(),
        seeds,
        summaries,
        overheads);
  }

  private static List<Overhead> overheads(List<RunResult> runs) {
    String setup = runs.get(0).setup().label();
    return Stream.of(
            Overhead.of(setup, "placing tasks", runs, RunResult::placing),
            Overhead.of(setup, "allocating containers", runs, RunResult::allocating),
            Overhead.of(setup, "planning prefetches", runs, RunResult::planning))
        .filter(overhead -> overhead.decisions() > 0)
        .toList();
  }
}
