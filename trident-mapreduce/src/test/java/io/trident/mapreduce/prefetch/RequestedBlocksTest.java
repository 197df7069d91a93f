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
package io.trident.mapreduce.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.storage.BlockToCache;
import java.io.DataOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.WritableUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the client passes to the application master of prefetched blocks. */
class RequestedBlocksTest {
  private FileSystem fs;
  private Path file;

  @BeforeEach
  void open(@TempDir java.nio.file.Path directory) throws IOException {
    fs = FileSystem.getLocal(new Configuration());
    file = new Path(directory.toUri().toString(), RequestedBlocks.FILE_NAME);
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    RequestedBlocks blocks =
        new RequestedBlocks(
            List.of(
                new BlockToCache("hdfs://nn:8020/a b/ü\tc", 1073741825L, "node1"),
                new BlockToCache("hdfs://nn:8020/other", -7L, "6f1e-uuid")));
    blocks.write(fs, file);
    assertThat(RequestedBlocks.read(fs, file)).isEqualTo(blocks);

    new RequestedBlocks(List.of()).write(fs, file);
    assertThat(RequestedBlocks.read(fs, file).blocks()).isEmpty();
  }

  @Test
  void noFileAndOtherFilesAreRefused() throws IOException {
    assertThatThrownBy(() -> RequestedBlocks.read(fs, file))
        .isInstanceOf(FileNotFoundException.class);
    try (DataOutputStream out = fs.create(file, true)) {
      out.writeLong(42);
    }
    assertThatThrownBy(() -> RequestedBlocks.read(fs, file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not a version 1 job.trident.prefetch");
  }

  @Test
  void cutAndGarbledFilesAreRefused() throws IOException {
    new RequestedBlocks(List.of(new BlockToCache("hdfs://nn/a", 1, "node1"))).write(fs, file);
    byte[] whole = new byte[(int) fs.getFileStatus(file).getLen()];
    try (var in = fs.open(file)) {
      in.readFully(whole);
    }
    for (int length = 0; length < whole.length; length++) {
      try (DataOutputStream out = fs.create(file, true)) {
        out.write(whole, 0, length);
      }
      assertThatThrownBy(() -> RequestedBlocks.read(fs, file))
          .as("the first %d bytes", length)
          .isInstanceOf(IOException.class);
    }
    try (DataOutputStream out = fs.create(file, true)) {
      out.write(whole, 0, Long.BYTES);
      WritableUtils.writeVInt(out, -1);
    }
    assertThatThrownBy(() -> RequestedBlocks.read(fs, file)).hasMessageContaining("-1 blocks");
  }
}
