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

import java.util.function.Predicate;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.jspecify.annotations.Nullable;

/** Finds the block of a file that may be rebuilt. */
final class RebuildableBlocks {
  private RebuildableBlocks() {}

  /**
   * Returns the only block of a file; null if it has none or several, or may not be rebuilt. Needs
   * the global lock.
   */
  static @Nullable BlockInfo find(
      FSNamesystem namesystem, long inode, Predicate<INodeFile> isExtent) {
    INodeFile file = namesystem.getBlockCollection(inode);
    return file != null && isExtent.test(file) && file.numBlocks() == 1
        ? file.getBlocks()[0]
        : null;
  }
}
