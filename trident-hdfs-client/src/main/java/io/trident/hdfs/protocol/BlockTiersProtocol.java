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
package io.trident.hdfs.protocol;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.InvalidRequestException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.UnresolvedLinkException;
import org.apache.hadoop.io.retry.Idempotent;
import org.apache.hadoop.security.AccessControlException;

/** Asks a NameNode where the blocks of a file are and which are about to be cached. */
public interface BlockTiersProtocol {
  /** Blocks after which an answer about several files takes no further file; some 20 MB. */
  int MAX_BLOCKS_OF_FILES = 20_000;

  /**
   * Locates blocks.
   *
   * @param src absolute path within the NameNode
   * @param offset first byte, not negative
   * @param length number of bytes, not negative; may reach beyond the end of the file
   * @throws InvalidRequestException if HDFS itself has to be asked: the file has too many blocks,
   *     or its path control characters
   * @throws org.apache.hadoop.ipc.RetriableException if too much is asked for now
   * @throws IOException as HDFS's {@code getBlockLocations}
   */
  @Idempotent
  LocatedFile getBlockTiers(String src, long offset, long length) throws IOException;

  /**
   * Locates all blocks of several files in one call.
   *
   * @param srcs absolute paths within the NameNode
   * @return the files by path. Left out are those that cannot be read, and those for which the
   *     answer has no room: {@link #getBlockTiers(String, long, long)} returns each alone
   * @throws org.apache.hadoop.ipc.RetriableException if too much is asked for now
   * @throws IOException if the NameNode cannot answer at all
   */
  @Idempotent
  default Map<String, LocatedFile> getBlockTiersOfFiles(Collection<String> srcs)
      throws IOException {
    Map<String, LocatedFile> files = new LinkedHashMap<>();
    long blocks = 0;
    for (String src : srcs) {
      if (blocks > MAX_BLOCKS_OF_FILES) {
        break;
      }
      try {
        LocatedFile file = getBlockTiers(src, 0, Long.MAX_VALUE);
        blocks += file.blocks().locatedBlockCount();
        files.put(src, file);
      } catch (FileNotFoundException
          | ParentNotDirectoryException
          | UnresolvedLinkException
          | AccessControlException
          | InvalidRequestException e) {
        continue; // asked for alone, it reports why
      }
    }
    return files;
  }
}
