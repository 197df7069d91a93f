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

import io.trident.core.guard.Guard;
import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.jspecify.annotations.Nullable;

/** What the plugin asks of an HDFS that has Trident's patches. */
public final class PatchedScheduler {
  private static final String OPERATION = "tridentRequeue";
  private static final String UNKNOWN =
      "Lost extents count as missing, and are not rebuilt by HDFS";

  /** What the patches add to {@link BlockManager}. */
  private static final String PATCHED = "rebuildBy";

  private final FSNamesystem namesystem;
  private final BlockManager blocks;
  private final BlockReplicas replicas;

  /** Works on the blocks of a NameNode. */
  public PatchedScheduler(FSNamesystem namesystem, BlockReplicas replicas) {
    this.namesystem = namesystem;
    this.blocks = namesystem.getBlockManager();
    this.replicas = replicas;
  }

  /**
   * Has an HDFS that has Trident's patches hand out rebuilds by its own scheduler, from its first
   * queue, instead of counting these blocks as missing.
   *
   * @param guard contains failures of {@code scheduling}
   * @return whether it has them; if not, nothing has changed
   */
  public boolean scheduleBy(RebuildScheduling scheduling, Guard guard) {
    Predicate<BlockInfo> rebuildable =
        block ->
            guard.get(
                UNKNOWN, () -> scheduling.isRebuildable(block.getBlockCollectionId()), () -> false);
    BiFunction<BlockInfo, List<DatanodeDescriptor>, @Nullable BlockReconstructionWork> work =
        (block, containing) ->
            guard.<@Nullable BlockReconstructionWork>get(
                UNKNOWN, () -> offered(block, containing, scheduling, guard), () -> null);
    try {
      BlockManager.class
          .getDeclaredMethod(PATCHED, Predicate.class, BiFunction.class)
          .invoke(blocks, rebuildable, work);
      return true;
    } catch (NoSuchMethodException e) {
      return false;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Trident's patches of HDFS are of another version", e);
    }
  }

  private @Nullable BlockReconstructionWork offered(
      BlockInfo block,
      List<DatanodeDescriptor> containing,
      RebuildScheduling scheduling,
      Guard guard) {
    if (replicas.hasReplica(block) || replicas.isPending(block)) {
      return null;
    }
    long inode = block.getBlockCollectionId();
    RebuildScheduling.Offer offer = scheduling.offer(inode).orElse(null);
    return offer == null || RebuildableBlocks.find(namesystem, inode, offer.isExtent()) != block
        ? null
        : new OfferedRebuild(block, namesystem.getBlockCollection(inode), containing, offer, guard);
  }

  /**
   * Has HDFS put blocks without a replica into the queues where they belong now. Takes the global
   * write lock for each {@code limit} of them.
   */
  public void requeue(Collection<Long> inodes, int limit) {
    List<Long> all = List.copyOf(inodes);
    for (int from = 0; from < all.size(); from += limit) {
      namesystem.writeLock(RwLockMode.GLOBAL);
      try {
        all.subList(from, Math.min(all.size(), from + limit)).forEach(this::requeue);
      } finally {
        namesystem.writeUnlock(RwLockMode.GLOBAL, OPERATION);
      }
    }
  }

  private void requeue(long inode) {
    BlockInfo block = RebuildableBlocks.find(namesystem, inode, any -> true);
    if (block != null && blocks.neededReconstruction.contains(block)) {
      NumberReplicas counts = blocks.countNodes(block);
      blocks.neededReconstruction.update(
          block,
          counts.liveReplicas(),
          counts.readOnlyReplicas(),
          counts.outOfServiceReplicas(),
          blocks.getExpectedRedundancyNum(block),
          0,
          0);
    }
  }
}
