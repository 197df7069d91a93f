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

import io.trident.core.model.Replica;
import io.trident.hdfs.protocol.BlockTiersProtocol;
import io.trident.hdfs.protocol.ClientText;
import io.trident.hdfs.protocol.LocatedFile;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.InvalidRequestException;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor.CachedBlocksList;
import org.apache.hadoop.hdfs.server.namenode.CachedBlock;
import org.apache.hadoop.hdfs.server.namenode.CallerAccess;
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
 * hash look-up, whatever the number of cached blocks, and the head of its nodes' queues.
 */
final class PendingCacheLookup implements BlockTiersProtocol {
  /** Blocks looked up per hold of the lock: some tens of microseconds. */
  private static final int BLOCKS_PER_LOCK = 1_000;

  private final NameNode nameNode;
  private final int maxBlocks;
  private final int maxFiles;

  /**
   * Creates a look-up.
   *
   * @param maxBlocks blocks that a file may have
   * @param maxFiles files that are looked up in one call; an answer leaves out those after them
   */
  PendingCacheLookup(NameNode nameNode, int maxBlocks, int maxFiles) {
    this.nameNode = nameNode;
    this.maxBlocks = maxBlocks;
    this.maxFiles = maxFiles;
  }

  @Override
  public LocatedFile getBlockTiers(String src, long offset, long length) throws IOException {
    ActiveOnly.check(nameNode);
    ClientText.checkPath(src);
    if (CallerAccess.blocksOf(nameNode.getNamesystem(), src) > maxBlocks) {
      throw new InvalidRequestException(
          "A file of more than %d blocks is located by HDFS alone".formatted(maxBlocks));
    }
    LocatedBlocks located = nameNode.getRpcServer().getBlockLocations(src, offset, length);
    return new LocatedFile(located, pending(located.getLocatedBlocks()));
  }

  @Override
  public Map<String, LocatedFile> getBlockTiersOfFiles(Collection<String> srcs) throws IOException {
    ActiveOnly.check(nameNode);
    return BlockTiersProtocol.super.getBlockTiersOfFiles(
        srcs.stream().limit(maxFiles).distinct().toList());
  }

  private Map<Long, Map<String, Integer>> pending(List<LocatedBlock> blocks) {
    FSNamesystem namesystem = nameNode.getNamesystem();
    Map<Long, Map<String, Integer>> pending = new HashMap<>();
    int end = blocks.size();
    for (int start = 0; start < end; start += BLOCKS_PER_LOCK) {
      namesystem.readLock(RwLockMode.BM);
      try {
        GSet<CachedBlock, CachedBlock> cached = namesystem.getCacheManager().getCachedBlocks();
        if (cached.size() == 0) {
          break;
        }
        List<LocatedBlock> some = blocks.subList(start, Math.min(end, start + BLOCKS_PER_LOCK));
        addPending(cached, some, new CacheQueues(), pending);
      } finally {
        namesystem.readUnlock(RwLockMode.BM, "getBlockTiers");
      }
    }
    return pending;
  }

  private static void addPending(
      GSet<CachedBlock, CachedBlock> cached,
      List<LocatedBlock> blocks,
      CacheQueues queues,
      Map<Long, Map<String, Integer>> pending) {
    for (LocatedBlock block : blocks) {
      long id = block.getBlock().getBlockId();
      CachedBlock known = cached.get(new CachedBlock(id, (short) 0, false));
      if (known != null) {
        Map<String, Integer> nodes = new HashMap<>();
        for (DatanodeDescriptor node : known.getDatanodes(CachedBlocksList.Type.PENDING_CACHED)) {
          nodes.put(node.getDatanodeUuid(), queues.ahead(node, id));
        }
        if (!nodes.isEmpty()) {
          pending.put(id, nodes);
        }
      }
    }
  }

  /**
   * What nodes cache next, as far as it is reported; of each node read once, when it is asked for.
   */
  private static final class CacheQueues {
    private final Map<DatanodeDescriptor, Map<Long, Integer>> heads = new HashMap<>();

    int ahead(DatanodeDescriptor node, long block) {
      return heads.computeIfAbsent(node, CacheQueues::head).getOrDefault(block, Replica.MAX_AHEAD);
    }

    private static Map<Long, Integer> head(DatanodeDescriptor node) {
      Map<Long, Integer> head = new HashMap<>();
      for (CachedBlock block : node.getPendingCached()) {
        if (head.size() == Replica.MAX_AHEAD) {
          break;
        }
        head.put(block.getBlockId(), head.size());
      }
      return head;
    }
  }
}
