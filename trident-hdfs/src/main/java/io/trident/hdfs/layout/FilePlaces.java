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

import io.trident.core.guard.Guard;
import io.trident.hdfs.placement.LayoutView;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockReplicas;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.util.RwLockMode;

/**
 * Where the NameNode has the blocks of files, expects them, or has just decided to copy them to.
 * Thread-safe.
 *
 * @param recent what the placement policy has chosen
 */
record FilePlaces(FSNamesystem namesystem, BlockReplicas blocks, RecentTargets recent, Guard guard)
    implements LayoutView.Places {
  private static final String OPERATION = "tridentGroupPlaces";

  @Override
  public Optional<Map<Long, Set<String>>> of(Collection<Long> files) {
    return guard.get(
        "Extents are copied as if the others of their group were at home",
        () ->
            files.size() > FileStates.FILES_PER_LOCK || isLockedOutOfOrder()
                ? Optional.empty()
                : Optional.of(find(files)),
        Optional::empty);
  }

  /** The global lock is that of the namespace, then that of blocks. HDFS itself holds none here. */
  private boolean isLockedOutOfOrder() {
    return namesystem.hasReadLock(RwLockMode.BM) && !namesystem.hasReadLock(RwLockMode.FS);
  }

  private Map<Long, Set<String>> find(Collection<Long> files) {
    Map<Long, Set<String>> found = new HashMap<>();
    namesystem.readLock(RwLockMode.GLOBAL);
    try {
      for (long inode : files) {
        Set<String> nodes = new HashSet<>(recent.of(inode));
        INodeFile file = namesystem.getBlockCollection(inode);
        if (file != null && file.numBlocks() == 1) {
          BlockInfo block = file.getBlocks()[0];
          blocks.addNodes(block, nodes);
        }
        found.put(inode, nodes);
      }
    } finally {
      namesystem.readUnlock(RwLockMode.GLOBAL, OPERATION);
    }
    return found;
  }

  @Override
  public Collection<String> missed(long file) {
    return recent.missed(file);
  }

  @Override
  public void chosen(long file, Collection<String> nodes) {
    recent.chosen(file, List.copyOf(nodes));
  }
}
