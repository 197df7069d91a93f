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

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementBridge;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.jspecify.annotations.Nullable;

/** A block that is being placed by tiers. Not thread-safe. */
final class BlockPlacement {
  /** Difference of free fractions below which two nodes count as equally full. */
  private static final double FREE_TOLERANCE = 0.05;

  /** Of so many nodes, taken at random, one takes a tier. */
  private static final int CANDIDATES = 2;

  /** The same where a directory's blocks are spread; all nodes of a small cluster are looked at. */
  private static final int CANDIDATES_IN_DIRECTORY = 8;

  private final TierPlacement shared;
  private final TierList tiers;
  private final String directory;

  /** The node that took its turn last, until HDFS accepts or refuses it. */
  private @Nullable DatanodeDescriptor onProbation;

  /**
   * @param tiers those that the block may be on
   * @param directory where the block will be read; empty for the root
   */
  BlockPlacement(TierPlacement shared, TierList tiers, String directory) {
    this.shared = shared;
    this.tiers = tiers;
    this.directory = directory;
  }

  TierList tiers() {
    return tiers;
  }

  /**
   * Returns the storage policy to place new replicas by.
   *
   * @param total number of replicas with those chosen, as far as the cluster has nodes
   */
  BlockStoragePolicy policy(int total, List<StorageType> chosen, long blockSize) {
    EnumSet<StorageType> available = shared.withRoom(blockSize);
    available.addAll(chosen);
    return shared.policy(tiers.types(Math.max(1, total), available), tiers.fallbacks());
  }

  /**
   * Returns the targets to use: all, unless too few replicas would be persistent, then only such.
   *
   * @param chosen replicas that exist; they may be among the targets
   */
  DatanodeStorageInfo[] persistentEnough(
      List<DatanodeStorageInfo> chosen, DatanodeStorageInfo[] targets) {
    List<DatanodeStorageInfo> all = new ArrayList<>(chosen);
    for (DatanodeStorageInfo target : targets) {
      if (!chosen.contains(target)) {
        all.add(target);
      }
    }
    if (tiers.arePersistentEnough(typesOf(all))) {
      return targets;
    }
    List<DatanodeStorageInfo> kept = new ArrayList<>();
    for (DatanodeStorageInfo target : targets) {
      if (chosen.contains(target) || tiers.isPersistent(target.getStorageType())) {
        kept.add(target);
      }
    }
    return kept.toArray(DatanodeStorageInfo[]::new);
  }

  /** Counts the block as placed by tiers. */
  void placed() {
    shared.metrics().placedByTiers();
  }

  /** Counts the block as one that stock HDFS places, as tiers had too few nodes. */
  void leftToStock() {
    shared.metrics().leftToStock();
  }

  /** Returns how many nodes to look at for a replica of a type. */
  int candidates(StorageType type) {
    return isSpread(type) ? CANDIDATES_IN_DIRECTORY : CANDIDATES;
  }

  /** Returns whether one node should have a block of a type rather than another one. */
  boolean isBetter(DatanodeDescriptor one, DatanodeDescriptor other, StorageType type) {
    if (isSpread(type)) {
      int difference =
          shared.spread().round(directory, one.getDatanodeUuid())
              - shared.spread().round(directory, other.getDatanodeUuid());
      if (difference != 0) {
        return difference < 0;
      }
    }
    double difference =
        BlockPlacementBridge.freeFraction(one, type)
            - BlockPlacementBridge.freeFraction(other, type);
    if (Math.abs(difference) > FREE_TOLERANCE) {
      return difference > 0;
    }
    return BlockPlacementBridge.blocks(one, type) < BlockPlacementBridge.blocks(other, type);
  }

  /**
   * Notes that a node was chosen. It takes its turn at once, so that files that are written at the
   * same time spread over nodes, too. HDFS may refuse it after that, for its load or want of room,
   * and choose again: then it gets the turn back.
   */
  void chosen(DatanodeDescriptor node, StorageType type) {
    if (isSpread(type)) {
      shared.spread().chosen(directory, node.getDatanodeUuid());
      onProbation = node;
    }
  }

  /** Notes that HDFS accepted the node that was chosen last. */
  void accepted() {
    onProbation = null;
  }

  /** Notes that HDFS refused the node that was chosen last, if it did not accept it. */
  void lastWasRefused() {
    if (onProbation != null) {
      shared.spread().refused(directory, onProbation.getDatanodeUuid());
      onProbation = null;
    }
  }

  static List<StorageType> typesOf(Collection<DatanodeStorageInfo> storages) {
    return storages.stream().map(DatanodeStorageInfo::getStorageType).toList();
  }

  private boolean isSpread(StorageType type) {
    return type == tiers.fastest() && !directory.isEmpty();
  }
}
