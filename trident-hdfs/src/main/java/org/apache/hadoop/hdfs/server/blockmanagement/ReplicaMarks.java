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

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.jspecify.annotations.Nullable;

/**
 * Has HDFS take replicas for corrupt that match its checksums, and takes that back. HDFS then does
 * what it does for any corrupt replica: it has the block copied from others, or counts it as lost,
 * and deletes the replica once there is a better one.
 */
public final class ReplicaMarks {
  private static final String OPERATION = "tridentReplicaMarks";

  private final FSNamesystem namesystem;
  private final BlockManager blocks;

  /** Works on the blocks of a NameNode. */
  public ReplicaMarks(FSNamesystem namesystem) {
    this.namesystem = namesystem;
    this.blocks = namesystem.getBlockManager();
  }

  /**
   * The replicas of a block.
   *
   * @param nodes identifiers of the DataNodes that have one
   * @param corrupt those of which HDFS takes it for corrupt
   */
  public record Replicas(Set<String> nodes, Set<String> corrupt) {
    /** Copies the sets. */
    public Replicas {
      nodes = Set.copyOf(nodes);
      corrupt = Set.copyOf(corrupt);
    }
  }

  /**
   * Returns the replicas of a file's only block; none if it is not that file any more. Takes the
   * global read lock.
   *
   * @param inode the file's inode id
   * @param isExtent whether it is still that file; asked with the lock held
   */
  public Replicas of(long inode, Predicate<INodeFile> isExtent) {
    Set<String> nodes = new HashSet<>();
    Set<String> corrupt = new HashSet<>();
    namesystem.readLock(RwLockMode.GLOBAL);
    try {
      BlockInfo block = RebuildableBlocks.find(namesystem, inode, isExtent);
      if (block != null) {
        for (DatanodeStorageInfo replica : blocks.getStorages(block)) {
          DatanodeDescriptor node = replica.getDatanodeDescriptor();
          nodes.add(node.getDatanodeUuid());
          if (blocks.corruptReplicas.isReplicaCorrupt(block, node)) {
            corrupt.add(node.getDatanodeUuid());
          }
        }
      }
    } finally {
      namesystem.readUnlock(RwLockMode.GLOBAL, OPERATION);
    }
    return new Replicas(nodes, corrupt);
  }

  /**
   * Has HDFS take a replica for corrupt. Takes the global write lock.
   *
   * @return whether it does now, and did not before
   */
  public boolean mark(long inode, Predicate<INodeFile> isExtent, String node) throws IOException {
    namesystem.writeLock(RwLockMode.GLOBAL);
    try {
      BlockInfo block = RebuildableBlocks.find(namesystem, inode, isExtent);
      DatanodeDescriptor having = block == null ? null : having(block, node);
      if (block == null
          || having == null
          || blocks.corruptReplicas.isReplicaCorrupt(block, having)) {
        return false;
      }
      blocks.findAndMarkBlockAsCorrupt(
          new ExtendedBlock(namesystem.getBlockPoolId(), block),
          having,
          null,
          "it is not what the manifest of its table has");
      return true;
    } finally {
      namesystem.writeUnlock(RwLockMode.GLOBAL, OPERATION);
    }
  }

  /** Has HDFS no longer take a replica for corrupt. Takes the global write lock. */
  public void unmark(long inode, Predicate<INodeFile> isExtent, String node) {
    namesystem.writeLock(RwLockMode.GLOBAL);
    try {
      BlockInfo block = RebuildableBlocks.find(namesystem, inode, isExtent);
      DatanodeDescriptor having = block == null ? null : having(block, node);
      if (block != null
          && having != null
          && blocks.corruptReplicas.removeFromCorruptReplicasMap(block, having)
          && !blocks.isNeededReconstruction(block, blocks.countNodes(block))) {
        blocks.neededReconstruction.remove(block, LowRedundancyBlocks.QUEUE_WITH_CORRUPT_BLOCKS);
      }
    } finally {
      namesystem.writeUnlock(RwLockMode.GLOBAL, OPERATION);
    }
  }

  private @Nullable DatanodeDescriptor having(BlockInfo block, String node) {
    for (DatanodeStorageInfo replica : blocks.getStorages(block)) {
      if (replica.getDatanodeDescriptor().getDatanodeUuid().equals(node)) {
        return replica.getDatanodeDescriptor();
      }
    }
    return null;
  }
}
