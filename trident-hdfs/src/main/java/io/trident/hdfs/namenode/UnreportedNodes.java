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
package io.trident.hdfs.namenode;

import io.trident.hdfs.placement.RecentStart;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockReports;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.jspecify.annotations.Nullable;

/**
 * DataNodes whose replicas a NameNode does not know yet, since it started lately. It leaves safe
 * mode once it knows one replica of nearly every block, long before it knows all of them.
 *
 * <p>A node that registered is one until it has reported every volume. A node that the NameNode
 * never heard of is one after a {@linkplain RecentStart recent start}.
 */
final class UnreportedNodes {
  private final DatanodeManager nodes;
  private final RecentStart start;

  /**
   * Starts to wait for nodes.
   *
   * @param nanoTime monotonic clock in nanoseconds
   */
  UnreportedNodes(NameNode nameNode, LongSupplier nanoTime) {
    this.nodes = nameNode.getNamesystem().getBlockManager().getDatanodeManager();
    this.start = new RecentStart(nameNode.getConf(), nanoTime);
  }

  /**
   * Returns those of the given nodes that may hold replicas the NameNode has not heard of. Linear
   * in the nodes of the cluster: HDFS finds a node by host name through its address, of which
   * several nodes may have the same, and then takes any of these.
   *
   * @param names identifiers or host names
   */
  Set<String> among(Stream<String> names) {
    Map<String, DatanodeDescriptor> known = new HashMap<>();
    for (DatanodeDescriptor node : nodes.getDatanodes()) {
      known.put(node.getHostName(), node);
      known.put(node.getDatanodeUuid(), node);
    }
    boolean early = start.isRecent();
    return names
        .distinct()
        .filter(name -> isUnreported(known.get(name), early))
        .collect(Collectors.toSet());
  }

  private static boolean isUnreported(@Nullable DatanodeDescriptor node, boolean early) {
    if (node == null) {
      return early;
    }
    // While it registers, it is known before it is alive.
    return (node.isAlive() || early) && !BlockReports.areIn(node);
  }
}
