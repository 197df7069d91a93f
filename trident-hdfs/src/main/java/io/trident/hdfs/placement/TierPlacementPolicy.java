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
import io.trident.hdfs.placement.ExtentPlacer.Asker;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.FSClusterStats;
import org.apache.hadoop.net.Node;
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
public final class TierPlacementPolicy extends TieredUpkeep {
  /*
   * How stock HDFS stays reachable
   * ------------------------------
   * Every choice that HDFS asks for runs Trident's part through the guard, on copies of what HDFS
   * passed, and stock HDFS's part afterwards if need be. The methods that the default policy calls
   * of itself (TieredChoice) need no guard of their own, as their failures reach that of the choice.
   *
   * The class must load, and its stock paths must run, whatever other class of Trident is missing.
   * So no such class occurs in a field's initialiser, a catch clause or a lambda's signature.
   */
  private static final Logger LOG = LoggerFactory.getLogger(TierPlacementPolicy.class);

  private final Guard guard =
      new Guard(
          (consequence, failure) ->
              LOG.warn(
                  "{}. Further failures are counted in the metric TridentPlacementPolicy Failures"
                      + " only.",
                  consequence,
                  failure));

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
    if (isPlacing()) {
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
            storagePolicy,
            flags);
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
        apart(
            path,
            expected,
            List.of(),
            List.of(),
            excluded,
            Set.of(),
            null,
            blockSize,
            asked,
            EnumSet.noneOf(AddBlockFlag.class));
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
        apart(path, 1, live, List.of(), excluded, busy, wanted, blockSize, asked, null);
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

  /** Returns what is known of logically replicated tables; null if nothing is. */
  @Nullable LayoutView layout() {
    ExtentPlacer placer = extents;
    return placer == null ? null : placer.view();
  }

  /**
   * Sets where partitions of replicas belong, by which they are placed from now on.
   *
   * @param placer null for nowhere: their blocks are placed as others
   */
  public void setPartitions(@Nullable PartitionPlacer placer) {
    partitions = placer;
  }

  @Override
  @Nullable TierPlacement placement() {
    return placement;
  }

  @Override
  @Nullable Isolation isolation() {
    return isolation;
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
      BlockStoragePolicy asked,
      @Nullable EnumSet<AddBlockFlag> flags) {
    ExtentPlacer placer = extents;
    PartitionPlacer partitioned = partitions;
    if (placer == null && partitioned == null) {
      return DatanodeStorageInfo.EMPTY_ARRAY;
    }
    try {
      ExtentPlacer.Request request =
          new ExtentPlacer.Request(
              // A writer's first nodes come with flags, and further ones with those that it has.
              flags == null && returned.isEmpty() ? Asker.NAME_NODE : Asker.WRITER,
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
        Set<Node> free = excluded == null ? new HashSet<>() : new HashSet<>(excluded);
        BlockStoragePolicy policy =
            block.policy(
                possible(replicas, chosen.size()) + chosen.size(),
                BlockPlacement.typesOf(chosen),
                blockSize);
        DatanodeStorageInfo[] found = place(block, () -> stock.apply(free, policy));
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

  @Override
  void failed(String consequence, Throwable failure) {
    guard.contain(consequence, failure);
    guard.run("Failures are not counted", () -> PlacementPolicyMetrics.registered().failed());
  }
}
