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
package org.apache.hadoop.hdfs;

import io.trident.core.guard.Guard;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsPathHandle;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.jspecify.annotations.Nullable;

/**
 * HDFS's client, with a hook where a read finds no DataNode that serves its block. Streams of
 * complete files of one block have the hook; all others are HDFS's own.
 */
public final class RecoveringClient extends DFSClient {
  private static final String CONSEQUENCE =
      "Reads of extents that no node serves fail as those of other files";

  private final Guard guard;
  private final @Nullable ReadRecovery recovery;

  private RecoveringClient(
      URI fileSystem,
      Configuration conf,
      FileSystem.@Nullable Statistics statistics,
      Guard guard,
      ReadRecovery.Source source)
      throws IOException {
    super(fileSystem, conf, statistics);
    this.guard = guard;
    this.recovery =
        guard.<@Nullable ReadRecovery>get(
            CONSEQUENCE,
            () ->
                source.of(
                    URI.create(fileSystem.getScheme() + "://" + fileSystem.getAuthority()),
                    conf,
                    ugi),
            () -> null);
  }

  /**
   * Makes a client. As a method, so that a caller is loaded whether this class is there or not.
   *
   * @throws IOException as HDFS's own
   */
  public static DFSClient of(
      URI fileSystem,
      Configuration conf,
      FileSystem.@Nullable Statistics statistics,
      Guard guard,
      ReadRecovery.Source source)
      throws IOException {
    return new RecoveringClient(fileSystem, conf, statistics, guard, source);
  }

  @Override
  public DFSInputStream open(String file, int bufferSize, boolean verifyChecksum)
      throws IOException {
    return recovering(super.open(file, bufferSize, verifyChecksum), verifyChecksum);
  }

  @Override
  public DFSInputStream open(HdfsPathHandle file, int bufferSize, boolean verifyChecksum)
      throws IOException {
    return recovering(super.open(file, bufferSize, verifyChecksum), verifyChecksum);
  }

  private DFSInputStream recovering(DFSInputStream stock, boolean verifyChecksum) {
    ReadRecovery wanted = recovery;
    if (wanted == null
        || stock.getClass() != DFSInputStream.class
        || !isOneBlock(stock.locatedBlocks)) {
      return stock;
    }
    return guard.get(
        CONSEQUENCE,
        () ->
            new RecoveringStream(
                this, stock, verifyChecksum, wanted.of(stock.src), System::currentTimeMillis),
        () -> stock);
  }

  private static boolean isOneBlock(LocatedBlocks blocks) {
    return blocks.isLastBlockComplete()
        && blocks.locatedBlockCount() == 1
        && blocks.get(0).getBlockSize() == blocks.getFileLength();
  }

  /** Contains what fails of a recovery, and is no interrupt. */
  void failed(Throwable failure) {
    guard.contain(CONSEQUENCE, failure);
  }
}
