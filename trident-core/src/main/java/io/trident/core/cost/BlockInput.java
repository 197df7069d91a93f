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
package io.trident.core.cost;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

  /**
   * Returns the score of each node that holds a replica; of several replicas on one, the best.
   *
   * <p>A block that is on its way into memory, and in memory nowhere yet, defers its task (section
   * 4.1): where it is being cached it has the pending score, a higher one the more blocks come
   * before it, and a still higher one where it is only stored. Otherwise the task would go where
   * the block is stored while it is being cached elsewhere. O(replicas).
   */
  public Map<String, Double> scores(CostModel model) {
    boolean isDeferred = isPending() && !isInMemory();
    Map<String, Double> scores = new HashMap<>();
    for (Replica replica : replicas) {
      double score = isDeferred ? deferred(replica, model) : replica.score(model);
      scores.merge(replica.node(), score, Math::min);
    }
    return scores;
  }

  private static double deferred(Replica replica, CostModel model) {
    return replica.state() == ReplicaState.CACHE_PENDING
        ? model.deferredHere(replica.ahead())
        : model.deferredElsewhere(replica.tier());
  }

  private boolean isPending() {
    return replicas.stream().anyMatch(replica -> replica.state() == ReplicaState.CACHE_PENDING);
  }

  private boolean isInMemory() {
    return replicas.stream().anyMatch(replica -> replica.servingTier() == StorageTier.MEMORY);
  }
}
