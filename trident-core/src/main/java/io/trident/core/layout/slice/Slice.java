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
package io.trident.core.layout.slice;

import io.trident.core.layout.value.SparkHash;
import io.trident.core.layout.value.Value;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of the slices that the rows of each partition are divided into, by a hash of their key.
 *
 * <p>A key's slice depends on the key and on the number of slices alone: not on the partitioner, on
 * the super-extent, or on what rows there are. So slice {@code j} of partition {@code i} has the
 * same keys in all super-extents, and in all tables that are partitioned alike. The hash is that of
 * {@link SparkHash} with another seed, as rows of a partition by hash have equal remainders of the
 * first one already.
 *
 * @param number from 0 to {@code slices - 1}
 * @param slices how many there are, from 1 to {@link #MAX_SLICES}
 */
public record Slice(int number, int slices) {
  /** Most slices of an extent: one of 128 MiB has 134 kB then. */
  public static final int MAX_SLICES = 1_000;

  private static final int SEED = 0x51CE;

  private static final Pattern TEXT = Pattern.compile("(?<number>\\d{1,4})/(?<slices>\\d{1,4})");

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if one is exceeded
   */
  public Slice {
    checkSlices(slices);
    if (number < 0 || number >= slices) {
      throw new IllegalArgumentException(
          "There is no slice %d of %d; slices are counted from 0.".formatted(number, slices));
    }
  }

  /**
   * Checks a number of slices.
   *
   * @throws IllegalArgumentException if it is not from 1 to {@link #MAX_SLICES}
   */
  public static void checkSlices(int slices) {
    if (slices < 1 || slices > MAX_SLICES) {
      throw new IllegalArgumentException(
          "%d slices are not possible; give 1 to %d.".formatted(slices, MAX_SLICES));
    }
  }

  /** Returns the number of the slice of a key, which may be null; O(length of the key). */
  public static int of(Value key, int slices) {
    return Math.floorMod(SparkHash.hash(key, SEED), slices);
  }

  /**
   * Reads a text such as {@code 3/8}: slice 3, counted from 0, of 8.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Slice parse(String text) {
    Matcher parts = TEXT.matcher(text.strip());
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "\"%s\" is no slice; write NUMBER/SLICES, such as 0/8 for the first of eight."
              .formatted(text));
    }
    return new Slice(
        Integer.parseInt(parts.group("number")), Integer.parseInt(parts.group("slices")));
  }

  /** Returns whether a key is of this slice. */
  public boolean has(Value key) {
    return of(key, slices) == number;
  }

  /** Returns the text that {@link #parse} reads. */
  @Override
  public String toString() {
    return number + "/" + slices;
  }
}
