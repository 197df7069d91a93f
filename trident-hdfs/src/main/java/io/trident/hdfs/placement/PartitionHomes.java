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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Which node each partition of a replica belongs on. A map is made when it is first asked for, and
 * changed when a partition is placed whose node is gone; whoever keeps the maps sees that they are
 * others. Thread-safe.
 */
public final class PartitionHomes {
  private final Supplier<Set<String>> usable;
  private final Predicate<String> mayCome;
  private PartitionNodes nodes;

  /**
   * Begins with what was kept.
   *
   * @param usable returns the nodes that can take partitions now, by their UUIDs
   * @param mayCome whether a node that has not registered may still do so, as the NameNode has just
   *     started: it keeps its partitions meanwhile, and gets some of a new map
   */
  public PartitionHomes(
      PartitionNodes kept, Supplier<Set<String>> usable, Predicate<String> mayCome) {
    this.nodes = kept;
    this.usable = usable;
    this.mayCome = mayCome;
  }

  /** Returns all maps. */
  public synchronized PartitionNodes nodes() {
    return nodes;
  }

  /**
   * Returns the node of a partition. If that cannot take it, as it is gone, all of its partitions
   * move to others first.
   *
   * @return nothing if the node may still come, no node can be used, there is no such partition, or
   *     there are too many maps
   */
  synchronized Optional<String> home(NodeMapId id, int partition) {
    Set<String> present = usable.get();
    if (!nodes.maps().containsKey(id)) {
      nodes = nodes.with(id, presentAndExpected(present));
    }
    Optional<String> home = nodes.home(id, partition);
    if (home.filter(node -> !present.contains(node) && !mayCome.test(node)).isPresent()) {
      nodes = nodes.without(home.get(), present);
      home = nodes.home(id, partition);
    }
    return home.filter(present::contains);
  }

  /** Of those that may still come the nodes of other maps are known. */
  private Set<String> presentAndExpected(Set<String> present) {
    Set<String> both = new HashSet<>(present);
    nodes.maps().values().stream().flatMap(List::stream).filter(mayCome).forEach(both::add);
    return both;
  }
}
