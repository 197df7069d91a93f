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

import io.trident.core.matching.Matcher;
import io.trident.core.matching.Matching;
import io.trident.core.matching.MatchingProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One round of a scheduler after a round that differs in 1 % of its tasks or nodes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx3g")
public class WarmBenchmark {
  /**
   * ChangingRounds in one direction; then they are run through backwards, with changes as small.
   */
  private static final int ROUNDS = 40;

  private static final int CHANGED_OF = 100;

  /** Tasks x nodes x slots a node. */
  @Param({"10240x10240x1"})
  public String size = "";

  /** What the costs are like. */
  @Param({"UNIFORM"})
  public InstanceKind kind = InstanceKind.UNIFORM;

  /** What is different in each round. */
  @Param({"ALL"})
  public RoundChange change = RoundChange.ALL;

  /** Who solves. */
  @Param({"WARM"})
  public RoundSolver solver = RoundSolver.WARM;

  private final List<MatchingProblem> rounds = new ArrayList<>();
  private Matcher matcher = RoundSolver.COLD.matcher(); // replaced before each trial
  private int round;

  /** Makes the rounds, and checks that each is solved at the least cost. */
  @Setup(Level.Trial)
  public void prepare() {
    Size parsed = Size.parse(size);
    ChangingRounds generator =
        new ChangingRounds(kind, parsed, Math.max(1, parsed.tasks() / CHANGED_OF));
    for (int i = 0; i < ROUNDS; i++) {
      rounds.add(generator.problem());
      generator.next(change);
    }
    for (int i = ROUNDS - 2; i > 0; i--) {
      rounds.add(rounds.get(i));
    }
    matcher = solver.matcher();
    Matcher cold = RoundSolver.COLD.matcher();
    for (int i = 0; i < ROUNDS; i++) {
      double found = matcher.match(rounds.get(i)).cost();
      double expected = cold.match(rounds.get(i)).cost();
      if (Math.abs(found - expected) > 1e-6 * expected) {
        throw new IllegalStateException(
            "In round %d %s finds the cost %s, not %s".formatted(i, solver, found, expected));
      }
    }
    round = ROUNDS % rounds.size();
  }

  /** One round. */
  @Benchmark
  public Matching round() {
    Matching matching = matcher.match(rounds.get(round));
    round = (round + 1) % rounds.size();
    return matching;
  }
}
