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

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.Node;

/** Which DataNodes take rebuilds in a round. Thread-safe. */
final class NodeLoads {
  private final int nodes;
  private final Map<String, Integer> loads;
  private final Map<String, DatanodeDescriptor> byIdentifier;
  private final int most;
  private final Set<Node> silent = ConcurrentHashMap.newKeySet();
  private final Set<Node> busy = ConcurrentHashMap.newKeySet();

  private NodeLoads(Collection<DatanodeDescriptor> nodes, Map<String, Integer> loads, int most) {
    this.nodes = nodes.size();
    this.byIdentifier =
        nodes.stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    DatanodeDescriptor::getDatanodeUuid, node -> node, (one, other) -> other));
    this.loads = new ConcurrentHashMap<>(loads);
    this.most = most;
  }

  /**
   * Looks at all DataNodes. In the beginning those that have not polled yet may do so in a moment,
   * so what belongs on them waits.
   *
   * @param most rebuilds that a node has at a time
   */
  static NodeLoads of(Collection<DatanodeDescriptor> nodes, RebuildTasks tasks, int most) {
    NodeLoads found = new NodeLoads(nodes, tasks.loads(), most);
    Set<Node> unheard = tasks.isYoung() ? found.busy : found.silent;
    for (DatanodeDescriptor node : nodes) {
      Integer load = found.loads.get(node.getDatanodeUuid());
      if (load == null) {
        unheard.add(node);
      } else if (load >= most) {
        found.busy.add(node);
      }
    }
    return found;
  }

  /** Notes that a node has one rebuild more. */
  void take(DatanodeDescriptor node) {
    if (loads.merge(node.getDatanodeUuid(), 1, Integer::sum) >= most) {
      busy.add(node);
    }
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
