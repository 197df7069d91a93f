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

import io.trident.core.model.Replica;
import io.trident.core.model.ReplicaState;
import io.trident.core.model.StorageTier;
import java.util.Objects;

/**
 * One replica of a block.
 *
 * @param node host name of the node that holds it
 * @param storageType storage type of the volume, in HDFS's terms, such as {@code "SSD"}
 * @param storageId identifier of the volume, unique in the cluster; empty if unknown
 * @param state whether the replica is cached, or about to be
 * @param ahead of a replica that is about to be cached, how many blocks its node caches before it;
 *     0 if unknown
 * @param layout which of several layouts of the file's records the replica is in; empty for the
 *     file's own bytes
 */
public record StoredReplica(
    String node,
    String storageType,
    String storageId,
    ReplicaState state,
    int ahead,
    String layout) {
  public StoredReplica {
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(storageType, "storageType");
    Objects.requireNonNull(storageId, "storageId");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(layout, "layout");
  }

  /** A replica of the file's own bytes. */
  public StoredReplica(
      String node, String storageType, String storageId, ReplicaState state, int ahead) {
    this(node, storageType, storageId, state, ahead, "");
  }

  /** A replica before which no block is known to be cached. */
  public StoredReplica(String node, String storageType, String storageId, ReplicaState state) {
    this(node, storageType, storageId, state, 0);
  }

  /** Returns the same replica in another state. */
  public StoredReplica withState(ReplicaState other) {
    return new StoredReplica(node, storageType, storageId, other, ahead, layout);
  }

  /** Returns the tier of the storage type; a type unknown to Trident counts as DISK. */
  public StorageTier tier() {
    return StorageTier.ofStorageType(storageType).orElse(StorageTier.DISK);
  }

  /** Returns what the cost model needs of this replica. */
  public Replica toReplica() {
    return new Replica(node, tier(), state, ahead);
  }
}
