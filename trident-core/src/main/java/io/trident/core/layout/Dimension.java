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
package io.trident.core.layout;

import io.trident.core.layout.partition.Partitioner;
import io.trident.core.layout.partition.RangePartitioner;
import io.trident.core.layout.value.Value;
import java.util.List;
import java.util.Optional;

/**
 * One order of the rows of a super-extent.
 *
 * @param column the column whose value is the key; empty for the original order, whose key is the
 *     row's id
 * @param partitioner takes keys to extents
 */
public record Dimension(Optional<String> column, Partitioner partitioner) {
  /** The name of the original order where dimensions are named. */
  public static final String ORIGINAL = "ORIGINAL";

  /** A dimension by a column. */
  public static Dimension ofColumn(String column, Partitioner partitioner) {
    return new Dimension(Optional.of(column), partitioner);
  }

  /**
   * The original order, cut into runs of rows. So ORIGINAL is a range-partitioned dimension like
   * others, by the id of rows.
   *
   * @param extents how many runs there are
   * @param firstRows the ids of the first rows of all runs but the first, ascending
   * @throws IllegalArgumentException if there are too many, or they do not ascend
   */
  public static Dimension original(int extents, List<Long> firstRows) {
    return new Dimension(
        Optional.empty(),
        new RangePartitioner(extents, firstRows.stream().map(Value::ofLong).toList()));
  }

  /** Returns whether this is the original order. */
  public boolean isOriginal() {
    return column.isEmpty();
  }

  /** Returns the column, or {@link #ORIGINAL}. */
  public String name() {
    return column.orElse(ORIGINAL);
  }
}
