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
import io.trident.core.layout.placement.Isolation;
import io.trident.hdfs.HdfsKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.FSClusterStats;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.apache.hadoop.hdfs.server.namenode.PathStorageBridge;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which blocks are placed by tiers, and what is known of tiers and directories to do so.
 *
 * <p>A block is placed by tiers if neither its file nor a directory above has a storage policy of
 * its own. HDFS charges a file by its storage policy, not by where its replicas are. So a storage
 * type for which a directory above has a quota is withheld: tier placement could not be charged
 * there. Types that stock HDFS itself would place the file on are not withheld.
 *
 * <p>Thread-safe.
 */
final class TierPlacement {
  private static final Logger LOG = LoggerFactory.getLogger(TierPlacement.class);

  private final TierList tiers;
  private final BlockStoragePolicy replaced;
  private final FSClusterStats stats;
  private final PathStorageBridge paths;
  private final PlacementPolicyMetrics metrics;
  private final DirectorySpread spread = new DirectorySpread(DirectorySpread.MAX_BYTES);

  private TierPlacement(
      TierList tiers,
      BlockStoragePolicy replaced,
      FSClusterStats stats,
      PathStorageBridge paths,
      PlacementPolicyMetrics metrics) {
    this.tiers = tiers;
    this.replaced = replaced;
    this.stats = stats;
    this.paths = paths;
    this.metrics = metrics;
  }

  /**
   * The result of a start.
   *
   * @param placement null if there is nothing to place or if the configuration is invalid
   * @param isolation of extents; null if there are no logically replicated tables
   * @param invalid why the configuration cannot be used: a {@link ConfigException}, which the
   *     caller must be able to load without
   */
  record Start(
      @Nullable TierPlacement placement,
      @Nullable Isolation isolation,
      @Nullable RuntimeException invalid) {}

  /**
   * Reads the configuration.
   *
   * @param namesystem whose blocks are placed; null if none are
   */
  static Start start(
      Configuration conf, @Nullable FSClusterStats stats, @Nullable Namesystem namesystem) {
    TierList tiers;
    @Nullable Isolation isolation;
    try {
      tiers = TierList.read(conf::get);
      isolation =
          HdfsKeys.LAYOUT_ENABLED.read(conf::get)
              ? HdfsKeys.LAYOUT_ISOLATION.read(conf::get)
              : null;
    } catch (ConfigException e) {
      return new Start(null, null, e);
    }
    if (stats == null || namesystem == null) {
      return new Start(null, isolation, null);
    }
    BlockStoragePolicy replaced =
        BlockStoragePolicySuite.createDefaultSuite(conf).getDefaultPolicy();
    LOG.info(
        "Files without a storage policy get a replica on each of {}; of each block {} replicas are"
            + " on others than {} first",
        tiers.tiers(),
        tiers.persistentReplicas(),
        tiers.volatileTiers());
    return new Start(
        new TierPlacement(
            tiers,
            replaced,
            stats,
            new PathStorageBridge((FSNamesystem) namesystem),
            PlacementPolicyMetrics.registered()),
        isolation,
        null);
  }

  /**
   * Returns how to place a block of a file, or null if stock HDFS places it.
   *
   * @param path of a file that is in snapshots only, HDFS has just the end: directories above it,
   *     and what they demand, are not known
   */
  @Nullable BlockPlacement block(String path, BlockStoragePolicy asked) throws IOException {
    if (asked.getId() != replaced.getId() || !path.startsWith(Path.SEPARATOR)) {
      metrics.leftToPolicy();
      return null;
    }
    PathStorageBridge.Demands demands = paths.of(path);
    if (demands.hasPolicy()) {
      metrics.leftToPolicy();
      return null;
    }
    Set<StorageType> withheld = withheld(demands.quotaTypes());
    if (withheld.isEmpty()) {
      return new BlockPlacement(this, tiers, DirectorySpread.directoryOf(path));
    }
    metrics.limitedByQuota();
    TierList left = tiers.without(withheld);
    return left.isPlaceable()
        ? new BlockPlacement(this, left, DirectorySpread.directoryOf(path))
        : null;
  }

  /**
   * Returns types of replicas that may be deleted, or null if the file has a storage policy by
   * which stock HDFS decides.
   *
   * @param byStock the types that are excess by the file's storage policy
   * @param moved the type of the replica that a tool has copied to another volume and wants
   *     deleted; null if none has
   * @return a list that may be changed
   */
  @Nullable List<StorageType> excess(
      int expected,
      List<StorageType> held,
      List<StorageType> byStock,
      @Nullable StorageType moved) {
    // HDFS does not pass the file or its storage policy, but what that counts as excess.
    if (!sameTypes(byStock, replaced.chooseExcess((short) expected, held))) {
      return null;
    }
    List<StorageType> excess = tiers.excess(expected, held);
    boolean isMoverAtWork = moved != null && byStock.contains(moved) && !excess.contains(moved);
    return isMoverAtWork ? null : new ArrayList<>(excess);
  }

  /**
   * Returns volatile replicas that HDFS did not delete because each is the only one on its rack.
   * They are deleted nevertheless, as otherwise a persistent one would have to go; HDFS then copies
   * another replica to a second rack.
   *
   * @param excess the types that may be deleted
   */
  List<DatanodeStorageInfo> volatileOf(
      List<DatanodeStorageInfo> replicas, List<StorageType> excess, int limit) {
    List<StorageType> left = new ArrayList<>(excess);
    return replicas.stream()
        .filter(replica -> !tiers.isPersistent(replica.getStorageType()))
        .filter(replica -> left.remove(replica.getStorageType()))
        .limit(limit)
        .toList();
  }

  DirectorySpread spread() {
    return spread;
  }

  PlacementPolicyMetrics metrics() {
    return metrics;
  }

  /** Returns the storage policy that stands for tiers in place of the default one. */
  BlockStoragePolicy policy(List<StorageType> types, List<StorageType> fallbacks) {
    return new BlockStoragePolicy(
        replaced.getId(),
        replaced.getName(),
        types.toArray(StorageType[]::new),
        join(fallbacks, replaced.getCreationFallbacks()),
        join(fallbacks, replaced.getReplicationFallbacks()));
  }

  /** Returns the tiers whose volumes have room for a block on the average. */
  EnumSet<StorageType> withRoom(long blockSize) {
    EnumSet<StorageType> roomy = EnumSet.noneOf(StorageType.class);
    stats
        .getStorageTypeStats()
        .forEach(
            (type, tier) -> {
              if (tier.getNodesInService() > 0
                  && tier.getCapacityRemaining() / tier.getNodesInService() >= blockSize) {
                roomy.add(type);
              }
            });
    return roomy;
  }

  private Set<StorageType> withheld(Set<StorageType> quotaTypes) {
    if (quotaTypes.isEmpty()) {
      return quotaTypes;
    }
    EnumSet<StorageType> withheld = EnumSet.copyOf(quotaTypes);
    withheld.removeAll(List.of(replaced.getStorageTypes()));
    withheld.retainAll(tiers.tiers());
    return withheld;
  }

  private static StorageType[] join(List<StorageType> first, StorageType[] second) {
    return Stream.concat(first.stream(), Stream.of(second)).distinct().toArray(StorageType[]::new);
  }

  private static boolean sameTypes(List<StorageType> some, List<StorageType> others) {
    return counts(some).equals(counts(others));
  }

  private static Map<StorageType, Integer> counts(List<StorageType> types) {
    Map<StorageType, Integer> counts = new TreeMap<>();
    types.forEach(type -> counts.merge(type, 1, Integer::sum));
    return counts;
  }
}
