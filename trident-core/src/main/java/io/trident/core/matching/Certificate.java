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

import java.util.ArrayList;
import java.util.List;

/**
 * Checks that a matching is a minimum-cost maximum matching, by its duals, in O(arcs).
 *
 * <p>The conditions, in scaled longs, for {@code n} tasks and slot groups of capacity {@code b[j]}:
 *
 * <ol>
 *   <li>feasible: no group holds more tasks than it has slots, and {@code min(n, sum b)} tasks are
 *       placed;
 *   <li>dual feasible: {@code cost(i,j) - u[i] - v[j] >= 0} for every pair of a task and a group
 *       that has slots;
 *   <li>complementary slackness: equality on every matched pair; with no more tasks than slots also
 *       {@code v[j] <= 0}, and {@code v[j] == 0} for a group with a free slot; with more tasks than
 *       slots also {@code u[i] <= 0}, and {@code u[i] == 0} for a task without a slot.
 * </ol>
 *
 * <p>By linear programming duality no matching that meets them can be improved. The check shares no
 * code with the solvers but the rounding of costs.
 */
public final class Certificate {
  private final MatchingProblem problem;
  private final Matching matching;
  private final CostScale scale;
  private final List<String> violations = new ArrayList<>();

  private Certificate(MatchingProblem problem, Matching matching) {
    this.problem = problem;
    this.matching = matching;
    scale = new CostScale(matching.scale());
  }

  /**
   * Returns which conditions a matching violates, each in a sentence; empty if it is proven to be
   * optimal. O(entries of the profiles + groups log groups).
   */
  public static List<String> violations(MatchingProblem problem, Matching matching) {
    Certificate certificate = new Certificate(problem, matching);
    certificate.check();
    return List.copyOf(certificate.violations);
  }

  private void check() {
    int tasks = problem.tasks().size();
    int groups = problem.slots().size();
    if (matching.assignment().length != tasks
        || matching.taskDuals().length != tasks
        || matching.slotDuals().length != groups) {
      violations.add("The matching is not of this problem: its lists differ in length.");
      return;
    }
    int[] used = new int[groups];
    long cost = 0;
    int assigned = 0;
    for (int task = 0; task < tasks; task++) {
      int group = matching.assignment()[task];
      if (group >= groups || group < -1) {
        violations.add("Task %s is on slot group %d, which is none.".formatted(name(task), group));
        return;
      }
      if (group >= 0) {
        used[group]++;
        assigned++;
        cost += scale.scaled(problem.cost(task, group));
        checkTight(task, group);
      }
    }
    if (assigned != problem.cardinality()) {
      violations.add(
          "%d tasks are placed, %d could be.".formatted(assigned, problem.cardinality()));
    }
    if (cost != matching.scaledCost()) {
      violations.add(
          "The cost of the pairs is %d (scaled), not %d.".formatted(cost, matching.scaledCost()));
    }
    checkSigns(used, slots() >= tasks);
    checkDualFeasible();
  }

  private void checkTight(int task, int group) {
    long reduced =
        scale.scaled(problem.cost(task, group))
            - matching.taskDuals()[task]
            - matching.slotDuals()[group];
    if (reduced != 0) {
      violations.add(
          "Task %s is on %s at reduced cost %d, not 0."
              .formatted(name(task), problem.slots().get(group).executor(), reduced));
    }
  }

  private void checkSigns(int[] used, boolean slotsForAll) {
    for (int group = 0; group < used.length; group++) {
      SlotGroup slot = problem.slots().get(group);
      long dual = matching.slotDuals()[group];
      if (used[group] > slot.slots()) {
        violations.add(
            "%s has %d slots for %d tasks.".formatted(slot.executor(), slot.slots(), used[group]));
      }
      if (slotsForAll
          && slot.slots() > 0
          && (dual > 0 || (used[group] < slot.slots() && dual != 0))) {
        violations.add(
            "%s, with %d of %d slots used, has the dual %d."
                .formatted(slot.executor(), used[group], slot.slots(), dual));
      }
    }
    for (int task = 0; !slotsForAll && task < matching.assignment().length; task++) {
      long dual = matching.taskDuals()[task];
      if (dual > 0 || (matching.assignment()[task] < 0 && dual != 0)) {
        violations.add("Task %s has the dual %d.".formatted(name(task), dual));
      }
    }
  }

  private void checkDualFeasible() {
    List<Integer> offered = new ArrayList<>();
    for (int group = 0; group < problem.slots().size(); group++) {
      if (problem.slots().get(group).slots() > 0) {
        offered.add(group);
      }
    }
    PriceIndex prices = new PriceIndex(problem, scale, matching.slotDuals(), offered);
    for (int task = 0; task < problem.tasks().size(); task++) {
      PriceIndex.Offer offer = prices.best(task);
      if (offer.group() >= 0 && offer.price() < matching.taskDuals()[task]) {
        violations.add(
            "Task %s would gain %d (scaled) on %s."
                .formatted(
                    name(task),
                    matching.taskDuals()[task] - offer.price(),
                    problem.slots().get(offer.group()).executor()));
      }
    }
  }

  private long slots() {
    long slots = 0;
    for (SlotGroup slot : problem.slots()) {
      slots += slot.slots();
    }
    return slots;
  }

  private String name(int task) {
    return problem.tasks().get(task).task();
  }
}
