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
import java.util.List;

/**
 * A snapshot to be matched: tasks with their costs and the slots on offer (paper, section 2.2).
 *
 * @param tasks one cost profile a task; names are unique
 * @param slots the slots on offer; executors are unique
 */
public record MatchingProblem(List<CostProfile> tasks, List<SlotGroup> slots) {
  public MatchingProblem {
    tasks = List.copyOf(tasks);
    slots = List.copyOf(slots);
  }

  /** Returns the size of every maximum matching: {@code min(tasks, slots)}. */
  public int cardinality() {
    long slotCount = 0;
    for (SlotGroup group : slots) {
      slotCount += group.slots();
    }
    return (int) Math.min(tasks.size(), slotCount);
  }

  /** Returns the cost of a task (by index) on a slot group (by index). */
  public double cost(int task, int group) {
    SlotGroup slot = slots.get(group);
    return tasks.get(task).costAt(slot.executor(), slot.node(), slot.rack());
  }
}
