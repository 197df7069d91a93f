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
package io.trident.core.matching;

import io.trident.core.cost.CostProfile;

/**
 * Fixed-point arithmetic for one matching problem: a cost {@code c} is the long {@code round(c *
 * factor)}, so that sums and comparisons are exact.
 *
 * @param factor scaled longs per unit of cost, a power of ten from 1 to {@link #MAX_FACTOR}
 */
record CostScale(long factor) {
  /** Nine decimal places: far below the precision of any measured bandwidth. */
  static final long MAX_FACTOR = 1_000_000_000L;

  /**
   * Returns the largest scale for which no sum of the solvers can overflow. O(sum of the profiles'
   * entries).
   *
   * <p>Every sum that a solver forms is bounded by that of a simple path in its residual graph,
   * hence by the number of vertices (tasks, groups, and at most three aggregate vertices a group)
   * times the greatest cost plus one.
   *
   * @throws ArithmeticException if there is no such scale
   */
  static CostScale of(MatchingProblem problem) {
    return of(greatestCost(problem), problem.tasks().size(), problem.slots().size());
  }

  /** Returns the greatest cost of a problem. O(sum of the profiles' entries). */
  static double greatestCost(MatchingProblem problem) {
    double greatest = 0;
    for (CostProfile task : problem.tasks()) {
      greatest = Math.max(greatest, task.elsewhere());
      greatest = Math.max(greatest, greatestOf(task.racks().values()));
      greatest = Math.max(greatest, greatestOf(task.nodes().values()));
      greatest = Math.max(greatest, greatestOf(task.executors().values()));
    }
    return greatest;
  }

  /**
   * Returns the largest scale that suits costs, tasks and slot groups up to the given ones.
   *
   * @throws ArithmeticException if there is no such scale
   */
  static CostScale of(double greatest, long tasks, long groups) {
    double vertices = tasks + 4.0 * groups + 2;
    double bound = Long.MAX_VALUE / 8.0 / vertices;
    for (long factor = MAX_FACTOR; factor >= 1; factor /= 10) {
      if (greatest * factor + 1 <= bound) {
        return new CostScale(factor);
      }
    }
    throw new ArithmeticException(
        // The counts may have room for more than the problem has, so they are not named.
        "The greatest cost (%s) is too large to be summed exactly over so many tasks and slots;"
                .formatted(greatest)
            + " divide all costs by a common factor, only their ratios matter.");
  }

  /** Returns a cost in scaled longs. */
  long scaled(double cost) {
    return Math.round(cost * factor);
  }

  private static double greatestOf(Iterable<Double> costs) {
    double greatest = 0;
    for (double cost : costs) {
      greatest = Math.max(greatest, cost);
    }
    return greatest;
  }
}
