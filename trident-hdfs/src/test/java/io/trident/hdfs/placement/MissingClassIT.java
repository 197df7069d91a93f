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

import io.trident.core.guard.Guard;
import io.trident.fixtures.HidingClassLoader;
import io.trident.hdfs.TieredHdfs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementBridge;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** Whichever class of Trident is missing, the NameNode starts and places as stock HDFS does. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MissingClassIT {
  /** The entry point, its superclasses, and what keeps failures from HDFS. */
  private static final Set<String> NEEDED =
      Set.of(
          TierPlacementPolicy.class.getName(),
          TieredUpkeep.class.getName(),
          TieredChoice.class.getName(),
          BlockPlacementBridge.class.getName(),
          Guard.class.getName(),
          Guard.Report.class.getName(),
          Guard.Action.class.getName());

  private static final BlockStoragePolicy DEFAULT_POLICY =
      BlockStoragePolicySuite.createDefaultSuite().getDefaultPolicy();

  private TieredHdfs hdfs;

  @BeforeAll
  void start() throws Exception {
    hdfs = TieredHdfs.start(TieredHdfs.configuration(), 6, 3);
  }

  @AfterAll
  void stop() {
    hdfs.close();
  }

  Stream<String> everyClass() throws Exception {
    HidingClassLoader all = hiding("");
    placeAndDelete(all);
    Set<String> classes = new TreeSet<>(all.asked());
    classes.removeAll(NEEDED);
    assertThat(classes)
        .contains(
            "io.trident.core.fairness.FairTurns",
            "io.trident.core.config.ConfigException",
            TierPlacement.class.getName(),
            "org.apache.hadoop.hdfs.server.namenode.PathStorageBridge")
        .hasSizeGreaterThan(10);
    return classes.stream();
  }

  @Test
  void withAllClassesItPlacesByTiers() throws Exception {
    Outcome outcome = placeAndDelete(hiding(""));
    assertThat(outcome.placed())
        .allSatisfy(types -> assertThat(types).containsExactlyInAnyOrder(NVDIMM, SSD, DISK));
    assertThat(outcome.deleted()).containsExactly(SSD);
  }

  @ParameterizedTest
  @MethodSource("everyClass")
  void withoutOneItPlacesAsStockAndLogsItOnce(String hidden) throws Exception {
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(TierPlacementPolicy.class));
    Outcome outcome;
    try {
      outcome = placeAndDelete(hiding(hidden));
    } finally {
      log.stopCapturing();
    }
    assertThat(outcome.placed())
        .extracting(types -> types.stream().sorted().toList())
        .isSubsetOf(List.of(DISK, DISK, DISK), List.of(SSD, DISK, NVDIMM));
    assertThat(outcome.deleted()).hasSize(1);
    assertThat(log.getOutput()).containsAnyOf("as by stock HDFS", "are not counted");
    for (String line : log.getOutput().lines().filter(l -> l.contains("WARN")).toList()) {
      assertThat(StringUtils.countMatches(log.getOutput(), line.replaceFirst("^.*?WARN", "WARN")))
          .as(line)
          .isOne();
    }
  }

  /** Bridges of Trident in Hadoop's packages can be hidden, too. */
  private static HidingClassLoader hiding(String name) {
    return HidingClassLoader.ofTrident(name, type -> type.matches(".*Bridge(\\$.*)?"));
  }

  private record Outcome(List<List<StorageType>> placed, List<StorageType> deleted) {}

  /** All that a NameNode calls, as its BlockManager calls it. */
  private Outcome placeAndDelete(HidingClassLoader loader) throws Exception {
    BlockManager blocks = hdfs.cluster().getNamesystem().getBlockManager();
    Configuration conf = new Configuration();
    conf.setClassLoader(loader);
    conf.set(DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY, TierPlacementPolicy.class.getName());
    blocks.refreshBlockPlacementPolicy(conf);
    BlockPlacementPolicy policy = blocks.getBlockPlacementPolicy();
    DatanodeManager nodes = blocks.getDatanodeManager();
    List<DatanodeDescriptor> all = new ArrayList<>(nodes.getDatanodes());
    List<List<StorageType>> placed = new ArrayList<>();

    List<String> favoured =
        all.subList(0, 3).stream().map(DatanodeDescriptor::getXferAddr).toList();
    for (List<String> asked : List.of(List.<String>of(), favoured, List.<String>of())) {
      Set<Node> excluded = new HashSet<>(all.subList(3, 4));
      DatanodeStorageInfo[] targets =
          blocks.chooseTarget4NewBlock(
              "/some/file",
              3,
              all.get(0),
              excluded,
              TieredHdfs.BLOCK,
              asked,
              (byte) 0,
              BlockType.CONTIGUOUS,
              null,
              null);
      assertThat(Arrays.stream(targets).map(DatanodeStorageInfo::getDatanodeDescriptor))
          .doesNotHaveDuplicates()
          .contains(all.get(0))
          .doesNotContain(all.get(3));
      placed.add(types(targets));
    }
    List<DatanodeStorageInfo> chosen = List.of(storage(all.get(1), DISK));
    DatanodeStorageInfo[] further =
        policy.chooseTarget(
            "/some/file",
            2,
            all.get(1),
            chosen,
            true,
            null,
            TieredHdfs.BLOCK,
            DEFAULT_POLICY,
            null);
    placed.add(types(further));

    List<DatanodeStorageInfo> replicas =
        new ArrayList<>(
            List.of(
                storage(all.get(0), NVDIMM),
                storage(all.get(1), SSD),
                storage(all.get(2), SSD),
                storage(all.get(4), DISK)));
    List<DatanodeStorageInfo> deleted =
        policy.chooseReplicasToDelete(
            replicas,
            replicas,
            3,
            DEFAULT_POLICY.chooseExcess((short) 3, types(replicas)),
            null,
            null);
    assertThat(replicas).as("what was passed").hasSize(4);
    assertThat(
            policy
                .verifyBlockPlacement(all.subList(0, 3).toArray(DatanodeDescriptor[]::new), 3)
                .isPlacementPolicySatisfied())
        .isTrue();
    assertThat(policy.isMovable(List.copyOf(all), all.get(0), all.get(0))).isTrue();
    return new Outcome(placed, types(deleted));
  }

  private static List<StorageType> types(DatanodeStorageInfo[] storages) {
    return types(Arrays.asList(storages));
  }

  private static List<StorageType> types(List<DatanodeStorageInfo> storages) {
    return storages.stream().map(DatanodeStorageInfo::getStorageType).toList();
  }

  private static DatanodeStorageInfo storage(DatanodeDescriptor node, StorageType type) {
    return Arrays.stream(node.getStorageInfos())
        .filter(storage -> storage.getStorageType() == type)
        .findFirst()
        .orElseThrow();
  }
}
