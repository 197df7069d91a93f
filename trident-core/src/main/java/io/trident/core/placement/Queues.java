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
package io.trident.core.placement;

import io.trident.core.model.Locality;
import io.trident.core.model.StorageTier;

/** Names of the queues that {@link GreedyPass} rules file tasks in. */
final class Queues {
  /** Tasks without preferred place. */
  static final Object NO_PREFERENCE = new Object();

  /** All tasks. */
  static final Object ANY = new Object();

  private Queues() {}

  /** Tasks with data in an executor. */
  record OfExecutor(String executor) {}

  /** Tasks with data on a node. */
  record OfNode(String node) {}

  /** Tasks with data in a rack. */
  record OfRack(String rack) {}

  /** Tasks with data on a tier of a node. */
  record OfTier(String node, StorageTier tier) {}

  /** Tasks with data on a tier of a node, and on no faster tier elsewhere. */
  record OfFastestTier(String node, StorageTier tier) {}

  /** Tasks with data in a rack, by the fastest tier that they have data on anywhere. */
  record OfRackByTier(String rack, StorageTier fastest) {}

  /** Tasks by the fastest tier that they have data on. */
  record OfAnyByTier(StorageTier fastest) {}

  /** Returns whether delay scheduling allows a locality now. */
  static boolean allows(Locality allowed, Locality locality) {
    return allowed.compareTo(locality) >= 0;
  }
}
