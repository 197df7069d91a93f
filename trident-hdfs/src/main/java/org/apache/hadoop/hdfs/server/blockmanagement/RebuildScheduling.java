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

import io.trident.core.layout.placement.ExtentHomes.Wanted;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.net.Node;

/** What an HDFS that has Trident's patches asks about blocks without a replica; thread-safe. */
public interface RebuildScheduling {
  /**
   * Returns whether a file's block can be rebuilt, so that it is not missing. Called with locks of
   * the block manager held; must not look at the namespace.
   */
  boolean isRebuildable(long inode);

  /** Returns how a file's block is rebuilt now, if it is. Called with the global lock held. */
  Optional<Offer> offer(long inode);

  /**
   * How a block is rebuilt.
   *
   * @param isExtent whether the file may be rebuilt; asked with the global lock held
   * @param excluded nodes that cannot take it
   * @param busy nodes that can take it later
   * @param wanted which extent it is
   * @param taken is given the volume on which HDFS expects it
   */
  record Offer(
      Predicate<INodeFile> isExtent,
      Set<Node> excluded,
      Set<Node> busy,
      Wanted wanted,
      Consumer<DatanodeStorageInfo> taken) {}
}
