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

import java.util.List;
import java.util.OptionalInt;

/**
 * Decides how many tasks do the partitions of a stage that reads tables by their dimensions. A
 * dimension has a partition for each extent, however few bytes that is; an engine reads as many
 * bytes of small files in one task. Slices are left apart: whoever asks for them wants as many
 * tasks, and requests for an extent come together only from tasks that run together.
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
  }

  /**
   * Decides: as many as the engine has for as many files of as many bytes. O(scans).
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
    long tasks = Math.max(0, bytes - 1) / (sizes.mostBytes(bytes) + 1) + 1;
    return tasks < partitions ? OptionalInt.of((int) tasks) : OptionalInt.empty();
  }
}
