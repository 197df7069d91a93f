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

import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.text.EnumNames;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** A part of the benchmarks that can be run alone. */
enum Suite {
  /** The sizes that have a bound, with default and with many distinct costs, beside the peers. */
  MATCH {
    @Override
    List<ChainedOptionsBuilder> runs(List<Solver> peers) {
      InstanceKind[] kinds = {InstanceKind.UNIFORM, InstanceKind.REAL_SCORES};
      return List.of(
          matcher(kinds, peers, "256x256x1"),
          matcher(kinds, without(peers, Solver.JGRAPHT), "1024x1024x1", "64x1024x1", "1024x32x1"),
          matcher(kinds, List.of(Solver.TRANSPORTATION), "10240x10240x1", "100000x10000x8"));
    }
  },

  /** Every kind of instance, with fewer and with more tasks than slots. */
  KINDS {
    @Override
    List<ChainedOptionsBuilder> runs(List<Solver> peers) {
      List<Solver> two =
          peers.stream().filter(List.of(Solver.TRANSPORTATION, Solver.SCIPY)::contains).toList();
      return List.of(
          matcher(InstanceKind.values(), two, "1024x1024x1", "2048x512x2"),
          matcher(InstanceKind.values(), List.of(Solver.TRANSPORTATION), "10240x10240x1"));
    }
  },

  /** ChangingRounds that differ in 1 %. */
  WARM {
    @Override
    List<ChainedOptionsBuilder> runs(List<Solver> peers) {
      return List.of(
          new OptionsBuilder()
              .include(WarmBenchmark.class.getSimpleName())
              .param("kind", names(InstanceKind.UNIFORM, InstanceKind.REAL_SCORES))
              .param("change", names(RoundChange.values()))
              .param("solver", names(RoundSolver.values())));
    }
  },

  /** Algorithm 3. */
  ALLOCATE {
    @Override
    List<ChainedOptionsBuilder> runs(List<Solver> peers) {
      return List.of(new OptionsBuilder().include(AllocationBenchmark.class.getSimpleName()));
    }
  },

  /** Algorithm 7, at the sizes that have a bound, and with many blocks per device. */
  PREFETCH {
    @Override
    List<ChainedOptionsBuilder> runs(List<Solver> peers) {
      return List.of(
          new OptionsBuilder()
              .include(PrefetchBenchmark.class.getSimpleName())
              .param("size", "1024x1024x12", "10240x1024x12", "10240x4x3")
              .param("kind", names(PrefetchInput.values()))
              .param("solver", names(PrefetcherName.TRIDENT, PrefetcherName.TRIDENT_DELAY)));
    }
  },

  /** The paper's Figure 18, which is drawn from the results. */
  FIGURE_18 {
    @Override
    List<ChainedOptionsBuilder> runs(List<Solver> peers) {
      InstanceKind[] kind = {InstanceKind.UNIFORM};
      return List.of(
          matcher(
              kind,
              List.of(Solver.HUNGARIAN, Solver.PUBLISHED, Solver.TRANSPORTATION),
              grid("8", "64", "256", "1024")),
          matcher(
              kind,
              List.of(Solver.TRANSPORTATION),
              "8x10240x1",
              "64x10240x1",
              "256x10240x1",
              "1024x10240x1",
              "10240x8x1",
              "10240x64x1",
              "10240x256x1",
              "10240x1024x1",
              "10240x10240x1"));
    }
  };

  /**
   * Returns the runs of JMH.
   *
   * @param peers the solvers that are present
   */
  abstract List<ChainedOptionsBuilder> runs(List<Solver> peers);

  /** Returns the name on the command line. */
  String label() {
    return EnumNames.dashed(this);
  }

  private static ChainedOptionsBuilder matcher(
      InstanceKind[] kinds, List<Solver> solvers, String... sizes) {
    return new OptionsBuilder()
        .include(MatcherBenchmark.class.getSimpleName())
        .param("kind", names(kinds))
        .param("size", sizes)
        .param("solver", names(solvers.toArray(Solver[]::new)));
  }

  private static String[] names(Enum<?>... constants) {
    return Arrays.stream(constants).map(Enum::name).toArray(String[]::new);
  }

  private static List<Solver> without(List<Solver> solvers, Solver left) {
    return solvers.stream().filter(solver -> solver != left).toList();
  }

  /** All sizes of as many tasks and one-slot nodes as given. */
  private static String[] grid(String... counts) {
    return Arrays.stream(counts)
        .flatMap(tasks -> Arrays.stream(counts).map(nodes -> tasks + "x" + nodes + "x1"))
        .toArray(String[]::new);
  }
}
