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
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;

/** What the block manager knows of a block's replicas, and keeps package-private. */
public final class BlockReplicas {
  private final BlockManager blocks;
  private final long silenceMs;

  /** Looks at the blocks of a NameNode. */
  public BlockReplicas(BlockManager blocks, Configuration conf) {
    this.blocks = blocks;
    DatanodeManager nodes = blocks.getDatanodeManager();
    // From then on HDFS gives up this node's replica rather than one that was rebuilt.
    long tolerated =
        TimeUnit.SECONDS.toMillis(nodes.getHeartbeatInterval())
            * conf.getInt(
                DFSConfigKeys.DFS_NAMENODE_TOLERATE_HEARTBEAT_MULTIPLIER_KEY,
                DFSConfigKeys.DFS_NAMENODE_TOLERATE_HEARTBEAT_MULTIPLIER_DEFAULT);
    this.silenceMs = Math.max(nodes.getStaleInterval(), tolerated);
  }

  /** Returns whether HDFS counts a replica of a block that can be read; needs the global lock. */
  public boolean hasReplica(BlockInfo block) {
    NumberReplicas replicas = blocks.countNodes(block);
    return replicas.liveReplicas()
            + replicas.decommissionedAndDecommissioning()
            + replicas.liveEnteringMaintenanceReplicas()
        > 0;
  }

  /**
   * Returns whether a block can be read from some node that is heard of; needs the global lock.
   * O(r) for r replicas.
   */
  public boolean isReadable(BlockInfo block) {
    if (hasReplica(block)) {
      for (DatanodeStorageInfo replica : blocks.getStorages(block)) {
        DatanodeDescriptor node = replica.getDatanodeDescriptor();
        if (replica.getState() != DatanodeStorage.State.FAILED
            && !isSilent(node)
            && !blocks.isExcess(node, block)
            && !blocks.corruptReplicas.isReplicaCorrupt(block, node)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns whether nothing was heard of a node for so long that it counts as gone. */
  boolean isSilent(DatanodeDescriptor node) {
    return node.isStale(silenceMs);
  }

  /** Adds the nodes that have a replica of a block, or are to get one; needs the global lock. */
  public void addNodes(BlockInfo block, Set<String> uuids) {
    for (DatanodeStorageInfo replica : blocks.getStorages(block)) {
      uuids.add(replica.getDatanodeDescriptor().getDatanodeUuid());
    }
    List<DatanodeStorageInfo> expected = blocks.pendingReconstruction.getTargets(block);
    if (expected != null) {
      for (DatanodeStorageInfo target : expected) {
        uuids.add(target.getDatanodeDescriptor().getDatanodeUuid());
      }
    }
  }

  /** Returns how long HDFS waits for a copy that it has asked for. */
  public Duration waitForCopy() {
    return Duration.ofMillis(blocks.pendingReconstruction.getTimeout());
  }

  /** Returns whether HDFS expects a replica of a block; needs the global lock. */
  public boolean isPending(BlockInfo block) {
    return blocks.pendingReconstruction.getNumReplicas(block) > 0;
  }
}
