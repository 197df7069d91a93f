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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which task of a network is which of the problem matched last, and so what changed since.
 *
 * <p>A task is the same if it has the same name and an equal profile. Where a list keeps its order,
 * and most of its profiles are the very objects of before, comparing takes a few nanoseconds a
 * task; names are hashed only where that fails.
 */
final class KnownTasks {
  private static final int NONE = TransportationNetwork.NONE;

  /** By number: the profile, and the last comparison that found it. */
  private @Nullable CostProfile[] profiles = new CostProfile[0];

  private long[] foundBy = new long[0];

  /** By number: its position in the list matched last. */
  private int[] position = new int[0];

  /** By position in the list: the number; {@link #NONE} for a task that is to be added. */
  private int[] numbers = new int[0];

  private int count;
  private int[] before = new int[0];
  private int beforeCount;
  private long comparisons;

  /**
   * Numbers by the names of their tasks, made when first needed: a hash table with linear probing
   * that holds no keys of its own, so that tasks that come and go leave no garbage. An entry whose
   * number has no task any more, or one of another name, is passed over.
   */
  private int[] byName = new int[0];

  /** Entries of the table; 0 while it is not made. */
  private int named;

  /**
   * Forgets all tasks but for the length of the list compared last, all of which are to be added.
   */
  void clear() {
    Arrays.fill(profiles, null);
    named = 0;
  }

  /**
   * Finds the tasks of a list among the known ones.
   *
   * @return how many are not known, or have other costs
   */
  int compare(List<CostProfile> tasks) {
    int[] old = before;
    before = numbers;
    beforeCount = count;
    numbers = old.length < tasks.size() ? new int[tasks.size() + tasks.size() / 4] : old;
    count = tasks.size();
    comparisons++;
    int unknown = 0;
    int expected = 0; // position in the list before
    for (int i = 0; i < count; i++) {
      CostProfile profile = tasks.get(i);
      int number = NONE;
      if (expected < beforeCount && profiles[before[expected]] == profile) {
        number = before[expected];
      } else {
        number = find(profile);
      }
      if (number != NONE && foundBy[number] != comparisons) {
        foundBy[number] = comparisons;
        expected = position[number] + 1;
      } else {
        number = NONE;
        unknown++;
      }
      numbers[i] = number;
    }
    return unknown;
  }

  private int find(CostProfile profile) {
    if (named == 0) {
      nameAll();
    }
    String name = profile.task();
    for (int slot = slotOf(name); byName[slot] != NONE; slot = after(slot)) {
      CostProfile known = profiles[byName[slot]];
      if (known != null && known.task().equals(name)) {
        return known.equals(profile) ? byName[slot] : NONE;
      }
    }
    return NONE;
  }

  private void nameAll() {
    int tasks = 0;
    for (CostProfile profile : profiles) {
      tasks += profile == null ? 0 : 1;
    }
    int length = Integer.highestOneBit(Math.max(4, tasks)) * 8; // at most a quarter full
    if (byName.length < length) {
      byName = new int[length];
    }
    Arrays.fill(byName, NONE);
    named = 1;
    for (int number = 0; number < profiles.length; number++) {
      CostProfile profile = profiles[number];
      if (profile != null) {
        enterName(number, profile.task());
      }
    }
  }

  private void enterName(int number, String name) {
    int slot = slotOf(name);
    while (byName[slot] != NONE) {
      slot = after(slot);
    }
    byName[slot] = number;
    named++;
  }

  private int slotOf(String name) {
    int hash = name.hashCode() * 0x9E3779B9; // Fibonacci hashing: names differ in a digit or two
    return (hash ^ (hash >>> 16)) & (byName.length - 1);
  }

  private int after(int slot) {
    return (slot + 1) & (byName.length - 1);
  }

  /** Removes from the network what the last comparison did not find. */
  void removeOthers(TransportationNetwork net) {
    for (int i = 0; i < beforeCount; i++) {
      int number = before[i];
      CostProfile known = profiles[number];
      if (foundBy[number] != comparisons && known != null) {
        net.removeTask(number);
        profiles[number] = null;
      }
    }
    for (int i = 0; i < count; i++) {
      if (numbers[i] != NONE) {
        position[numbers[i]] = i;
      }
    }
  }

  /** Returns the number of the task at a position of the list; -1 while it is to be added. */
  int numberAt(int index) {
    return numbers[index];
  }

  /** Enters a task that was added to the network. */
  void add(int index, int number, CostProfile profile) {
    if (number >= profiles.length) {
      int length = Math.max(16, 2 * number);
      profiles = Arrays.copyOf(profiles, length);
      foundBy = Arrays.copyOf(foundBy, length);
      position = Arrays.copyOf(position, length);
    }
    profiles[number] = profile;
    foundBy[number] = comparisons;
    position[number] = index;
    numbers[index] = number;
    if (2 * named >= byName.length) {
      named = 0; // made anew when next needed
    } else if (named > 0) {
      enterName(number, profile.task());
    }
  }
}
