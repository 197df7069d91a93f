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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All solvers that are compared solve the same problem. */
class SolverTest {
  @ParameterizedTest
  @EnumSource
  void findsTheSameCostAgainAndAgain(Solver solver) throws IOException {
    assumeTrue(solver != Solver.SCIPY || SciPySolve.isPresent(), "python3 with SciPy");
    for (int[] size : new int[][] {{40, 40, 1}, {8, 40, 2}, {40, 8, 2}}) {
      MatchingProblem problem = Instances.matching(size[0], size[1], size[2]);
      double expected;
      try (Solver.Solve dense = Solver.HUNGARIAN.prepare(problem)) {
        expected = dense.solve();
      }
      try (Solver.Solve solve = solver.prepare(problem)) {
        assertThat(solve.solve()).isCloseTo(expected, within(1e-6));
        assertThat(solve.solve()).isCloseTo(expected, within(1e-6));
      }
    }
  }
}
