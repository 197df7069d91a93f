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

import java.util.Objects;

/**
 * One replica of a block: the node that holds it, the tier it is stored on and its cache state.
 *
 * @param node host name, as the scheduler names nodes
 * @param tier tier of the stored copy (not of a cached one)
 * @param state whether the node also caches the block, or is about to
 * @param ahead of a replica that is about to be cached, how many blocks its node caches before it;
 *     0 if unknown, {@link #MAX_AHEAD} of many
 */
public record Replica(String node, StorageTier tier, ReplicaState state, int ahead) {
  /**
   * The last place in a queue that is counted. As a queue advances, the places of the blocks near
   * its head change, and no others.
   */
  public static final int MAX_AHEAD = 16;

  /** What local file systems, which are on no node, answer where a file is. */
  private static final String NOWHERE = "localhost";

  public Replica {
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(tier, "tier");
    Objects.requireNonNull(state, "state");
    if (ahead < 0) {
      throw new IllegalArgumentException(
          "%d blocks are cached on %s before this one; it cannot be fewer than 0."
              .formatted(ahead, node));
    }
  }

  /** A replica before which no block is known to be cached. */
  public Replica(String node, StorageTier tier, ReplicaState state) {
    this(node, tier, state, 0);
  }

  /** A replica that is neither cached nor about to be. */
  public static Replica stored(String node, StorageTier tier) {
    return new Replica(node, tier, ReplicaState.STORED);
  }

  /** Returns whether a host name that a file system answers is one of a node. */
  public static boolean isNode(String host) {
    return !host.equals(NOWHERE);
  }

  /** Returns the tier that a read on the replica's node is served from now. */
  public StorageTier servingTier() {
    return state == ReplicaState.CACHED ? StorageTier.MEMORY : tier;
  }
}
