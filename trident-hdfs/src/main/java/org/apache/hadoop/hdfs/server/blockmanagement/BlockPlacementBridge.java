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

import io.trident.core.layout.placement.ExtentHomes.Wanted;
import java.lang.reflect.Field;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.jspecify.annotations.Nullable;

/**
 * Opens to other packages what HDFS keeps package-private of its default placement policy:
 * start-up, the choice with favoured nodes, whose namespace it serves, and how full a volume is. It
 * decides nothing.
 */
public abstract class BlockPlacementBridge extends BlockPlacementPolicyDefault {

  /**
   * Called once, after the default policy has started.
   *
   * @param stats null in tools that place no blocks, such as the Balancer
   */
  protected abstract void started(Configuration conf, @Nullable FSClusterStats stats);

  /**
   * Chooses targets of which some nodes are favoured.
   *
   * @param stock chooses as the default policy does, given excluded nodes and a storage policy
   */
  protected abstract DatanodeStorageInfo[] chooseWithFavoured(
      String path,
      int replicas,
      @Nullable Set<Node> excluded,
      long blockSize,
      BlockStoragePolicy asked,
      BiFunction<@Nullable Set<Node>, BlockStoragePolicy, DatanodeStorageInfo[]> stock);

  /**
   * Chooses a target for the lost block of an extent.
   *
   * @param live replicas that exist
   * @param excluded nodes that cannot take it
   * @param busy nodes that can take it later; one of them is returned if no other is as good
   * @param wanted which extent it is
   */
  protected abstract DatanodeStorageInfo[] chooseApart(
      String path,
      List<DatanodeStorageInfo> live,
      Set<Node> excluded,
      Set<Node> busy,
      Wanted wanted,
      long blockSize,
      BlockStoragePolicy asked);

  /**
   * Returns a volume of a node that HDFS would place a block on, and adds it to the results; null
   * if it would not. How busy the node is does not matter, nor in which rack.
   */
  protected @Nullable DatanodeStorageInfo volumeOn(
      DatanodeDescriptor node,
      StorageType type,
      long blockSize,
      List<DatanodeStorageInfo> results) {
    return node.isAlive()
            && clusterMap.contains(node)
            && isGoodDatanode(node, Integer.MAX_VALUE, false, results, true)
        ? chooseStorage4Block(node, blockSize, results, type)
        : null;
  }

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
    BiFunction<@Nullable Set<Node>, BlockStoragePolicy, DatanodeStorageInfo[]> stock =
        (excluded, policy) ->
            super.chooseTarget(
                src, numOfReplicas, writer, excluded, blocksize, favoredNodes, policy, flags);
    return favoredNodes == null || favoredNodes.isEmpty()
        ? stock.apply(excludedNodes, storagePolicy) // which calls the public method
        : chooseWithFavoured(src, numOfReplicas, excludedNodes, blocksize, storagePolicy, stock);
  }

  /** Returns the exception by which the default policy reports that it found too few nodes. */
  protected static NotEnoughReplicasException notEnoughReplicas(String message) {
    return new NotEnoughReplicasException(message);
  }

  /**
   * Returns the namesystem that statistics are of. HDFS hands a policy nothing else that leads
   * there: they are an inner class of the DatanodeManager, which is found by its type.
   *
   * @throws ReflectiveOperationException if they are not
   */
  protected static Namesystem namesystem(FSClusterStats stats) throws ReflectiveOperationException {
    for (Field field : stats.getClass().getDeclaredFields()) {
      if (field.getType() == DatanodeManager.class) {
        field.setAccessible(true);
        return ((DatanodeManager) field.get(stats)).getHeartbeatManager().namesystem;
      }
    }
    throw new NoSuchFieldException("No DatanodeManager in " + stats.getClass());
  }

  /** Returns the replica on a node, or null. */
  protected static @Nullable DatanodeStorageInfo replicaOn(
      @Nullable DatanodeDescriptor node, Iterable<DatanodeStorageInfo> replicas) {
    return DatanodeStorageInfo.getDatanodeStorageInfo(replicas, node);
  }

  /** Returns the part of a node's volumes of a type that is free, from 0 to 1; 0 without any. */
  public static double freeFraction(DatanodeDescriptor node, StorageType type) {
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
  public static int blocks(DatanodeDescriptor node, StorageType type) {
    int blocks = node.getBlocksScheduled(type);
    for (DatanodeStorageInfo storage : node.getStorageInfos()) {
      if (storage.getStorageType() == type) {
        blocks += storage.numBlocks();
      }
    }
    return blocks;
  }
}
