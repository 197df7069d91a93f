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
package io.trident.hdfs.layout;

import io.trident.core.layout.recovery.RebuildCapacity;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.Node;

/** Which DataNodes take rebuilds in a round, by {@link RebuildCapacity}. Thread-safe. */
final class NodeLoads {
  private final int nodes;
  private final Map<String, Integer> loads;
  private final Map<String, DatanodeDescriptor> byIdentifier;
  private final RebuildCapacity capacity;
  private final Set<Node> silent = ConcurrentHashMap.newKeySet();
  private final Set<Node> busy = ConcurrentHashMap.newKeySet();

  private NodeLoads(
      Collection<DatanodeDescriptor> nodes, Map<String, Integer> loads, RebuildCapacity capacity) {
    this.nodes = nodes.size();
    this.byIdentifier =
        nodes.stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    DatanodeDescriptor::getDatanodeUuid, node -> node, (one, other) -> other));
    this.loads = new ConcurrentHashMap<>(loads);
    this.capacity = capacity;
  }

  /**
   * Looks at all DataNodes.
   *
   * @param most rebuilds that a node has at a time
   */
  static NodeLoads of(Collection<DatanodeDescriptor> nodes, RebuildTasks tasks, int most) {
    NodeLoads found =
        new NodeLoads(nodes, tasks.loads(), new RebuildCapacity(most, tasks.isYoung()));
    nodes.forEach(found::note);
    return found;
  }

  private void note(DatanodeDescriptor node) {
    Integer load = loads.get(node.getDatanodeUuid());
    switch (capacity.of(load == null ? OptionalInt.empty() : OptionalInt.of(load))) {
      case FREE -> {}
      case BUSY -> busy.add(node);
      case SILENT -> silent.add(node);
    }
  }

  /** Notes that a node has one rebuild more. */
  void take(DatanodeDescriptor node) {
    loads.merge(node.getDatanodeUuid(), 1, Integer::sum);
    note(node);
  }

  /**
   * Returns the nodes that take none, and one more.
   *
   * @param avoided identifier of a DataNode
   */
  Set<Node> silentAnd(Optional<String> avoided) {
    return avoided
        .map(byIdentifier::get)
        .map(
            node -> {
              Set<Node> both = new HashSet<>(silent);
              both.add(node);
              return both;
            })
        .orElse(silent);
  }

  /** Returns the nodes that take none now. */
  Set<Node> busy() {
    return busy;
  }

  /** Returns whether no node takes any. */
  boolean areTaken() {
    return silent.size() + busy.size() == nodes;
  }
}
