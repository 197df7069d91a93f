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

import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.INodeId;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;

/**
 * Separates files that exist from those that are in snapshots only, which HDFS finds by their
 * inodes, too.
 */
final class CurrentState {
  private CurrentState() {}

  /**
   * Returns whether a file or directory can be reached from the root now; needs the namespace's
   * lock. O(d log n) for a depth d and n entries of a directory.
   */
  static boolean has(INode inode) {
    INode node = inode;
    for (INodeDirectory parent = node.getParent(); parent != null; parent = node.getParent()) {
      INode child = parent.getChild(node.getLocalNameBytes(), Snapshot.CURRENT_STATE_ID);
      if (child == null || child.getId() != node.getId()) {
        return false;
      }
      node = parent;
    }
    return node.getId() == INodeId.ROOT_INODE_ID;
  }
}
