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
import static io.trident.hdfs.layout.LayoutFigures.metric;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.protocol.LayoutRecoveryClient;
import io.trident.hdfs.protocol.RebuildOutcome;
import io.trident.hdfs.protocol.RebuildOutcome.Result;
import io.trident.hdfs.protocol.RebuildPoll;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.PendingBlocks;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rebuilds that fail are tried again within seconds, where HDFS waits for five minutes. */
@Tag("slow")
class RebuildRetryIT {
  private static final int NODES = 6;
  private static final int ROWS = 4000;
  private static final DataExtent LOST = new DataExtent(1, 1);
  private static final long LIMIT_SECONDS = 40;

  private static TieredHdfs hdfs;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = ReplicatedTable.configuration();
    conf.setInt(
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY,
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_DEFAULT);
    hdfs = ExtentCluster.start(conf, NODES, ReplicatedTable.DIMENSIONS, 1L << 30, StorageType.DISK);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @AfterEach
  void injectNothing() throws IOException {
    DataNodeFaultInjector.set(new DataNodeFaultInjector());
    hdfs.fileSystem().delete(new org.apache.hadoop.fs.Path("/t"), true);
  }

  @Test
  void aNodeThatCouldNotWriteOnceGetsTheBlockAgain() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/t", ROWS);
    List<Path> obstacles =
        TemporaryReplicas.obstruct(
            hdfs, table.blocks(LOST).get(0).getBlock(), hdfs.cluster().getDataNodes());
    long before = metric("RebuildsUnwritable");
    table.corrupt(LOST);
    await("refused", () -> metric("RebuildsUnwritable") > before);
    assertThat(table.isIntact(LOST)).isFalse();
    TemporaryReplicas.remove(obstacles);
    awaitIntact(table);
  }

  @Test
  void aNodeThatCannotWriteIsPassedOver() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/t", ROWS + 1);
    String rack = table.blocks(LOST).get(0).getLocations()[0].getNetworkLocation();
    List<DataNode> ofRack = new ArrayList<>();
    for (DataNode node : hdfs.cluster().getDataNodes()) {
      if (rackOf(node).equals(rack)) {
        ofRack.add(node);
      }
    }
    List<Path> obstacles =
        TemporaryReplicas.obstruct(hdfs, table.blocks(LOST).get(0).getBlock(), ofRack);
    long before = metric("RebuildsUnwritable");
    table.corrupt(LOST);
    await("rebuilt", () -> isIntact(table));
    assertThat(metric("RebuildsUnwritable")).isGreaterThan(before + 1);
    TemporaryReplicas.remove(obstacles);
    awaitIntact(table);
  }

  @Test
  void whatANodeHadBegunAsItDiedIsRebuiltElsewhere() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/t", ROWS + 2);
    Block block = table.blocks(LOST).get(0).getBlock().getLocalBlock();
    try (Hang hang = new Hang()) {
      table.corrupt(LOST);
      hang.await();
      List<String> targets = PendingBlocks.nodes(blocks(), block);
      assertThat(targets).hasSize(1);
      long silent = metric("RebuildsSilent");
      DataNodeProperties died = hdfs.cluster().stopDataNode(indexOf(targets.get(0)));
      hang.close();
      await("given up", () -> metric("RebuildsSilent") > silent);
      await("rebuilt", () -> table.isIntact(LOST));
      hdfs.restart(died);
      hdfs.cluster().waitActive();
    }
    awaitIntact(table);
  }

  @Test
  void aSourceThatTurnsOutCorruptIsReplacedAndThenUsed() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/t", ROWS + 3);
    for (int e = 0; e < 2; e++) {
      DataExtent source = new DataExtent(LOST.dimension() - 1, e);
      File file =
          hdfs.cluster().getBlockFile(table.nodeOf(source), table.blocks(source).get(0).getBlock());
      Files.write(file.toPath(), new byte[(int) file.length()]); // all of it, as some is read
    }
    long done = metric("RebuildsDone");
    table.corrupt(LOST);
    // Only the rebuild of what was lost reads the two sources. It fails, or finds them rebuilt when
    // it tries to read them again.
    await("sources and what was lost are rebuilt", () -> metric("RebuildsDone") >= done + 3);
    awaitIntact(table);
  }

  @Test
  void aRebuildThatHangsIsGivenToAnotherNodeWhenHdfsNoLongerExpectsIt() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/t", ROWS + 4);
    long expired = metric("RebuildsExpired");
    try (Hang hang = new Hang()) {
      table.corrupt(LOST);
      hang.await();
      await(
          "expired",
          () -> {
            PendingBlocks.expireAll(blocks()); // again if the node has just reported progress
            return metric("RebuildsExpired") > expired;
          });
    }
    awaitIntact(table);
  }

  @Test
  void aBlockThatArrivesInSpiteOfAReportedFailureIsKeptOnce() throws Exception {
    ReplicatedTable table = ReplicatedTable.write(hdfs, "/t", ROWS + 5);
    long failed = metric("RebuildsFailed");
    try (LayoutRecoveryClient liar =
        LayoutRecoveryClient.to(
            hdfs.cluster().getNameNode().getNameNodeAddress(),
            UserGroupInformation.getCurrentUser(),
            hdfs.clientConfiguration(),
            Duration.ofSeconds(10))) {
      table.corrupt(LOST);
      table.corrupt(new DataExtent(2, 3));
      table.corrupt(new DataExtent(0, 0));
      await(
          "lied",
          () -> {
            for (DataNode node : hdfs.cluster().getDataNodes()) {
              lie(liar, node.getDatanodeUuid());
            }
            return metric("RebuildsFailed") > failed;
          });
    }
    awaitIntact(table);
  }

  /** Reports that all of a DataNode's tasks have failed. */
  private static void lie(LayoutRecoveryClient client, String node) throws IOException {
    long epoch = client.poll(new RebuildPoll(node, 0, Map.of(), List.of(), 0)).epoch();
    List<RebuildOutcome> failures =
        LongStream.range(0, 500).mapToObj(id -> new RebuildOutcome(id, Result.FAILED, 0)).toList();
    client.poll(new RebuildPoll(node, epoch, Map.of(), failures, 0));
  }

  /** Waits until the table is as it was, and nothing of a rebuild is left anywhere. */
  private static void awaitIntact(ReplicatedTable table) throws Exception {
    long begun = System.nanoTime();
    await("rebuilt", () -> isIntact(table));
    assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun)).isLessThan(LIMIT_SECONDS);
    await("as many replicas as before", table::hasItsReplicas);
    await("nothing is expected", () -> PendingBlocks.number(blocks()) == 0);
    await("nothing is in HDFS's queues", () -> PendingBlocks.queued(blocks()) == 0);
    await("nothing is half written", () -> TemporaryReplicas.all(hdfs).isEmpty());
    assertThat(table.isIntact()).isTrue();
  }

  private static boolean isIntact(ReplicatedTable table) {
    try {
      return table.isIntact();
    } catch (IOException e) {
      return false; // what is corrupt is found by reading
    }
  }

  private static BlockManager blocks() {
    return hdfs.cluster().getNamesystem().getBlockManager();
  }

  private static String rackOf(DataNode node) {
    return blocks().getDatanodeManager().getDatanodes().stream()
        .filter(one -> one.getDatanodeUuid().equals(node.getDatanodeUuid()))
        .findFirst()
        .orElseThrow()
        .getNetworkLocation();
  }

  private static int indexOf(String identifier) {
    List<DataNode> nodes = hdfs.cluster().getDataNodes();
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.get(i).getDatanodeUuid().equals(identifier)) {
        return i;
      }
    }
    throw new AssertionError("No DataNode " + identifier);
  }
}
