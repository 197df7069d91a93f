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

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.placement.DomainMap;
import io.trident.core.layout.placement.DomainMapJson;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.datanode.TridentDataNodePlugin;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import io.trident.hdfs.placement.TierPlacementPolicy;
import io.trident.hdfs.protocol.LayoutServer;
import io.trident.hdfs.protocol.LayoutTableClient;
import io.trident.hdfs.protocol.LayoutTableProtocol;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.balancer.BalancerRun;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.mover.MoverRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ExtentPlacementIT {
  private static final int ROWS = 3000;
  private static final ParityGroups GROUPS = new ParityGroups(ReplicatedTable.EXTENTS, 2, 1);

  /** Nodes that are to leave. */
  private static final Path EXCLUDED =
      Path.of("target", "test-data", "excluded-" + UUID.randomUUID());

  private static TieredHdfs start(int nodes, int racks, String isolation) throws Exception {
    return start(nodes, racks, isolation, 1L << 30, StorageType.DISK);
  }

  private static TieredHdfs start(
      int nodes, int racks, String isolation, long capacity, StorageType... volumes)
      throws Exception {
    Configuration conf = TieredHdfs.configuration();
    conf.setClass(
        DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY,
        TierPlacementPolicy.class,
        BlockPlacementPolicy.class);
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.set(DFSConfigKeys.DFS_DATANODE_PLUGINS_KEY, TridentDataNodePlugin.class.getName());
    conf.setBoolean(HdfsKeys.LAYOUT_ENABLED.name(), true);
    conf.set(HdfsKeys.LAYOUT_ISOLATION.name(), isolation);
    // Else a writer avoids the node that it wrote to last, and of three in a domain all may be
    // taken.
    conf.setBoolean("dfs.namenode.redundancy.considerLoad", false);
    conf.setInt("dfs.client.max.block.acquire.failures", 0);
    conf.setInt("dfs.client.retry.window.base", 50);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_DECOMMISSION_INTERVAL_KEY, 1);
    conf.set(DFSConfigKeys.DFS_HOSTS_EXCLUDE, EXCLUDED.toAbsolutePath().toString());
    Files.createDirectories(requireNonNull(EXCLUDED.getParent()));
    Files.writeString(EXCLUDED, "");
    StorageType[][] types = new StorageType[nodes][];
    Arrays.fill(types, volumes);
    long[][] capacities = new long[nodes][];
    Arrays.fill(capacities, LongStream.generate(() -> capacity).limit(volumes.length).toArray());
    TieredHdfs hdfs = TieredHdfs.start(conf, racks, types, capacities);
    await(
        "all nodes have a home",
        () ->
            hdfs.fileSystem().exists(KeptDomains.PATH)
                && domains(hdfs).homes().stream().mapToInt(homes -> homes.sequence().size()).sum()
                    == nodes);
    return hdfs;
  }

  private static DomainMap domains(TieredHdfs hdfs) throws IOException {
    try (FSDataInputStream in = hdfs.fileSystem().open(KeptDomains.PATH)) {
      return DomainMapJson.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** Returns the nodes with replicas that do not leave. */
  private static List<DatanodeInfo> nodes(ReplicatedTable table, Extent extent) throws IOException {
    return Stream.of(table.blocks(extent).get(0).getLocations())
        .filter(DatanodeInfo::isInService)
        .<DatanodeInfo>map(node -> node)
        .toList();
  }

  private static List<Extent> extents(ReplicatedTable table) {
    return new ArrayList<>(table.manifest().files().keySet());
  }

  private static int domain(TieredHdfs hdfs, DatanodeInfo node) throws IOException {
    DomainMap map = domains(hdfs);
    Integer byRack = map.domains().domainOf().get(node.getNetworkLocation());
    return byRack != null
        ? byRack
        : requireNonNull(map.domains().domainOf().get(node.getDatanodeUuid()));
  }

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

  private static Set<String> nodesOfGroup(ReplicatedTable table, DataExtent extent)
      throws IOException {
    Set<String> nodes = new HashSet<>();
    for (DataExtent mate : GROUPS.members(extent.dimension(), GROUPS.groupOf(extent.extent()))) {
      if (!mate.equals(extent)) {
        nodes(table, mate).forEach(node -> nodes.add(node.getDatanodeUuid()));
      }
    }
    return nodes;
  }

  /** No two extents of a parity group on one node. */
  private static void assertGroupsApart(ReplicatedTable table) throws IOException {
    for (Extent extent : extents(table)) {
      if (extent instanceof DataExtent data) {
        assertThat(nodesOfGroup(table, data))
            .as("%s", extent)
            .doesNotContain(nodes(table, data).get(0).getDatanodeUuid());
      }
    }
  }

  private static void kill(TieredHdfs hdfs, int node) throws Exception {
    DataNode stopped = hdfs.cluster().getDataNodes().get(node);
    hdfs.cluster().stopDataNode(node);
    hdfs.cluster().setDataNodeDead(stopped.getDatanodeId());
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
      decommission(hdfs, leaving.getXferAddr());
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
    try (TieredHdfs hdfs = start(9, 3, "racks", 200L * TieredHdfs.BLOCK, StorageType.DISK)) {
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
    try (TieredHdfs hdfs = start(9, 3, "racks", 1L << 30, StorageType.DISK, StorageType.SSD)) {
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

  private static boolean hasAllReplicas(ReplicatedTable table) throws IOException {
    for (Extent extent : extents(table)) {
      if (nodes(table, extent).size() != (extent instanceof ParityExtent ? 2 : 1)) {
        return false;
      }
    }
    return true;
  }

  private static void decommission(TieredHdfs hdfs, String node) throws IOException {
    Files.writeString(EXCLUDED, node + "\n");
    hdfs.cluster()
        .getNamesystem()
        .getBlockManager()
        .getDatanodeManager()
        .refreshNodes(hdfs.cluster().getConfiguration(0));
  }
}
