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

import io.trident.core.guard.Guard;
import io.trident.core.layout.placement.ExtentHomes;
import io.trident.core.layout.placement.Isolation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementBridge;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.FSClusterStats;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A block placement policy that puts one replica of each block on every storage tier, as OctopusFS
 * does; set it as {@code dfs.block.replicator.classname} of the NameNode and the Balancer.
 *
 * <p>It applies to files without a storage policy of their own or of a directory above; others,
 * with HOT too, are placed as stock HDFS places them. A storage type for which a directory above
 * has a quota is left out ({@link TierPlacement}), and a volatile tier gets a replica only if two
 * others are persistent, unless configured otherwise ({@link TierList}). Nodes are judged by HDFS's
 * own checks (in service, not stale, load, room, at most so many per rack), on at least two racks
 * where HDFS asks for them. What differs is which volume types are asked for, and in which order:
 *
 * <ul>
 *   <li>the writer's own node, if it is one of the cluster's, takes the first tier but one;
 *   <li>the fastest tier goes to that of up to eight nodes, taken at random, whose turn it is in
 *       the block's directory ({@link DirectorySpread}), so that a job finds blocks spread over its
 *       slots; of equals to the less full, so that scarce memory fills evenly;
 *   <li>a tier without room is stood in for by the next slower one;
 *   <li>after a loss the missing tier is asked for, and of excess replicas those on tiers held
 *       twice go first.
 * </ul>
 *
 * <p>Where that finds fewer nodes than stock HDFS would, or fails, stock HDFS's choice is taken. A
 * Mover is obeyed: run on such files it moves all replicas back to the type of the default storage
 * policy.
 */
public final class TierPlacementPolicy extends BlockPlacementBridge {
  /*
   * How stock HDFS stays reachable
   * ------------------------------
   * Every choice that HDFS asks for runs Trident's part through the guard, on copies of what HDFS
   * passed, and stock HDFS's part afterwards if need be. The methods that the default policy calls
   * of itself (choose...) are stock's unless this thread is placing a block by tiers; there they
   * need no guard of their own, as their failures reach that of the choice.
   *
   * The class must load, and its stock paths must run, whatever other class of Trident is missing.
   * So no such class occurs in a field's initialiser, a catch clause or a lambda's signature.
   */
  private static final Logger LOG = LoggerFactory.getLogger(TierPlacementPolicy.class);

  private static final String DELETED_BY_STOCK = "Excess replicas are chosen as by stock HDFS";

  private final Guard guard =
      new Guard(
          (consequence, failure) ->
              LOG.warn(
                  "{}. Further failures are counted in the metric TridentPlacementPolicy Failures"
                      + " only.",
                  consequence,
                  failure));

  /** The block that a thread is placing by tiers. */
  private final ThreadLocal<BlockPlacement> placing = new ThreadLocal<>();

  private @Nullable TierPlacement placement;

  /** Places extents of logically replicated tables; null if they are placed as other blocks. */
  private volatile @Nullable ExtentPlacer extents;

  /** Places partitions of replicas; null if they are placed as other blocks. */
  private volatile @Nullable PartitionPlacer partitions;

  /** What single replicas may not be moved out of; null if they are moved as by stock HDFS. */
  private @Nullable Isolation isolation;

  /** For HDFS, which calls {@code initialize} next. */
  public TierPlacementPolicy() {}

  /**
   * Reads the configuration.
   *
   * @throws io.trident.core.config.ConfigException if it is invalid; the NameNode then does not
   *     start. It starts, and places as stock HDFS does, after any other failure.
   */
  @Override
  protected void started(Configuration conf, @Nullable FSClusterStats stats) {
    RuntimeException invalid = null;
    try {
      TierPlacement.Start start =
          TierPlacement.start(conf, stats, stats == null ? null : namesystem(stats));
      placement = start.placement();
      isolation = start.isolation();
      invalid = start.invalid();
    } catch (Throwable failure) {
      failed("Placement by tiers is off: all blocks are placed as by stock HDFS", failure);
    }
    if (invalid != null) {
      throw invalid;
    }
  }

  @Override
  public DatanodeStorageInfo[] chooseTarget(
      String srcPath,
      int numOfReplicas,
      @Nullable Node writer,
      List<DatanodeStorageInfo> chosenNodes,
      boolean returnChosenNodes,
      @Nullable Set<Node> excludedNodes,
      long blocksize,
      BlockStoragePolicy storagePolicy,
      @Nullable EnumSet<AddBlockFlag> flags) {
    BiFunction<@Nullable Set<Node>, BlockStoragePolicy, DatanodeStorageInfo[]> stock =
        (excluded, policy) ->
            super.chooseTarget(
                srcPath,
                numOfReplicas,
                writer,
                chosenNodes,
                returnChosenNodes,
                excluded,
                blocksize,
                policy,
                flags);
    if (placing.get() != null) {
      return stock.apply(excludedNodes, storagePolicy); // called by the default policy itself
    }
    int expected = possible(numOfReplicas, chosenNodes.size());
    DatanodeStorageInfo[] apart =
        apart(
            srcPath,
            expected,
            chosenNodes,
            returnChosenNodes ? chosenNodes : List.of(),
            excludedNodes,
            Set.of(),
            null,
            blocksize,
            storagePolicy);
    return apart.length > 0
        ? apart
        : choose(
            srcPath,
            numOfReplicas,
            returnChosenNodes ? chosenNodes.size() + expected : expected,
            chosenNodes,
            excludedNodes,
            blocksize,
            storagePolicy,
            stock);
  }

  @Override
  protected DatanodeStorageInfo[] chooseWithFavoured(
      String path,
      int replicas,
      @Nullable Set<Node> excluded,
      long blockSize,
      BlockStoragePolicy asked,
      BiFunction<@Nullable Set<Node>, BlockStoragePolicy, DatanodeStorageInfo[]> stock) {
    int expected = possible(replicas, 0);
    DatanodeStorageInfo[] apart =
        apart(path, expected, List.of(), List.of(), excluded, Set.of(), null, blockSize, asked);
    return apart.length > 0
        ? apart
        : choose(path, replicas, expected, List.of(), excluded, blockSize, asked, stock);
  }

  @Override
  protected DatanodeStorageInfo[] chooseApart(
      String path,
      List<DatanodeStorageInfo> live,
      Set<Node> excluded,
      Set<Node> busy,
      ExtentHomes.Wanted wanted,
      long blockSize,
      BlockStoragePolicy asked) {
    DatanodeStorageInfo[] apart =
        apart(path, 1, live, List.of(), excluded, busy, wanted, blockSize, asked);
    if (apart.length > 0) {
      return apart;
    }
    Set<Node> all = new HashSet<>(excluded);
    all.addAll(busy);
    return chooseTarget(path, 1, null, live, false, all, blockSize, asked, null);
  }

  /**
   * Sets where extents of logically replicated tables belong, by which they are placed from now on.
   *
   * @param view null for nowhere: their blocks are placed as others
   */
  public void setLayout(@Nullable LayoutView view) {
    extents = view == null ? null : new ExtentPlacer(view, PlacementPolicyMetrics.registered());
  }

  /**
   * Sets where partitions of replicas belong, by which they are placed from now on.
   *
   * @param placer null for nowhere: their blocks are placed as others
   */
  public void setPartitions(@Nullable PartitionPlacer placer) {
    partitions = placer;
  }

  /** Places an extent where it belongs; returns nothing if it is none, or not all can be placed. */
  private DatanodeStorageInfo[] apart(
      String path,
      int replicas,
      List<DatanodeStorageInfo> chosen,
      List<DatanodeStorageInfo> returned,
      @Nullable Set<Node> excluded,
      Set<Node> busy,
      ExtentHomes.@Nullable Wanted known,
      long blockSize,
      BlockStoragePolicy asked) {
    ExtentPlacer placer = extents;
    PartitionPlacer partitioned = partitions;
    if (placer == null && partitioned == null) {
      return DatanodeStorageInfo.EMPTY_ARRAY;
    }
    try {
      ExtentPlacer.Request request =
          new ExtentPlacer.Request(
              path,
              replicas,
              chosen,
              excluded == null ? Set.of() : excluded,
              busy,
              known,
              blockSize,
              asked);
      ExtentRule.Volumes volumes =
          (node, type, results) -> volumeOn(node, type, blockSize, results);
      DatanodeStorageInfo[] atHome =
          partitioned == null
              ? DatanodeStorageInfo.EMPTY_ARRAY
              : partitioned.place(request, returned, placement, volumes);
      return atHome.length > 0 || placer == null
          ? atHome
          : placer.place(request, returned, placement, volumes);
    } catch (Throwable failure) {
      failed("Extents are placed as other blocks", failure);
    }
    return DatanodeStorageInfo.EMPTY_ARRAY;
  }

  private DatanodeStorageInfo[] choose(
      String path,
      int replicas,
      int expected,
      List<DatanodeStorageInfo> chosen,
      @Nullable Set<Node> excluded,
      long blockSize,
      BlockStoragePolicy asked,
      BiFunction<@Nullable Set<Node>, BlockStoragePolicy, DatanodeStorageInfo[]> stock) {
    DatanodeStorageInfo[] tiered = {};
    try {
      BlockPlacement block = placement == null ? null : placement.block(path, asked);
      if (block != null) {
        placing.set(block);
        DatanodeStorageInfo[] found =
            stock.apply(
                excluded == null ? new HashSet<>() : new HashSet<>(excluded),
                block.policy(
                    possible(replicas, chosen.size()) + chosen.size(),
                    BlockPlacement.typesOf(chosen),
                    blockSize));
        DatanodeStorageInfo[] kept = block.persistentEnough(chosen, found);
        if (kept.length >= expected) {
          block.placed();
        } else {
          block.leftToStock();
        }
        tiered = kept;
      }
    } catch (Throwable failure) {
      failed("Blocks are placed as by stock HDFS", failure);
    } finally {
      placing.remove();
    }
    if (tiered.length >= expected && tiered.length > 0) {
      return tiered;
    }
    DatanodeStorageInfo[] byStock = stock.apply(excluded, asked);
    return byStock.length > tiered.length ? byStock : tiered;
  }

  /** Returns how many of some further replicas the cluster has nodes for. */
  private int possible(int replicas, int chosen) {
    return Math.min(replicas, Math.max(0, clusterMap.getNumOfLeaves() - chosen));
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

  /**
   * Keeps single replicas where they are as extents are isolated, besides what stock HDFS asks:
   * tools do not pass what file a block is of, so all blocks of one replica count as extents.
   *
   * @param replicas all replicas of the block, and the target
   */
  @Override
  public boolean isMovable(
      Collection<DatanodeInfo> replicas, DatanodeInfo source, DatanodeInfo target) {
    boolean isKept = true;
    try {
      Isolation kept = isolation;
      isKept =
          kept == null
              || replicas.size() > 2
              || kept.allowsMove(
                  source.getNetworkLocation(),
                  source.getDatanodeUuid(),
                  target.getNetworkLocation(),
                  target.getDatanodeUuid());
    } catch (Throwable failure) {
      failed("Replicas are moved as by stock HDFS", failure);
    }
    return isKept && super.isMovable(replicas, source, target);
  }

  @Override
  public List<DatanodeStorageInfo> chooseReplicasToDelete(
      Collection<DatanodeStorageInfo> availableReplicas,
      Collection<DatanodeStorageInfo> delCandidates,
      int expectedNumOfReplicas,
      List<StorageType> excessTypes,
      @Nullable DatanodeDescriptor addedNode,
      @Nullable DatanodeDescriptor delNodeHint) {
    List<StorageType> excess = null;
    try {
      if (placement != null) {
        DatanodeStorageInfo moved = replicaOn(delNodeHint, delCandidates);
        excess =
            placement.excess(
                expectedNumOfReplicas,
                BlockPlacement.typesOf(delCandidates),
                excessTypes,
                moved == null ? null : moved.getStorageType());
      }
    } catch (Throwable failure) {
      failed(DELETED_BY_STOCK, failure);
    }
    List<DatanodeStorageInfo> deleted =
        super.chooseReplicasToDelete(
            availableReplicas,
            delCandidates,
            expectedNumOfReplicas,
            excess == null ? excessTypes : excess,
            addedNode,
            delNodeHint);
    int missing = delCandidates.size() - expectedNumOfReplicas - deleted.size();
    if (excess == null || missing <= 0) {
      return deleted;
    }
    List<DatanodeStorageInfo> further = List.of();
    try {
      List<DatanodeStorageInfo> kept = new ArrayList<>(delCandidates);
      kept.removeAll(deleted);
      further = placement == null ? further : placement.volatileOf(kept, excess, missing);
    } catch (Throwable failure) {
      failed(DELETED_BY_STOCK, failure);
    }
    deleted.addAll(further);
    return deleted;
  }

  private void failed(String consequence, Throwable failure) {
    guard.contain(consequence, failure);
    guard.run("Failures are not counted", () -> PlacementPolicyMetrics.registered().failed());
  }

  private static EnumMap<StorageType, Integer> one(StorageType type) {
    return new EnumMap<>(Map.of(type, 1));
  }

  private static void take(StorageType type, EnumMap<StorageType, Integer> storageTypes) {
    storageTypes.computeIfPresent(type, (key, count) -> count > 1 ? count - 1 : null);
  }
}
