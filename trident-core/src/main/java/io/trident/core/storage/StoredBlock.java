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
package io.trident.core.storage;

import io.trident.core.model.ReplicaState;
import java.util.List;
import java.util.Objects;

/**
 * One block of a file and where its replicas are.
 *
 * @param key the block
 * @param offset where the block begins in the file, in bytes
 * @param length bytes in the block
 * @param replicas the readable replicas; empty if there is none
 */
public record StoredBlock(BlockKey key, long offset, long length, List<StoredReplica> replicas) {
  public StoredBlock {
    Objects.requireNonNull(key, "key");
    if (offset < 0 || length < 0) {
      throw new IllegalArgumentException(
          "Block %s has offset %d and length %d; neither may be negative."
              .formatted(key.name(), offset, length));
    }
    replicas = List.copyOf(replicas);
  }

  /** Returns the number of the block. */
  public long blockId() {
    return key.id();
  }

  /** Returns whether some replica is about to be cached. */
  public boolean cachePending() {
    return replicas.stream().anyMatch(replica -> replica.state() == ReplicaState.CACHE_PENDING);
  }
}
