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
package io.trident.hdfs.placement;

import io.trident.core.replication.NodeMapId;
import io.trident.core.replication.PartitionNodes;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Which node each partition of a replica belongs on. A map is made when it is first asked for, and
 * changed when a partition is placed whose node is gone; whoever keeps the maps sees that they are
 * others. Thread-safe.
 */
public final class PartitionHomes {
  private final Supplier<Set<String>> usable;
  private PartitionNodes nodes;

  /**
   * Begins with what was kept.
   *
   * @param usable returns the nodes that can take partitions now, by their UUIDs
   */
  public PartitionHomes(PartitionNodes kept, Supplier<Set<String>> usable) {
    this.nodes = kept;
    this.usable = usable;
  }

  /** Returns all maps. */
  public synchronized PartitionNodes nodes() {
    return nodes;
  }

  /**
   * Returns the node of a partition. If that cannot take it, as it is gone, all of its partitions
   * move to others first.
   *
   * @return nothing if no node can be used, there is no such partition, or there are too many maps
   */
  synchronized Optional<String> home(NodeMapId id, int partition) {
    Set<String> present = usable.get();
    nodes = nodes.with(id, present);
    Optional<String> home = nodes.home(id, partition);
    if (home.filter(node -> !present.contains(node)).isPresent()) {
      nodes = nodes.without(home.get(), present);
      home = nodes.home(id, partition);
    }
    return home.filter(present::contains);
  }
}
