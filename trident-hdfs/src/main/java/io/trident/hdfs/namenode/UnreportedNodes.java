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

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
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
 * never heard of is one for as long after the start as HDFS waits for a heartbeat before it calls a
 * node stale ({@code dfs.namenode.stale.datanode.interval}).
 */
final class UnreportedNodes {
  private final DatanodeManager nodes;
  private final LongSupplier nanoTime;
  private final long startedAt;
  private final long patienceNanos;

  /**
   * Starts to wait for nodes.
   *
   * @param nanoTime monotonic clock in nanoseconds
   */
  UnreportedNodes(NameNode nameNode, LongSupplier nanoTime) {
    this.nodes = nameNode.getNamesystem().getBlockManager().getDatanodeManager();
    this.nanoTime = nanoTime;
    this.startedAt = nanoTime.getAsLong();
    Configuration conf = nameNode.getConf();
    this.patienceNanos =
        TimeUnit.MILLISECONDS.toNanos(
            conf.getLong(
                DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_KEY,
                DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_DEFAULT));
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
    boolean early = nanoTime.getAsLong() - startedAt < patienceNanos;
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
