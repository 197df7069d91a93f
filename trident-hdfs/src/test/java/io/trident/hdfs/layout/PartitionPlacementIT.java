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
import static io.trident.hdfs.layout.LayoutFigures.placementFailures;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.replication.NodeMapId;
import io.trident.core.replication.PartitionNodes;
import io.trident.core.replication.PartitionNodesJson;
import io.trident.hdfs.TieredHdfs;
import io.trident.layout.table.ReplicaPaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Partitions of replicas are on the nodes of their maps, on one rack, as well as on several. */
@Tag("slow")
class PartitionPlacementIT {
  private static final int NODES = 4;
  private static final int PARTITIONS = 8;

  private final LeavingNodes leavingNodes = new LeavingNodes();

  private TieredHdfs hdfs;

  @BeforeEach
  void start() throws Exception {
    Configuration conf = ReplicatedTable.configuration();
    // Nodes that have not registered may do so for as long as any test takes.
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_KEY, 600_000);
    leavingNodes.configure(conf);
    StorageType[][] types = new StorageType[NODES][];
    java.util.Arrays.fill(types, new StorageType[] {StorageType.DISK});
    hdfs = TieredHdfs.start(conf, 1, types); // fewer racks than extents need
    directory("/warm", NodeMapId.ofAllNodes(PARTITIONS).toString());
    await(
        "the plugin is at work",
        () -> {
          write("/warm", 0);
          return hdfs.fileSystem().exists(PartitionPlacementService.PATH);
        });
  }

  @AfterEach
  void stop() {
    hdfs.close();
  }

  private void directory(String path, String nodes) throws IOException {
    hdfs.fileSystem().mkdirs(new Path(path));
    hdfs.fileSystem()
        .setXAttr(new Path(path), ReplicaPaths.NODES, nodes.getBytes(StandardCharsets.UTF_8));
  }

  private static Path file(String directory, int partition) {
    return new Path(directory, "se0000-e%02d.csv".formatted(partition));
  }

  private void write(String directory, int partition) throws Exception {
    write(file(directory, partition), 1);
  }

  private void write(Path path, int replication) throws Exception {
    hdfs.write(path.toUri().getPath(), 100L, replication);
  }

  private List<DatanodeInfo> nodes(Path path) throws IOException {
    return List.of(hdfs.blocks(path).get(0).getLocations());
  }

  private String node(String directory, int partition) throws IOException {
    return nodes(file(directory, partition)).get(0).getDatanodeUuid();
  }

  private List<String> nodes(String directory) throws IOException {
    List<String> nodes = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) {
      nodes.add(node(directory, p));
    }
    return nodes;
  }

  private PartitionNodes kept() throws IOException {
    try (FSDataInputStream in = hdfs.fileSystem().open(PartitionPlacementService.PATH)) {
      return PartitionNodesJson.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private void writeAll(String directory) throws Exception {
    for (int p = 0; p < PARTITIONS; p++) {
      write(directory, p);
    }
  }

  private DataNodeProperties stop(String uuid) {
    for (int i = 0; i < hdfs.cluster().getDataNodes().size(); i++) {
      if (hdfs.cluster().getDataNodes().get(i).getDatanodeUuid().equals(uuid)) {
        return hdfs.cluster().stopDataNode(i);
      }
    }
    throw new AssertionError("No node " + uuid);
  }

  private void kill(String uuid) throws Exception {
    DatanodeID node = stop(uuid).getDatanode().getDatanodeId();
    hdfs.cluster().setDataNodeDead(node);
  }

  @Test
  void tablesThatArePartitionedAlikeAreTogetherAlsoAfterALoss() throws Exception {
    String map = NodeMapId.ofAllNodes(PARTITIONS).toString();
    directory("/items", map);
    directory("/.parts.trident-build", map);
    writeAll("/items");
    for (int p = 0; p < PARTITIONS; p++) { // as a task of a committer writes
      write(file("/.parts.trident-build/_temporary/0/_temporary/attempt_1_0001_r_00000" + p, p), 1);
      hdfs.fileSystem()
          .rename(
              file("/.parts.trident-build/_temporary/0/_temporary/attempt_1_0001_r_00000" + p, p),
              file("/.parts.trident-build", p));
    }
    hdfs.fileSystem().rename(new Path("/.parts.trident-build"), new Path("/parts"));
    List<String> before = nodes("/items");
    assertThat(nodes("/parts")).isEqualTo(before);
    assertThat(new HashSet<>(before)).as("spread").hasSize(NODES);
    assertThat(kept().maps().get(NodeMapId.ofAllNodes(PARTITIONS))).isEqualTo(before);

    String gone = before.get(3);
    kill(gone);
    for (String table : List.of("/parts", "/items")) {
      for (int p = PARTITIONS - 1; p >= 0; p--) {
        if (before.get(p).equals(gone)) {
          write(table, p);
        }
      }
    }

    List<String> after = nodes("/items");
    assertThat(nodes("/parts")).as("joined as before").isEqualTo(after);
    for (int p = 0; p < PARTITIONS; p++) {
      if (before.get(p).equals(gone)) {
        assertThat(after.get(p)).isNotEqualTo(gone);
      } else {
        assertThat(after.get(p)).isEqualTo(before.get(p));
      }
    }
    await("kept", () -> after.equals(kept().maps().get(NodeMapId.ofAllNodes(PARTITIONS))));

    hdfs.restartNameNodeUntilWritable();
    directory("/later", map);
    await(
        "placed by what was kept",
        () -> {
          writeAll("/later");
          return nodes("/later").equals(after);
        });
  }

  @Test
  void aNodeThatRegistersLateAfterAStartKeepsItsPartitions() throws Exception {
    NodeMapId map = NodeMapId.ofAllNodes(PARTITIONS);
    directory("/table", map.toString());
    List<String> homes = requireNonNull(kept().maps().get(map));
    int near = 0; // its node has the only block, without which HDFS stays in safe mode
    int late =
        IntStream.range(1, PARTITIONS).filter(p -> isApart(homes, p)).findFirst().orElseThrow();
    DataNodeProperties stopped = stop(homes.get(late));
    hdfs.restartNameNodeUntilWritable();
    await(
        "the maps are read",
        () -> {
          write("/table", near);
          return node("/table", near).equals(homes.get(near));
        });

    write("/table", late);
    assertThat(node("/table", late)).isNotEqualTo(homes.get(late));
    hdfs.restart(stopped);
    await(
        "placed by what was kept",
        () -> {
          write("/table", late);
          return node("/table", late).equals(homes.get(late));
        });
    assertThat(kept().maps().get(map)).isEqualTo(homes);
  }

  private static boolean isApart(List<String> homes, int partition) {
    return !homes.get(partition).equals(homes.get(0));
  }

  @Test
  void disjointSetsOfNodesShareNone() throws Exception {
    Set<String> seen = new HashSet<>();
    for (int set = 0; set < 2; set++) {
      String table = "/set" + set;
      directory(table, new NodeMapId(PARTITIONS, set, 2).toString());
      writeAll(table);
      Set<String> own = new HashSet<>(nodes(table));
      assertThat(own).hasSize(NODES / 2);
      own.forEach(node -> assertThat(seen.add(node)).isTrue());
    }
  }

  @Test
  void aNodeThatLeavesHandsItsPartitionsToTheirNewNode() throws Exception {
    directory("/one", NodeMapId.ofAllNodes(PARTITIONS).toString());
    directory("/two", NodeMapId.ofAllNodes(PARTITIONS).toString());
    writeAll("/one");
    writeAll("/two");
    DatanodeInfo leaving = nodes(file("/one", 5)).get(0);

    leavingNodes.set(hdfs, List.of(leaving.getXferAddr()));

    await(
        "copied",
        () -> {
          for (int p = 0; p < PARTITIONS; p++) {
            for (String table : List.of("/one", "/two")) {
              if (nodes(file(table, p)).stream().noneMatch(DatanodeInfo::isInService)) {
                return false;
              }
            }
          }
          return true;
        });
    for (int p = 0; p < PARTITIONS; p++) {
      List<String> one = inService(file("/one", p));
      assertThat(one).as("partition %d", p).isEqualTo(inService(file("/two", p)));
      assertThat(kept().home(NodeMapId.ofAllNodes(PARTITIONS), p)).contains(one.get(0));
    }
  }

  private List<String> inService(Path path) throws IOException {
    return nodes(path).stream()
        .filter(DatanodeInfo::isInService)
        .map(DatanodeInfo::getDatanodeUuid)
        .toList();
  }

  @Test
  void otherFilesAndOtherAttributesArePlacedAsByStock() throws Exception {
    directory("/wrong", "everywhere");
    writeAll("/wrong");
    directory("/plain", NodeMapId.ofAllNodes(PARTITIONS).toString());
    write(new Path("/plain/part-00000"), 1);
    write(file("/plain", PARTITIONS), 1); // there is no such partition
    write(file("/plain", 1), 3);

    assertThat(nodes(file("/plain", 1))).hasSize(3);
    await("kept", () -> kept().maps().size() == 1);
    assertThat(kept().maps().keySet()).containsExactly(NodeMapId.ofAllNodes(PARTITIONS));
  }

  /** Its path is not absolute where HDFS copies it: the directory was renamed and deleted. */
  @Test
  void aPartitionThatIsInASnapshotOnlyIsCopiedAsByStock() throws Exception {
    directory("/kept/old", NodeMapId.ofAllNodes(PARTITIONS).toString());
    write(file("/kept/old", 0), 2);
    hdfs.fileSystem().allowSnapshot(new Path("/kept"));
    Path snapshot = hdfs.fileSystem().createSnapshot(new Path("/kept"), "one");
    hdfs.fileSystem().rename(new Path("/kept/old"), new Path("/kept/new"));
    hdfs.fileSystem().delete(new Path("/kept/new"), true);
    Path file = new Path(snapshot, "old/" + file("/kept/old", 0).getName());
    long failures = placementFailures();

    String gone = nodes(file).get(0).getDatanodeUuid();
    kill(gone);

    await(
        "copied",
        () ->
            nodes(file).size() == 2
                && nodes(file).stream().noneMatch(one -> one.getDatanodeUuid().equals(gone)));
    assertThat(placementFailures()).isEqualTo(failures);
  }

  /** HDFS's own policy would draw another node; the map has the same one. */
  @Test
  void aNodeThatRefusesACopyGetsItNoMore() throws Exception {
    directory("/one", NodeMapId.ofAllNodes(PARTITIONS).toString());
    writeAll("/one");
    Path file = file("/one", 5);
    DatanodeInfo leaving = nodes(file).get(0);
    List<DataNode> others = new ArrayList<>(hdfs.cluster().getDataNodes());
    others.removeIf(one -> one.getDatanodeUuid().equals(leaving.getDatanodeUuid()));
    Map<String, List<java.nio.file.Path>> obstacles = new HashMap<>();
    for (DataNode one : others) {
      obstacles.put(
          one.getDatanodeUuid(),
          TemporaryReplicas.obstruct(hdfs, hdfs.blocks(file).get(0).getBlock(), List.of(one)));
    }

    leavingNodes.set(hdfs, List.of(leaving.getXferAddr()));
    await("the map has another", () -> !home(5).equals(leaving.getDatanodeUuid()));
    String refusing = home(5);
    for (Map.Entry<String, List<java.nio.file.Path>> one : obstacles.entrySet()) {
      if (!one.getKey().equals(refusing)) {
        TemporaryReplicas.remove(one.getValue());
      }
    }

    await("copied to another", () -> !inService(file).isEmpty());
    assertThat(inService(file)).doesNotContain(refusing);
    assertThat(home(5)).isEqualTo(refusing);
  }

  private String home(int partition) throws IOException {
    return kept().home(NodeMapId.ofAllNodes(PARTITIONS), partition).orElseThrow();
  }

  @Test
  void mapsThatCannotBeReadLeavePlacementToStockUntilTheyAreRemoved() throws Exception {
    try (FSDataOutputStream out = hdfs.fileSystem().create(PartitionPlacementService.PATH, true)) {
      out.writeBytes("{}");
    }
    hdfs.restartNameNodeUntilWritable();
    directory("/unmapped", NodeMapId.ofAllNodes(PARTITIONS).toString());
    writeAll("/unmapped");

    hdfs.fileSystem().delete(PartitionPlacementService.PATH, false);

    directory("/mapped", NodeMapId.ofAllNodes(PARTITIONS).toString());
    await(
        "placed by a new map",
        () -> {
          writeAll("/mapped");
          return hdfs.fileSystem().exists(PartitionPlacementService.PATH)
              && nodes("/mapped").equals(kept().maps().get(NodeMapId.ofAllNodes(PARTITIONS)));
        });
  }

  @Test
  void aFurtherReplicaIsOnAnotherNodeAndTheFirstStays() throws Exception {
    directory("/more", NodeMapId.ofAllNodes(PARTITIONS).toString());
    writeAll("/more");
    List<String> before = nodes("/more");

    for (int p = 0; p < PARTITIONS; p++) {
      hdfs.fileSystem().setReplication(file("/more", p), (short) 2);
    }

    for (int p = 0; p < PARTITIONS; p++) {
      int partition = p;
      await("copied", () -> nodes(file("/more", partition)).size() == 2);
      assertThat(inService(file("/more", p))).contains(before.get(p));
    }
  }
}
