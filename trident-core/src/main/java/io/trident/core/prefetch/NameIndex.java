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
package io.trident.core.prefetch;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Numbers names 0, 1, ... in the order in which they are added. A table with linear probing, at
 * most half full; without the objects of a HashMap, whose look-ups would be most of a plan's time.
 */
final class NameIndex {
  static final int NONE = -1;

  private @Nullable String[] names;
  private int[] numbers;
  private int size;

  /** An empty index that first grows beyond some number of names. */
  NameIndex(int expected) {
    int capacity = Integer.highestOneBit(Math.max(4, expected)) << 2;
    names = new String[capacity];
    numbers = new int[capacity];
  }

  /** Returns a name's number, a new one if the name is new. */
  int add(String name) {
    int place = place(name);
    if (names[place] == null) {
      names[place] = name;
      numbers[place] = size++;
      if (2 * size > names.length) {
        grow();
        return size - 1;
      }
    }
    return numbers[place];
  }

  /** Returns a name's number, or NONE. */
  int find(String name) {
    int place = place(name);
    return names[place] == null ? NONE : numbers[place];
  }

  int size() {
    return size;
  }

  private int place(String name) {
    int mask = names.length - 1;
    int place = spread(name) & mask;
    for (String at = names[place]; at != null && !at.equals(name); at = names[place]) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void grow() {
    @Nullable String[] oldNames = names;
    int[] oldNumbers = numbers;
    names = new String[2 * oldNames.length];
    numbers = Arrays.copyOf(oldNumbers, names.length);
    for (int i = 0; i < oldNames.length; i++) {
      String name = oldNames[i];
      if (name != null) {
        int place = place(name);
        names[place] = name;
        numbers[place] = oldNumbers[i];
      }
    }
  }

  /** Names that differ in their last digits only are apart. */
  private static int spread(String name) {
    int hash = name.hashCode() * 0x9E3779B9;
    return hash ^ (hash >>> 16);
  }
}
