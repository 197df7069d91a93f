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

import static java.util.Objects.requireNonNull;

import io.trident.hdfs.TieredHdfs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;

/** The DataNodes that are to leave a cluster, which the NameNode reads from a file. */
final class LeavingNodes {
  private final Path file =
      Path.of("target", "test-data", "leaving-" + UUID.randomUUID()).toAbsolutePath();

  /** Configures a cluster that is to be started; no node leaves. */
  void configure(Configuration conf) throws IOException {
    Files.createDirectories(requireNonNull(file.getParent()));
    Files.writeString(file, "");
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_DECOMMISSION_INTERVAL_KEY, 1);
    conf.set(DFSConfigKeys.DFS_HOSTS_EXCLUDE, file.toString());
  }

  /**
   * Has nodes leave, and no others.
   *
   * @param addresses at which they serve blocks, with ports
   */
  void set(TieredHdfs hdfs, List<String> addresses) throws IOException {
    Files.write(file, addresses);
    hdfs.cluster()
        .getNamesystem()
        .getBlockManager()
        .getDatanodeManager()
        .refreshNodes(new Configuration(hdfs.cluster().getConfiguration(0)));
  }

  /** Removes the file. */
  void delete() throws IOException {
    Files.deleteIfExists(file);
  }
}
