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
package io.trident.hdfs.placement;

import static org.apache.hadoop.fs.StorageType.DISK;
import static org.apache.hadoop.fs.StorageType.NVDIMM;
import static org.apache.hadoop.fs.StorageType.SSD;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("slow")
class TierPlacementPolicyIT {
  private static final BlockStoragePolicy DEFAULT_POLICY =
      BlockStoragePolicySuite.createDefaultSuite().getDefaultPolicy();

  private static TieredHdfs hdfs;

  @BeforeAll
  static void start() throws Exception {
    hdfs = TieredHdfs.start(configuration(), 6, 3);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  private static Configuration configuration() {
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY, TierPlacementPolicy.class.getName());
    // Or a node that is written to while it reports counts as too busy for its turn.
    conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_CONSIDERLOAD_KEY, false);
    return conf;
  }

  private static List<StorageType> types(LocatedBlock block) {
    return Arrays.stream(block.getStorageTypes()).sorted().toList();
  }

  private static void assertEveryTier(List<LocatedBlock> blocks) {
    for (LocatedBlock block : blocks) {
      assertThat(types(block)).containsExactlyInAnyOrder(NVDIMM, SSD, DISK);
      assertThat(Set.of(names(block))).hasSize(3);
      assertThat(racks(block)).hasSizeGreaterThanOrEqualTo(2);
    }
  }

  private static String[] names(LocatedBlock block) {
    return Arrays.stream(block.getLocations())
        .map(DatanodeInfo::getHostName)
        .toArray(String[]::new);
  }

  private static Set<String> racks(LocatedBlock block) {
    Set<String> racks = new HashSet<>();
    for (DatanodeInfo node : block.getLocations()) {
      racks.add(node.getNetworkLocation());
    }
    return racks;
  }

  private static DatanodeManager datanodes() {
    return hdfs.cluster().getNamesystem().getBlockManager().getDatanodeManager();
  }

  private static BlockPlacementPolicy policy() {
    return hdfs.cluster().getNamesystem().getBlockManager().getBlockPlacementPolicy();
  }

  private static DatanodeStorageInfo[] choose(
      Node writer, int replicas, List<DatanodeStorageInfo> chosen) {
    return choose("/file", writer, replicas, chosen);
  }

  private static DatanodeStorageInfo[] choose(
      String path, @Nullable Node writer, int replicas, List<DatanodeStorageInfo> chosen) {
    return policy()
        .chooseTarget(
            path, replicas, writer, chosen, false, null, TieredHdfs.BLOCK, DEFAULT_POLICY, null);
  }

  @Test
  @Order(1)
  void everyBlockHasAReplicaOnEachTier() throws Exception {
    Path path = hdfs.write("/tiers/file", 30, 3);
    List<LocatedBlock> blocks = hdfs.blocks(path);
    assertThat(blocks).hasSize(30);
    assertEveryTier(blocks);
  }

  @Test
  @Order(1)
  void memoryFillsEvenlyThoughOneNodeWritesEverything() throws Exception {
    DatanodeDescriptor writer = datanodes().getDatanodes().iterator().next();
    Map<String, Integer> memoryBlocks = new HashMap<>();
    for (int i = 0; i < 300; i++) {
      DatanodeStorageInfo[] targets = choose(writer, 3, new ArrayList<>());
      assertThat(targets).hasSize(3);
      assertThat(targets[0].getDatanodeDescriptor()).as("first in the pipeline").isEqualTo(writer);
      assertThat(targets[0].getStorageType()).isEqualTo(SSD);
      Set<String> racks = new HashSet<>();
      for (DatanodeStorageInfo target : targets) {
        racks.add(target.getDatanodeDescriptor().getNetworkLocation());
        if (target.getStorageType() == NVDIMM) {
          memoryBlocks.merge(target.getDatanodeDescriptor().getHostName(), 1, Integer::sum);
          // As the NameNode does when the block is allocated; it evens out the choice.
          DatanodeStorageInfo.incrementBlocksScheduled(target);
        }
      }
      assertThat(racks).hasSize(2);
    }
    assertThat(memoryBlocks).hasSize(5).doesNotContainKey(writer.getHostName());
    assertThat(memoryBlocks.values()).allSatisfy(count -> assertThat(count).isBetween(50, 70));
  }

  /** Of tasks' output, too, which ends up in one directory, and whatever else is on the nodes. */
  @Test
  @Order(1)
  void memoryReplicasOfADirectoryAreSpreadEvenly() throws Exception {
    InetSocketAddress[] half =
        hdfs.cluster().getDataNodes().stream()
            .limit(3)
            .map(node -> node.getXferAddress())
            .toArray(InetSocketAddress[]::new);
    try (FSDataOutputStream out =
        hdfs.fileSystem()
            .createFile(new Path("/elsewhere"))
            .replication((short) 3)
            .blockSize(TieredHdfs.BLOCK)
            .favoredNodes(half)
            .build()) {
      out.write(new byte[6 * TieredHdfs.BLOCK]);
    }
    Map<String, Integer> inMemory = new HashMap<>();
    for (int file = 0; file < 24; file++) {
      String path = "/spread/_temporary/1/_temporary/attempt_%d/part-%d".formatted(file, file);
      countInMemory(hdfs.write(path, 1, 3), inMemory);
    }
    assertSpread(inMemory);
  }

  @Test
  @Order(1)
  void soAreThoseOfFilesThatAreWrittenAtTheSameTime() throws Exception {
    ExecutorService writers = Executors.newFixedThreadPool(8);
    try {
      List<Future<Path>> files =
          IntStream.range(0, 24)
              .mapToObj(file -> writers.submit(() -> hdfs.write("/at-once/part-" + file, 1, 3)))
              .toList();
      Map<String, Integer> inMemory = new HashMap<>();
      for (Future<Path> file : files) {
        countInMemory(file.get(), inMemory);
      }
      assertSpread(inMemory);
    } finally {
      writers.shutdownNow();
    }
  }

  /** No replica is bound to a node before that of the fastest tier, so none misses its turn. */
  @Test
  @Order(1)
  void exactlyEvenlyIfTheWriterIsNoDataNode() {
    for (Node writer : new Node[] {null, new NodeBase("/default-rack/client")}) {
      Map<DatanodeDescriptor, Integer> inMemory = new HashMap<>();
      for (int file = 0; file < 60; file++) {
        String path = "/from-%s/part-%d".formatted(writer, file);
        DatanodeStorageInfo[] targets = choose(path, writer, 3, new ArrayList<>());
        Set<String> racks = new HashSet<>();
        for (DatanodeStorageInfo target : targets) {
          racks.add(target.getDatanodeDescriptor().getNetworkLocation());
          if (target.getStorageType() == NVDIMM) {
            inMemory.merge(target.getDatanodeDescriptor(), 1, Integer::sum);
          }
        }
        assertThat(targets)
            .extracting(DatanodeStorageInfo::getStorageType)
            .containsExactlyInAnyOrder(NVDIMM, SSD, DISK);
        assertThat(racks).hasSize(2);
      }
      assertThat(inMemory).hasSize(6);
      assertThat(inMemory.values()).containsOnly(10);
    }
  }

  @Test
  @Order(1)
  void aNodeThatHdfsRefusesKeepsItsTurn() {
    DatanodeDescriptor refused = datanodes().getDatanodes().iterator().next();
    refused.startDecommission();
    try {
      for (int file = 0; file < 15; file++) {
        assertThat(memoryNode("/refused/part-" + file)).isNotEqualTo(refused);
      }
    } finally {
      refused.stopDecommission();
    }
    for (int file = 15; file < 17; file++) { // one round behind the latest, not three
      assertThat(memoryNode("/refused/part-" + file)).isEqualTo(refused);
    }
  }

  private static DatanodeDescriptor memoryNode(String path) {
    return Arrays.stream(choose(path, null, 3, new ArrayList<>()))
        .filter(target -> target.getStorageType() == NVDIMM)
        .map(DatanodeStorageInfo::getDatanodeDescriptor)
        .findFirst()
        .orElseThrow();
  }

  /** Four of 24 on each of the six nodes, but for what HDFS refuses for a node's load. */
  private static void assertSpread(Map<String, Integer> inMemory) {
    assertThat(inMemory.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(24);
    assertThat(inMemory).hasSize(6);
    assertThat(inMemory.values()).allSatisfy(blocks -> assertThat(blocks).isBetween(3, 5));
  }

  private void countInMemory(Path file, Map<String, Integer> byNode) throws Exception {
    for (LocatedBlock block : hdfs.blocks(file)) {
      for (int i = 0; i < block.getLocations().length; i++) {
        if (block.getStorageTypes()[i] == NVDIMM) {
          byNode.merge(block.getLocations()[i].getHostName(), 1, Integer::sum);
        }
      }
    }
  }

  @Test
  @Order(1)
  void missingTierIsWhatIsAskedForNext() throws Exception {
    for (LocatedBlock block : hdfs.blocks(hdfs.write("/missing", 6, 3))) {
      for (StorageType lost : List.of(NVDIMM, SSD, DISK)) {
        List<DatanodeStorageInfo> left = storages(block);
        left.removeIf(storage -> storage.getStorageType() == lost);
        DatanodeStorageInfo[] target = choose(left.get(0).getDatanodeDescriptor(), 1, left);
        assertThat(target).hasSize(1);
        assertThat(target[0].getStorageType()).isEqualTo(lost);
        assertThat(left)
            .extracting(DatanodeStorageInfo::getDatanodeDescriptor)
            .doesNotContain(target[0].getDatanodeDescriptor());
      }
    }
  }

  @Test
  @Order(1)
  void fewerAndMoreReplicasThanTiers() throws Exception {
    for (LocatedBlock block : hdfs.blocks(hdfs.write("/r1", 5, 1))) {
      assertThat(types(block)).containsExactly(DISK);
    }
    for (LocatedBlock block : hdfs.blocks(hdfs.write("/r2", 5, 2))) {
      assertThat(types(block)).containsExactlyInAnyOrder(SSD, DISK);
      assertThat(racks(block)).hasSize(2);
    }
    for (LocatedBlock block : hdfs.blocks(hdfs.write("/r4", 5, 4))) {
      assertThat(types(block)).containsExactlyInAnyOrder(NVDIMM, SSD, DISK, DISK);
    }
    for (LocatedBlock block : hdfs.blocks(hdfs.write("/r6", 5, 6))) {
      assertThat(types(block)).hasSize(6).contains(NVDIMM, SSD, DISK);
    }
    assertThat(hdfs.blocks(hdfs.write("/r9", 1, 9)).get(0).getLocations()).hasSize(6);
  }

  @Test
  @Order(1)
  void otherStoragePoliciesAreLeftToHdfs() throws Exception {
    Map<String, List<StorageType>> expected =
        Map.of(
            "ALL_SSD", List.of(SSD, SSD, SSD),
            "ONE_SSD", List.of(DISK, DISK, SSD),
            "ALL_NVDIMM", List.of(NVDIMM, NVDIMM, NVDIMM));
    for (String policy : expected.keySet()) {
      Path directory = new Path("/" + policy);
      hdfs.fileSystem().mkdirs(directory);
      hdfs.fileSystem().setStoragePolicy(directory, policy);
      for (LocatedBlock block : hdfs.blocks(hdfs.write("/" + policy + "/file", 4, 3))) {
        assertThat(types(block))
            .as(policy)
            .containsExactlyInAnyOrderElementsOf(expected.get(policy));
      }
    }
  }

  /** The default policy too, of the directory or of the file itself, at any depth. */
  @Test
  @Order(1)
  void whoSetsTheDefaultPolicyOptsOut() throws Exception {
    hdfs.fileSystem().mkdirs(new Path("/hot/below"));
    hdfs.fileSystem().setStoragePolicy(new Path("/hot"), "HOT");
    for (String name : List.of("/hot/file", "/hot/below/file")) {
      Path path = hdfs.write(name, 4, 3);
      for (LocatedBlock block : hdfs.blocks(path)) {
        assertThat(types(block)).as(name).containsExactly(DISK, DISK, DISK);
      }
      hdfs.fileSystem().setReplication(path, (short) 5);
      awaitReplicas(path, 5);
      for (LocatedBlock block : hdfs.blocks(path)) {
        assertThat(types(block)).as(name).containsOnly(DISK);
      }
    }
    Path appended = hdfs.write("/cold-start", 1, 3);
    assertEveryTier(hdfs.blocks(appended));
    hdfs.fileSystem().setStoragePolicy(appended, "HOT");
    try (FSDataOutputStream out = hdfs.fileSystem().append(appended)) {
      out.write(new byte[TieredHdfs.BLOCK]);
    }
    assertThat(hdfs.blocks(appended).get(1).getStorageTypes()).containsOnly(DISK);
    assertThat(types(choose("/.reserved/.inodes/" + inode("/hot/file"), null, 3, List.of())))
        .containsOnly(DISK);
    assertThat(types(choose("/hot/not-yet/there", null, 3, List.of()))).containsOnly(DISK);

    hdfs.fileSystem().unsetStoragePolicy(new Path("/hot"));
    assertEveryTier(hdfs.blocks(hdfs.write("/hot/below/back", 2, 3)));
  }

  private static long inode(String path) throws Exception {
    return hdfs.fileSystem().getClient().getFileInfo(path).getFileId();
  }

  private static List<StorageType> types(DatanodeStorageInfo[] targets) {
    return Arrays.stream(targets).map(DatanodeStorageInfo::getStorageType).toList();
  }

  /** HDFS charges a file by its policy, so what is not charged must not be placed. */
  @Test
  @Order(1)
  void aTypeWithAQuotaIsLeftToPoliciesThatAreCharged() throws Exception {
    Map<StorageType, List<StorageType>> expected =
        Map.of(
            SSD, List.of(NVDIMM, DISK, DISK),
            NVDIMM, List.of(SSD, DISK, DISK),
            DISK, List.of(NVDIMM, SSD, DISK));
    for (StorageType limited : expected.keySet()) {
      String directory = "/quota-" + limited;
      hdfs.fileSystem().mkdirs(new Path(directory, "below"));
      hdfs.fileSystem().setQuotaByStorageType(new Path(directory), limited, 1);
      Path path = hdfs.write(directory + "/below/file", 6, 3);
      hdfs.fileSystem().setReplication(path, (short) 4);
      awaitReplicas(path, 4);
      for (LocatedBlock block : hdfs.blocks(path)) {
        List<StorageType> withOneMoreOnDisk = new ArrayList<>(expected.get(limited));
        withOneMoreOnDisk.add(DISK);
        assertThat(types(block))
            .as("quota of " + limited)
            .containsExactlyInAnyOrderElementsOf(withOneMoreOnDisk);
      }
      assertThat(hdfs.fileSystem().getQuotaUsage(new Path(directory)).getTypeConsumed(limited))
          .isZero();
    }
    hdfs.fileSystem().setQuotaByStorageType(new Path("/quota-SSD"), NVDIMM, 1);
    for (LocatedBlock block : hdfs.blocks(hdfs.write("/quota-SSD/both", 3, 3))) {
      assertThat(types(block)).containsExactly(DISK, DISK, DISK);
    }
    hdfs.fileSystem()
        .setQuotaByStorageType(new Path("/quota-NVDIMM"), NVDIMM, HdfsConstants.QUOTA_RESET);
    assertEveryTier(hdfs.blocks(hdfs.write("/quota-NVDIMM/reset", 3, 3)));
  }

  /** Whatever was lost, and however many copies are asked for. */
  @Test
  @Order(1)
  void noCopyIsVolatileBeforeTwoArePersistent() throws Exception {
    for (LocatedBlock block : hdfs.blocks(hdfs.write("/persistent", 6, 3))) {
      for (int lost = 0; lost < 8; lost++) {
        for (int replication = 1; replication <= 5; replication++) {
          List<DatanodeStorageInfo> left = new ArrayList<>();
          for (int i = 0; i < 3; i++) {
            if ((lost >> i & 1) == 0) {
              left.add(storages(block).get(i));
            }
          }
          int further = replication - left.size();
          if (further > 0) {
            Node writer = left.isEmpty() ? null : left.get(0).getDatanodeDescriptor();
            List<StorageType> types = new ArrayList<>(types(choose("/f", writer, further, left)));
            assertThat(types).hasSize(further);
            types.addAll(left.stream().map(DatanodeStorageInfo::getStorageType).toList());
            long inMemory = types.stream().filter(type -> type == NVDIMM).count();
            boolean memoryLeft = left.stream().anyMatch(s -> s.getStorageType() == NVDIMM);
            assertThat(inMemory)
                .as("%d copies, %s left", replication, left)
                .isLessThanOrEqualTo(memoryLeft || replication > 2 ? 1 : 0);
          }
        }
      }
    }
  }

  @Test
  @Order(1)
  void fewerCopiesLeaveTwoPersistentOnes() throws Exception {
    Path path = hdfs.write("/fewer", 20, 3);
    hdfs.fileSystem().setReplication(path, (short) 2);
    awaitReplicas(path, 2);
    for (LocatedBlock block : hdfs.blocks(path)) {
      assertThat(types(block)).containsExactlyInAnyOrder(SSD, DISK);
    }
  }

  @Test
  @Order(1)
  void whoAsksForItGetsOneOfTwoCopiesInMemory() throws Exception {
    Configuration conf = configuration();
    conf.setInt(HdfsKeys.PLACEMENT_PERSISTENT_REPLICAS.name(), 1);
    TierPlacementPolicy asked = new TierPlacementPolicy();
    asked.initialize(
        conf,
        datanodes().getFSClusterStats(),
        datanodes().getNetworkTopology(),
        datanodes().getHost2DatanodeMap());
    assertThat(
            types(
                asked.chooseTarget(
                    "/f", 2, null, List.of(), false, null, 1024, DEFAULT_POLICY, null)))
        .containsExactlyInAnyOrder(NVDIMM, DISK);
  }

  /** It copies a replica to another type, then HDFS gets the source as a hint what to delete. */
  @Test
  @Order(1)
  void theMoverIsObeyed() throws Exception {
    LocatedBlock block = hdfs.blocks(hdfs.write("/mover", 1, 3)).get(0);
    List<DatanodeStorageInfo> replicas = storages(block);
    DatanodeStorageInfo source =
        replicas.stream().filter(s -> s.getStorageType() == NVDIMM).findFirst().orElseThrow();
    DatanodeStorageInfo target = storage(unused(replicas), DISK);
    replicas.add(target);
    List<DatanodeStorageInfo> deleted =
        policy()
            .chooseReplicasToDelete(
                replicas,
                replicas,
                3,
                DEFAULT_POLICY.chooseExcess(
                    (short) 3, replicas.stream().map(DatanodeStorageInfo::getStorageType).toList()),
                target.getDatanodeDescriptor(),
                source.getDatanodeDescriptor());
    assertThat(deleted).hasSize(1);
    assertThat(deleted.get(0).getStorageType()).isIn(NVDIMM, SSD);
  }

  @Test
  @Order(1)
  void aFailureIsCountedAndTheBlockPlacedAsByStock() throws Exception {
    long before = PlacementPolicyMetrics.registered().failures();
    List<DatanodeStorageInfo> chosen = List.of();
    assertThat(types(choose("/.reserved/.inodes/none", null, 3, chosen)))
        .containsExactly(DISK, DISK, DISK);
    assertThat(PlacementPolicyMetrics.registered().failures()).isEqualTo(before + 1);
    assertThat(types(choose("/path", null, 3, chosen))).contains(NVDIMM);
    assertThat(PlacementPolicyMetrics.registered().failures()).isEqualTo(before + 1);
  }

  @Test
  @Order(1)
  void favouredNodesAreHonouredAndGetDifferentTiers() throws Exception {
    InetSocketAddress[] favoured =
        hdfs.cluster().getDataNodes().stream()
            .limit(3)
            .map(node -> node.getXferAddress())
            .toArray(InetSocketAddress[]::new);
    Path path = new Path("/favoured");
    try (FSDataOutputStream out =
        hdfs.fileSystem()
            .createFile(path)
            .replication((short) 3)
            .blockSize(TieredHdfs.BLOCK)
            .favoredNodes(favoured)
            .build()) {
      out.write(new byte[100]);
    }
    awaitReplicas(path, 3); // a file is closed when one is reported
    LocatedBlock block = hdfs.blocks(path).get(0);
    assertThat(Arrays.stream(block.getLocations()).map(DatanodeInfo::getXferPort))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(favoured).map(InetSocketAddress::getPort).toList());
    assertThat(types(block)).containsExactlyInAnyOrder(NVDIMM, SSD, DISK);
  }

  @Test
  @Order(1)
  void changedReplicationKeepsATierEach() throws Exception {
    Path path = hdfs.write("/changed", 6, 3);
    hdfs.fileSystem().setReplication(path, (short) 5);
    awaitReplicas(path, 5);
    hdfs.fileSystem().setReplication(path, (short) 3);
    awaitReplicas(path, 3);
    assertEveryTier(hdfs.blocks(path));
    hdfs.fileSystem().setReplication(path, (short) 1);
    awaitReplicas(path, 1);
    for (LocatedBlock block : hdfs.blocks(path)) {
      assertThat(types(block)).as("the durable one stays").containsExactly(DISK);
    }
  }

  /** A Balancer copies a replica to another node and then drops the source. */
  @Test
  @Order(1)
  void ofReplicasOnTheSameTierTheHintedOneGoes() throws Exception {
    LocatedBlock block = hdfs.blocks(hdfs.write("/moved", 1, 3)).get(0);
    for (StorageType moved : List.of(NVDIMM, SSD, DISK)) {
      List<DatanodeStorageInfo> replicas = storages(block);
      DatanodeStorageInfo source =
          replicas.stream().filter(s -> s.getStorageType() == moved).findFirst().orElseThrow();
      DatanodeStorageInfo target =
          datanodes().getDatanodes().stream()
              .filter(node -> replicas.stream().noneMatch(s -> s.getDatanodeDescriptor() == node))
              .filter(
                  node ->
                      node.getNetworkLocation()
                          .equals(source.getDatanodeDescriptor().getNetworkLocation()))
              .findFirst()
              .or(() -> Optional.of(unused(replicas)))
              .map(node -> storage(node, moved))
              .orElseThrow();
      replicas.add(target);
      List<StorageType> types = replicas.stream().map(DatanodeStorageInfo::getStorageType).toList();

      List<DatanodeStorageInfo> deleted =
          policy()
              .chooseReplicasToDelete(
                  replicas,
                  replicas,
                  3,
                  DEFAULT_POLICY.chooseExcess((short) 3, types),
                  target.getDatanodeDescriptor(),
                  source.getDatanodeDescriptor());

      assertThat(deleted).hasSize(1);
      assertThat(deleted.get(0).getStorageType()).isEqualTo(moved);
    }
  }

  private static DatanodeDescriptor unused(List<DatanodeStorageInfo> replicas) {
    return datanodes().getDatanodes().stream()
        .filter(node -> replicas.stream().noneMatch(s -> s.getDatanodeDescriptor() == node))
        .findFirst()
        .orElseThrow();
  }

  private static DatanodeStorageInfo storage(DatanodeDescriptor node, StorageType type) {
    return Arrays.stream(node.getStorageInfos())
        .filter(storage -> storage.getStorageType() == type)
        .findFirst()
        .orElseThrow();
  }

  private static List<DatanodeStorageInfo> storages(LocatedBlock block) throws Exception {
    List<DatanodeStorageInfo> storages = new ArrayList<>();
    for (int i = 0; i < block.getLocations().length; i++) {
      storages.add(
          datanodes()
              .getDatanode(block.getLocations()[i].getDatanodeUuid())
              .getStorageInfo(block.getStorageIDs()[i]));
    }
    return storages;
  }

  @Test
  @Order(1)
  void fsckFindsNothingToComplainOf() throws Exception {
    hdfs.write("/checked/file", 6, 3);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int status =
        new DFSck(hdfs.clientConfiguration(), new PrintStream(out, true, StandardCharsets.UTF_8))
            .run(new String[] {"/checked"});
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("is HEALTHY")
        .containsPattern("Mis-replicated blocks:\\s+0 ");
    assertThat(status).isZero();
  }

  @Test
  @Order(2)
  void restartOfTheNameNodeChangesNothing() throws Exception {
    Path path = hdfs.write("/restart/before", 6, 3);
    hdfs.cluster().restartNameNode(true);
    hdfs.cluster().waitActive();
    awaitReplicas(path, 3);
    assertEveryTier(hdfs.blocks(path));
    assertEveryTier(hdfs.blocks(hdfs.write("/restart/after", 6, 3)));
  }

  @Test
  @Order(3)
  void lostNodeIsMadeUpForTierByTier() throws Exception {
    Path path = hdfs.write("/lost", 30, 3);
    String lost = hdfs.cluster().getDataNodes().get(0).getDatanodeId().getHostName();
    MiniDFSCluster.DataNodeProperties stopped = hdfs.cluster().stopDataNode(0);
    hdfs.cluster().setDataNodeDead(stopped.getDatanode().getDatanodeId());

    TieredHdfs.await(
        "three replicas elsewhere",
        () ->
            hdfs.blocks(path).stream()
                .allMatch(
                    block ->
                        block.getLocations().length == 3 && !List.of(names(block)).contains(lost)));

    assertEveryTier(hdfs.blocks(path));
    assertThat(hdfs.cluster().restartDataNode(stopped)).isTrue();
    TieredHdfs.await("six nodes", () -> hdfs.fileSystem().getDataNodeStats().length == 6);
    awaitReplicas(path, 3);
    assertEveryTier(hdfs.blocks(path));
  }

  /**
   * HDFS has but the end of the path of a file in a snapshot whose directory was renamed and
   * deleted.
   */
  @Test
  @Order(3)
  void aLostReplicaOfASnapshotIsMadeUpForByStock() throws Exception {
    Path directory = new Path("/snapshots/kept");
    Path file = hdfs.write(directory + "/below/file", 30, 3);
    hdfs.fileSystem().allowSnapshot(directory.getParent());
    Path snapshot = hdfs.fileSystem().createSnapshot(directory.getParent(), "one");
    Path renamed = new Path("/snapshots/renamed");
    assertThat(hdfs.fileSystem().rename(directory, renamed)).isTrue();
    assertThat(hdfs.fileSystem().delete(renamed, true)).isTrue();
    Path kept = new Path(snapshot, "kept/below/" + file.getName());
    PlacementPolicyMetrics metrics = PlacementPolicyMetrics.registered();
    long failures = metrics.failures();
    MiniDFSCluster.DataNodeProperties stopped = hdfs.cluster().stopDataNode(0);
    hdfs.cluster().setDataNodeDead(stopped.getDatanode().getDatanodeId());

    String lost = stopped.getDatanode().getDatanodeId().getHostName();
    TieredHdfs.await(
        "three replicas elsewhere",
        () ->
            hdfs.blocks(kept).stream()
                .allMatch(
                    block ->
                        block.getLocations().length == 3 && !List.of(names(block)).contains(lost)));

    assertThat(metrics.failures()).isEqualTo(failures);
    assertThat(hdfs.cluster().restartDataNode(stopped)).isTrue();
    TieredHdfs.await("six nodes", () -> hdfs.fileSystem().getDataNodeStats().length == 6);
    awaitReplicas(kept, 3);
  }

  private static void awaitReplicas(Path path, int replicas) throws Exception {
    TieredHdfs.await(
        replicas + " replicas of each block",
        () ->
            hdfs.blocks(path).stream().allMatch(block -> block.getLocations().length == replicas));
  }

  @Test
  @Order(9)
  void fullMemoryGivesWayToTheNextTier() throws Exception {
    long room = 100L * TieredHdfs.BLOCK;
    long[][] capacities = new long[3][];
    StorageType[][] types = new StorageType[3][];
    Arrays.fill(capacities, new long[] {4L * TieredHdfs.BLOCK, room, room});
    Arrays.fill(types, new StorageType[] {NVDIMM, SSD, DISK});
    try (TieredHdfs small = TieredHdfs.start(configuration(), 2, types, capacities)) {
      List<LocatedBlock> blocks = new ArrayList<>();
      for (int file = 0; file < 4; file++) {
        blocks.addAll(small.blocks(small.write("/file" + file, 8, 3)));
        small.cluster().triggerHeartbeats();
      }
      assertThat(blocks).hasSize(32);
      int inMemory = 0;
      for (LocatedBlock block : blocks) {
        assertThat(types(block)).hasSize(3).contains(SSD, DISK);
        inMemory += types(block).contains(NVDIMM) ? 1 : 0;
      }
      assertThat(inMemory).isBetween(1, 12);
      assertThat(types(blocks.get(31))).containsExactlyInAnyOrder(SSD, SSD, DISK);
    }
  }

  @Test
  @Order(9)
  void unevenNodesNeverCostAReplica() throws Exception {
    StorageType[][] types = {
      {NVDIMM, SSD, DISK}, {DISK, DISK, DISK}, {SSD, DISK, DISK}, {DISK, DISK, DISK}
    };
    try (TieredHdfs uneven = TieredHdfs.start(configuration(), 2, types)) {
      for (int replication = 1; replication <= 4; replication++) {
        for (LocatedBlock block :
            uneven.blocks(uneven.write("/file" + replication, 10, replication))) {
          assertThat(types(block)).hasSize(replication).contains(DISK);
          assertThat(racks(block)).hasSize(Math.min(2, replication));
        }
      }
    }
  }

  /** Better fewer copies than volatile ones only, as stock HDFS has it. */
  @Test
  @Order(9)
  void memoryStandsInForNoPersistentTier() throws Exception {
    StorageType[][] types = {{NVDIMM}, {NVDIMM}, {DISK}};
    try (TieredHdfs volatileMostly = TieredHdfs.start(configuration(), 3, types)) {
      Path path = new Path("/file");
      volatileMostly.fileSystem().create(path, (short) 3).close();
      try (FSDataOutputStream out = volatileMostly.fileSystem().append(path)) {
        out.write(new byte[100]);
      }
      assertThat(types(volatileMostly.blocks(path).get(0))).containsExactly(DISK);
    }
  }

  @Test
  @Order(9)
  void clusterWithoutTiersWorksAsStock() throws Exception {
    StorageType[][] types = {{DISK}, {DISK}, {DISK}};
    try (TieredHdfs plain = TieredHdfs.start(configuration(), 2, types)) {
      for (LocatedBlock block : plain.blocks(plain.write("/file", 5, 3))) {
        assertThat(types(block)).containsExactly(DISK, DISK, DISK);
        assertThat(racks(block)).hasSize(2);
      }
    }
  }
}
