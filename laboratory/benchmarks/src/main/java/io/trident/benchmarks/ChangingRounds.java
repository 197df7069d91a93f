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

import io.trident.core.cost.CostProfile;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What a scheduler sees from round to round: the same tasks and slots but for a few. What did not
 * change is the same object in both rounds.
 */
final class ChangingRounds {
  private static final long SEED = 1;

  private final InstanceKind kind;
  private final Size size;
  private final int changes;
  private final Random random = new Random(SEED);
  private final List<CostProfile> tasks;
  private final List<SlotGroup> slots;
  private List<Integer> taken = List.of();
  private int nextTask;

  /**
   * Starts with {@link InstanceKind#problem}.
   *
   * @param changes how many changes a round has
   */
  ChangingRounds(InstanceKind kind, Size size, int changes) {
    this.kind = kind;
    this.size = size;
    this.changes = changes;
    tasks = kind.tasks(size);
    slots = kind.slots(size);
    nextTask = tasks.size();
  }

  /** Returns the snapshot of this round. */
  MatchingProblem problem() {
    return new MatchingProblem(tasks, slots);
  }

  /** Goes to the next round. */
  void next(RoundChange change) {
    change.apply(this, changes);
  }

  /** Some tasks finish, and as many are added. */
  void replaceTasks(int count) {
    for (int i = 0; i < count; i++) {
      tasks.remove(random.nextInt(tasks.size()));
    }
    for (int i = 0; i < count; i++) {
      tasks.add(kind.task("t" + nextTask++, size, random));
    }
  }

  /** The slots taken in the last round are free again; others are taken, one each. */
  void moveSlots(int count) {
    List<Integer> free = new ArrayList<>();
    while (free.size() < count) {
      int group = random.nextInt(slots.size());
      if (slots.get(group).slots() > 0 && !taken.contains(group) && !free.contains(group)) {
        free.add(group);
      }
    }
    taken.forEach(group -> addSlots(group, 1));
    free.forEach(group -> addSlots(group, -1));
    taken = free;
  }

  private void addSlots(int group, int more) {
    SlotGroup slot = slots.get(group);
    slots.set(group, new SlotGroup(slot.executor(), slot.node(), slot.rack(), slot.slots() + more));
  }

  /** Gives some tasks other places of their blocks. */
  void changeTiers(int count) {
    for (int i = 0; i < count; i++) {
      int task = random.nextInt(tasks.size());
      tasks.set(task, kind.task(tasks.get(task).task(), size, random));
    }
  }
}
