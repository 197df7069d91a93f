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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.trident.core.matching.MatchingProblem;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All solvers that are compared solve the same problem. */
class SolverTest {
  @ParameterizedTest
  @EnumSource
  void findsTheSameCostAgainAndAgain(Solver solver) throws IOException {
    assumeTrue(solver != Solver.SCIPY || SciPySolve.isPresent(), "python3 with SciPy");
    for (String size : new String[] {"40x40x1", "8x40x2", "40x8x2"}) {
      for (InstanceKind kind :
          new InstanceKind[] {InstanceKind.UNIFORM, InstanceKind.REAL_SCORES}) {
        List<MatchingProblem> problem = List.of(kind.problem(Size.parse(size)));
        double expected;
        try (Solver.Solve dense = Solver.HUNGARIAN.prepare(problem)) {
          expected = dense.solve();
        }
        try (Solver.Solve solve = solver.prepare(problem)) {
          double found = solve.solve();
          if (solver.isExact()) {
            assertThat(found).isCloseTo(expected, within(1e-6 * expected));
          } else {
            assertThat(found).isBetween(expected * (1 - 1e-6), expected * 2);
          }
          assertThat(solve.solve()).isEqualTo(found);
        }
      }
    }
  }
}
