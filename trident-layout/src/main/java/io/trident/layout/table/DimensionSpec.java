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
package io.trident.layout.table;

import io.trident.core.layout.Dimension;
import io.trident.core.layout.partition.HashPartitioner;
import io.trident.core.layout.partition.RangePartitioner;
import io.trident.core.layout.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A dimension of a table.
 *
 * @param column whose value is the key
 * @param boundaries of ranges, ascending; absent for partitions by hash
 */
public record DimensionSpec(String column, Optional<List<Value>> boundaries) {
  /** Copies the list. */
  public DimensionSpec {
    boundaries = boundaries.map(List::copyOf);
  }

  /** A dimension by ranges; see {@link RangePartitioner}. */
  public static DimensionSpec byRange(String column, List<Value> boundaries) {
    return new DimensionSpec(column, Optional.of(boundaries));
  }

  /** A dimension by hash; see {@link HashPartitioner}. */
  public static DimensionSpec byHash(String column) {
    return new DimensionSpec(column, Optional.empty());
  }

  /**
   * Returns the dimension for a super-extent of fewer extents than others. Partition {@code i} is
   * then the union of some partitions of the others: of ranges of consecutive ones, of hashes of
   * those with the same remainder. So tables stay partitioned alike.
   *
   * @param all extents of a whole super-extent
   * @param extents extents of this one; divides {@code all}
   * @throws IllegalArgumentException if it does not divide it, or the boundaries are not as {@link
   *     RangePartitioner} has it
   */
  public Dimension of(int all, int extents) {
    if (extents < 1 || all % extents != 0) {
      throw new IllegalArgumentException(
          "%d extents cannot be made of %d partitions; take a divisor.".formatted(extents, all));
    }
    if (boundaries.isEmpty()) {
      return Dimension.ofColumn(column, new HashPartitioner(extents));
    }
    RangePartitioner whole = new RangePartitioner(all, boundaries.get());
    List<Value> kept = new ArrayList<>();
    int step = all / extents;
    for (int i = step - 1; i < whole.boundaries().size(); i += step) {
      kept.add(whole.boundaries().get(i));
    }
    return Dimension.ofColumn(column, new RangePartitioner(extents, kept));
  }

  /**
   * Returns the partition that has the rows of an extent among fewer partitions; see {@link #of}.
   *
   * @param extent its number, below {@code extents}
   * @param extents extents of its super-extent
   * @param partitions divides {@code extents}
   * @throws IllegalArgumentException if it does not divide it
   */
  public int partitionOf(int extent, int extents, int partitions) {
    if (partitions < 1 || extents % partitions != 0) {
      throw new IllegalArgumentException(
          "%d extents cannot be made %d partitions; take a divisor."
              .formatted(extents, partitions));
    }
    return boundaries.isPresent() ? extent / (extents / partitions) : extent % partitions;
  }
}
