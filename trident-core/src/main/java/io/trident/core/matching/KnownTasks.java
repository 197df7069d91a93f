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
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
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

  /** Numbers by name; made when first needed. */
  private final Object2IntOpenHashMap<String> byName = new Object2IntOpenHashMap<>();

  private boolean isNamed;

  KnownTasks() {
    byName.defaultReturnValue(NONE);
  }

  /**
   * Forgets all tasks but for the length of the list compared last, all of which are to be added.
   */
  void clear() {
    Arrays.fill(profiles, null);
    byName.clear();
    isNamed = false;
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
    if (!isNamed) {
      isNamed = true;
      for (int i = 0; i < beforeCount; i++) {
        CostProfile known = profiles[before[i]];
        if (known != null) {
          byName.put(known.task(), before[i]);
        }
      }
    }
    int number = byName.getInt(profile.task());
    return number != NONE && profile.equals(profiles[number]) ? number : NONE;
  }

  /** Removes from the network what the last comparison did not find. */
  void removeOthers(TransportationNetwork net) {
    for (int i = 0; i < beforeCount; i++) {
      int number = before[i];
      CostProfile known = profiles[number];
      if (foundBy[number] != comparisons && known != null) {
        net.removeTask(number);
        if (isNamed) {
          byName.remove(known.task(), number);
        }
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
    if (isNamed) {
      byName.put(profile.task(), number);
    }
  }
}
