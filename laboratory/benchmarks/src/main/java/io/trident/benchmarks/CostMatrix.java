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

import io.trident.core.matching.MatchingProblem;
import java.util.ArrayList;
import java.util.List;

/** The dense cost matrix of a problem, tasks by slots, as other solvers want it. */
final class CostMatrix {
  /** Costs times this are whole enough for solvers in whole numbers. */
  static final long SCALE = 1_000_000;

  private CostMatrix() {}

  static double[][] of(MatchingProblem problem) {
    List<Integer> groupOfSlot = new ArrayList<>();
    for (int group = 0; group < problem.slots().size(); group++) {
      for (int slot = 0; slot < problem.slots().get(group).slots(); slot++) {
        groupOfSlot.add(group);
      }
    }
    double[][] costs = new double[problem.tasks().size()][groupOfSlot.size()];
    for (int task = 0; task < costs.length; task++) {
      for (int slot = 0; slot < costs[task].length; slot++) {
        costs[task][slot] = problem.cost(task, groupOfSlot.get(slot));
      }
    }
    return costs;
  }

  /** The matrix times {@link #SCALE}, made square with rows or columns of zeros. */
  static long[][] square(MatchingProblem problem) {
    double[][] costs = of(problem);
    int size = costs.length == 0 ? 0 : Math.max(costs.length, costs[0].length);
    long[][] square = new long[size][size];
    for (int i = 0; i < costs.length; i++) {
      for (int j = 0; j < costs[i].length; j++) {
        square[i][j] = Math.round(costs[i][j] * SCALE);
      }
    }
    return square;
  }
}
