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

import io.trident.core.matching.Certificate;
import io.trident.core.matching.Matching;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.TransportationMatcher;
import java.io.IOException;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Matching tasks to slots: the solvers on the same instance, each checked for the same cost. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx3g")
public class MatcherBenchmark {
  private static final int IN_TURN = 4;
  private static final double TOLERANCE = 1e-6;

  /** Tasks x nodes x slots a node. */
  @Param({"1024x1024x1"})
  public String size = "";

  /** What the costs are like. */
  @Param({"UNIFORM"})
  public InstanceKind kind = InstanceKind.UNIFORM;

  /** Who solves. */
  @Param({"TRANSPORTATION"})
  public Solver solver = Solver.TRANSPORTATION;

  private Solver.Solve solve = () -> Double.NaN;

  /** Makes the instances, and checks that the solver finds the optimum. */
  @Setup(Level.Trial)
  public void prepare() throws IOException {
    Size parsed = Size.parse(size);
    List<MatchingProblem> problems = new ArrayList<>();
    for (int number = 0; number < IN_TURN; number++) {
      problems.add(kind.problem(parsed, number));
    }
    MatchingProblem first = problems.get(0);
    Matching optimum = new TransportationMatcher().match(first);
    List<String> violations = Certificate.violations(first, optimum);
    if (!violations.isEmpty()) {
      throw new IllegalStateException("No optimum to compare with: " + violations);
    }
    solve = solver.prepare(problems);
    double excess = solve.solve() / optimum.cost() - 1;
    if (excess < -TOLERANCE || (solver.isExact() && excess > TOLERANCE)) {
      throw new IllegalStateException("%s costs %s of the least more".formatted(solver, excess));
    }
  }

  /** Ends what the solver started. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    solve.close();
  }

  /** One solve. */
  @Benchmark
  public double match() throws IOException {
    return solve.solve();
  }
}
