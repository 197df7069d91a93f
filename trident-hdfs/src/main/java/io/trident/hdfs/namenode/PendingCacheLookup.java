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

import io.trident.hdfs.protocol.BlockTiersProtocol;
import io.trident.hdfs.protocol.LocatedFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor.CachedBlocksList;
import org.apache.hadoop.hdfs.server.namenode.CachedBlock;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.apache.hadoop.util.GSet;

/**
 * Answers from the NameNode's own state.
 *
 * <p>Block locations come from the NameNode's {@code getBlockLocations}, called within the caller's
 * RPC call: permissions, audit log, metrics, safe mode and standby are its. Pending cache requests
 * are then read under the block manager's read lock, a bounded number of blocks per hold; each is a
 * hash look-up, whatever the number of cached blocks.
 */
final class PendingCacheLookup implements BlockTiersProtocol {
  /** Blocks looked up per hold of the lock: some tens of microseconds. */
  private static final int BLOCKS_PER_LOCK = 1_000;

  private final NameNode nameNode;
  private final int maxBlocks;

  /**
   * Creates a look-up.
   *
   * @param maxBlocks blocks per call whose pending requests are told; those after it have none
   */
  PendingCacheLookup(NameNode nameNode, int maxBlocks) {
    this.nameNode = nameNode;
    this.maxBlocks = maxBlocks;
  }

  @Override
  public LocatedFile getBlockTiers(String src, long offset, long length) throws IOException {
    LocatedBlocks located = nameNode.getRpcServer().getBlockLocations(src, offset, length);
    return new LocatedFile(located, pending(located.getLocatedBlocks()));
  }

  private Map<Long, Set<String>> pending(List<LocatedBlock> blocks) {
    FSNamesystem namesystem = nameNode.getNamesystem();
    Map<Long, Set<String>> pending = new HashMap<>();
    int end = Math.min(blocks.size(), maxBlocks);
    for (int start = 0; start < end; start += BLOCKS_PER_LOCK) {
      namesystem.readLock(RwLockMode.BM);
      try {
        GSet<CachedBlock, CachedBlock> cached = namesystem.getCacheManager().getCachedBlocks();
        if (cached.size() == 0) {
          break;
        }
        addPending(cached, blocks.subList(start, Math.min(end, start + BLOCKS_PER_LOCK)), pending);
      } finally {
        namesystem.readUnlock(RwLockMode.BM, "getBlockTiers");
      }
    }
    return pending;
  }

  private static void addPending(
      GSet<CachedBlock, CachedBlock> cached,
      List<LocatedBlock> blocks,
      Map<Long, Set<String>> pending) {
    for (LocatedBlock block : blocks) {
      long id = block.getBlock().getBlockId();
      CachedBlock known = cached.get(new CachedBlock(id, (short) 0, false));
      if (known != null) {
        Set<String> nodes =
            known.getDatanodes(CachedBlocksList.Type.PENDING_CACHED).stream()
                .map(DatanodeDescriptor::getDatanodeUuid)
                .collect(Collectors.toUnmodifiableSet());
        if (!nodes.isEmpty()) {
          pending.put(id, nodes);
        }
      }
    }
  }
}
