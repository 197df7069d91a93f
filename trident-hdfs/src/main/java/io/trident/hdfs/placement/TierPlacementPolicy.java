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

import io.trident.core.config.ConfigException;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementBridge;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.FSClusterStats;
import org.apache.hadoop.hdfs.server.blockmanagement.StorageTypeStats;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A block placement policy that puts one replica of each block on every storage tier, as OctopusFS
 * does; set it as {@code dfs.block.replicator.classname} of the NameNode and the Balancer.
 *
 * <p>It applies to files with the cluster's default storage policy; files with another policy, such
 * as ALL_SSD or COLD, are placed as stock HDFS places them. Nodes are judged by HDFS's own checks
 * (in service, not stale, load, room, at most so many per rack), on at least two racks where HDFS
 * asks for them. What differs is which volume types are asked for, and in which order:
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
 * <p>Where that finds fewer nodes than stock HDFS would, stock HDFS's choice is taken. The Mover
 * knows nothing of tiers: run on such files it moves all replicas back to the type of the default
 * storage policy.
 */
public final class TierPlacementPolicy extends BlockPlacementBridge {
  private static final Logger LOG = LoggerFactory.getLogger(TierPlacementPolicy.class);

  /** Difference of free fractions below which two nodes count as equally full. */
  private static final double FREE_TOLERANCE = 0.05;

  /** Of so many nodes, taken at random, one takes a tier. */
  private static final int CANDIDATES = 2;

  /** The same where a directory's blocks are spread; all nodes of a small cluster are looked at. */
  private static final int CANDIDATES_IN_DIRECTORY = 8;

  /** Takes 10 MB at most. */
  private static final int REMEMBERED = 100_000;

  private final DirectorySpread spread = new DirectorySpread(REMEMBERED);

  /** What a thread is placing by tiers. */
  private final ThreadLocal<Placing> placing = ThreadLocal.withInitial(() -> new Placing(""));

  /** A block that is being placed. */
  private static final class Placing {
    /** Where it will be read; empty if it is not placed by tiers. */
    private final String directory;

    /** The node that took its turn last, until HDFS accepts or refuses it. */
    private @Nullable DatanodeDescriptor onProbation;

    Placing(String directory) {
      this.directory = directory;
    }
  }

  private final AtomicBoolean failureLogged = new AtomicBoolean();
  private TierList tiers = new TierList(List.of(StorageType.DISK));
  private BlockStoragePolicy replaced =
      BlockStoragePolicySuite.createDefaultSuite().getDefaultPolicy();
  private @Nullable FSClusterStats stats;

  /** For HDFS, which calls {@code initialize} next. */
  public TierPlacementPolicy() {}

  /**
   * Reads the configuration.
   *
   * @throws ConfigException if the list of tiers is invalid; the NameNode then does not start
   */
  @Override
  protected void started(Configuration conf, FSClusterStats stats) {
    this.stats = stats;
    tiers = TierList.read(conf::get);
    replaced = BlockStoragePolicySuite.createDefaultSuite(conf).getDefaultPolicy();
    LOG.info(
        "Files with storage policy {} get a replica on each of {}",
        replaced.getName(),
        tiers.tiers());
  }

  @Override
  public DatanodeStorageInfo[] chooseTarget(
      String srcPath,
      int numOfReplicas,
      Node writer,
      List<DatanodeStorageInfo> chosenNodes,
      boolean returnChosenNodes,
      @Nullable Set<Node> excludedNodes,
      long blocksize,
      BlockStoragePolicy storagePolicy,
      @Nullable EnumSet<AddBlockFlag> flags) {
    DatanodeStorageInfo[] tiered = {};
    if (isReplaced(storagePolicy)) {
      int possible = Math.min(numOfReplicas, clusterMap.getNumOfLeaves() - chosenNodes.size());
      int expected = possible + (returnChosenNodes ? chosenNodes.size() : 0);
      placing.set(new Placing(DirectorySpread.directoryOf(srcPath)));
      try {
        tiered =
            super.chooseTarget(
                srcPath,
                numOfReplicas,
                writer,
                chosenNodes,
                returnChosenNodes,
                excludedNodes == null ? new HashSet<>() : new HashSet<>(excludedNodes),
                blocksize,
                effectivePolicy(storagePolicy, numOfReplicas, typesOf(chosenNodes), blocksize),
                flags);
      } catch (RuntimeException e) {
        if (failureLogged.compareAndSet(false, true)) {
          LOG.warn("No placement by tiers for {}; placed as by stock HDFS", srcPath, e);
        }
      } finally {
        placing.remove();
      }
      if (tiered.length >= expected) {
        return tiered;
      }
    }
    DatanodeStorageInfo[] stock =
        super.chooseTarget(
            srcPath,
            numOfReplicas,
            writer,
            chosenNodes,
            returnChosenNodes,
            excludedNodes,
            blocksize,
            storagePolicy,
            flags);
    return stock.length > tiered.length ? stock : tiered;
  }

  @Override
  protected BlockStoragePolicy effectivePolicy(
      BlockStoragePolicy asked, int replicas, List<StorageType> chosen, long blockSize) {
    if (!isReplaced(asked)) {
      return asked;
    }
    int total = Math.min(replicas + chosen.size(), Math.max(1, clusterMap.getNumOfLeaves()));
    EnumSet<StorageType> available = withRoom(blockSize);
    available.addAll(chosen);
    return policy(total, available);
  }

  /**
   * Chooses as stock HDFS does, but gives a new block's fastest tier a say of its own: its replica
   * may be on any rack, since the other replicas provide for the second one. It comes second to the
   * replica on the writer's own node. A writer that is no DataNode has none: then it comes first,
   * as a random node in its place might be the very one whose turn it is.
   */
  @Override
  protected Node chooseTargetInOrder(
      int numOfReplicas,
      Node writer,
      Set<Node> excludedNodes,
      long blocksize,
      int maxNodesPerRack,
      List<DatanodeStorageInfo> results,
      boolean avoidStaleNodes,
      boolean newBlock,
      EnumMap<StorageType, Integer> storageTypes)
      throws NotEnoughReplicasException {
    Node from = writer;
    int left = numOfReplicas;
    if (results.isEmpty() && numOfReplicas > 2 && storageTypes.containsKey(tiers.fastest())) {
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
      if (storageTypes.containsKey(tiers.fastest())) {
        chooseOfType(
            tiers.fastest(),
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
    if (localOrFavoredNode == null || excludedNodes.contains(localOrFavoredNode)) {
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
    for (StorageType type : storageTypes.keySet().stream().sorted(tiers.writerOrder()).toList()) {
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
        if (type == tiers.fastest() && !placing.get().directory.isEmpty()) {
          spread.chosen(placing.get().directory, storage.getDatanodeDescriptor().getDatanodeUuid());
        }
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
    DatanodeStorageInfo first = null;
    for (int i = 0; i < numOfReplicas; i++) {
      DatanodeStorageInfo chosen = null;
      for (StorageType type : storageTypes.keySet().stream().sorted(tiers.tierOrder()).toList()) {
        chosen =
            chooseOfType(
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
    lastWasRefused();
    String spreading = type == tiers.fastest() ? placing.get().directory : "";
    int candidates = spreading.isEmpty() ? CANDIDATES : CANDIDATES_IN_DIRECTORY;
    Set<Node> excluded = new HashSet<>(excludedNodes);
    DatanodeDescriptor best = null;
    for (int i = 0; i < candidates; i++) {
      DatanodeDescriptor other = super.chooseDataNode(scope, excluded, type);
      if (other == null) {
        break; // all are looked at
      }
      excluded.add(other);
      if (best == null || isBetter(other, best, type, spreading)) {
        best = other;
      }
    }
    if (best != null && !spreading.isEmpty()) {
      spread.chosen(spreading, best.getDatanodeUuid());
      placing.get().onProbation = best;
    }
    return best;
  }

  /**
   * A node takes its turn as it is chosen, so that files that are written at the same time spread
   * over nodes, too. HDFS may refuse it after that, for its load or want of room, and choose again:
   * then it gets the turn back.
   */
  private void lastWasRefused() {
    Placing block = placing.get();
    if (block.onProbation != null) {
      spread.refused(block.directory, block.onProbation.getDatanodeUuid());
      block.onProbation = null;
    }
  }

  private boolean isBetter(
      DatanodeDescriptor one, DatanodeDescriptor other, StorageType type, String spreading) {
    if (!spreading.isEmpty()) {
      int difference =
          spread.round(spreading, one.getDatanodeUuid())
              - spread.round(spreading, other.getDatanodeUuid());
      if (difference != 0) {
        return difference < 0;
      }
    }
    double difference = freeFraction(one, type) - freeFraction(other, type);
    if (Math.abs(difference) > FREE_TOLERANCE) {
      return difference > 0;
    }
    return blocks(one, type) < blocks(other, type);
  }

  @Override
  public List<DatanodeStorageInfo> chooseReplicasToDelete(
      Collection<DatanodeStorageInfo> availableReplicas,
      Collection<DatanodeStorageInfo> delCandidates,
      int expectedNumOfReplicas,
      List<StorageType> excessTypes,
      @Nullable DatanodeDescriptor addedNode,
      @Nullable DatanodeDescriptor delNodeHint) {
    List<StorageType> types = typesOf(delCandidates);
    List<StorageType> excess = excessTypes;
    // The file's storage policy is not passed; what it counts as excess is.
    if (sameTypes(excessTypes, replaced.chooseExcess((short) expectedNumOfReplicas, types))) {
      excess =
          policy(expectedNumOfReplicas, EnumSet.copyOf(tiers.tiers()))
              .chooseExcess((short) expectedNumOfReplicas, types);
    }
    return super.chooseReplicasToDelete(
        availableReplicas, delCandidates, expectedNumOfReplicas, excess, addedNode, delNodeHint);
  }

  private boolean isReplaced(BlockStoragePolicy policy) {
    return policy.getId() == replaced.getId();
  }

  private BlockStoragePolicy policy(int replicas, Set<StorageType> available) {
    List<StorageType> fallbacks = tiers.fallbacks();
    return new BlockStoragePolicy(
        replaced.getId(),
        replaced.getName(),
        tiers.types(Math.max(1, replicas), available).toArray(StorageType[]::new),
        join(fallbacks, replaced.getCreationFallbacks()),
        join(fallbacks, replaced.getReplicationFallbacks()));
  }

  /** Returns the tiers whose volumes have room for a block on the average. */
  private EnumSet<StorageType> withRoom(long blockSize) {
    EnumSet<StorageType> roomy = EnumSet.noneOf(StorageType.class);
    Map<StorageType, StorageTypeStats> byType =
        stats == null ? Map.of() : stats.getStorageTypeStats();
    for (StorageType type : tiers.tiers()) {
      StorageTypeStats tier = byType.get(type);
      if (tier != null
          && tier.getNodesInService() > 0
          && tier.getCapacityRemaining() / tier.getNodesInService() >= blockSize) {
        roomy.add(type);
      }
    }
    return roomy;
  }

  private @Nullable DatanodeStorageInfo chooseOfType(
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
      placing.get().onProbation = null;
      addToExcludedNodes(storage.getDatanodeDescriptor(), excludedNodes);
      take(type, storageTypes);
      return storage;
    } catch (NotEnoughReplicasException e) {
      lastWasRefused();
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

  private static List<StorageType> typesOf(Collection<DatanodeStorageInfo> storages) {
    return storages.stream().map(DatanodeStorageInfo::getStorageType).toList();
  }

  private static boolean sameTypes(List<StorageType> some, List<StorageType> others) {
    return counts(some).equals(counts(others));
  }

  private static Map<StorageType, Integer> counts(List<StorageType> types) {
    Map<StorageType, Integer> counts = new TreeMap<>();
    types.forEach(type -> counts.merge(type, 1, Integer::sum));
    return counts;
  }

  private static StorageType[] join(List<StorageType> first, StorageType[] second) {
    return Stream.concat(first.stream(), Stream.of(second)).distinct().toArray(StorageType[]::new);
  }
}
