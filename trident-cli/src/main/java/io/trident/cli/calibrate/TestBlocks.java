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
package io.trident.cli.calibrate;

import io.trident.core.model.StorageTier;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.io.IOUtils;

/**
 * Files of one block and one replica on a storage type that is chosen, in a directory of their own,
 * which is removed when this is closed or the process ends.
 */
final class TestBlocks implements AutoCloseable {
  private static final int BUFFER = 1 << 20;

  private final DistributedFileSystem fs;
  private final Path directory;
  private final long bytes;
  private int files;

  /**
   * Creates the directory.
   *
   * @param parent where
   * @param bytes length of each file; a multiple of 512, at most HDFS's limit of a block
   */
  TestBlocks(DistributedFileSystem fs, Path parent, long bytes) throws IOException {
    this.fs = fs;
    this.bytes = bytes;
    directory = new Path(parent, "trident-calibrate-" + UUID.randomUUID());
    fs.deleteOnExit(directory);
    if (!fs.mkdirs(directory, FsPermission.createImmutable((short) 0700))) {
      throw new IOException("Cannot create " + directory);
    }
  }

  /**
   * A block that was written.
   *
   * @param writeSeconds how long that took
   */
  record Written(Path file, DatanodeInfo node, StorageType type, double writeSeconds) {}

  /** Returns the policy that has all replicas on a storage type; empty if HDFS has none. */
  static Optional<String> policy(StorageTier tier) {
    return switch (tier) {
      case NVDIMM -> Optional.of(HdfsConstants.ALLNVDIMM_STORAGE_POLICY_NAME);
      case SSD -> Optional.of(HdfsConstants.ALLSSD_STORAGE_POLICY_NAME);
      case DISK -> Optional.of(HdfsConstants.HOT_STORAGE_POLICY_NAME);
      case ARCHIVE -> Optional.of(HdfsConstants.COLD_STORAGE_POLICY_NAME);
      case MEMORY, PROVIDED -> Optional.empty();
    };
  }

  /**
   * Writes a block.
   *
   * @param on the DataNode to write it to, if HDFS agrees; empty for HDFS's choice, which is this
   *     machine's own DataNode if there is one
   */
  Written write(String policy, Optional<DatanodeInfo> on) throws IOException {
    Path parent = new Path(directory, policy);
    fs.mkdirs(parent);
    fs.setStoragePolicy(parent, policy);
    Path file = new Path(parent, Integer.toString(files++));
    InetSocketAddress[] favored =
        on.map(
                node ->
                    new InetSocketAddress[] {
                      new InetSocketAddress(node.getHostName(), node.getXferPort())
                    })
            .orElse(new InetSocketAddress[0]);
    byte[] data = new byte[BUFFER];
    new SplittableRandom(files).nextBytes(data); // not compressible
    long start = System.nanoTime();
    HdfsDataOutputStream out =
        fs.create(
            file, FsPermission.getFileDefault(), true, BUFFER, (short) 1, bytes, null, favored);
    try {
      out.setDropBehind(true); // where the DataNode has native code: out of its page cache
      for (long left = bytes; left > 0; left -= data.length) {
        out.write(data, 0, (int) Math.min(left, data.length));
      }
      out.hsync();
    } catch (IOException e) {
      IOUtils.cleanupWithLogger(null, out); // its close throws the very same exception again
      throw e;
    }
    out.close();
    double seconds = (System.nanoTime() - start) / 1e9;
    LocatedBlock block = block(file);
    return new Written(file, block.getLocations()[0], block.getStorageTypes()[0], seconds);
  }

  /** Returns the DataNodes that HDFS puts replicas of a file on, three at most. */
  List<DatanodeInfo> someNodes() throws IOException {
    Path file = new Path(directory, "nodes");
    try (var out = fs.create(file, (short) 3)) {
      out.write(1);
    }
    return List.of(block(file).getLocations());
  }

  private LocatedBlock block(Path file) throws IOException {
    List<LocatedBlock> blocks =
        fs.getClient()
            .getLocatedBlocks(file.toUri().getPath(), 0, Long.MAX_VALUE)
            .getLocatedBlocks();
    if (blocks.size() != 1 || blocks.get(0).getLocations().length == 0) {
      throw new IOException(file + " was not written as one block");
    }
    return blocks.get(0);
  }

  /** Reads a block; returns how many seconds that took. */
  double read(Path file) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long start = System.nanoTime();
    try (InputStream in = fs.open(file, BUFFER)) {
      long got = 0;
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        got += n;
      }
      if (got != bytes) {
        throw new IOException("%s has %d bytes, not %d".formatted(file, got, bytes));
      }
    }
    return (System.nanoTime() - start) / 1e9;
  }

  void delete(Path file) throws IOException {
    fs.delete(file, false);
  }

  @Override
  public void close() throws IOException {
    fs.delete(directory, true);
    fs.cancelDeleteOnExit(directory);
  }
}
