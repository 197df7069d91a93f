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
package io.trident.hdfs.client;

import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.storage.WrittenFiles;
import java.util.List;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Compares files of HDFS by inode, block, generation stamp and length, all of which a listing has.
 * File systems that resolve to HDFS, such as {@code viewfs}, have listings without them.
 */
public final class HdfsWrittenFiles implements WrittenFiles {
  /** Made by {@link java.util.ServiceLoader}. */
  public HdfsWrittenFiles() {}

  @Override
  public Answer compare(LocatedFileStatus listed, StoredObject written) {
    if (!(listed instanceof HdfsLocatedFileStatus file)) {
      return Answer.UNKNOWN;
    }
    List<LocatedBlock> blocks = file.getLocatedBlocks().getLocatedBlocks();
    boolean isSame =
        file.getLen() == written.length()
            && !file.getLocatedBlocks().isUnderConstruction()
            && blocks.size() == (written.length() == 0 ? 0 : 1)
            && identity(file.getFileId(), blocks).equals(written.identity());
    return isSame ? Answer.SAME : Answer.OTHER;
  }

  private static BlockIdentity identity(long inode, List<LocatedBlock> blocks) {
    if (blocks.isEmpty()) {
      return new BlockIdentity(inode, 0, 0);
    }
    ExtendedBlock block = blocks.get(0).getBlock();
    return new BlockIdentity(inode, block.getBlockId(), block.getGenerationStamp());
  }
}
