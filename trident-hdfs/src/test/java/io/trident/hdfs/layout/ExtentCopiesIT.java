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
import static io.trident.hdfs.layout.ExtentCluster.assertGroupsApart;
import static io.trident.hdfs.layout.ExtentCluster.awaitKnown;
import static io.trident.hdfs.layout.ExtentCluster.decommission;
import static io.trident.hdfs.layout.ExtentCluster.hasAllReplicas;
import static io.trident.hdfs.layout.ExtentCluster.kill;
import static io.trident.hdfs.layout.ExtentCluster.nodes;
import static io.trident.hdfs.layout.LayoutFigures.metric;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Where HDFS itself copies extents to. Of six nodes of a domain two have the extents of a parity
 * group, and two its parity; whoever takes the others for being at home takes the fifth.
 */
@Tag("slow")
class ExtentCopiesIT {
  private static final int NODES = 12;
  private static final DataExtent FIRST = new DataExtent(1, 0);
  private static final DataExtent SECOND = new DataExtent(1, 1);

  private static TieredHdfs start() throws Exception {
    Configuration conf = ExtentCluster.configuration("nodes");
    conf.setInt(HdfsKeys.LAYOUT_DOMAINS.name(), 2);
    return ExtentCluster.start(conf, NODES, 1, 1L << 30, StorageType.DISK);
  }

  @Test
  void aCopyIsApartFromWhatWasRebuiltAwayFromItsHome() throws Exception {
    try (TieredHdfs hdfs = start()) {
      ReplicatedTable table = ReplicatedTable.build(hdfs, "/rebuilt", 3000);
      awaitKnown(hdfs, table);
      assertGroupsApart(table);
      DatanodeInfo home = nodes(table, SECOND).get(0);
      kill(hdfs, table.nodeOf(SECOND));
      await("rebuilt", table::isIntact);
      await("parities copied", () -> hasAllReplicas(table));
      assertThat(nodes(table, SECOND)).isNotEmpty().doesNotContain(home);
      assertGroupsApart(table);

      DatanodeInfo leaving = nodes(table, FIRST).get(0);
      decommission(hdfs, leaving);
      await("copied away", () -> hasAllReplicas(table));
      assertThat(nodes(table, FIRST)).isNotEmpty().doesNotContain(leaving);
      assertGroupsApart(table);
    }
  }

  /** Until single replicas have been copied elsewhere, HDFS's node only enters maintenance. */
  @Test
  void aNodeInMaintenanceCanBeStopped() throws Exception {
    try (TieredHdfs hdfs = start()) {
      ReplicatedTable table = ReplicatedTable.build(hdfs, "/maintained", 3003);
      awaitKnown(hdfs, table);
      int index = table.nodeOf(FIRST);
      FSNamesystem namesystem = hdfs.cluster().getNamesystem();
      DatanodeManager manager = namesystem.getBlockManager().getDatanodeManager();
      DatanodeDescriptor node =
          manager.getDatanode(hdfs.cluster().getDataNodes().get(index).getDatanodeUuid());
      long begun = metric("RebuildsDone");
      manager.getDatanodeAdminManager().startMaintenance(node, Long.MAX_VALUE);
      await("in maintenance", node::isInMaintenance);
      DataNodeProperties stopped = hdfs.cluster().stopDataNode(index);
      await("known as dead", () -> !node.isAlive());
      assertThat(table.isIntact()).isTrue();
      assertGroupsApart(table);

      hdfs.restart(stopped);
      hdfs.cluster().waitActive();
      namesystem.writeLock(RwLockMode.GLOBAL);
      manager.getDatanodeAdminManager().stopMaintenance(node);
      namesystem.writeUnlock(RwLockMode.GLOBAL, "maintenance");
      await("what was copied is removed", table::hasItsReplicas);
      assertThat(table.isIntact()).isTrue();
      assertThat(metric("RebuildsDone")).as("nothing was rebuilt").isEqualTo(begun);
    }
  }

  /** A rule that takes the best node would have it refuse for ever. */
  @Test
  void aNodeThatRefusesACopyGetsItNoMore() throws Exception {
    try (TieredHdfs hdfs = start()) {
      ReplicatedTable table = ReplicatedTable.build(hdfs, "/refused", 3002);
      awaitKnown(hdfs, table);
      DatanodeInfo leaving = nodes(table, FIRST).get(0);
      List<DataNode> domain = new ArrayList<>();
      for (DataNode node : hdfs.cluster().getDataNodes()) {
        boolean isOfDomain = domainOf(hdfs, node) == FIRST.dimension();
        if (isOfDomain && !node.getDatanodeUuid().equals(leaving.getDatanodeUuid())) {
          domain.add(node);
        }
      }
      List<Path> obstacles =
          TemporaryReplicas.obstruct(
              hdfs, table.blocks(FIRST).get(0).getBlock(), domain.subList(1, domain.size()));
      decommission(hdfs, leaving);
      await("copied to the only node that takes it", () -> hasAllReplicas(table));
      assertThat(nodes(table, FIRST).get(0).getDatanodeUuid())
          .isEqualTo(domain.get(0).getDatanodeUuid());
      TemporaryReplicas.remove(obstacles);
    }
  }

  private static int domainOf(TieredHdfs hdfs, DataNode node) throws IOException {
    return requireNonNull(
        ExtentCluster.domains(hdfs).domains().domainOf().get(node.getDatanodeUuid()));
  }

  @Test
  void membersOfAGroupThatLeaveTheirNodesAtOnceAreCopiedApart() throws Exception {
    try (TieredHdfs hdfs = start()) {
      ReplicatedTable table = ReplicatedTable.build(hdfs, "/both", 3001);
      awaitKnown(hdfs, table);
      assertGroupsApart(table);

      decommission(hdfs, nodes(table, FIRST).get(0), nodes(table, SECOND).get(0));
      await("copied away", () -> hasAllReplicas(table));
      assertGroupsApart(table);
    }
  }
}
