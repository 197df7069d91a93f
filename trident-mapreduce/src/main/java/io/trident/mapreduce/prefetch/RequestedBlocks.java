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

import io.trident.core.storage.BlockToCache;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;

/**
 * The blocks that a job's prefetch plan has cached; the content of {@code job.trident.prefetch}, by
 * which the client informs the application master.
 *
 * <p>Format, version 1: the eight bytes {@code TRIDENTP}, the number of blocks, then per block its
 * identifier, its node and its file. Numbers are Hadoop's variable-length ones.
 *
 * @param blocks most urgent first
 */
public record RequestedBlocks(List<BlockToCache> blocks) {
  /** Name of the file in the job's submit directory. */
  public static final String FILE_NAME = "job.trident.prefetch";

  private static final long MAGIC = 0x54524944454e5450L; // "TRIDENTP"

  public RequestedBlocks {
    blocks = List.copyOf(blocks);
  }

  /** Writes the file, replacing an older one. */
  public void write(FileSystem fs, Path file) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(fs.create(file, true)))) {
      out.writeLong(MAGIC);
      WritableUtils.writeVInt(out, blocks.size());
      for (BlockToCache block : blocks) {
        WritableUtils.writeVLong(out, block.blockId());
        Text.writeString(out, block.node());
        Text.writeString(out, block.path());
      }
    }
  }

  /**
   * Reads the file.
   *
   * @throws IOException if it cannot be read, or is not of this version
   */
  public static RequestedBlocks read(FileSystem fs, Path file) throws IOException {
    try (DataInputStream in = new DataInputStream(new BufferedInputStream(fs.open(file)))) {
      if (in.readLong() != MAGIC) {
        throw new IOException(file + " is not a version 1 " + FILE_NAME);
      }
      int count = WritableUtils.readVInt(in);
      if (count < 0) {
        throw new IOException("%s has %d blocks".formatted(file, count));
      }
      List<BlockToCache> blocks = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        long id = WritableUtils.readVLong(in);
        String node = Text.readString(in);
        blocks.add(new BlockToCache(Text.readString(in), id, node));
      }
      return new RequestedBlocks(blocks);
    }
  }
}
