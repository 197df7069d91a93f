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
package io.trident.hdfs.layout;

import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.FoundFile;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.recovery.SuperExtentHealth;
import io.trident.core.layout.recovery.SuperExtentHealth.State;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockReplicas;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.jspecify.annotations.Nullable;

/** Compares the NameNode's files with manifests. */
final class FileStates {
  /** Most files that are looked at while the lock is held once. */
  static final int FILES_PER_LOCK = 200;

  private static final String OPERATION = "tridentExtents";

  private final FSNamesystem namesystem;
  private final BlockReplicas blocks;

  FileStates(FSNamesystem namesystem, BlockReplicas blocks) {
    this.namesystem = namesystem;
    this.blocks = blocks;
  }

  /** Returns how a super-extent is. Takes the global read lock for each 200 of its files. */
  SuperExtentHealth of(SuperExtentId id, Manifest manifest) {
    List<Map.Entry<Extent, StoredObject>> files = List.copyOf(manifest.files().entrySet());
    Map<Extent, State> states = new HashMap<>();
    for (int from = 0; from < files.size(); from += FILES_PER_LOCK) {
      namesystem.readLock(RwLockMode.GLOBAL);
      try {
        for (Map.Entry<Extent, StoredObject> file :
            files.subList(from, Math.min(files.size(), from + FILES_PER_LOCK))) {
          states.put(file.getKey(), locked(new TableFile(id, file.getKey(), file.getValue())));
        }
      } finally {
        namesystem.readUnlock(RwLockMode.GLOBAL, OPERATION);
      }
    }
    return SuperExtentHealth.of(states);
  }

  /** Returns how one file is. Takes the global read lock. */
  State of(TableFile file) {
    namesystem.readLock(RwLockMode.GLOBAL);
    try {
      return locked(file);
    } finally {
      namesystem.readUnlock(RwLockMode.GLOBAL, OPERATION);
    }
  }

  /** Returns whether the block of a file can be read. Takes the global read lock. */
  boolean isReadable(long inode) {
    namesystem.readLock(RwLockMode.GLOBAL);
    try {
      INodeFile file = namesystem.getBlockCollection(inode);
      return file != null && file.numBlocks() == 1 && blocks.isReadable(file.getBlocks()[0]);
    } finally {
      namesystem.readUnlock(RwLockMode.GLOBAL, OPERATION);
    }
  }

  private @Nullable INodeFile find(TableFile one) {
    return namesystem.getBlockCollection(one.stored().identity().inode());
  }

  private State locked(TableFile one) {
    INodeFile file = find(one);
    if (file == null || !isWhatWasWritten(file, one)) {
      return State.BROKEN;
    }
    if (one.stored().length() == 0 || blocks.isReadable(file.getBlocks()[0])) {
      return State.READABLE;
    }
    if (blocks.isPending(file.getBlocks()[0])) {
      return State.PENDING;
    }
    return blocks.hasReplica(file.getBlocks()[0]) ? State.STALE : State.LOST;
  }

  /**
   * Returns whether a file is what the manifest has, and where it was written in the table's
   * directory: DataNodes open it by its path, and who writes a table must not have other users'
   * files read or written. Needs the global lock.
   */
  static boolean isWhatWasWritten(INodeFile file, TableFile one) {
    Optional<FoundFile> found = Optional.of(found(file));
    return FoundFile.compare(found, one.stored()) == FoundFile.State.READABLE
        && pathBelow(file, one.superExtent().table()).filter(one::isAt).isPresent()
        && CurrentState.has(file);
  }

  /** Returns what a file is, as if it could be read. */
  private static FoundFile found(INodeFile file) {
    List<BlockInfo> blocks = List.of(file.getBlocks());
    return new FoundFile(
        file.getId(),
        blocks.stream().mapToLong(BlockInfo::getNumBytes).sum(),
        file.isUnderConstruction() || !blocks.stream().allMatch(BlockInfo::isComplete),
        blocks.stream()
            .map(one -> new FoundFile.Block(one.getBlockId(), one.getGenerationStamp(), true))
            .toList());
  }

  /** Returns the path of a file relative to a directory; nothing if it is not below that. */
  private static Optional<String> pathBelow(INodeFile file, long directory) {
    StringBuilder path = new StringBuilder(file.getLocalName());
    INode node = file.getParent();
    while (node != null && node.getId() != directory) {
      path.insert(0, node.getLocalName() + "/");
      node = node.getParent();
    }
    return node == null ? Optional.empty() : Optional.of(path.toString());
  }
}
