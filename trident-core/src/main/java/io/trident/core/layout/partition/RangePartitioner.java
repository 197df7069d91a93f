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
package io.trident.core.layout.partition;

import io.trident.core.layout.value.Value;
import java.util.Collections;
import java.util.List;

/**
 * Partitions by ranges: partition {@code i} has the values from boundary {@code i - 1}, included,
 * to boundary {@code i}, excluded. Nulls are in the first partition. With fewer boundaries than
 * needed the last partitions stay empty.
 *
 * @param partitions at least 1
 * @param boundaries at most {@code partitions - 1}, ascending, none null, none twice
 */
public record RangePartitioner(int partitions, List<Value> boundaries) implements Partitioner {
  /**
   * Checks the boundaries.
   *
   * @throws IllegalArgumentException if they are too many, not ascending, null or of two kinds
   */
  public RangePartitioner {
    checkPartitions(partitions);
    boundaries = List.copyOf(boundaries);
    if (boundaries.size() >= partitions) {
      throw new IllegalArgumentException(
          "%d boundaries make %d partitions, but there are %d extents; give at most %d boundaries."
              .formatted(boundaries.size(), boundaries.size() + 1, partitions, partitions - 1));
    }
    Value previous = Value.NULL;
    for (Value boundary : boundaries) {
      if (boundary.compareTo(previous) <= 0) {
        throw new IllegalArgumentException(
            "Boundary %s does not come after %s; boundaries ascend, and none is null."
                .formatted(boundary, previous));
      }
      previous = boundary;
    }
  }

  /** The number of boundaries that are not above the value. O(log partitions). */
  @Override
  public int partition(Value value) {
    int found = Collections.binarySearch(boundaries, value);
    return found >= 0 ? found + 1 : -found - 1;
  }

  static void checkPartitions(int partitions) {
    if (partitions < 1) {
      throw new IllegalArgumentException(
          "%d partitions are too few; give at least 1.".formatted(partitions));
    }
  }
}
