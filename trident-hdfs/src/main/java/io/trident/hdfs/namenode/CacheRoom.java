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

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.CachedBlock;

/**
 * Bytes left in the DataNodes' caches: what the last heartbeat reported, less what was asked to be
 * cached, plus what was asked to be uncached; but no more than the node caches. A block on its way
 * into the cache takes room in the heartbeat already and counts once: bytes in use that no cache
 * report named are such blocks. Counted once per node; valid for as long as the namesystem's global
 * lock is held.
 */
final class CacheRoom {
  private final BlockManager blockManager;
  private final Map<DatanodeDescriptor, Long> left = new HashMap<>();

  CacheRoom(BlockManager blockManager) {
    this.blockManager = blockManager;
  }

  /** Returns the bytes left; may be negative. */
  long left(DatanodeDescriptor node) {
    return left.computeIfAbsent(node, this::count);
  }

  private long count(DatanodeDescriptor node) {
    long pending = bytes(node.getPendingCached());
    long unreported = Math.max(0, node.getCacheUsed() - bytes(node.getCached()));
    return node.getCacheRemaining()
        + Math.min(bytes(node.getPendingUncached()), node.getCacheUsed())
        - (pending - Math.min(pending, unreported));
  }

  /** Takes bytes if there are as many. */
  boolean take(DatanodeDescriptor node, long bytes) {
    long rest = left(node) - bytes;
    if (rest < 0) {
      return false;
    }
    left.put(node, rest);
    return true;
  }

  private long bytes(Collection<CachedBlock> blocks) {
    long bytes = 0;
    for (CachedBlock block : blocks) {
      BlockInfo stored = blockManager.getStoredBlock(new Block(block.getBlockId()));
      bytes += stored == null ? 0 : stored.getNumBytes();
    }
    return bytes;
  }
}
