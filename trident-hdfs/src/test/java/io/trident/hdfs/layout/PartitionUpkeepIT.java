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

import io.trident.core.replication.NodeMapId;
import io.trident.core.replication.PartitionNodesJson;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import io.trident.hdfs.placement.TierPlacementPolicy;
import io.trident.layout.table.ReplicaPaths;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.server.balancer.BalancerRun;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Partitions of replicas stay on the nodes of their maps, whatever else HDFS does. */
@Tag("slow")
class PartitionUpkeepIT {
  private static final int NODES = 4;
  private static final int PARTITIONS = 8;
  private static final NodeMapId MAP = NodeMapId.ofAllNodes(PARTITIONS);
  private static final int FULL = 100;

  private static Configuration configuration() {
    Configuration conf = TieredHdfs.configuration();
    conf.setClass(
        DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY,
        TierPlacementPolicy.class,
        BlockPlacementPolicy.class);
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.setBoolean(HdfsKeys.LAYOUT_ENABLED.name(), true);
    return conf;
  }

  private static void directory(FileSystem fileSystem, String path) throws IOException {
    fileSystem.mkdirs(new Path(path));
    fileSystem.setXAttr(
        new Path(path), ReplicaPaths.NODES, MAP.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Writes all partitions, a block each, and returns where they are. */
  private static List<String> write(FileSystem fileSystem, String directory) throws IOException {
    for (int p = 0; p < PARTITIONS; p++) {
      try (FSDataOutputStream out =
          fileSystem.create(file(directory, p), true, 4096, (short) 1, TieredHdfs.BLOCK)) {
        out.write(new byte[TieredHdfs.BLOCK]);
      }
    }
    return nodes(fileSystem, directory);
  }

  private static Path file(String directory, int partition) {
    return new Path(directory, "se0000-e%02d.csv".formatted(partition));
  }

  private static List<String> nodes(FileSystem fileSystem, String directory) throws IOException {
    List<String> nodes = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) {
      nodes.addAll(names(fileSystem, file(directory, p)));
    }
    return nodes;
  }

  private static List<String> names(FileSystem fileSystem, Path file) throws IOException {
    List<String> names = new ArrayList<>();
    for (BlockLocation block : fileSystem.getFileBlockLocations(file, 0, Long.MAX_VALUE)) {
      names.addAll(List.of(block.getNames()));
    }
    return names;
  }

  private static List<String> kept(FileSystem fileSystem) throws IOException {
    try (FSDataInputStream in = fileSystem.open(PartitionPlacementService.PATH)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return requireNonNull(PartitionNodesJson.read(text).maps().get(MAP));
    }
  }

  private static void awaitPlacedByMap(FileSystem fileSystem, String directory) throws Exception {
    directory(fileSystem, directory);
    await(
        "the plugin is at work",
        () -> {
          write(fileSystem, directory);
          return fileSystem.exists(PartitionPlacementService.PATH);
        });
  }

  @Test
  void aBalancerThatIsConfiguredForNodesMovesOtherFilesOnly() throws Exception {
    StorageType[][] types = new StorageType[NODES][];
    Arrays.fill(types, new StorageType[] {StorageType.DISK});
    long[][] capacities = new long[NODES][];
    Arrays.fill(capacities, new long[] {2L * FULL * TieredHdfs.BLOCK});
    try (TieredHdfs hdfs = TieredHdfs.start(configuration(), 1, types, capacities)) {
      DistributedFileSystem fileSystem = hdfs.fileSystem();
      awaitPlacedByMap(fileSystem, "/items");
      List<String> before = write(fileSystem, "/items");
      assertThat(new HashSet<>(before)).as("spread").hasSize(NODES);
      Path large = new Path("/large");
      writeTo(hdfs.cluster().getDataNodes().subList(0, 2), fileSystem, large);
      String full = hdfs.cluster().getDataNodes().get(0).getDatanodeId().getXferAddr();
      assertThat(blocksOn(full, fileSystem, large)).isEqualTo(FULL);
      Configuration conf = new Configuration(hdfs.cluster().getConfiguration(0));
      conf.set(HdfsKeys.LAYOUT_ISOLATION.name(), "nodes");
      conf.setLong(DFSConfigKeys.DFS_BALANCER_GETBLOCKS_MIN_BLOCK_SIZE_KEY, 1);
      conf.setLong(DFSConfigKeys.DFS_BALANCER_MOVEDWINWIDTH_KEY, 2_000);
      conf.setInt("dfs.balancer.max-no-move-interval", 5_000); // not a minute until it gives up
      await(
          "usage reported",
          () ->
              Stream.of(fileSystem.getDataNodeStats())
                      .filter(node -> node.getDfsUsed() > FULL / 2L * TieredHdfs.BLOCK)
                      .count()
                  == 2);
      BalancerRun.of(conf);

      assertThat(blocksOn(full, fileSystem, large)).isLessThan(FULL);
      assertThat(nodes(fileSystem, "/items")).isEqualTo(before);
    }
  }

  private static void writeTo(List<DataNode> nodes, DistributedFileSystem fileSystem, Path file)
      throws IOException {
    InetSocketAddress[] favored =
        nodes.stream()
            .map(node -> new InetSocketAddress("127.0.0.1", node.getXferPort()))
            .toArray(InetSocketAddress[]::new);
    try (FSDataOutputStream out =
        fileSystem.create(
            file,
            FsPermission.getFileDefault(),
            false,
            4096,
            (short) nodes.size(),
            TieredHdfs.BLOCK,
            null,
            favored)) {
      out.write(new byte[FULL * TieredHdfs.BLOCK]);
    }
  }

  private static long blocksOn(String node, FileSystem fileSystem, Path file) throws IOException {
    return names(fileSystem, file).stream().filter(node::equals).count();
  }

  @Test
  void theNextActiveNameNodePlacesByTheSameMap() throws Exception {
    String[] racks = new String[NODES];
    Arrays.fill(racks, "/r1");
    try (TwoNameNodes hdfs = TwoNameNodes.start(configuration(), racks)) {
      MiniDFSCluster cluster = hdfs.cluster();
      FileSystem fileSystem = hdfs.fileSystem();
      awaitPlacedByMap(fileSystem, "/items");
      DataNodeProperties away = cluster.stopDataNode(0);
      String uuid = away.getDatanode().getDatanodeUuid();
      await(
          "moved in the map",
          () -> {
            write(fileSystem, "/items");
            return !kept(fileSystem).contains(uuid);
          });
      List<String> before = write(fileSystem, "/items");
      assertThat(new HashSet<>(before)).as("not of a map that is made anew").hasSize(NODES - 1);
      cluster.restartDataNode(away, true);
      cluster.waitActive();

      hdfs.activate(1);
      directory(fileSystem, "/parts");
      await("placed by what was kept", () -> write(fileSystem, "/parts").equals(before));
      hdfs.activate(0);
      directory(fileSystem, "/later");
      await("placed by what was kept", () -> write(fileSystem, "/later").equals(before));
    }
  }
}
