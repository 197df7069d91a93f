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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.apache.hadoop.net.Node;
import org.jspecify.annotations.Nullable;

/**
 * Opens to Trident's NameNode plugin what the block manager keeps package-private of blocks that
 * cannot be read: HDFS's own queue and pending table of them. It decides nothing.
 *
 * <p>A block without a replica waits in the last queue, which HDFS hands out to nobody. {@link
 * #schedule} moves it to the pending table, as HDFS does for those that it copies. When the block
 * is reported HDFS takes it off there; if it is not within {@code
 * dfs.namenode.reconstruction.pending.timeout-sec}, back to the queue. {@link #giveUp} does the
 * latter at once.
 *
 * <p>A block whose replicas are on silent nodes only is in no queue, as HDFS counts these replicas
 * until their nodes are dead. It is entered in the pending table all the same. Once it is rebuilt
 * HDFS has a replica too many, and by its own rule gives up the one of the node that was silent for
 * longest ({@code BlockPlacementPolicyDefault#chooseReplicaToDelete}).
 */
public final class RebuildBridge {
  private static final String OPERATION = "tridentRebuild";

  private final FSNamesystem namesystem;
  private final BlockManager blocks;
  private final BlockReplicas replicas;

  /** Works on the blocks of a NameNode. */
  public RebuildBridge(FSNamesystem namesystem, BlockReplicas replicas) {
    this.namesystem = namesystem;
    this.blocks = namesystem.getBlockManager();
    this.replicas = replicas;
  }

  /**
   * Has HDFS expect the only block of a file, on a volume that the placement policy chooses. Takes
   * the global write lock twice, for one block each.
   *
   * @param inode the file's inode id
   * @param isExtent whether the file may be rebuilt; asked with the lock held
   * @param excluded nodes that cannot take it
   * @param busy nodes that can take it later
   * @param wanted which extent it is
   * @return the volume; nothing if the block can be read, is expected already, no node takes it, it
   *     should wait for a busy one, or its replica on a silent node is on storage of another type
   */
  public Optional<DatanodeStorageInfo> schedule(
      long inode,
      Predicate<INodeFile> isExtent,
      Set<Node> excluded,
      Set<Node> busy,
      Wanted wanted) {
    RebuildWork work = prepare(inode, isExtent, busy, wanted);
    if (work == null) {
      return Optional.empty();
    }
    Set<Node> others = new HashSet<>(excluded);
    others.addAll(work.getContainingNodes());
    work.chooseTargets(blocks.getBlockPlacementPolicy(), blocks.getStoragePolicySuite(), others);
    DatanodeStorageInfo[] targets = work.getTargets();
    if (targets == null
        || targets.length == 0
        || busy.contains(targets[0].getDatanodeDescriptor())) {
      return Optional.empty();
    }
    namesystem.writeLock(RwLockMode.GLOBAL);
    try {
      return RebuildableBlocks.find(namesystem, inode, isExtent) == work.getBlock() && expect(work)
          ? Optional.of(targets[0])
          : Optional.empty();
    } finally {
      namesystem.writeUnlock(RwLockMode.GLOBAL, OPERATION);
    }
  }

  /**
   * Has HDFS's time-out for the block of a file begin anew, if it expects it from a node. Takes the
   * global read lock.
   */
  public void renew(long inode, String node) {
    namesystem.readLock(RwLockMode.GLOBAL);
    try {
      BlockInfo block = RebuildableBlocks.find(namesystem, inode, any -> true);
      List<DatanodeStorageInfo> expected =
          block == null ? null : blocks.pendingReconstruction.getTargets(block);
      if (block != null && expected != null) {
        for (DatanodeStorageInfo target : List.copyOf(expected)) {
          if (target.getDatanodeDescriptor().getDatanodeUuid().equals(node)) {
            blocks.pendingReconstruction.increment(block, target); // which it has: the time only
          }
        }
      }
    } finally {
      namesystem.readUnlock(RwLockMode.GLOBAL, OPERATION);
    }
  }

  /**
   * Has HDFS no longer expect the block of a file from a node that will not deliver it, and check
   * the block again, as it does after its own time-out. Takes the global write lock.
   *
   * @param inode the file's inode id; if it is gone HDFS has forgotten the block by itself
   * @param node the DataNode's identifier
   */
  public void giveUp(long inode, String node) {
    namesystem.writeLock(RwLockMode.GLOBAL);
    try {
      BlockInfo block = RebuildableBlocks.find(namesystem, inode, any -> true);
      List<DatanodeStorageInfo> expected =
          block == null ? null : blocks.pendingReconstruction.getTargets(block);
      if (block == null || expected == null) {
        return;
      }
      for (DatanodeStorageInfo target : expected) {
        if (target.getDatanodeDescriptor().getDatanodeUuid().equals(node)) {
          blocks.pendingReconstruction.decrement(block, target);
          DatanodeStorageInfo.decrementBlocksScheduled(target);
        }
      }
      NumberReplicas counts = blocks.countNodes(block);
      if (blocks.isNeededReconstruction(block, counts)) {
        blocks.neededReconstruction.add(
            block,
            counts.liveReplicas(),
            counts.readOnlyReplicas(),
            counts.outOfServiceReplicas(),
            blocks.getExpectedRedundancyNum(block));
      }
    } finally {
      namesystem.writeUnlock(RwLockMode.GLOBAL, OPERATION);
    }
  }

  private boolean expect(RebuildWork work) {
    BlockInfo block = work.getBlock();
    DatanodeStorageInfo[] targets = work.getTargets();
    if (!replicas.hasReplica(block)) {
      return blocks.validateReconstructionWork(work);
    }
    if (replicas.isReadable(block)
        || replicas.isPending(block)
        || !isAsOn(block, targets[0].getStorageType())) {
      return false;
    }
    DatanodeStorageInfo.incrementBlocksScheduled(targets);
    blocks.pendingReconstruction.increment(block, targets);
    return true;
  }

  /**
   * Returns whether all replicas are on one type of storage. Of replicas on several types HDFS
   * first gives up those of a type that the policy does not want, which may be the rebuilt one.
   */
  private boolean isAsOn(BlockInfo block, StorageType type) {
    for (DatanodeStorageInfo replica : blocks.getStorages(block)) {
      if (replica.getStorageType() != type) {
        return false;
      }
    }
    return true;
  }

  private @Nullable RebuildWork prepare(
      long inode, Predicate<INodeFile> isExtent, Set<Node> busy, Wanted wanted) {
    namesystem.writeLock(RwLockMode.GLOBAL);
    try {
      BlockInfo block = RebuildableBlocks.find(namesystem, inode, isExtent);
      if (block == null || replicas.isReadable(block) || replicas.isPending(block)) {
        return null;
      }
      List<DatanodeDescriptor> containing = new ArrayList<>();
      List<DatanodeStorageInfo> live = new ArrayList<>();
      blocks.chooseSourceDatanodes(
          block,
          containing,
          live,
          new NumberReplicas(),
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>(),
          LowRedundancyBlocks.QUEUE_WITH_CORRUPT_BLOCKS);
      // Placed as the only replica: that of a silent node is given up.
      return new RebuildWork(
          block, namesystem.getBlockCollection(inode), containing, List.of(), busy, wanted);
    } finally {
      namesystem.writeUnlock(RwLockMode.GLOBAL, OPERATION);
    }
  }
}
