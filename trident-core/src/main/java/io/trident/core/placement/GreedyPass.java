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

import io.trident.core.matching.SlotGroup;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One pass over the offered slots, in order, each given to the first waiting task that a rule
 * finds: how schedulers without a matching work.
 *
 * <p>The rule files each task in queues, and names for a slot the queues to look into, best first.
 * A task may be in many queues; it is skipped where it was placed already. O(entries of the queues
 * + slots * queues named).
 */
final class GreedyPass {
  private final PlacementSnapshot snapshot;
  private final Serving serving;
  private final List<TaskInput> inputs = new ArrayList<>();
  private final Map<Object, Deque<Integer>> queues = new HashMap<>();

  /** What distinguishes one greedy scheduler from another. */
  interface Rule {
    /** Returns the names of the queues in which a task waits. */
    List<Object> queuesOf(TaskInput task);

    /** Returns the names of the queues that a slot is offered to, best first. */
    List<Object> queuesFor(SlotGroup slot);
  }

  private GreedyPass(PlacementSnapshot snapshot) {
    this.snapshot = snapshot;
    serving = new Serving(snapshot.topology(), snapshot.model());
    for (PlacementTask task : snapshot.tasks()) {
      inputs.add(new TaskInput(task, serving));
    }
  }

  /** Places tasks by a rule. */
  static Placement place(PolicyName policy, PlacementSnapshot snapshot, Rule rule) {
    return new GreedyPass(snapshot).run(policy, rule);
  }

  private Placement run(PolicyName policy, Rule rule) {
    for (int task = 0; task < inputs.size(); task++) {
      for (Object queue : rule.queuesOf(inputs.get(task))) {
        queues.computeIfAbsent(queue, name -> new ArrayDeque<>()).add(task);
      }
    }
    int[] assignment = new int[inputs.size()];
    Arrays.fill(assignment, -1);
    for (int group = 0; group < snapshot.slots().size(); group++) {
      SlotGroup slot = snapshot.slots().get(group);
      List<Object> names = rule.queuesFor(slot);
      for (int i = 0; i < slot.slots(); i++) {
        int task = firstWaiting(names, assignment);
        if (task < 0) {
          break;
        }
        assignment[task] = group;
      }
    }
    return toPlacement(policy, assignment);
  }

  private int firstWaiting(List<Object> names, int[] assignment) {
    for (Object name : names) {
      Deque<Integer> queue = queues.get(name);
      while (queue != null && !queue.isEmpty()) {
        int task = queue.remove();
        if (assignment[task] < 0) {
          return task;
        }
      }
    }
    return -1;
  }

  private Placement toPlacement(PolicyName policy, int[] assignment) {
    List<TaskPlacement> placed = new ArrayList<>();
    double cost = 0;
    for (int task = 0; task < assignment.length; task++) {
      if (assignment[task] >= 0) {
        TaskPlacement one = serving.describe(snapshot, task, assignment[task]);
        placed.add(one);
        cost += one.cost();
      }
    }
    return new Placement(policy.label(), placed, cost, Double.NaN);
  }
}
