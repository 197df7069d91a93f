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
package io.trident.core.placement;

import java.util.ArrayList;
import java.util.List;

/**
 * The outcome of a placement decision.
 *
 * @param policy name of the policy that decided
 * @param placed the tasks that got a slot, in task order
 * @param cost their total assignment cost
 * @param optimalCost the cost of a minimum-cost maximum matching of the same snapshot, where the
 *     policy computed it; NaN otherwise
 */
public record Placement(
    String policy, List<TaskPlacement> placed, double cost, double optimalCost) {
  public Placement {
    placed = List.copyOf(placed);
  }

  /**
   * Describes an assignment.
   *
   * @param policy name of the policy that decided
   * @param snapshot what it decided on
   * @param groups the slot group of each task of the snapshot, by their indices; -1 where it has
   *     none
   * @param gap how much less than the assignment a minimum-cost maximum matching can cost at most
   */
  public static Placement of(String policy, PlacementSnapshot snapshot, int[] groups, double gap) {
    List<TaskPlacement> placed = new ArrayList<>(groups.length);
    Serving serving = new Serving(snapshot.topology(), snapshot.model());
    double cost = 0;
    for (int task = 0; task < groups.length; task++) {
      if (groups[task] >= 0) {
        TaskPlacement one = serving.describe(snapshot, task, groups[task]);
        placed.add(one);
        cost += one.cost();
      }
    }
    return new Placement(policy, placed, cost, cost - gap);
  }
}
