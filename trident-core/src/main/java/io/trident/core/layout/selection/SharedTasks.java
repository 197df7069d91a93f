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
package io.trident.core.layout.selection;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Decides how many tasks do the partitions of a stage that reads tables by their dimensions. A
 * dimension has a partition for each extent, however few bytes that is; an engine reads as many
 * bytes of small files in one task. Slices are left apart: whoever asks for them wants as many
 * tasks, and requests for an extent come together only from tasks that run together.
 *
 * <p>Partitions are not divided, so tasks are of unequal size, and the last ones may leave slots
 * without work: eight partitions in three tasks on two slots take the time of five, in four tasks
 * that of four. So there are more tasks than the bytes ask for, up to twice as many, where the
 * stage is done sooner.
 */
public final class SharedTasks {
  private SharedTasks() {}

  /** How a table is divided into tasks. */
  public enum Division {
    /** By the engine, as other files are. */
    BY_FILES,
    /** A task for each partition of a dimension. */
    BY_PARTITIONS,
    /** Several tasks for each partition of a dimension. */
    BY_SLICES
  }

  /**
   * What a stage reads of a table.
   *
   * @param bytes that are read
   * @param files that are opened
   */
  public record Scan(Division division, long bytes, int files) {}

  /** The engine's own sizes. */
  public interface Sizes {
    /** Returns how many bytes could be read in the time in which a file is opened. */
    long openCost();

    /**
     * Returns the most bytes of files that the engine reads in one task.
     *
     * @param bytes those of all tasks, with what it costs to open their files
     */
    long mostBytes(long bytes);

    /** Returns how many tasks run at a time, at least 1. */
    int slots();
  }

  /**
   * Decides. O(scans + partitions).
   *
   * @param scans all that the stage reads
   * @param partitions how many it has
   * @return fewer tasks than partitions; nothing if each partition has a task of its own
   */
  public static OptionalInt number(List<Scan> scans, int partitions, Sizes sizes) {
    if (scans.stream().noneMatch(scan -> scan.division() == Division.BY_PARTITIONS)
        || scans.stream().anyMatch(scan -> scan.division() == Division.BY_SLICES)) {
      return OptionalInt.empty();
    }
    long bytes =
        scans.stream().mapToLong(scan -> scan.bytes() + sizes.openCost() * scan.files()).sum();
    // Of bytes that were divided by a number of tasks the rest is no further task.
    long fewest = Math.max(0, bytes - 1) / (sizes.mostBytes(bytes) + 1) + 1;
    if (fewest >= partitions) {
      return OptionalInt.empty();
    }
    int tasks =
        soonest(
            (int) fewest, most((int) fewest, partitions, bytes, sizes), partitions, sizes.slots());
    return tasks < partitions ? OptionalInt.of(tasks) : OptionalInt.empty();
  }

  /** Twice as many at most; each reads for as long as it takes to open a file. */
  private static int most(int fewest, int partitions, long bytes, Sizes sizes) {
    long worthwhile = bytes / Math.max(1, sizes.openCost());
    return (int) Math.max(fewest, Math.min(worthwhile, Math.min(2L * fewest, partitions)));
  }

  /** Returns the fewest tasks of those by which all partitions are done soonest. */
  private static int soonest(int fewest, int most, int partitions, int slots) {
    return IntStream.rangeClosed(fewest, most)
        .boxed()
        .min(Comparator.comparingLong(tasks -> duration(tasks, partitions, slots)))
        .orElseThrow();
  }

  /**
   * Returns when the last slot is done, in units of what a partition takes, if each takes the next
   * task when it is done with one, those with a partition more first.
   */
  private static long duration(int tasks, int partitions, int slots) {
    long size = partitions / tasks;
    int larger = partitions % tasks;
    long rounds = larger / slots; // of larger tasks in all slots
    int ahead = larger % slots; // slots with one more
    long first = rounds * (size + 1);
    long end = Math.max(ahead == 0 ? first : first + size + 1, partitions / slots);
    while ((slots - ahead) * ((end - first) / size) + ahead * ((end - first - 1) / size - 1)
        < tasks - larger) {
      end++;
    }
    return end;
  }
}
