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

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;

/**
 * Opens to other packages what HDFS keeps package-private of its default placement policy:
 * start-up, the choice with favoured nodes, and how full a volume is. It decides nothing.
 */
public abstract class BlockPlacementBridge extends BlockPlacementPolicyDefault {

  /** Called once, after the default policy has started. */
  protected abstract void started(Configuration conf, FSClusterStats stats);

  /** Returns the storage policy to place {@code replicas} new replicas by. */
  protected abstract BlockStoragePolicy effectivePolicy(
      BlockStoragePolicy asked, int replicas, List<StorageType> chosen, long blockSize);

  @Override
  public void initialize(
      Configuration conf,
      FSClusterStats stats,
      NetworkTopology clusterMap,
      Host2NodesMap host2datanodeMap) {
    super.initialize(conf, stats, clusterMap, host2datanodeMap);
    started(conf, stats);
  }

  @Override
  DatanodeStorageInfo[] chooseTarget(
      String src,
      int numOfReplicas,
      Node writer,
      Set<Node> excludedNodes,
      long blocksize,
      List<DatanodeDescriptor> favoredNodes,
      BlockStoragePolicy storagePolicy,
      EnumSet<AddBlockFlag> flags) {
    boolean anyNode = favoredNodes == null || favoredNodes.isEmpty();
    return super.chooseTarget(
        src,
        numOfReplicas,
        writer,
        excludedNodes,
        blocksize,
        favoredNodes,
        anyNode
            ? storagePolicy // asked for again, by the public method
            : effectivePolicy(storagePolicy, numOfReplicas, List.of(), blocksize),
        flags);
  }

  /** Returns the exception by which the default policy says that it found too few nodes. */
  protected static NotEnoughReplicasException notEnoughReplicas(String message) {
    return new NotEnoughReplicasException(message);
  }

  /** Returns the part of a node's volumes of a type that is free, from 0 to 1; 0 without any. */
  protected static double freeFraction(DatanodeDescriptor node, StorageType type) {
    long capacity = 0;
    long remaining = 0;
    for (DatanodeStorageInfo storage : node.getStorageInfos()) {
      if (storage.getStorageType() == type) {
        capacity += storage.getCapacity();
        remaining += storage.getRemaining();
      }
    }
    return capacity == 0 ? 0 : (double) remaining / capacity;
  }

  /** Returns how many blocks a node holds or is about to receive on volumes of a type. */
  protected static int blocks(DatanodeDescriptor node, StorageType type) {
    int blocks = node.getBlocksScheduled(type);
    for (DatanodeStorageInfo storage : node.getStorageInfos()) {
      if (storage.getStorageType() == type) {
        blocks += storage.numBlocks();
      }
    }
    return blocks;
  }
}
