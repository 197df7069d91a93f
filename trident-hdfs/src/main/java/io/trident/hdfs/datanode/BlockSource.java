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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
  private static final Logger LOG = LoggerFactory.getLogger(BlockSource.class);
  private static final int BUFFER_BYTES = 1 << 20;
  private static final long RETRY_MS = 1_000;

  @Override
  public String name() {
    return path.toString();
  }

  @Override
  public InputStream open(long from, long to) throws IOException {
    return from == to
        ? InputStream.nullInputStream()
        : new RangeStream(() -> open(to), from, to, read, RETRY_MS);
  }

  private FSDataInputStream open(long to) throws IOException {
    FSDataInputStream in = fileSystem.open(path);
    try {
      check((HdfsDataInputStream) in);
      if (to < length) {
        in.setReadahead(0L); // the DataNode would read beyond the range, as far as it reads ahead
      }
      return in;
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /**
   * Reads the replicas of the block, and returns the identifiers of the DataNodes that have other
   * bytes than were written. Of several replicas those that cannot be read are not among them.
   *
   * @param crc CRC32C of what was written
   * @throws IOException if none can be read
   */
  Set<String> nodesWithOther(int crc) throws IOException {
    Set<String> nodes = new HashSet<>();
    try (FSDataInputStream in = open(length)) {
      HdfsDataInputStream replicas = (HdfsDataInputStream) in;
      int others = replicas.getAllBlocks().get(0).getLocations().length - 1;
      addIfOther(replicas, crc, nodes);
      try {
        while (others-- > 0 && in.seekToNewSource(0)) {
          addIfOther(replicas, crc, nodes);
        }
      } catch (IOException e) {
        LOG.debug("A replica of {} cannot be read", path, e);
      }
    }
    return nodes;
  }

  private void addIfOther(HdfsDataInputStream in, int crc, Set<String> nodes) throws IOException {
    CRC32C found = new CRC32C();
    Set<String> from = new HashSet<>();
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int got = in.read(buffer); got > 0; got = in.read(buffer)) {
      found.update(buffer, 0, got);
      read.add(got);
      from.add(in.getCurrentDatanode().getDatanodeUuid());
    }
    if ((int) found.getValue() != crc && from.size() == 1) { // else it is not known which it is
      nodes.addAll(from);
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
    if (blocks.get(0).isCorrupt() || blocks.get(0).getLocations().length == 0) {
      throw new IOException("%s has no replica".formatted(name()));
    }
  }
}
