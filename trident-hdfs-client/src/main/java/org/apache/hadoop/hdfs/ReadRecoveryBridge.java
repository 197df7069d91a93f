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
import java.util.Collection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * HDFS's file system, with a hook where a read finds no DataNode that serves its block. Streams of
 * files of one block with one replica at most have the hook; all others are HDFS's own. It decides
 * nothing.
 */
public abstract class ReadRecoveryBridge extends DistributedFileSystem {
  private static final String CONSEQUENCE =
      "Reads of extents that no node serves fail as those of other files";

  private final Guard guard;

  /**
   * Prepares a file system, before it is initialised.
   *
   * @param guard contains failures of the hook
   */
  protected ReadRecoveryBridge(Guard guard) {
    this.guard = guard;
  }

  /**
   * Called where no node serves a file's block, before HDFS itself waits and tries again.
   *
   * @param user of the file system
   * @param file the path as the NameNode knows it
   * @return whether the block has other locations now
   */
  protected abstract boolean recovered(
      URI fileSystem, Configuration conf, UserGroupInformation user, String file)
      throws IOException;

  @Override
  void initDFSClient(URI uri, Configuration conf) throws IOException {
    dfs = new Client(uri, conf, statistics);
  }

  private static boolean mayHaveExtent(LocatedBlocks blocks) {
    return blocks.isLastBlockComplete()
        && blocks.locatedBlockCount() == 1
        && blocks.get(0).getBlockSize() == blocks.getFileLength()
        && blocks.get(0).getLocations().length <= 1;
  }

  private final class Client extends DFSClient {
    private final URI fileSystem;
    private final Configuration settings;

    Client(URI fileSystem, Configuration conf, FileSystem.@Nullable Statistics statistics)
        throws IOException {
      super(fileSystem, conf, statistics);
      this.fileSystem = URI.create(fileSystem.getScheme() + "://" + fileSystem.getAuthority());
      this.settings = conf;
    }

    @Override
    public DFSInputStream open(String file, int bufferSize, boolean verifyChecksum)
        throws IOException {
      DFSInputStream stock = super.open(file, bufferSize, verifyChecksum);
      return guard.get(
          CONSEQUENCE,
          () ->
              stock.getClass() == DFSInputStream.class && mayHaveExtent(stock.locatedBlocks)
                  ? new Stream(this, file, verifyChecksum, stock.locatedBlocks)
                  : stock,
          () -> stock);
    }

    /** Returns whether there are other locations; what fails changes nothing. */
    private boolean recover(String file) throws IOException {
      try {
        return recovered(fileSystem, settings, ugi, file);
      } catch (IOException e) {
        throw e;
      } catch (Throwable e) {
        guard.contain(CONSEQUENCE, e);
        return false;
      }
    }
  }

  private static final class Stream extends DFSInputStream {
    private final Client client;

    Stream(Client client, String file, boolean verifyChecksum, LocatedBlocks blocks)
        throws IOException {
      super(client, file, verifyChecksum, blocks);
      this.client = client;
    }

    @Override
    DNAddrPair chooseDataNode(
        LocatedBlock block, @Nullable Collection<DatanodeInfo> ignored, boolean refetch)
        throws IOException {
      LocatedBlock current = block;
      if (refetch && getBestNodeDNAddrPair(block, ignored) == null && client.recover(src)) {
        openInfo(true); // the nodes that did not serve it stay excluded
        current = getBlockAt(block.getStartOffset());
      }
      return super.chooseDataNode(current, ignored, refetch);
    }
  }
}
