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

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.storage.WrittenFiles;
import io.trident.storage.WrittenFiles.Answer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.junit.jupiter.api.Test;

class HdfsWrittenFilesTest {
  private static final StoredObject WRITTEN =
      new StoredObject(new BlockIdentity(17, 1_000, 5), 100, 0);
  private static final StoredObject EMPTY = new StoredObject(new BlockIdentity(17, 0, 0), 0, 0);

  @Test
  void aFileWithTheInodeAndTheBlockIsTheSame() {
    assertThat(compare(listed(17, 100, false, block(1_000, 5, 100)), WRITTEN))
        .isEqualTo(Answer.SAME);
    assertThat(compare(listed(17, 0, false), EMPTY)).isEqualTo(Answer.SAME);
  }

  @Test
  void aFileThatDiffersInAnyOfThemIsAnother() {
    for (LocatedFileStatus other :
        List.of(
            listed(18, 100, false, block(1_000, 5, 100)),
            listed(17, 100, false, block(1_001, 5, 100)),
            listed(17, 100, false, block(1_000, 6, 100)),
            listed(17, 101, false, block(1_000, 5, 101)),
            listed(17, 100, true, block(1_000, 5, 100)),
            listed(17, 100, false, block(1_000, 5, 50), block(1_001, 5, 50)),
            listed(17, 100, false))) {
      assertThat(compare(other, WRITTEN)).as(other.toString()).isEqualTo(Answer.OTHER);
    }
    assertThat(compare(listed(18, 0, false), EMPTY)).isEqualTo(Answer.OTHER);
  }

  @Test
  void ofOtherFileSystemsNothingIsKnown() {
    LocatedFileStatus local = new LocatedFileStatus(new FileStatus(), new BlockLocation[0]);
    assertThat(compare(local, WRITTEN)).isEqualTo(Answer.UNKNOWN);
  }

  private static Answer compare(LocatedFileStatus listed, StoredObject written) {
    WrittenFiles installed = WrittenFiles.installed(HdfsWrittenFilesTest.class.getClassLoader());
    return installed.compare(listed, written);
  }

  private static LocatedBlock block(long id, long generation, long length) {
    return new LocatedBlock(new ExtendedBlock("pool", id, length, generation), new DatanodeInfo[0]);
  }

  private static LocatedFileStatus listed(
      long inode, long length, boolean isBeingWritten, LocatedBlock... blocks) {
    return (LocatedFileStatus)
        new HdfsFileStatus.Builder()
            .length(length)
            .fileId(inode)
            .path(new byte[0])
            .locations(
                new LocatedBlocks(
                    length,
                    isBeingWritten,
                    new ArrayList<>(List.of(blocks)),
                    null,
                    true,
                    null,
                    null))
            .build();
  }
}
