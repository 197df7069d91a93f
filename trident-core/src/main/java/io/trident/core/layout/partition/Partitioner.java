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

/** Takes a value of a column to a partition. Immutable; the same value goes to the same one. */
public sealed interface Partitioner permits RangePartitioner, HashPartitioner {
  /** Returns how many partitions there are; at least 1. Some may get no value. */
  int partitions();

  /**
   * Returns the partition of a value, from 0 to {@code partitions() - 1}.
   *
   * @throws IllegalArgumentException if the value is of a kind that the partitioner cannot compare
   */
  int partition(Value value);
}
