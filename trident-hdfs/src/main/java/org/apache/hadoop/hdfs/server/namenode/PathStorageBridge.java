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
package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.util.EnumCounters;
import org.apache.hadoop.hdfs.util.RwLockMode;

/**
 * Reads what the namespace demands of a path's storage; HDFS keeps storage type quotas and paths by
 * inode id package-private. It decides nothing.
 */
public final class PathStorageBridge {
  private final FSNamesystem namesystem;

  /** Reads the namespace of a NameNode, once that is loaded. */
  public PathStorageBridge(FSNamesystem namesystem) {
    this.namesystem = namesystem;
  }

  /**
   * What is demanded of a path's storage.
   *
   * @param hasPolicy whether the path or a directory above it has a storage policy, even if it is
   *     the default one
   * @param quotaTypes the storage types for which a directory above the path has a quota
   */
  public record Demands(boolean hasPolicy, Set<StorageType> quotaTypes) {}

  /**
   * Returns what is demanded of a path; if it does not exist, of its nearest existing directory.
   * Takes the file system's read lock, so the caller must hold no lock of the NameNode that comes
   * after it; O(depth).
   *
   * @param path absolute; may be one by inode id
   * @throws IOException if the path cannot be resolved
   */
  public Demands of(String path) throws IOException {
    namesystem.readLock(RwLockMode.FS);
    try {
      FSDirectory directory = namesystem.getFSDirectory();
      INodesInPath inodes =
          directory.getINodesInPath(
              FSDirectory.resolvePath(path, directory), FSDirectory.DirOp.READ_LINK);
      boolean hasPolicy = false;
      EnumSet<StorageType> quotaTypes = EnumSet.noneOf(StorageType.class);
      for (int i = 0; i < inodes.length() && inodes.getINode(i) != null; i++) {
        INode inode = inodes.getINode(i);
        hasPolicy |=
            inode.getLocalStoragePolicyID() != HdfsConstants.BLOCK_STORAGE_POLICY_ID_UNSPECIFIED;
        EnumCounters<StorageType> quotas = inode.getQuotaCounts().getTypeSpaces();
        for (StorageType type : StorageType.getTypesSupportingQuota()) {
          if (quotas.get(type) >= 0) {
            quotaTypes.add(type);
          }
        }
      }
      return new Demands(hasPolicy, quotaTypes);
    } finally {
      namesystem.readUnlock(RwLockMode.FS, "tridentPathStorage");
    }
  }
}
