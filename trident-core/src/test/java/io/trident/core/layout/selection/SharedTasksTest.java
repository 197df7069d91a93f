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

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.selection.SharedTasks.Division;
import io.trident.core.layout.selection.SharedTasks.Scan;
import io.trident.core.layout.selection.SharedTasks.Sizes;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SharedTasksTest {
  private static final int MANY = 1_000_000;

  /** As Spark has them: the bytes for each of so many tasks, between two bounds. */
  private record SparkSizes(long openCost, long most, int slots) implements Sizes {
    @Override
    public long mostBytes(long bytes) {
      return Math.min(most, Math.max(openCost, bytes / slots));
    }
  }

  private static Scan scan(Division division, long bytes) {
    return new Scan(division, bytes, 1);
  }

  /** The fewest tasks that do all bytes, found by counting up; a byte of rounding is none. */
  private static int fewest(long bytes, long most) {
    return IntStream.iterate(1, tasks -> tasks + 1)
        .filter(tasks -> tasks * (most + 1) >= bytes)
        .findFirst()
        .orElseThrow();
  }

  /**
   * In partitions, if each slot takes the next task, the largest first, when it is done with one.
   */
  private static int duration(int tasks, int partitions, int slots) {
    PriorityQueue<Integer> busyUntil = new PriorityQueue<>(Collections.nCopies(slots, 0));
    for (int task = 0; task < tasks; task++) {
      int size = partitions / tasks + (task < partitions % tasks ? 1 : 0);
      busyUntil.add(busyUntil.remove() + size);
    }
    return Collections.max(busyUntil);
  }

  @Property
  void thereAreAsManyTasksAsAllBytesNeedOrMoreWhereThatIsSooner(
      @ForAll @IntRange(max = 5000) int bytes,
      @ForAll @IntRange(max = 50) int files,
      @ForAll @IntRange(max = 20) int openCost,
      @ForAll @IntRange(max = 500) int most,
      @ForAll @IntRange(min = 1, max = 40) int slots,
      @ForAll @IntRange(min = 1, max = 60) int partitions) {
    Sizes sizes = new SparkSizes(openCost, most, slots);
    long all = bytes + (long) openCost * files;
    int fewest = fewest(all, sizes.mostBytes(all));
    OptionalInt number =
        SharedTasks.number(
            List.of(new Scan(Division.BY_PARTITIONS, bytes, files)), partitions, sizes);
    if (fewest >= partitions) {
      assertThat(number).isEmpty();
    } else {
      int tasks = number.orElse(partitions);
      assertThat(tasks).isBetween(fewest, Math.min(partitions, 2 * fewest));
      assertThat(tasks == fewest || (long) tasks * openCost <= all).isTrue();
      assertThat(duration(tasks, partitions, slots))
          .isLessThanOrEqualTo(duration(fewest, partitions, slots));
    }
  }

  @Test
  void slotsAreNotLeftWithoutWork() {
    assertThat(ofEight(3, 2)).hasValue(4); // two rounds of two
    assertThat(ofEight(2, 2)).hasValue(2);
    assertThat(ofEight(4, 4)).hasValue(4);
    assertThat(ofEight(3, 8)).hasValue(4); // 2 each; six would be 2 and 1
    assertThat(ofEight(5, 8)).isEmpty(); // 1 each
  }

  @Test
  void aTaskReadsForAsLongAsItTakesToOpenAFile() {
    List<Scan> small = List.of(new Scan(Division.BY_PARTITIONS, 1, 1));
    assertThat(SharedTasks.number(small, 8, new SparkSizes(100, 1000, 2))).hasValue(1);
  }

  /** Of eight partitions whose bytes ask for a number of tasks. */
  private static OptionalInt ofEight(int tasks, int slots) {
    Sizes sizes =
        new Sizes() {
          @Override
          public long openCost() {
            return 0;
          }

          @Override
          public long mostBytes(long bytes) {
            return 100;
          }

          @Override
          public int slots() {
            return slots;
          }
        };
    return SharedTasks.number(List.of(scan(Division.BY_PARTITIONS, 100L * tasks)), 8, sizes);
  }

  /** Bytes that cannot be divided by the number of cores, too. */
  @Property
  void smallPartitionsHaveATaskForEachCoreAtMost(
      @ForAll @IntRange(max = 1_000_000) int bytes,
      @ForAll @IntRange(min = 1, max = 500) int cores) {
    OptionalInt tasks =
        SharedTasks.number(
            List.of(scan(Division.BY_PARTITIONS, bytes)),
            MANY,
            new SparkSizes(0, Long.MAX_VALUE / 2, cores));
    assertThat(tasks.orElseThrow()).isBetween(1, cores);
  }

  @Test
  void allTablesOfAStageCount() {
    Sizes sizes = new SparkSizes(10, 99, 1);
    assertThat(
            SharedTasks.number(
                List.of(scan(Division.BY_PARTITIONS, 90), scan(Division.BY_FILES, 290)),
                MANY,
                sizes))
        .hasValue(4);
  }

  @Test
  void aStageWithSlicesOrWithoutPartitionsIsLeft() {
    Sizes sizes = new SparkSizes(0, 100, 1);
    assertThat(
            SharedTasks.number(
                List.of(scan(Division.BY_PARTITIONS, 1), scan(Division.BY_SLICES, 1)), MANY, sizes))
        .isEmpty();
    assertThat(SharedTasks.number(List.of(scan(Division.BY_FILES, 1)), MANY, sizes)).isEmpty();
    assertThat(SharedTasks.number(List.of(), MANY, sizes)).isEmpty();
  }

  @Test
  void onePartitionIsLeft() {
    assertThat(
            SharedTasks.number(
                List.of(scan(Division.BY_PARTITIONS, 1)), 1, new SparkSizes(0, 100, 1)))
        .isEmpty();
  }
}
