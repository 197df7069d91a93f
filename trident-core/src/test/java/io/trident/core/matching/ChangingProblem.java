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
import io.trident.core.matching.Problems.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** A cluster and its tasks, which change from round to round. */
final class ChangingProblem {
  /** What can happen between two rounds. */
  enum Change {
    /** A new problem object, equal to the last. */
    NOTHING,
    FINISH_FEW_TASKS,
    FINISH_MOST_TASKS,
    FINISH_ALL_TASKS,
    ADD_TASKS,
    /** Other costs under the same name. */
    MOVE_REPLICAS,
    /** Equal tasks as other objects. */
    COPY_TASKS,
    SHUFFLE,
    FREE_AND_TAKE_SLOTS,
    TAKE_ALL_SLOTS,
    ADD_EXECUTORS,
    REMOVE_EXECUTORS,
    REMOVE_ALL_EXECUTORS,
    MORE_TASKS_THAN_SLOTS,
    AS_MANY_TASKS_AS_SLOTS,
    FEWER_TASKS_THAN_SLOTS
  }

  private final Kind kind;
  private final int nodes;
  private final int racks;
  private final List<CostProfile> tasks = new ArrayList<>();
  private final List<SlotGroup> groups = new ArrayList<>();
  private int namedTasks;
  private int namedExecutors;

  /** A cluster of nodes in racks, with nothing to run and no executor. */
  ChangingProblem(Kind kind, int nodes, int racks) {
    this.kind = kind;
    this.nodes = nodes;
    this.racks = racks;
  }

  /** The problem of this round. */
  MatchingProblem problem() {
    return new MatchingProblem(tasks, groups);
  }

  /** Changes some part of the tasks or executors, which may be none. */
  void change(Change change, Random random) {
    switch (change) {
      case NOTHING -> {}
      case FINISH_FEW_TASKS -> finishTasks(random, part(tasks, 8, random));
      case FINISH_MOST_TASKS -> finishTasks(random, tasks.size() - part(tasks, 4, random));
      case FINISH_ALL_TASKS -> tasks.clear();
      case ADD_TASKS -> addTasks(random, 1 + random.nextInt(10));
      case MOVE_REPLICAS -> moveReplicas(random, part(tasks, 8, random));
      case COPY_TASKS -> tasks.replaceAll(ChangingProblem::copy);
      case SHUFFLE -> {
        Collections.shuffle(tasks, random);
        Collections.shuffle(groups, random);
      }
      case FREE_AND_TAKE_SLOTS -> {
        for (int i = part(groups, 2, random); i > 0; i--) {
          setSlots(random.nextInt(groups.size()), random.nextInt(4));
        }
      }
      case TAKE_ALL_SLOTS -> groups.replaceAll(group -> withSlots(group, 0));
      case ADD_EXECUTORS -> addExecutors(random, 1 + random.nextInt(4), random.nextInt(4));
      case REMOVE_EXECUTORS -> {
        for (int i = part(groups, 4, random); i > 0; i--) {
          groups.remove(random.nextInt(groups.size()));
        }
      }
      case REMOVE_ALL_EXECUTORS -> groups.clear();
      case MORE_TASKS_THAN_SLOTS ->
          addTasks(random, Math.max(0, slots() - tasks.size() + 1 + random.nextInt(10)));
      case AS_MANY_TASKS_AS_SLOTS -> offerSlots(random, tasks.size());
      case FEWER_TASKS_THAN_SLOTS ->
          offerSlots(random, Math.max(slots(), tasks.size() + 1 + random.nextInt(10)));
    }
  }

  void addTasks(Random random, int count) {
    for (int i = 0; i < count; i++) {
      tasks.add(Problems.profile("t" + namedTasks++, random, nodes, racks, kind));
    }
  }

  /** Removes tasks, from anywhere in the list. */
  void finishTasks(Random random, int count) {
    for (int i = 0; i < count; i++) {
      tasks.remove(random.nextInt(tasks.size()));
    }
  }

  /** Gives tasks other costs under their names. */
  void moveReplicas(Random random, int count) {
    for (int i = 0; i < count; i++) {
      int task = random.nextInt(tasks.size());
      tasks.set(task, Problems.profile(tasks.get(task).task(), random, nodes, racks, kind));
    }
  }

  /** Adds executors to random nodes; a node can have several. */
  void addExecutors(Random random, int count, int slots) {
    for (int i = 0; i < count; i++) {
      String node = "n" + random.nextInt(nodes);
      String executor = node + "-e" + namedExecutors++ % 8;
      if (groups.stream().noneMatch(group -> group.executor().equals(executor))) {
        groups.add(new SlotGroup(executor, node, Problems.topology(racks).rackOf(node), slots));
      }
    }
  }

  /** Adds or takes slots, here and there, until there are so many. */
  void offerSlots(Random random, int wanted) {
    if (groups.isEmpty()) {
      addExecutors(random, 4, 1);
    }
    for (int slots = slots(); slots != wanted; slots = slots()) {
      int group = random.nextInt(groups.size());
      int step = Integer.signum(wanted - slots);
      setSlots(group, Math.max(0, groups.get(group).slots() + step));
    }
  }

  int slots() {
    return groups.stream().mapToInt(SlotGroup::slots).sum();
  }

  private void setSlots(int group, int slots) {
    groups.set(group, withSlots(groups.get(group), slots));
  }

  private static SlotGroup withSlots(SlotGroup group, int slots) {
    return new SlotGroup(group.executor(), group.node(), group.rack(), slots);
  }

  private static CostProfile copy(CostProfile task) {
    return new CostProfile(
        String.valueOf(task.task().toCharArray()), // another object
        task.executors(),
        task.nodes(),
        task.racks(),
        task.elsewhere());
  }

  /** From 1 to one in so many of a list; 0 if it is empty. */
  private static int part(List<?> list, int divisor, Random random) {
    return list.isEmpty() ? 0 : 1 + random.nextInt(1 + (list.size() - 1) / divisor);
  }
}
