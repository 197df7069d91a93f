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
package io.trident.hdfs.namenode;

import io.trident.core.storage.PinState;
import io.trident.hdfs.namenode.CacheTargets.CacheLists;
import io.trident.hdfs.namenode.LeaseTable.Pin;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor.CachedBlocksList.Type;
import org.apache.hadoop.hdfs.server.namenode.CacheManager;
import org.apache.hadoop.hdfs.server.namenode.CachedBlock;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.util.Time;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the NameNode's lists of blocks to cache and to uncache in line with the pins of a {@link
 * LeaseTable}. What to do about a block is decided by {@link CacheTargets}.
 *
 * <p>A DataNode does not report an empty cache, so the NameNode may go on naming it as a cached
 * location. Its heartbeats show it: a node that caches nothing according to a heartbeat younger
 * than its cached location has lost the block.
 */
final class BlockPinner {
  private final BlockManager blockManager;
  private final CacheManager cacheManager;
  private final LeaseTable leases;
  private final Consumer<BlockInfo> recharge;

  /** Replicas that directives asked for at the last rescan, by block that is pinned too. */
  private final Map<Long, Integer> directives = new HashMap<>();

  /** When a node was first seen to have cached locations but no cached bytes. */
  private final Map<String, Long> emptySinceMs = new HashMap<>();

  /**
   * Creates a pinner.
   *
   * @param recharge is given each block before nodes are asked to cache it, and may let go of pins
   */
  BlockPinner(FSNamesystem namesystem, LeaseTable leases, Consumer<BlockInfo> recharge) {
    this.recharge = recharge;
    this.blockManager = namesystem.getBlockManager();
    this.cacheManager = namesystem.getCacheManager();
    this.leases = leases;
  }

  /**
   * Returns the node that can cache a replica of a block; empty if it is dead, out of service or
   * without a sound replica. Needs the block manager's lock.
   */
  Optional<DatanodeDescriptor> replicaAt(BlockInfo block, String node) {
    Collection<DatanodeDescriptor> corrupt = blockManager.getCorruptReplicas(block);
    for (int i = 0; i < block.getCapacity(); i++) {
      DatanodeDescriptor replica = block.getDatanode(i);
      if (replica != null
          && replica.getDatanodeUuid().equals(node)
          && replica.isAlive()
          && replica.isInService()
          && (corrupt == null || !corrupt.contains(replica))) {
        return Optional.of(replica);
      }
    }
    return Optional.empty();
  }

  /** Returns a fresh view of the caches' room; needs the namesystem's global lock. */
  CacheRoom room() {
    return new CacheRoom(blockManager);
  }

  /** Returns a block by identifier, if there is such a block; needs the block manager's lock. */
  Optional<BlockInfo> block(long blockId) {
    return Optional.ofNullable(blockManager.getStoredBlock(new Block(blockId)));
  }

  /**
   * Returns whether a node has the block cached, is about to, or has room for it. What a lease pins
   * there needs no further room, also while it waits for room itself.
   */
  boolean canCache(BlockInfo block, DatanodeDescriptor node, CacheRoom room) {
    CachedBlock known = find(block.getBlockId());
    return (known != null
            && (known.isInList(node.getCached()) || known.isInList(node.getPendingCached())))
        || leases.nodesOf(block.getBlockId()).contains(node.getDatanodeUuid())
        || room.left(node) >= block.getNumBytes();
  }

  /** Returns where a pin stands; needs the block manager's lock. */
  PinView look(Pin pin) {
    Optional<BlockInfo> block = block(pin.blockId());
    if (block.isEmpty() || block.get().isDeleted()) {
      return new PinView(PinState.NO_SUCH_BLOCK, Upkeep.LET_GO, 0);
    }
    long file = block.get().getBlockCollectionId();
    if (!block.get().isComplete()) {
      return new PinView(
          PinState.PENDING, Upkeep.NONE, file); // appended to: again when it is closed
    }
    Optional<DatanodeDescriptor> node = replicaAt(block.get(), pin.node());
    if (node.isEmpty()) {
      return new PinView(PinState.NO_REPLICA, Upkeep.LET_GO, file);
    }
    CachedBlock known = find(pin.blockId());
    if (known != null && known.isInList(node.get().getCached())) {
      return node.get().getCacheUsed() > 0
          ? new PinView(PinState.CACHED, Upkeep.NONE, file)
          : new PinView(PinState.PENDING, Upkeep.ASK_AGAIN, file);
    }
    boolean asked = known != null && known.isInList(node.get().getPendingCached());
    return new PinView(PinState.PENDING, asked ? Upkeep.NONE : Upkeep.ASK_AGAIN, file);
  }

  /**
   * Brings the lists in line for blocks whose pins changed; needs the namesystem's global write
   * lock.
   *
   * @param mark of the monitor's last rescan
   * @param room the caches' room, known since the lock was taken
   */
  void changed(Collection<Long> blockIds, boolean mark, CacheRoom room) {
    for (long id : blockIds) {
      CachedBlock known = find(id);
      int before = known == null ? 0 : known.getReplication();
      int wanted = directives.getOrDefault(id, before);
      align(id, wanted, mark, room);
      if (leases.nodesOf(id).isEmpty()) {
        directives.remove(id);
      } else {
        directives.put(id, wanted);
      }
    }
  }

  /**
   * Brings the lists in line for all pins, after the monitor scanned the directives; needs the
   * namesystem's global write lock.
   *
   * @param mark of the rescan in progress
   */
  void beforeSweep(boolean mark) {
    CacheRoom room = room();
    directives.clear();
    for (long id : leases.blocks()) {
      CachedBlock known = find(id);
      int wanted = known != null && known.getMark() == mark ? known.getReplication() : 0;
      directives.put(id, wanted);
      align(id, wanted, mark, room);
    }
  }

  private void align(long id, int wanted, boolean mark, CacheRoom room) {
    Optional<BlockInfo> stored = block(id);
    if (stored.isEmpty() || !stored.get().isComplete()) {
      return; // the monitor uncaches it
    }
    BlockInfo block = stored.get();
    recharge.accept(block);
    Set<DatanodeDescriptor> pinned = new LinkedHashSet<>();
    for (String node : leases.nodesOf(id)) {
      replicaAt(block, node).ifPresent(pinned::add);
    }
    CachedBlock known = find(id);
    if (known != null) {
      forgetLostCopies(known, pinned);
    }
    CacheTargets<DatanodeDescriptor> targets =
        CacheTargets.of(pinned, wanted, lists(known), node -> room.take(node, block.getNumBytes()));
    if (known == null) {
      if (targets.replication() == 0) {
        return;
      }
      known = new CachedBlock(id, (short) targets.replication(), mark);
      cacheManager.getCachedBlocks().put(known);
    } else {
      known.setReplicationAndMark((short) targets.replication(), mark);
    }
    apply(targets, known);
  }

  private static void apply(CacheTargets<DatanodeDescriptor> targets, CachedBlock block) {
    for (DatanodeDescriptor node : targets.cache()) {
      node.getPendingCached().add(block);
      node.setLastCachingDirectiveSentTimeMs(0); // with the next heartbeat
    }
    for (DatanodeDescriptor node : targets.drop()) {
      node.getPendingCached().remove(block);
    }
    for (DatanodeDescriptor node : targets.keep()) {
      node.getPendingUncached().remove(block);
    }
    for (DatanodeDescriptor node : targets.uncache()) {
      node.getPendingUncached().add(block);
      node.setLastCachingDirectiveSentTimeMs(0);
    }
  }

  /**
   * Returns whether some node may be named as a cached location though its cache is empty; needs
   * the block manager's lock. O(nodes).
   */
  boolean suspectsLostCopies() {
    return blockManager.getDatanodeManager().getDatanodes().stream()
        .anyMatch(BlockPinner::isSuspect);
  }

  /**
   * Forgets the cached locations of nodes whose caches are empty, pinned or not: readers that
   * prefer cached replicas would go there. Needs the namesystem's global write lock.
   */
  void forgetLostCopies() {
    for (DatanodeDescriptor node : blockManager.getDatanodeManager().getDatanodes()) {
      if (!isSuspect(node)) {
        emptySinceMs.remove(node.getDatanodeUuid());
      } else if (isEmpty(node)) {
        List<CachedBlock> lost = new ArrayList<>();
        node.getCached().forEach(lost::add);
        lost.forEach(block -> forget(block, node));
      }
    }
  }

  private void forgetLostCopies(CachedBlock block, Set<DatanodeDescriptor> nodes) {
    for (DatanodeDescriptor node : nodes) {
      if (!isSuspect(node)) {
        emptySinceMs.remove(node.getDatanodeUuid());
      } else if (block.isInList(node.getCached()) && isEmpty(node)) {
        forget(block, node);
      }
    }
  }

  private static boolean isSuspect(DatanodeDescriptor node) {
    return node.getCacheUsed() == 0 && !node.getCached().isEmpty();
  }

  /** Whether a heartbeat since a node came under suspicion reports that it caches nothing. */
  private boolean isEmpty(DatanodeDescriptor node) {
    long since = emptySinceMs.computeIfAbsent(node.getDatanodeUuid(), any -> Time.monotonicNow());
    return node.getLastUpdateMonotonic() > since;
  }

  private static void forget(CachedBlock block, DatanodeDescriptor node) {
    node.getCached().remove(block);
    node.getPendingUncached().remove(block);
  }

  private static CacheLists<DatanodeDescriptor> lists(@Nullable CachedBlock block) {
    return block == null
        ? new CacheLists<>(Set.of(), Set.of(), Set.of())
        : new CacheLists<>(
            nodes(block, Type.CACHED),
            nodes(block, Type.PENDING_CACHED),
            nodes(block, Type.PENDING_UNCACHED));
  }

  private static Set<DatanodeDescriptor> nodes(CachedBlock block, Type type) {
    return new LinkedHashSet<>(block.getDatanodes(type));
  }

  private @Nullable CachedBlock find(long blockId) {
    return cacheManager.getCachedBlocks().get(new CachedBlock(blockId, (short) 0, false));
  }

  /** What is to be done about a pin. */
  enum Upkeep {
    /** Nothing. */
    NONE,
    /** Its node neither has the block nor was asked for it. */
    ASK_AGAIN,
    /** It cannot be kept: the block or the replica is gone. */
    LET_GO
  }

  /** Where a pin stands, what is to be done about it, and which file its block is of. */
  record PinView(PinState state, Upkeep upkeep, long fileId) {}
}
