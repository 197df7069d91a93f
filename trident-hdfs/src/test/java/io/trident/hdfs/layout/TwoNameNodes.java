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

import java.io.File;
import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;

/** A real HDFS in this JVM with two NameNodes, of which the first is active. */
final class TwoNameNodes implements AutoCloseable {
  private static final short REPLICATION = 3;

  private final MiniDFSCluster cluster;
  private final File directory;
  private final Configuration conf;

  private TwoNameNodes(MiniDFSCluster cluster, File directory, Configuration conf) {
    this.cluster = cluster;
    this.directory = directory;
    this.conf = conf;
  }

  /** Starts it with two nodes in each of three racks. */
  static TwoNameNodes start(Configuration conf) throws IOException {
    return start(conf, "/r1", "/r1", "/r2", "/r2", "/r3", "/r3");
  }

  /**
   * Starts it.
   *
   * @param conf settings of all, which get those of a client
   * @param racks the rack of each node
   */
  static TwoNameNodes start(Configuration conf, String... racks) throws IOException {
    File directory =
        new File(System.getProperty("test.build.data", "target/test-data"), "" + UUID.randomUUID());
    conf.setInt(DFSConfigKeys.DFS_HA_TAILEDITS_PERIOD_KEY, 1);
    conf.setLong(DFSConfigKeys.DFS_DATANODE_MAX_LOCKED_MEMORY_KEY, 0);
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.getAbsolutePath());
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf)
            .nnTopology(MiniDFSNNTopology.simpleHATopology())
            .numDataNodes(0)
            .build();
    TwoNameNodes started = new TwoNameNodes(cluster, directory, conf);
    try {
      for (int i : new int[] {0, 1}) { // they started with no node, and so with no replica
        cluster.getConfiguration(i).setInt(DFSConfigKeys.DFS_REPLICATION_KEY, REPLICATION);
        cluster.restartNameNode(i, false);
      }
      cluster.waitActive();
      cluster.transitionToActive(0);
      String service = "service-" + directory.getName(); // file systems are cached by this name
      HATestUtil.setFailoverConfigurations(
          cluster, conf, service, 0, ConfiguredFailoverProxyProvider.class);
      conf.set(CommonConfigurationKeys.FS_DEFAULT_NAME_KEY, "hdfs://" + service);
      conf.setInt(DFSConfigKeys.DFS_REPLICATION_KEY, REPLICATION);
      cluster.startDataNodes(conf, racks.length, true, null, racks);
      cluster.waitActive();
      return started;
    } catch (IOException | RuntimeException e) {
      started.close();
      throw e;
    }
  }

  MiniDFSCluster cluster() {
    return cluster;
  }

  /** Returns the file system of whichever NameNode is active. */
  DistributedFileSystem fileSystem() throws IOException {
    return (DistributedFileSystem) FileSystem.get(conf);
  }

  /** Returns what a NameNode knows of blocks. */
  BlockManager blocks(int nameNode) {
    return cluster.getNamesystem(nameNode).getBlockManager();
  }

  /** Makes a NameNode the active one, and the other one standby. */
  void activate(int nameNode) throws IOException {
    cluster.transitionToStandby(1 - nameNode);
    cluster.transitionToActive(nameNode);
  }

  /** Starts both NameNodes anew; none is active then. */
  void restartNameNodes() throws IOException {
    for (int i : new int[] {0, 1}) {
      cluster.shutdownNameNode(i);
    }
    for (int i : new int[] {0, 1}) {
      cluster.restartNameNode(i, false);
    }
  }

  @Override
  public void close() {
    cluster.shutdown(true);
    FileUtil.fullyDelete(directory);
  }
}
