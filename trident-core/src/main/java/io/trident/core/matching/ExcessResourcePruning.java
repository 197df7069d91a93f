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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Algorithm 1 of the paper (section 2.3), as published: drops slots that cannot serve a task
 * locally.
 *
 * <p>It keeps at least as many slots as there are tasks, but not always those of an optimum: a kept
 * slot may be local only to tasks that others serve better, and rack-local alternatives are
 * dropped. {@link PrunedMatcher#exact} makes it safe.
 *
 * @param replication d, the default replication of the file system; positive
 */
public record ExcessResourcePruning(int replication) {
  public ExcessResourcePruning {
    if (replication <= 0) {
      throw new IllegalArgumentException("The replication must be positive: " + replication);
    }
  }

  /**
   * Returns the problem with the slots that Algorithm 1 keeps: the same tasks and the same groups
   * in the same order, with fewer slots, down to none. The same problem where the algorithm does
   * not prune. O(preferred locations + groups).
   */
  public MatchingProblem prune(MatchingProblem problem) {
    int tasks = problem.tasks().size();
    long available = 0;
    for (SlotGroup group : problem.slots()) {
      available += group.slots();
    }
    if (available < (long) replication * tasks) {
      return problem;
    }
    Map<String, Integer> nodesToTasks = new HashMap<>();
    for (CostProfile task : problem.tasks()) {
      for (String node : task.nodes().keySet()) {
        nodesToTasks.merge(node, 1, Integer::sum);
      }
    }
    List<SlotGroup> kept = new ArrayList<>(problem.slots().size());
    long resources = 0;
    for (SlotGroup group : problem.slots()) {
      int localTasks = nodesToTasks.getOrDefault(group.node(), 0);
      int slots = Math.min(group.slots(), localTasks);
      kept.add(new SlotGroup(group.executor(), group.node(), group.rack(), slots));
      resources += slots;
    }
    return resources >= tasks ? new MatchingProblem(problem.tasks(), kept) : problem;
  }
}
