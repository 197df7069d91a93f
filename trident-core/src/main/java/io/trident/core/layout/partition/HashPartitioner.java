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

import io.trident.core.layout.value.SparkHash;
import io.trident.core.layout.value.Value;

/**
 * Partitions by Spark's hash, {@code pmod(murmur3(value, 42), partitions)}: a dimension that is
 * partitioned so is what Spark's {@code HashPartitioning} asks for in a join.
 *
 * @param partitions at least 1
 */
public record HashPartitioner(int partitions) implements Partitioner {
  /**
   * Checks the number.
   *
   * @throws IllegalArgumentException if it is less than 1
   */
  public HashPartitioner {
    RangePartitioner.checkPartitions(partitions);
  }

  @Override
  public int partition(Value value) {
    return SparkHash.partition(value, partitions);
  }
}
