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

import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementBridge;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the nodes and volumes of one block by tiers. The methods that the default policy calls of
 * itself are stock's unless this thread is placing a block by tiers; then they ask for its types of
 * volumes in tier order, and take the node whose turn it is.
 */
abstract class TieredChoice extends BlockPlacementBridge {
  private static final Logger LOG = LoggerFactory.getLogger(TierPlacementPolicy.class);

  /** The block that a thread is placing by tiers. */
  private final ThreadLocal<BlockPlacement> placing = new ThreadLocal<>();

  /** Returns whether this thread is placing a block by tiers. */
  final boolean isPlacing() {
    return placing.get() != null;
  }

  /**
   * Has the default policy choose for a block by tiers.
   *
   * @param byDefault calls it
   */
  final DatanodeStorageInfo[] place(
      BlockPlacement block, Supplier<DatanodeStorageInfo[]> byDefault) {
    placing.set(block);
    try {
      return byDefault.get();
    } finally {
      placing.remove();
    }
  }

  /**
   * Chooses as stock HDFS does, but gives a new block's fastest tier a rule of its own: its replica
   * may be on any rack, since the other replicas provide for the second one. It comes second to the
   * replica on the writer's own node. A writer that is no DataNode has none: then it comes first,
   * as a random node in its place might be the very one whose turn it is.
   */
  @Override
  protected @Nullable Node chooseTargetInOrder(
      int numOfReplicas,
      @Nullable Node writer,
      Set<Node> excludedNodes,
      long blocksize,
      int maxNodesPerRack,
      List<DatanodeStorageInfo> results,
      boolean avoidStaleNodes,
      boolean newBlock,
      EnumMap<StorageType, Integer> storageTypes)
      throws NotEnoughReplicasException {
    @Nullable Node from = writer;
    int left = numOfReplicas;
    BlockPlacement block = placing.get();
    if (block != null
        && results.isEmpty()
        && numOfReplicas > 2
        && storageTypes.containsKey(block.tiers().fastest())) {
      StorageType fastest = block.tiers().fastest();
      if (writer instanceof DatanodeDescriptor) {
        chooseLocalStorage(
            writer,
            excludedNodes,
            blocksize,
            maxNodesPerRack,
            results,
            avoidStaleNodes,
            storageTypes,
            true);
      }
      if (storageTypes.containsKey(fastest)) {
        chooseOfType(
            block,
            fastest,
            NodeBase.ROOT,
            excludedNodes,
            blocksize,
            maxNodesPerRack,
            results,
            avoidStaleNodes,
            storageTypes);
      }
      if (!results.isEmpty()) {
        from = results.get(0).getDatanodeDescriptor();
      }
      left -= results.size();
    }
    return super.chooseTargetInOrder(
        left,
        from,
        excludedNodes,
        blocksize,
        maxNodesPerRack,
        results,
        avoidStaleNodes,
        newBlock,
        storageTypes);
  }

  /** Offers the writer's own node the types in {@link TierList#writerOrder}. */
  @Override
  protected @Nullable DatanodeStorageInfo chooseLocalOrFavoredStorage(
      @Nullable Node localOrFavoredNode,
      boolean isFavoredNode,
      Set<Node> excludedNodes,
      long blocksize,
      int maxNodesPerRack,
      List<DatanodeStorageInfo> results,
      boolean avoidStaleNodes,
      EnumMap<StorageType, Integer> storageTypes)
      throws NotEnoughReplicasException {
    BlockPlacement block = placing.get();
    if (block == null || localOrFavoredNode == null || excludedNodes.contains(localOrFavoredNode)) {
      return super.chooseLocalOrFavoredStorage(
          localOrFavoredNode,
          isFavoredNode,
          excludedNodes,
          blocksize,
          maxNodesPerRack,
          results,
          avoidStaleNodes,
          storageTypes);
    }
    for (StorageType type :
        storageTypes.keySet().stream().sorted(block.tiers().writerOrder()).toList()) {
      excludedNodes.remove(localOrFavoredNode); // excluded by the attempt before
      DatanodeStorageInfo storage =
          super.chooseLocalOrFavoredStorage(
              localOrFavoredNode,
              isFavoredNode,
              excludedNodes,
              blocksize,
              maxNodesPerRack,
              results,
              avoidStaleNodes,
              one(type));
      if (storage != null) {
        take(type, storageTypes);
        block.chosen(storage.getDatanodeDescriptor(), type);
        block.accepted();
        return storage;
      }
    }
    return null;
  }

  /** Looks for the types in tier order, the fastest first, each among all nodes of the scope. */
  @Override
  protected @Nullable DatanodeStorageInfo chooseRandom(
      int numOfReplicas,
      String scope,
      Set<Node> excludedNodes,
      long blocksize,
      int maxNodesPerRack,
      List<DatanodeStorageInfo> results,
      boolean avoidStaleNodes,
      EnumMap<StorageType, Integer> storageTypes)
      throws NotEnoughReplicasException {
    BlockPlacement block = placing.get();
    if (block == null) {
      return super.chooseRandom(
          numOfReplicas,
          scope,
          excludedNodes,
          blocksize,
          maxNodesPerRack,
          results,
          avoidStaleNodes,
          storageTypes);
    }
    DatanodeStorageInfo first = null;
    for (int i = 0; i < numOfReplicas; i++) {
      DatanodeStorageInfo chosen = null;
      for (StorageType type :
          storageTypes.keySet().stream().sorted(block.tiers().tierOrder()).toList()) {
        chosen =
            chooseOfType(
                block,
                type,
                scope,
                excludedNodes,
                blocksize,
                maxNodesPerRack,
                results,
                avoidStaleNodes,
                storageTypes);
        if (chosen != null) {
          break;
        }
      }
      if (chosen == null) {
        throw notEnoughReplicas(
            "No node of %s has room on %s".formatted(scope, storageTypes.keySet()));
      }
      first = first == null ? chosen : first;
    }
    return first;
  }

  /** Of some nodes, taken at random, takes the one that should have a block of the type most. */
  @Override
  protected @Nullable DatanodeDescriptor chooseDataNode(
      String scope, Collection<Node> excludedNodes, StorageType type) {
    BlockPlacement block = placing.get();
    if (block == null) {
      return super.chooseDataNode(scope, excludedNodes, type);
    }
    block.lastWasRefused();
    Set<Node> excluded = new HashSet<>(excludedNodes);
    DatanodeDescriptor best = null;
    for (int i = 0; i < block.candidates(type); i++) {
      DatanodeDescriptor other = super.chooseDataNode(scope, excluded, type);
      if (other == null) {
        break; // all are looked at
      }
      excluded.add(other);
      if (best == null || block.isBetter(other, best, type)) {
        best = other;
      }
    }
    if (best != null) {
      block.chosen(best, type);
    }
    return best;
  }

  private @Nullable DatanodeStorageInfo chooseOfType(
      BlockPlacement block,
      StorageType type,
      String scope,
      Set<Node> excludedNodes,
      long blocksize,
      int maxNodesPerRack,
      List<DatanodeStorageInfo> results,
      boolean avoidStaleNodes,
      EnumMap<StorageType, Integer> storageTypes) {
    Set<Node> tried = new HashSet<>(excludedNodes); // a node full on this type may do for another
    try {
      DatanodeStorageInfo storage =
          super.chooseRandom(
              1, scope, tried, blocksize, maxNodesPerRack, results, avoidStaleNodes, one(type));
      block.accepted();
      addToExcludedNodes(storage.getDatanodeDescriptor(), excludedNodes);
      take(type, storageTypes);
      return storage;
    } catch (NotEnoughReplicasException e) {
      block.lastWasRefused();
      LOG.debug("No {} volume with room in {}", type, scope, e);
      return null;
    }
  }

  private static EnumMap<StorageType, Integer> one(StorageType type) {
    return new EnumMap<>(Map.of(type, 1));
  }

  private static void take(StorageType type, EnumMap<StorageType, Integer> storageTypes) {
    storageTypes.computeIfPresent(type, (key, count) -> count > 1 ? count - 1 : null);
  }
}
