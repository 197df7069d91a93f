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
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.text.EnumNames;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.HdfsKeys.StaleRebuild;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.datanode.TridentDataNodePlugin;
import io.trident.hdfs.filesystem.RebuildingFileSystem;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import io.trident.hdfs.protocol.ExtentState;
import io.trident.hdfs.protocol.LayoutTableClient;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A DataNode that is gone and not dead to HDFS before ten minutes, which is HDFS's default. */
@Tag("slow")
class StaleNodeIT {
  private static final int NODES = 6;
  private static final int ROWS = 4000;
  private static final DataExtent WANTED = new DataExtent(1, 1);

  /** Four heartbeats; what HDFS tolerates before it gives up a node's replica first. */
  private static final long STALE_MS = 4_000;

  private @Nullable TieredHdfs started;

  private TieredHdfs hdfs() {
    return requireNonNull(started);
  }

  private ReplicatedTable start(StaleRebuild rebuild) throws Exception {
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.set(DFSConfigKeys.DFS_DATANODE_PLUGINS_KEY, TridentDataNodePlugin.class.getName());
    conf.setBoolean(HdfsKeys.LAYOUT_ENABLED.name(), true);
    conf.set(HdfsKeys.LAYOUT_STALE_REBUILD.name(), EnumNames.dashed(rebuild));
    conf.setInt(
        DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY,
        DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_DEFAULT);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_KEY, STALE_MS);
    StorageType[][] types = new StorageType[NODES][];
    Arrays.fill(types, new StorageType[] {StorageType.DISK});
    started = TieredHdfs.start(conf, ReplicatedTable.DIMENSIONS, types);
    ReplicatedTable table = ReplicatedTable.write(hdfs(), "/t", ROWS);
    await(
        "the table is known",
        () -> demandAs(superuser(), table.path(WANTED)) == ExtentState.READABLE);
    return table;
  }

  @AfterEach
  void stop() {
    hdfs().close();
  }

  @Test
  void aReaderHasAnExtentRebuiltAndTheNodeThatReturnsLosesItsReplica() throws Exception {
    ReplicatedTable table = start(StaleRebuild.ON_DEMAND);
    List<DataExtent> lost = extentsOn(table, table.nodeOf(WANTED));
    assertThat(lost).as("so that others are not asked for").hasSizeGreaterThan(1);
    DataNodeProperties stopped = hdfs().cluster().stopDataNode(table.nodeOf(WANTED));
    awaitStale();

    long start = System.nanoTime();
    assertThat(read(table, WANTED)).isEqualTo(table.written(WANTED));
    assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(10));
    assertThat(hdfs().fileSystem().getDataNodeStats(DatanodeReportType.DEAD)).isEmpty();
    for (DataExtent other : lost) {
      assertThat(liveNodesOf(table, other).isEmpty())
          .as("%s is not rebuilt unless it is wanted", other)
          .isEqualTo(!other.equals(WANTED));
    }

    hdfs().restart(stopped);
    hdfs().cluster().waitActive();
    await("one replica each", () -> hasOneReplicaEach(table));
    await("intact", table::isIntact);
  }

  @Test
  void allOfAStaleNodeIsRebuiltIfSoConfigured() throws Exception {
    ReplicatedTable table = start(StaleRebuild.AT_ONCE);
    List<DataExtent> lost = extentsOn(table, table.nodeOf(WANTED));
    DataNodeProperties stopped = hdfs().cluster().stopDataNode(table.nodeOf(WANTED));
    await(
        "rebuilt",
        () -> {
          for (DataExtent extent : lost) {
            if (liveNodesOf(table, extent).isEmpty()) {
              return false;
            }
          }
          return true;
        });
    assertThat(hdfs().fileSystem().getDataNodeStats(DatanodeReportType.DEAD)).isEmpty();
    hdfs().restart(stopped);
    hdfs().cluster().waitActive();
    await("one replica each", () -> hasOneReplicaEach(table));
    await("intact", table::isIntact);
  }

  @Test
  void otherFilesFailAsBeforeAndNobodyHasRebuiltWhatHeMayNotRead() throws Exception {
    ReplicatedTable table = start(StaleRebuild.ON_DEMAND);
    Path other = hdfs().write("/other", 1, 1);
    int node = table.nodeOf(WANTED);
    String holder = hdfs().blocks(other).get(0).getLocations()[0].getDatanodeUuid();
    hdfs().cluster().stopDataNode(node);
    List<DataNode> nodes = hdfs().cluster().getDataNodes(); // without that
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.get(i).getDatanodeUuid().equals(holder)) {
        hdfs().cluster().stopDataNode(i);
        break;
      }
    }
    awaitStale();
    try (FileSystem client = client();
        FSDataInputStream in = client.open(other)) {
      assertThatThrownBy(in::read).isInstanceOf(BlockMissingException.class);
    }
    assertThat(demandAs(superuser(), other)).isEqualTo(ExtentState.NOT_REBUILT);

    hdfs().fileSystem().setPermission(table.path(WANTED), new FsPermission((short) 0600));
    UserGroupInformation anna = UserGroupInformation.createUserForTesting("anna", new String[0]);
    assertThatThrownBy(() -> demandAs(anna, table.path(WANTED)))
        .isInstanceOf(AccessControlException.class);
    assertThat(demandAs(superuser(), table.path(WANTED))).isEqualTo(ExtentState.AWAITED);
  }

  private static UserGroupInformation superuser() throws IOException {
    return UserGroupInformation.getCurrentUser();
  }

  private ExtentState demandAs(UserGroupInformation user, Path file) throws Exception {
    return user.doAs(
        (PrivilegedExceptionAction<ExtentState>)
            () -> {
              try (LayoutTableClient client = LayoutTableClient.of(hdfs().fileSystem())) {
                return client.demand(file.toUri().getPath());
              }
            });
  }

  private FileSystem client() throws IOException {
    Configuration conf = hdfs().clientConfiguration();
    conf.setClass("fs.hdfs.impl", RebuildingFileSystem.class, FileSystem.class);
    conf.setInt("dfs.client.retry.window.base", 50);
    return FileSystem.newInstance(hdfs().fileSystem().getUri(), conf);
  }

  private byte[] read(ReplicatedTable table, Extent extent) throws IOException {
    try (FileSystem client = client();
        FSDataInputStream in = client.open(table.path(extent))) {
      return in.readAllBytes();
    }
  }

  private static void awaitStale() throws InterruptedException {
    Thread.sleep(STALE_MS + 500);
  }

  private static List<DataExtent> extentsOn(ReplicatedTable table, int node) throws IOException {
    List<DataExtent> found = new ArrayList<>();
    for (int d = 0; d < ReplicatedTable.DIMENSIONS; d++) {
      for (DataExtent extent : table.manifest().geometry().extentsOf(d)) {
        if (table.nodeOf(extent) == node) {
          found.add(extent);
        }
      }
    }
    return found;
  }

  /** Returns which of the nodes that have an extent, to the NameNode, run. */
  private Set<String> liveNodesOf(ReplicatedTable table, Extent extent) throws IOException {
    Set<String> running = new HashSet<>();
    hdfs().cluster().getDataNodes().forEach(node -> running.add(node.getDatanodeUuid()));
    Set<String> having = new HashSet<>();
    for (DatanodeInfo location : table.blocks(extent).get(0).getLocations()) {
      having.add(location.getDatanodeUuid());
    }
    having.retainAll(running);
    return having;
  }

  private static boolean hasOneReplicaEach(ReplicatedTable table) throws IOException {
    List<Extent> extents = new ArrayList<>(table.manifest().files().keySet());
    extents.removeIf(ParityExtent.class::isInstance);
    for (Extent extent : extents) {
      if (table.blocks(extent).get(0).getLocations().length != 1) {
        return false;
      }
    }
    return true;
  }
}
