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
package io.trident.core.prefetch;

import java.util.List;
import java.util.Objects;

/**
 * A block of a job's input.
 *
 * @param id unique in a snapshot
 * @param bytes its length, which is what caching it reads and takes; not negative
 * @param replicas its stored copies; empty if unknown, the block is then neither cached nor does
 *     the model know how long reading it takes: no time
 * @param cached its copies in memory
 */
public record PrefetchBlock(
    String id, long bytes, List<BlockReplica> replicas, List<CachedCopy> cached) {
  public PrefetchBlock {
    Objects.requireNonNull(id, "id");
    if (bytes < 0) {
      throw new IllegalArgumentException(
          "Block %s is %d bytes long; give a length that is not negative.".formatted(id, bytes));
    }
    replicas = List.copyOf(replicas);
    cached = List.copyOf(cached);
  }

  /** A block that is in no memory yet. */
  public PrefetchBlock(String id, long bytes, List<BlockReplica> replicas) {
    this(id, bytes, replicas, List.of());
  }
}
