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

import io.trident.core.layout.manifest.FoundFile;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.storage.WrittenFiles;
import java.util.Optional;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

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
    return FoundFile.compare(Optional.of(found(file)), written) == FoundFile.State.READABLE
        ? Answer.SAME
        : Answer.OTHER;
  }

  /** Returns what a file is, as if it could be read: readers notice that themselves. */
  private static FoundFile found(HdfsLocatedFileStatus file) {
    LocatedBlocks blocks = file.getLocatedBlocks();
    return new FoundFile(
        file.getFileId(),
        file.getLen(),
        blocks.isUnderConstruction(),
        blocks.getLocatedBlocks().stream()
            .map(LocatedBlock::getBlock)
            .map(one -> new FoundFile.Block(one.getBlockId(), one.getGenerationStamp(), true))
            .toList());
  }
}
