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
import static io.trident.hdfs.layout.ExtentCluster.configuration;
import static io.trident.hdfs.layout.ExtentCluster.decommission;
import static io.trident.hdfs.layout.ExtentCluster.domain;
import static io.trident.hdfs.layout.ExtentCluster.domains;
import static io.trident.hdfs.layout.ExtentCluster.extents;
import static io.trident.hdfs.layout.ExtentCluster.hasAllReplicas;
import static io.trident.hdfs.layout.ExtentCluster.kill;
import static io.trident.hdfs.layout.ExtentCluster.nodes;
import static io.trident.hdfs.layout.ExtentCluster.start;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.placement.DomainMap;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.protocol.LayoutServer;
import io.trident.hdfs.protocol.LayoutTableClient;
import io.trident.hdfs.protocol.LayoutTableProtocol;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.balancer.BalancerRun;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.mover.MoverRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ExtentPlacementIT {
  private static final int ROWS = 3000;

  private static LayoutServer served(int racks) {
    return new LayoutServer(LayoutTableProtocol.VERSION, true, racks);
  }

  /** Every extent in its dimension's domain; of parities, one replica. */
  private static void assertApart(TieredHdfs hdfs, ReplicatedTable table) throws IOException {
    for (Extent extent : extents(table)) {
      Set<Integer> found = new HashSet<>();
      for (DatanodeInfo node : nodes(table, extent)) {
        found.add(domain(hdfs, node));
      }
      if (extent instanceof ParityExtent) {
        assertThat(found).as("%s", extent).contains(extent.dimension());
        assertThat(nodes(table, extent)).as("%s", extent).hasSize(2);
      } else {
        assertThat(found).as("%s", extent).containsExactly(extent.dimension());
      }
    }
  }

  @Test
  void dimensionsAreKeptApartInSixRacksAndAfterANodeIsLost() throws Exception {
    try (TieredHdfs hdfs = start(6, 6, "racks");
        LayoutTableClient client = LayoutTableClient.of(hdfs.fileSystem())) {
      assertThat(client.describe()).isEqualTo(served(6));
      ReplicatedTable table = ReplicatedTable.build(hdfs, "/six", ROWS);
      await("reported", table::isIntact);
      assertApart(hdfs, table);
      assertGroupsApart(table);
      for (Extent extent : extents(table)) {
        if (extent instanceof ParityExtent) {
          assertThat(nodes(table, extent))
              .extracting(DatanodeInfo::getNetworkLocation)
              .doesNotHaveDuplicates();
        }
      }

      kill(hdfs, table.nodeOf(new DataExtent(1, 1)));
      await("rebuilt", table::isIntact);
      await("parities copied", () -> hasAllReplicas(table));
      assertApart(hdfs, table);
    }
  }

  @Test
  void rebuiltExtentsAreOnNodesWithoutTheirParityGroup() throws Exception {
    try (TieredHdfs hdfs = start(9, 3, "racks")) {
      ReplicatedTable table = ReplicatedTable.build(hdfs, "/nine", ROWS + 1);
      await("reported", table::isIntact);
      assertApart(hdfs, table);
      assertGroupsApart(table);
      DomainMap before = domains(hdfs);

      kill(hdfs, table.nodeOf(new DataExtent(1, 1)));
      await("rebuilt", table::isIntact);
      await("parities copied", () -> hasAllReplicas(table));
      assertApart(hdfs, table);
      assertGroupsApart(table);
      assertThat(domains(hdfs)).isEqualTo(before);

      DatanodeInfo leaving = nodes(table, new DataExtent(2, 0)).get(0);
      decommission(hdfs, leaving);
      await("copied away", () -> hasAllReplicas(table));
      assertThat(nodes(table, new DataExtent(2, 0))).isNotEmpty().doesNotContain(leaving);
      assertApart(hdfs, table);
      assertGroupsApart(table);

      hdfs.cluster().restartNameNode(0);
      hdfs.cluster().waitActive(0);
      assertThat(domains(hdfs)).isEqualTo(before);
      try (LayoutTableClient client = LayoutTableClient.of(hdfs.fileSystem())) {
        await("all racks are known again", () -> client.describe().equals(served(3)));
      }
      ReplicatedTable later = ReplicatedTable.build(hdfs, "/later", ROWS + 2);
      await("reported", later::isIntact);
      assertApart(hdfs, later);
    }
  }

  @Test
  void rebuiltExtentsWaitForBusyNodesOfTheirDomain() throws Exception {
    try (TieredHdfs hdfs = start(9, 3, "racks")) {
      List<ReplicatedTable> table = ReplicatedTable.build(hdfs, "/many", ROWS + 6, 6);
      for (ReplicatedTable one : table) {
        await("reported", one::isIntact);
      }
      kill(hdfs, table.get(0).nodeOf(new DataExtent(1, 1))); // with some eight extents
      for (ReplicatedTable one : table) {
        await("rebuilt", one::isIntact);
        await("parities copied", () -> hasAllReplicas(one));
        assertApart(hdfs, one);
        assertGroupsApart(one);
      }
    }
  }

  @Test
  void aDimensionWhoseRackIsLostIsRebuiltElsewhere() throws Exception {
    try (TieredHdfs hdfs = start(9, 3, "racks")) {
      ReplicatedTable table = ReplicatedTable.build(hdfs, "/rack", ROWS + 3);
      await("reported", table::isIntact);
      for (int i = 0; i < 3; i++) {
        kill(hdfs, 0); // the nodes of a rack follow each other
      }
      await("rebuilt", table::isIntact);
      await("parities copied", () -> hasAllReplicas(table));
    }
  }

  @Test
  @Tag("slow")
  void aBalancerLeavesExtentsInTheirDomains() throws Exception {
    try (TieredHdfs hdfs =
        start(configuration("racks"), 9, 3, 200L * TieredHdfs.BLOCK, StorageType.DISK)) {
      ReplicatedTable table = ReplicatedTable.build(hdfs, "/balanced", ROWS + 5);
      await("reported", table::isIntact);
      DataNode full = hdfs.cluster().getDataNodes().get(0);
      try (FSDataOutputStream out =
          hdfs.fileSystem()
              .create(
                  new org.apache.hadoop.fs.Path("/single"),
                  FsPermission.getFileDefault(),
                  false,
                  4096,
                  (short) 1,
                  TieredHdfs.BLOCK,
                  null,
                  new InetSocketAddress[] {
                    new InetSocketAddress("127.0.0.1", full.getXferPort())
                  })) {
        out.write(new byte[100 * TieredHdfs.BLOCK]);
      }
      assertThat(blocksOn(hdfs, full)).isEqualTo(100);
      Configuration conf = new Configuration(hdfs.cluster().getConfiguration(0));
      conf.setLong(DFSConfigKeys.DFS_BALANCER_GETBLOCKS_MIN_BLOCK_SIZE_KEY, 1);
      conf.setLong(DFSConfigKeys.DFS_BALANCER_MOVEDWINWIDTH_KEY, 2_000);
      conf.setInt("dfs.balancer.max-no-move-interval", 5_000); // not a minute until it gives up
      await(
          "usage reported",
          () ->
              Stream.of(hdfs.fileSystem().getDataNodeStats())
                  .anyMatch(node -> node.getDfsUsed() > 50L * TieredHdfs.BLOCK));
      BalancerRun.of(conf);

      assertThat(blocksOn(hdfs, full)).isLessThan(100);
      for (LocatedBlock block : hdfs.blocks(new org.apache.hadoop.fs.Path("/single"))) {
        assertThat(block.getLocations())
            .extracting(DatanodeInfo::getNetworkLocation)
            .containsOnly("/r1");
      }
      await("sources dropped", () -> hasAllReplicas(table));
      for (Extent extent : extents(table)) {
        if (extent instanceof DataExtent) { // of parities there are two replicas
          assertThat(domain(hdfs, nodes(table, extent).get(0)))
              .as("%s", extent)
              .isEqualTo(extent.dimension());
        }
      }
    }
  }

  @Test
  void aMoverChangesTheTypeOfStorageAndNotTheDomain() throws Exception {
    try (TieredHdfs hdfs =
        start(configuration("racks"), 9, 3, 1L << 30, StorageType.DISK, StorageType.SSD)) {
      org.apache.hadoop.fs.Path directory = new org.apache.hadoop.fs.Path("/moved");
      hdfs.fileSystem().mkdirs(directory);
      hdfs.fileSystem().setStoragePolicy(directory, "HOT"); // else tiers are Trident's to choose
      ReplicatedTable table = ReplicatedTable.build(hdfs, "/moved/t", ROWS + 7);
      await("reported", table::isIntact);
      hdfs.fileSystem().setStoragePolicy(directory, "ALL_SSD");
      Configuration conf = new Configuration(hdfs.cluster().getConfiguration(0));
      assertThat(MoverRun.of(conf, directory)).isZero();

      await("sources dropped", () -> hasAllReplicas(table));
      for (Extent extent : extents(table)) {
        assertThat(table.blocks(extent).get(0).getStorageTypes())
            .as("%s", extent)
            .containsOnly(StorageType.SSD);
      }
      assertApart(hdfs, table);
      assertThat(table.isIntact()).isTrue();
    }
  }

  private static long blocksOn(TieredHdfs hdfs, DataNode node) throws IOException {
    return hdfs.blocks(new org.apache.hadoop.fs.Path("/single")).stream()
        .filter(
            block ->
                Stream.of(block.getLocations())
                    .anyMatch(one -> one.getDatanodeUuid().equals(node.getDatanodeUuid())))
        .count();
  }

  @Test
  void nodesOfOneRackAreDividedOnRequestOnly() throws Exception {
    try (TieredHdfs hdfs = start(6, 1, "nodes");
        LayoutTableClient client = LayoutTableClient.of(hdfs.fileSystem())) {
      assertThat(client.describe()).isEqualTo(served(1));
      ReplicatedTable table = ReplicatedTable.build(hdfs, "/nodes", ROWS + 4);
      await("reported", table::isIntact);
      assertApart(hdfs, table);
      assertGroupsApart(table);
    }
  }
}
