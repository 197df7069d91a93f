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
package io.trident.layout.mapreduce.convert;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a user asks for.
 *
 * @param dimensions one to four, in order; the first is what other readers see
 * @param schema columns and types, such as {@code a long, b decimal(8,2)}; absent if the format
 *     knows the names of columns, which are strings then
 * @param format of the rows, such as {@code csv}
 * @param options of the format
 * @param extents extents of a whole super-extent
 * @param targetBytes size of an extent, about
 * @param parityGroup most extents of a parity group
 * @param parities parities of each group: 0, 1 (exclusive or) or 2 (Reed and Solomon)
 * @param batchBytes bytes that one job converts, about; what a crash costs
 * @param maxRowBytes most bytes of a row
 */
public record ConversionRequest(
    List<By> dimensions,
    Optional<String> schema,
    String format,
    Map<String, String> options,
    int extents,
    long targetBytes,
    int parityGroup,
    int parities,
    long batchBytes,
    long maxRowBytes) {
  /** How a dimension is partitioned. */
  public enum Partition {
    /** By ranges of values. */
    RANGE,
    /** By Spark's hash of values. */
    HASH
  }

  /**
   * A dimension.
   *
   * @param column whose value is the key
   * @param boundaries of ranges, as text; absent if they are to be drawn from a sample
   */
  public record By(String column, Partition partition, Optional<List<String>> boundaries) {
    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException if hashes have boundaries
     */
    public By {
      boundaries = boundaries.map(List::copyOf);
      if (partition == Partition.HASH && boundaries.isPresent()) {
        throw new IllegalArgumentException(
            "Column %s is partitioned by hash and has boundaries; leave out one of them."
                .formatted(column));
      }
    }
  }

  /**
   * Copies lists and maps.
   *
   * @throws IllegalArgumentException if a number is not positive
   */
  public ConversionRequest {
    dimensions = List.copyOf(dimensions);
    options = Map.copyOf(options);
    if (batchBytes < 1 || maxRowBytes < 1) {
      throw new IllegalArgumentException(
          "Batches of %d bytes and rows of at most %d are not possible; give 1 or more."
              .formatted(batchBytes, maxRowBytes));
    }
  }

  /** Returns a text that is another one if the table that results is another one. */
  String fingerprint() {
    return "by %s%nschema %s%nformat %s %s%nextents %d of %d, parity %d of %d%n"
        .formatted(
            dimensions,
            schema.orElse("-"),
            format,
            new TreeMap<>(options),
            extents,
            targetBytes,
            parities,
            parityGroup);
  }
}
