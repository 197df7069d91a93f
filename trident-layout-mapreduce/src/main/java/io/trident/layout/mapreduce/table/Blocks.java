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
package io.trident.layout.mapreduce.table;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Files of one block on HDFS. */
public final class Blocks {
  /** Least block size that a NameNode takes by default, and what sizes are multiples of. */
  private static final long UNIT = 1 << 20;

  private Blocks() {}

  /**
   * Returns the file system of a path.
   *
   * @throws IOException if it is not HDFS
   */
  public static DistributedFileSystem hdfs(Path path, Configuration conf) throws IOException {
    FileSystem files = path.getFileSystem(conf);
    if (files instanceof DistributedFileSystem hdfs) {
      return hdfs;
    }
    throw new IOException(
        "%s is on %s; logically replicated tables are on HDFS. Give the hdfs:// path."
            .formatted(path, files.getUri()));
  }

  /** Returns a block size that holds so many bytes. */
  public static long sizeFor(long bytes) {
    return Math.max(1, (bytes + UNIT - 1) / UNIT) * UNIT;
  }

  /**
   * Creates a file, or replaces it. It is replicated, also where a directory has an erasure coding
   * policy.
   *
   * @param blockSize as {@link #sizeFor} returns it
   * @throws IOException if it cannot be created
   */
  public static FSDataOutputStream create(
      DistributedFileSystem files, Path path, int replication, long blockSize) throws IOException {
    return files
        .createFile(path)
        .create()
        .overwrite(true)
        .recursive()
        .replicate()
        .replication((short) replication)
        .blockSize(blockSize)
        .build();
  }
}
