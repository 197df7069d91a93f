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
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
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
 * dfs.namenode.reconstruction.pending.timeout-sec}, back to the queue.
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
  private final long silenceMs;

  /** Works on the blocks of a NameNode. */
  public RebuildBridge(FSNamesystem namesystem, Configuration conf) {
    this.namesystem = namesystem;
    this.blocks = namesystem.getBlockManager();
    DatanodeManager nodes = blocks.getDatanodeManager();
    // From then on HDFS gives up this node's replica rather than one that was rebuilt.
    long tolerated =
        TimeUnit.SECONDS.toMillis(nodes.getHeartbeatInterval())
            * conf.getInt(
                DFSConfigKeys.DFS_NAMENODE_TOLERATE_HEARTBEAT_MULTIPLIER_KEY,
                DFSConfigKeys.DFS_NAMENODE_TOLERATE_HEARTBEAT_MULTIPLIER_DEFAULT);
    this.silenceMs = Math.max(nodes.getStaleInterval(), tolerated);
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

  /**
   * Looks at a slice of the blocks on silent nodes, with the read lock; as {@link #lost} otherwise.
   */
  public Slice silent(int from, int limit, Predicate<Long> wanted) {
    List<Long> files = new ArrayList<>();
    namesystem.readLock(RwLockMode.BM);
    try {
      int next = 0; // counts over all of these nodes
      for (DatanodeDescriptor node : blocks.getDatanodeManager().getDatanodes()) {
        int first = next;
        next += isSilent(node) ? node.numBlocks() : 0;
        if (next <= from) {
          continue;
        }
        Iterator<BlockInfo> held = node.getBlockIterator(Math.max(0, from - first));
        for (int at = Math.max(first, from); at < from + limit && held.hasNext(); at++) {
          long file = held.next().getBlockCollectionId();
          if (wanted.test(file)) {
            files.add(file);
          }
        }
        if (next >= from + limit) {
          return new Slice(files, from + limit);
        }
      }
      return new Slice(files, 0);
    } finally {
      namesystem.readUnlock(RwLockMode.BM, OPERATION);
    }
  }

  /** Returns whether HDFS counts a replica of a block that can be read; needs the global lock. */
  public boolean hasReplica(BlockInfo block) {
    NumberReplicas replicas = blocks.countNodes(block);
    return replicas.liveReplicas()
            + replicas.decommissionedAndDecommissioning()
            + replicas.liveEnteringMaintenanceReplicas()
        > 0;
  }

  /**
   * Returns whether a block can be read from some node that is heard of; needs the global lock.
   * O(r) for r replicas.
   */
  public boolean isReadable(BlockInfo block) {
    if (hasReplica(block)) {
      for (DatanodeStorageInfo replica : blocks.getStorages(block)) {
        DatanodeDescriptor node = replica.getDatanodeDescriptor();
        if (replica.getState() != DatanodeStorage.State.FAILED
            && !isSilent(node)
            && !blocks.isExcess(node, block)
            && !blocks.corruptReplicas.isReplicaCorrupt(block, node)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isSilent(DatanodeDescriptor node) {
    return node.isStale(silenceMs);
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
   * @return the volume; nothing if the block can be read, is expected already, no node takes it, it
   *     should wait for a busy one, or its replica on a silent node is on storage of another type
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
      return find(inode, isExtent) == work.getBlock() && expect(work)
          ? Optional.of(targets[0])
          : Optional.empty();
    } finally {
      namesystem.writeUnlock(RwLockMode.GLOBAL, OPERATION);
    }
  }

  private boolean expect(Rebuild work) {
    BlockInfo block = work.getBlock();
    DatanodeStorageInfo[] targets = work.getTargets();
    if (!hasReplica(block)) {
      return blocks.validateReconstructionWork(work);
    }
    if (isReadable(block) || isPending(block) || !isAsOn(block, targets[0].getStorageType())) {
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
      // Placed as the only replica: that of a silent node is given up.
      return new Rebuild(
          block, namesystem.getBlockCollection(inode), containing, List.of(), busy, wanted);
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
