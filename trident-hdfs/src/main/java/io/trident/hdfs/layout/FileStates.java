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
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.recovery.SuperExtentHealth;
import io.trident.core.layout.recovery.SuperExtentHealth.State;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.RebuildBridge;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.util.RwLockMode;

/** Compares the NameNode's files with manifests. */
final class FileStates {
  /** Most files that are looked at while the lock is held once. */
  static final int FILES_PER_LOCK = 200;

  private static final String OPERATION = "tridentExtents";

  private final FSNamesystem namesystem;
  private final RebuildBridge blocks;

  FileStates(FSNamesystem namesystem, RebuildBridge blocks) {
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
          states.put(file.getKey(), locked(id, file.getValue()));
        }
      } finally {
        namesystem.readUnlock(RwLockMode.GLOBAL, OPERATION);
      }
    }
    return SuperExtentHealth.of(states);
  }

  /** Returns how one file is. Takes the global read lock. */
  State of(SuperExtentId id, StoredObject stored) {
    namesystem.readLock(RwLockMode.GLOBAL);
    try {
      return locked(id, stored);
    } finally {
      namesystem.readUnlock(RwLockMode.GLOBAL, OPERATION);
    }
  }

  /**
   * Returns the nodes that have replicas of some files, at most 200. Takes the global read lock.
   */
  Set<String> nodesOf(SuperExtentId id, Collection<StoredObject> some) {
    Set<String> nodes = new HashSet<>();
    namesystem.readLock(RwLockMode.GLOBAL);
    try {
      some.stream()
          .limit(FILES_PER_LOCK)
          .forEach(
              stored -> {
                INodeFile file = namesystem.getBlockCollection(stored.identity().inode());
                if (file != null && stored.length() > 0 && isWhatWasWritten(file, id, stored)) {
                  blocks.addNodes(file.getBlocks()[0], nodes);
                }
              });
    } finally {
      namesystem.readUnlock(RwLockMode.GLOBAL, OPERATION);
    }
    return nodes;
  }

  private State locked(SuperExtentId id, StoredObject stored) {
    INodeFile file = namesystem.getBlockCollection(stored.identity().inode());
    if (file == null || !isWhatWasWritten(file, id, stored)) {
      return State.BROKEN;
    }
    if (stored.length() == 0 || blocks.isReadable(file.getBlocks()[0])) {
      return State.READABLE;
    }
    return blocks.isPending(file.getBlocks()[0]) ? State.PENDING : State.LOST;
  }

  /**
   * Returns whether a file is what the manifest has, and in the table's directory: who writes that
   * must not have other users' files read or written. Needs the global lock.
   */
  static boolean isWhatWasWritten(INodeFile file, SuperExtentId id, StoredObject stored) {
    if (file.getId() != stored.identity().inode()
        || file.isUnderConstruction()
        || !isBelow(file, id.table())
        || !CurrentState.has(file)) {
      return false;
    }
    if (stored.length() == 0) {
      return file.numBlocks() == 0;
    }
    if (file.numBlocks() != 1) {
      return false;
    }
    BlockInfo block = file.getBlocks()[0];
    return block.isComplete()
        && block.getBlockId() == stored.identity().block()
        && block.getGenerationStamp() == stored.identity().generation()
        && block.getNumBytes() == stored.length();
  }

  private static boolean isBelow(INodeFile file, long directory) {
    INode node = file.getParent();
    while (node != null && node.getId() != directory) {
      node = node.getParent();
    }
    return node != null;
  }
}
