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
    double[][] matrix = Instances.matrix(problem);
    int columns = matrix[0].length;
    int size = Math.max(matrix.length, columns);
    costs = new long[size][size];
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < columns; j++) {
        costs[i][j] = Math.round(matrix[i][j]); // the instances have whole costs
      }
    }
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
    double cost = solver.getOptimalCost();
    solver.delete();
    return cost;
  }
}
