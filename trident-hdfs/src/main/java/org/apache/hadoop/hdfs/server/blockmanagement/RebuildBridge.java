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
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.apache.hadoop.net.Node;
import org.jspecify.annotations.Nullable;

/**
 * Opens to Trident's NameNode plugin what the block manager keeps package-private of blocks without
 * a replica: HDFS's own queue and pending table of them. It decides nothing.
 *
 * <p>Such a block waits in the last queue, which HDFS hands out to nobody. {@link #schedule} moves
 * it to the pending table, as HDFS does for those that it copies. When the block is reported HDFS
 * takes it off there; if it is not within {@code dfs.namenode.reconstruction.pending.timeout-sec},
 * back to the queue.
 */
public final class RebuildBridge {
  private static final String OPERATION = "tridentRebuild";

  private final FSNamesystem namesystem;
  private final BlockManager blocks;

  /** Works on the blocks of a NameNode. */
  public RebuildBridge(FSNamesystem namesystem) {
    this.namesystem = namesystem;
    this.blocks = namesystem.getBlockManager();
  }

  /**
   * Files of blocks without a replica.
   *
   * @param files their inode ids
   * @param next where to go on; 0 if the queue has no more
   */
  public record Slice(List<Long> files, int next) {
    /** Copies the list. */
    public Slice {
      files = List.copyOf(files);
    }
  }

  /**
   * Looks at a slice of HDFS's queue, with the read lock. The queue may change between slices, so
   * blocks may be passed over until the next time around. O(from + limit).
   *
   * @param from {@link Slice#next} of the slice before; 0 for the first
   * @param limit most blocks that are looked at
   * @param wanted by inode id; must not look at the namespace
   */
  public Slice lost(int from, int limit, Predicate<Long> wanted) {
    List<Long> files = new ArrayList<>();
    namesystem.readLock(RwLockMode.BM);
    try {
      Iterator<BlockInfo> queue = blocks.getCorruptReplicaBlockIterator();
      int at = 0;
      for (; at < from && queue.hasNext(); at++) {
        queue.next();
      }
      for (; at < from + limit && queue.hasNext(); at++) {
        long file = queue.next().getBlockCollectionId();
        if (wanted.test(file)) {
          files.add(file);
        }
      }
      return new Slice(files, queue.hasNext() ? at : 0);
    } finally {
      namesystem.readUnlock(RwLockMode.BM, OPERATION);
    }
  }

  /** Returns whether a block can be read from some node; needs the global lock. */
  public boolean isReadable(BlockInfo block) {
    NumberReplicas replicas = blocks.countNodes(block);
    return replicas.liveReplicas()
            + replicas.decommissionedAndDecommissioning()
            + replicas.liveEnteringMaintenanceReplicas()
        > 0;
  }

  /** Adds the nodes that have a replica of a block; needs the global lock. */
  public void addNodes(BlockInfo block, Set<String> uuids) {
    for (DatanodeStorageInfo replica : blocks.getStorages(block)) {
      uuids.add(replica.getDatanodeDescriptor().getDatanodeUuid());
    }
  }

  /** Returns whether HDFS expects a replica of a block; needs the global lock. */
  public boolean isPending(BlockInfo block) {
    return blocks.pendingReconstruction.getNumReplicas(block) > 0;
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
   * @return the volume; nothing if the block is not lost, is expected already, no node takes it, or
   *     it should wait for a busy one
   */
  public Optional<DatanodeStorageInfo> schedule(
      long inode,
      Predicate<INodeFile> isExtent,
      Set<Node> excluded,
      Set<Node> busy,
      Wanted wanted) {
    Rebuild work = prepare(inode, isExtent, busy, wanted);
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
      return find(inode, isExtent) == work.getBlock() && blocks.validateReconstructionWork(work)
          ? Optional.of(targets[0])
          : Optional.empty();
    } finally {
      namesystem.writeUnlock(RwLockMode.GLOBAL, OPERATION);
    }
  }

  private @Nullable Rebuild prepare(
      long inode, Predicate<INodeFile> isExtent, Set<Node> busy, Wanted wanted) {
    namesystem.writeLock(RwLockMode.GLOBAL);
    try {
      BlockInfo block = find(inode, isExtent);
      if (block == null || isReadable(block) || isPending(block)) {
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
      return new Rebuild(
          block, namesystem.getBlockCollection(inode), containing, live, busy, wanted);
    } finally {
      namesystem.writeUnlock(RwLockMode.GLOBAL, OPERATION);
    }
  }

  private @Nullable BlockInfo find(long inode, Predicate<INodeFile> isExtent) {
    INodeFile file = namesystem.getBlockCollection(inode);
    return file != null && isExtent.test(file) && file.numBlocks() == 1
        ? file.getBlocks()[0]
        : null;
  }

  /** Work that no source node is needed for. */
  private static final class Rebuild extends BlockReconstructionWork {
    private final Set<Node> busy;
    private final Wanted wanted;

    Rebuild(
        BlockInfo block,
        BlockCollection file,
        List<DatanodeDescriptor> containing,
        List<DatanodeStorageInfo> live,
        Set<Node> busy,
        Wanted wanted) {
      super(
          block,
          file,
          new DatanodeDescriptor[0],
          containing,
          live,
          1,
          LowRedundancyBlocks.QUEUE_WITH_CORRUPT_BLOCKS);
      this.busy = busy;
      this.wanted = wanted;
    }

    @Override
    void chooseTargets(
        BlockPlacementPolicy policy, BlockStoragePolicySuite policies, Set<Node> excluded) {
      if (policy instanceof BlockPlacementBridge ours) {
        setTargets(
            ours.chooseApart(
                getSrcPath(),
                getLiveReplicaStorages(),
                excluded,
                busy,
                wanted,
                getBlockSize(),
                policies.getPolicy(getStoragePolicyID())));
        return;
      }
      Set<Node> all = new HashSet<>(excluded);
      all.addAll(busy);
      setTargets(
          policy.chooseTarget(
              getSrcPath(),
              1,
              null,
              getLiveReplicaStorages(),
              false,
              all,
              getBlockSize(),
              policies.getPolicy(getStoragePolicyID()),
              null));
    }

    @Override
    boolean addTaskToDatanode(NumberReplicas replicas) {
      return true; // the plugin hands it out
    }
  }
}
