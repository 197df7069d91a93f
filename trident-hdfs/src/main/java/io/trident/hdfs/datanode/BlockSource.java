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
package io.trident.hdfs.datanode;

import io.trident.layout.format.ByteSource;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * A file on HDFS that must be the block that it was, and not encrypted: it is compared whenever the
 * file is opened.
 *
 * @param block its only block's number
 * @param generation that block's generation stamp
 * @param length of the block
 * @param read counts what is read
 */
record BlockSource(
    FileSystem fileSystem, Path path, long block, long generation, long length, ReadBytes read)
    implements ByteSource {
  @Override
  public String name() {
    return path.toString();
  }

  @Override
  public InputStream open(long from, long to) throws IOException {
    if (from == to) {
      return InputStream.nullInputStream();
    }
    FSDataInputStream in = fileSystem.open(path);
    try {
      check((HdfsDataInputStream) in);
      if (to < length) {
        in.setReadahead(0L); // the DataNode would read beyond the range, as far as it reads ahead
      }
      return new RangeStream(in, from, to, read);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  private void check(HdfsDataInputStream in) throws IOException {
    if (!(in.getWrappedStream() instanceof DFSInputStream)) { // but one that decrypts
      throw new IOException(
          "%s is encrypted; who may read its block may not have the key".formatted(name()));
    }
    List<LocatedBlock> blocks = in.getAllBlocks();
    ExtendedBlock found = blocks.size() == 1 ? blocks.get(0).getBlock() : null;
    if (found == null
        || found.getBlockId() != block
        || found.getGenerationStamp() != generation
        || found.getNumBytes() != length) {
      throw new WrongBlockException(
          "%s has the blocks %s, and not block %d of generation %d with %d bytes"
              .formatted(name(), blocks, block, generation, length));
    }
  }
}
