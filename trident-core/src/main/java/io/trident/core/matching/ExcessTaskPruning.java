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
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Algorithm 2 of the paper (section 2.4), as published: drops tasks that no slot can serve locally.
 *
 * <p>It keeps at least as many tasks as there are slots, but not always those of an optimum: the
 * kept tasks may all be local to the same slots. {@link PrunedMatcher#exact} makes it safe.
 *
 * @param replication d, the default replication of the file system; positive
 */
public record ExcessTaskPruning(int replication) {
  public ExcessTaskPruning {
    if (replication <= 0) {
      throw new IllegalArgumentException("The replication must be positive: " + replication);
    }
  }

  /**
   * Returns the indices of the tasks that Algorithm 2 keeps, ascending; all where it does not
   * prune. O(preferred locations + groups).
   */
  public int[] prune(MatchingProblem problem) {
    int[] all = IntStream.range(0, problem.tasks().size()).toArray();
    long resources = 0;
    Set<String> resourceNodes = new HashSet<>();
    for (SlotGroup group : problem.slots()) {
      resources += group.slots();
      if (group.slots() > 0) {
        resourceNodes.add(group.node());
      }
    }
    if (all.length < replication * resources) {
      return all;
    }
    int[] selected =
        Arrays.stream(all)
            .filter(task -> isLocal(problem.tasks().get(task), resourceNodes))
            .toArray();
    return selected.length >= resources ? selected : all;
  }

  private static boolean isLocal(CostProfile task, Set<String> nodes) {
    return task.nodes().keySet().stream().anyMatch(nodes::contains);
  }
}
