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
package io.trident.core.replication;

import io.trident.core.layout.partition.HashPartitioner;
import io.trident.core.layout.value.Value;

/**
 * How the rows of a replica are partitioned: by Spark's hash of a column ({@link HashPartitioner}).
 *
 * @param column whose value is hashed
 * @param partitions how many there are, from 1 to {@link #MAX_PARTITIONS}
 */
public record PartitionScheme(String column, int partitions) {
  /** Most partitions: as many as a dimension of a table has extents. */
  public static final int MAX_PARTITIONS = 1_000;

  /**
   * Checks the name and the number.
   *
   * @throws IllegalArgumentException if the name is blank or the number out of its range
   */
  public PartitionScheme {
    if (column.isBlank()) {
      throw new IllegalArgumentException("The column has no name; give hash(column,partitions).");
    }
    if (partitions < 1 || partitions > MAX_PARTITIONS) {
      throw new IllegalArgumentException(
          "%d partitions of column %s are not possible; give 1 to %d."
              .formatted(partitions, column, MAX_PARTITIONS));
    }
  }

  /** Returns the partition of a value of the column, from 0. O(its length). */
  public int partition(Value value) {
    return new HashPartitioner(partitions).partition(value);
  }

  /**
   * Returns whether rows with equal keys are in partitions that can be joined without an exchange:
   * those of the one with more partitions are then each within one of the other.
   */
  public boolean isAlignedWith(PartitionScheme other) {
    int more = Math.max(partitions, other.partitions);
    int fewer = Math.min(partitions, other.partitions);
    return more % fewer == 0;
  }

  @Override
  public String toString() {
    return "hash(" + column + "," + partitions + ")";
  }
}
