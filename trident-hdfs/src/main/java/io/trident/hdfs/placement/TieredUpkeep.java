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

import io.trident.core.layout.placement.Isolation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.jspecify.annotations.Nullable;

/** Decides which replicas that exist may be moved, and which excess ones are deleted. */
abstract class TieredUpkeep extends TieredChoice {
  private static final String DELETED_BY_STOCK = "Excess replicas are chosen as by stock HDFS";

  /** Returns the rule for types of volumes; null if it is off. */
  abstract @Nullable TierPlacement placement();

  /** Returns what single replicas may not be moved out of; null if they are moved as by stock. */
  abstract @Nullable Isolation isolation();

  /** Notes that Trident's part failed; throws what is HDFS's to handle. */
  abstract void failed(String consequence, Throwable failure);

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
      Isolation kept = isolation();
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
      TierPlacement placement = placement();
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
      TierPlacement placement = placement();
      further = placement == null ? further : placement.volatileOf(kept, excess, missing);
    } catch (Throwable failure) {
      failed(DELETED_BY_STOCK, failure);
    }
    deleted.addAll(further);
    return deleted;
  }
}
