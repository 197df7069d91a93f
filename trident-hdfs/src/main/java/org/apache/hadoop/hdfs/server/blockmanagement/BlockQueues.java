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

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.util.RwLockMode;

/** Where the block manager has blocks that cannot be read, a slice at a time. */
public final class BlockQueues {
  private static final String OPERATION = "tridentRebuild";

  private final FSNamesystem namesystem;
  private final BlockManager blocks;
  private final BlockReplicas replicas;

  /** Looks at the blocks of a NameNode. */
  public BlockQueues(FSNamesystem namesystem, BlockReplicas replicas) {
    this.namesystem = namesystem;
    this.blocks = namesystem.getBlockManager();
    this.replicas = replicas;
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
        next += replicas.isSilent(node) ? node.numBlocks() : 0;
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
}
