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
package io.trident.core.model;

import java.util.List;

/**
 * The part of a task's input that lies in one block.
 *
 * @param bytes how many bytes of the block the task reads; not negative
 * @param replicas where the block is; empty if unknown
 */
public record BlockInput(long bytes, List<Replica> replicas) {
  public BlockInput {
    if (bytes < 0) {
      throw new IllegalArgumentException("Block input of a negative length: " + bytes);
    }
    replicas = List.copyOf(replicas);
  }

  /** Returns whether a node is about to cache the block, which is in memory nowhere yet. */
  public boolean isOnlyPending() {
    return replicas.stream().anyMatch(replica -> replica.state() == ReplicaState.CACHE_PENDING)
        && replicas.stream().noneMatch(replica -> replica.servingTier() == StorageTier.MEMORY);
  }
}
