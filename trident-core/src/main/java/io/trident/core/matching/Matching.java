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

/**
 * A matching with its dual solution.
 *
 * <p>Costs are held as scaled longs: a cost {@code c} of the problem is {@code round(c * scale)}.
 * {@code assignment} and the duals are parallel to the problem's lists. The record owns its arrays;
 * callers must not write to them.
 *
 * <p>A matcher with a work budget may end before the least cost is found. The matching is then
 * still maximum, and {@code scaledLowerBound} is what the duals prove that every maximum matching
 * costs.
 *
 * <p>The duals prove optimality (linear programming duality): potentials {@code u} of tasks and
 * {@code v} of slot groups that satisfy the conditions listed at {@link Certificate}.
 *
 * @param assignment slot group of each task, or -1 where it got none
 * @param scaledCost total cost of the matching, times {@code scale}
 * @param scale scaled longs per unit of cost
 * @param taskDuals potential u of each task, scaled
 * @param slotDuals potential v of each slot group, scaled
 * @param scaledLowerBound the least that a maximum matching may cost, times {@code scale}; {@code
 *     scaledCost} where the matching is of least cost
 * @param statistics what the match took
 */
public record Matching(
    int[] assignment,
    long scaledCost,
    long scale,
    long[] taskDuals,
    long[] slotDuals,
    long scaledLowerBound,
    MatchingStatistics statistics) {

  /** A matching of least cost, from a matcher that keeps no statistics. */
  public Matching(
      int[] assignment, long scaledCost, long scale, long[] taskDuals, long[] slotDuals) {
    this(assignment, scaledCost, scale, taskDuals, slotDuals, scaledCost, MatchingStatistics.NONE);
  }

  /** Returns the total cost in the units of the problem. */
  public double cost() {
    return (double) scaledCost / scale;
  }

  /**
   * Returns by how much the cost can be above the least, in the units of the problem: 0 unless a
   * work budget was spent.
   */
  public double gap() {
    return (double) (scaledCost - scaledLowerBound) / scale;
  }

  /** Returns whether the matching is proven to be of least cost. */
  public boolean isOptimal() {
    return scaledCost == scaledLowerBound;
  }

  /** Returns how many tasks got a slot. */
  public int assigned() {
    int count = 0;
    for (int group : assignment) {
      if (group >= 0) {
        count++;
      }
    }
    return count;
  }
}
