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

import static io.trident.hdfs.TieredHdfs.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.datanode.TridentDataNodePlugin;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import io.trident.hdfs.protocol.LayoutTableClient;
import java.io.File;
import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class LayoutFailoverIT {
  @Test
  void theNextActiveNameNodeGoesOn() throws Exception {
    File directory =
        new File(System.getProperty("test.build.data", "target/test-data"), "" + UUID.randomUUID());
    Configuration conf = TieredHdfs.configuration();
    conf.setInt(DFSConfigKeys.DFS_HA_TAILEDITS_PERIOD_KEY, 1);
    conf.setLong(DFSConfigKeys.DFS_DATANODE_MAX_LOCKED_MEMORY_KEY, 0);
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.set(DFSConfigKeys.DFS_DATANODE_PLUGINS_KEY, TridentDataNodePlugin.class.getName());
    conf.setBoolean(HdfsKeys.LAYOUT_ENABLED.name(), true);
    conf.setInt("dfs.client.max.block.acquire.failures", 0);
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.getAbsolutePath());
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf)
            .nnTopology(MiniDFSNNTopology.simpleHATopology())
            .numDataNodes(0)
            .build();
    try {
      cluster.waitActive();
      cluster.transitionToActive(0);
      String service = "service-" + directory.getName(); // file systems are cached by this name
      HATestUtil.setFailoverConfigurations(
          cluster, conf, service, 0, ConfiguredFailoverProxyProvider.class);
      conf.set(CommonConfigurationKeys.FS_DEFAULT_NAME_KEY, "hdfs://" + service);
      conf.setInt(DFSConfigKeys.DFS_REPLICATION_KEY, 3); // of a cluster that started with no node
      cluster.startDataNodes(
          conf, 6, true, null, new String[] {"/r1", "/r1", "/r2", "/r2", "/r3", "/r3"});
      cluster.waitActive();
      DistributedFileSystem fileSystem = (DistributedFileSystem) FileSystem.get(conf);
      ReplicatedTable table = ReplicatedTable.write(cluster, fileSystem, "/table", 4000);
      DataExtent lost = new DataExtent(1, 1);

      cluster.stopDataNode(table.nodeOf(lost));
      await("known as dead", () -> table.blocks(lost).get(0).getLocations().length == 0);
      cluster.transitionToStandby(0);
      cluster.transitionToActive(1);
      await("rebuilt", () -> isIntact(table));

      try (LayoutTableClient client = LayoutTableClient.of(fileSystem)) {
        assertThat(client.describe().racks()).as("by the active one").isEqualTo(3);
        fileSystem.mkdirs(new Path("/d/t"));
        fileSystem.mkdirs(new Path("/d/build"));
        client.publish("/d/build", "/d/t", "/d/kept");
        cluster.transitionToStandby(1);
        cluster.transitionToActive(0);
        assertThat(client.publish("/d/build", "/d/t", "/d/kept"))
            .as("repeated after a fail-over")
            .isEqualTo("/d/kept");
        assertThat(fileSystem.exists(new Path("/d/build"))).isFalse();
      }
    } finally {
      cluster.shutdown(true);
      FileUtil.fullyDelete(directory);
    }
  }

  /** The other NameNode may take the node for alive a little longer, and send readers to it. */
  private static boolean isIntact(ReplicatedTable table) {
    try {
      return table.isIntact();
    } catch (IOException e) {
      return false;
    }
  }
}
