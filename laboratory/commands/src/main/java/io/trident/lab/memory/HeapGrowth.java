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
package io.trident.lab.memory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.LongStream;

/**
 * What files that rows are stored in cost a NameNode's heap.
 *
 * @param storing how they are stored
 * @param superExtents of how many super-extents' rows each of {@code heapBytes} is
 * @param heapBytes by how much the heap grew, step after step
 */
record HeapGrowth(Storing storing, int superExtents, List<Long> heapBytes) {
  /** A decimal one: 10^12 bytes. */
  private static final double TERABYTE = 1e12;

  /** Super-extents of full extents of 128 MiB that a TB of rows fills. */
  static final double SUPER_EXTENTS_OF_TERABYTE =
      TERABYTE / (Storing.EXTENTS * (double) (128L << 20));

  /** Copies the list. */
  HeapGrowth {
    heapBytes = List.copyOf(heapBytes);
  }

  /**
   * Fills one NameNode, with all ways of storing in turns, in so many steps; it is gone when this
   * returns.
   *
   * @param step called before each step with its number, from 0
   */
  static List<HeapGrowth> measure(int superExtents, int steps, Path directory, IntConsumer step)
      throws IOException {
    Map<Storing, List<Long>> growth = new EnumMap<>(Storing.class);
    try (FilledNameNode nameNode = FilledNameNode.start(directory)) {
      for (Storing storing : Storing.values()) {
        write(nameNode, storing, 0, 1); // what is loaded and made once
        growth.put(storing, new ArrayList<>());
      }
      long before = FilledNameNode.usedHeap();
      for (int i = 0; i < steps; i++) {
        step.accept(i);
        for (Map.Entry<Storing, List<Long>> one : growth.entrySet()) {
          write(nameNode, one.getKey(), 1 + (long) i * superExtents, superExtents);
          long after = FilledNameNode.usedHeap();
          one.getValue().add(after - before);
          before = after;
        }
      }
    }
    return growth.entrySet().stream()
        .map(one -> new HeapGrowth(one.getKey(), superExtents, one.getValue()))
        .toList();
  }

  private static void write(FilledNameNode nameNode, Storing storing, long first, int superExtents)
      throws IOException {
    String directory = "/warehouse/" + storing.name().toLowerCase(Locale.ROOT);
    for (long superExtent = first; superExtent < first + superExtents; superExtent++) {
      for (StoredFile file : storing.files(superExtent)) {
        nameNode.write(directory, file);
      }
    }
  }

  /** Returns the least growth for each TB of rows, in bytes. */
  double leastOfTerabyte() {
    return ofTerabyte(growth().min().orElseThrow());
  }

  /** Returns the greatest growth for each TB of rows, in bytes. */
  double greatestOfTerabyte() {
    return ofTerabyte(growth().max().orElseThrow());
  }

  /** Returns the mean growth for each TB of rows, in bytes. */
  double meanOfTerabyte() {
    return growth().average().orElseThrow() * SUPER_EXTENTS_OF_TERABYTE / superExtents;
  }

  /** Returns the files that a TB of rows is in. */
  double filesOfTerabyte() {
    return storing.files(0).size() * SUPER_EXTENTS_OF_TERABYTE;
  }

  /** Returns the blocks that a TB of rows is in. */
  double blocksOfTerabyte() {
    return storing.files(0).stream().mapToInt(StoredFile::blocks).sum() * SUPER_EXTENTS_OF_TERABYTE;
  }

  private LongStream growth() {
    return heapBytes.stream().mapToLong(Long::longValue);
  }

  private double ofTerabyte(long bytes) {
    return bytes * SUPER_EXTENTS_OF_TERABYTE / superExtents;
  }
}
