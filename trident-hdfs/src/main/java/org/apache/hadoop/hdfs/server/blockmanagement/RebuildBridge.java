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
import io.trident.core.layout.placement.ExtentHomes.Wanted;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
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
  private static final String UNKNOWN =
      "Lost extents count as missing, and are not rebuilt by HDFS";

  /** What the patches add to {@link BlockManager}. */
  private static final String PATCHED = "rebuildBy";

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
    if (hasReplica(block) || isPending(block)) {
      return null;
    }
    long inode = block.getBlockCollectionId();
    RebuildScheduling.Offer offer = scheduling.offer(inode).orElse(null);
    return offer == null || find(inode, offer.isExtent()) != block
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
    BlockInfo block = find(inode, any -> true);
    if (block != null && blocks.neededReconstruction.contains(block)) {
      NumberReplicas replicas = blocks.countNodes(block);
      blocks.neededReconstruction.update(
          block,
          replicas.liveReplicas(),
          replicas.readOnlyReplicas(),
          replicas.outOfServiceReplicas(),
          blocks.getExpectedRedundancyNum(block),
          0,
          0);
    }
  }

  /**
   * Looks at a slice of HDFS's first queue, which a patched HDFS has these blocks in; as {@link
   * #lost} otherwise.
   */
  public Slice urgent(int from, int limit, Predicate<Long> wanted) {
    return queued(LowRedundancyBlocks.QUEUE_HIGHEST_PRIORITY, from, limit, wanted);
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
    return queued(LowRedundancyBlocks.QUEUE_WITH_CORRUPT_BLOCKS, from, limit, wanted);
  }

  private Slice queued(int level, int from, int limit, Predicate<Long> wanted) {
    List<Long> files = new ArrayList<>();
    namesystem.readLock(RwLockMode.BM);
    try {
      Iterator<BlockInfo> queue = blocks.neededReconstruction.iterator(level);
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
      return find(inode, isExtent) == work.getBlock() && expect(work)
          ? Optional.of(targets[0])
          : Optional.empty();
    } finally {
      namesystem.writeUnlock(RwLockMode.GLOBAL, OPERATION);
    }
  }

  private boolean expect(RebuildWork work) {
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

  private @Nullable RebuildWork prepare(
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
      return new RebuildWork(
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
}
