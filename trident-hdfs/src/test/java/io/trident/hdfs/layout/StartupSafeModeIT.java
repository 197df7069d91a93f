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
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class StartupSafeModeIT {
  /** After so long without a heartbeat a node of these tests is dead. */
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(11);

  private static Configuration configuration() {
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.set(DFSConfigKeys.DFS_DATANODE_PLUGINS_KEY, TridentDataNodePlugin.class.getName());
    conf.setBoolean(HdfsKeys.LAYOUT_ENABLED.name(), true);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_KEY, 0);
    conf.setInt("dfs.client.max.block.acquire.failures", 0);
    conf.setInt("dfs.client.retry.window.base", 50);
    return conf;
  }

  private static TieredHdfs start() throws Exception {
    StorageType[][] types = new StorageType[6][];
    Arrays.fill(types, new StorageType[] {StorageType.DISK});
    return TieredHdfs.start(configuration(), 3, types);
  }

  @Test
  void aStartThatWaitsForLostExtentsEndsWhenTheirNodeWouldBeDead() throws Exception {
    try (TieredHdfs hdfs = start()) {
      ReplicatedTable table = ReplicatedTable.write(hdfs, "/table", 4000);
      hdfs.cluster().stopDataNode(table.nodeOf(new DataExtent(1, 1)));
      long started = System.nanoTime();
      hdfs.restartNameNode();
      await("out of safe mode", () -> !hdfs.cluster().getNamesystem().isInSafeMode());
      assertThat(System.nanoTime() - started).as("not before").isGreaterThan(SILENCE_NANOS);
      await("rebuilt", table::isIntact);
    }
  }

  /** The standby one leaves its own safe mode as soon as the active one has had them rebuilt. */
  @Test
  void ofTwoNameNodesThatStartTheActiveOneHasThemRebuilt() throws Exception {
    try (TwoNameNodes hdfs = TwoNameNodes.start(configuration())) {
      DistributedFileSystem fileSystem = hdfs.fileSystem();
      ReplicatedTable table = ReplicatedTable.write(hdfs.cluster(), fileSystem, "/table", 4000);
      hdfs.cluster().stopDataNode(table.nodeOf(new DataExtent(1, 1)));
      hdfs.restartNameNodes();
      hdfs.cluster().transitionToActive(1);
      long started = System.nanoTime();
      assertThat(hdfs.cluster().getNamesystem(1).isInStartupSafeMode()).isTrue();
      await("out of safe mode", () -> !hdfs.cluster().getNamesystem(1).isInSafeMode());
      await("rebuilt", () -> isIntact(table));
      await("the other one, too", () -> !hdfs.cluster().getNamesystem(0).isInSafeMode());
      hdfs.activate(0);
      await("it knows what was rebuilt", () -> isIntact(table));
      await("once each", table::hasItsReplicas);
      assertThat(System.nanoTime() - started).as("not before").isGreaterThan(SILENCE_NANOS);
    }
  }

  private static boolean isIntact(ReplicatedTable table) {
    try {
      return table.isIntact();
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void aStartThatWaitsForOtherBlocksGoesOnToWait() throws Exception {
    try (TieredHdfs hdfs = start()) {
      ReplicatedTable table = ReplicatedTable.write(hdfs, "/table", 4000);
      int node = table.nodeOf(new DataExtent(1, 1));
      write(hdfs, "/other", node);
      DataNodeProperties stopped = hdfs.cluster().stopDataNode(node);
      long started = System.nanoTime();
      hdfs.restartNameNode();
      await(
          "long after the node would be dead",
          () -> System.nanoTime() - started > 2 * SILENCE_NANOS);
      assertThat(hdfs.cluster().getNamesystem().isInStartupSafeMode()).isTrue();

      hdfs.restart(stopped);
      await("as stock", () -> !hdfs.cluster().getNamesystem().isInSafeMode());
    }
  }

  /** Writes single replicas to a node, of more blocks than a start may miss. */
  private static void write(TieredHdfs hdfs, String path, int node) throws Exception {
    DataNode favoured = hdfs.cluster().getDataNodes().get(node);
    try (FSDataOutputStream out =
        hdfs.fileSystem()
            .create(
                new Path(path),
                FsPermission.getFileDefault(),
                false,
                4096,
                (short) 1,
                TieredHdfs.BLOCK,
                null,
                new InetSocketAddress[] {
                  new InetSocketAddress("127.0.0.1", favoured.getXferPort())
                })) {
      out.write(new byte[4 * TieredHdfs.BLOCK]);
    }
  }
}
