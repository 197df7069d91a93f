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

import com.google.ortools.Loader;
import com.google.ortools.graph.LinearSumAssignment;
import io.trident.core.matching.MatchingProblem;

/** OR-tools' cost-scaling push-relabel, on the matrix made square with zero costs. */
final class OrToolsSolve implements Solver.Solve {
  private final long[][] costs;

  OrToolsSolve(MatchingProblem problem) {
    Loader.loadNativeLibraries();
    costs = CostMatrix.square(problem);
  }

  @Override
  public double solve() {
    LinearSumAssignment solver = new LinearSumAssignment();
    for (int i = 0; i < costs.length; i++) {
      for (int j = 0; j < costs.length; j++) {
        solver.addArcWithCost(i, j, costs[i][j]);
      }
    }
    if (solver.solve() != LinearSumAssignment.Status.OPTIMAL) {
      throw new IllegalStateException("OR-tools found no optimum");
    }
    double cost = (double) solver.getOptimalCost() / CostMatrix.SCALE;
    solver.delete();
    return cost;
  }
}
