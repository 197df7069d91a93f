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
package io.trident.hdfs.layout;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A NameNode's plugin as a client of its own NameNode; connects when first used. */
final class OwnClient implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OwnClient.class);

  private final NameNode nameNode;
  private @Nullable DistributedFileSystem fileSystem;

  OwnClient(NameNode nameNode) {
    this.nameNode = nameNode;
  }

  /**
   * Returns the file system, as the NameNode's user.
   *
   * @throws IOException if it is not to be had
   */
  synchronized DistributedFileSystem fileSystem() throws IOException {
    DistributedFileSystem client = fileSystem;
    if (client == null) {
      client =
          (DistributedFileSystem)
              FileSystem.newInstance(
                  DFSUtilClient.getNNUri(nameNode.getNameNodeAddress()),
                  TableFiles.clientConfiguration(nameNode.getConf()));
      fileSystem = client;
    }
    return client;
  }

  @Override
  public synchronized void close() {
    DistributedFileSystem client = fileSystem;
    fileSystem = null;
    if (client != null) {
      try {
        client.close();
      } catch (IOException e) {
        LOG.debug("Closed anyway", e);
      }
    }
  }
}
