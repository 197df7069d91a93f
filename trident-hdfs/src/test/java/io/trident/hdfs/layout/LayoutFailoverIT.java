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
import io.trident.hdfs.protocol.LayoutRecoveryClient;
import io.trident.hdfs.protocol.LayoutTableClient;
import io.trident.hdfs.protocol.RebuildGrant;
import io.trident.hdfs.protocol.RebuildOutcome;
import io.trident.hdfs.protocol.RebuildPoll;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.blockmanagement.PendingBlocks;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class LayoutFailoverIT {
  private static final DataExtent LOST = new DataExtent(1, 1);
  private static final int ROWS = 4000;

  @AfterEach
  void injectNothing() {
    DataNodeFaultInjector.set(new DataNodeFaultInjector());
  }

  @Test
  void theNextActiveNameNodeGoesOn() throws Exception {
    try (TwoNameNodes hdfs = TwoNameNodes.start(ReplicatedTable.configuration())) {
      DistributedFileSystem fileSystem = hdfs.fileSystem();
      ReplicatedTable table = ReplicatedTable.write(hdfs.cluster(), fileSystem, "/table", ROWS);
      hdfs.cluster().stopDataNode(table.nodeOf(LOST));
      await("known as dead", () -> table.blocks(LOST).get(0).getLocations().length == 0);
      hdfs.activate(1);
      await("rebuilt", () -> isIntact(table));

      try (LayoutTableClient client = LayoutTableClient.of(fileSystem)) {
        assertThat(client.describe().racks()).as("by the active one").isEqualTo(3);
        fileSystem.mkdirs(new Path("/d/t"));
        fileSystem.mkdirs(new Path("/d/build"));
        client.publish("/d/build", "/d/t", "/d/kept");
        hdfs.activate(0);
        assertThat(client.publish("/d/build", "/d/t", "/d/kept"))
            .as("repeated after a fail-over")
            .isEqualTo("/d/kept");
        assertThat(fileSystem.exists(new Path("/d/build"))).isFalse();
      }
    }
  }

  /** Nodes that wait while they write, whichever NameNode they write for, hold their rebuilds. */
  @Test
  void whatIsBeingRebuiltIsHandedOutAgainAndKeptOnce() throws Exception {
    try (TwoNameNodes hdfs = TwoNameNodes.start(ReplicatedTable.configuration())) {
      ReplicatedTable table =
          ReplicatedTable.write(hdfs.cluster(), hdfs.fileSystem(), "/table", ROWS);
      try (Hang hang = new Hang()) {
        hdfs.cluster().stopDataNode(table.nodeOf(LOST));
        hang.await();
        assertThat(PendingBlocks.number(hdfs.blocks(0))).as("is being rebuilt").isPositive();
        assertThat(PendingBlocks.number(hdfs.blocks(1))).isZero();
        assertThat(isIntact(table)).isFalse();
        hdfs.activate(1);
        await("handed out again", () -> PendingBlocks.number(hdfs.blocks(1)) > 0);
        hdfs.activate(0);
        await("and once more", () -> PendingBlocks.number(hdfs.blocks(0)) > 0);
      }
      await("rebuilt", () -> isIntact(table));
      // Since a fail-over HDFS deletes nothing of nodes that have not reported all their blocks.
      hdfs.cluster().triggerBlockReports();
      await("each extent once, parities twice", table::hasItsReplicas);
      await("nothing is expected", () -> PendingBlocks.number(hdfs.blocks(0)) == 0);
    }
  }

  @Test
  void whatWasTakenInAnEarlierEpochIsRevoked() throws Exception {
    Configuration conf = ReplicatedTable.configuration();
    conf.unset(DFSConfigKeys.DFS_DATANODE_PLUGINS_KEY); // only this test asks for work
    try (TwoNameNodes hdfs = TwoNameNodes.start(conf)) {
      ReplicatedTable table =
          ReplicatedTable.write(hdfs.cluster(), hdfs.fileSystem(), "/table", ROWS);
      hdfs.cluster().stopDataNode(table.nodeOf(LOST));
      List<String> nodes =
          hdfs.cluster().getDataNodes().stream().map(node -> node.getDatanodeUuid()).toList();
      Taken taken = new Taken();
      await("taken", () -> taken.by(hdfs, 0, nodes));

      hdfs.activate(1);
      Taken again = new Taken();
      await("taken anew", () -> again.by(hdfs, 1, nodes));
      assertThat(again.epoch).isGreaterThan(taken.epoch);
      RebuildOutcome done = new RebuildOutcome(taken.task, RebuildOutcome.Result.DONE, 0);
      try (LayoutRecoveryClient client = client(hdfs, 1)) {
        RebuildGrant grant =
            client.poll(new RebuildPoll(again.node, taken.epoch, Map.of(7L, 1L), List.of(done), 2));
        assertThat(grant.epoch()).isEqualTo(again.epoch);
        assertThat(grant.tasks()).as("handed out to those of this epoch only").isEmpty();
        assertThat(grant.revoked()).containsExactly(7L);
      }
    }
  }

  private static LayoutRecoveryClient client(TwoNameNodes hdfs, int nameNode) throws IOException {
    return LayoutRecoveryClient.to(
        hdfs.cluster().getNameNode(nameNode).getNameNodeAddress(),
        UserGroupInformation.getCurrentUser(),
        hdfs.fileSystem().getConf(),
        Duration.ofSeconds(10));
  }

  /** A task that a node was given. */
  private static final class Taken {
    private long epoch;
    private long task;
    private String node = "";

    /** Asks for work as each node; returns whether one was given some. */
    boolean by(TwoNameNodes hdfs, int nameNode, List<String> nodes) throws IOException {
      try (LayoutRecoveryClient client = client(hdfs, nameNode)) {
        for (String one : nodes) {
          RebuildGrant grant = client.poll(new RebuildPoll(one, epoch, Map.of(), List.of(), 1));
          epoch = grant.epoch();
          if (!grant.tasks().isEmpty()) {
            task = grant.tasks().get(0).id();
            node = one;
            return true;
          }
        }
      } catch (IOException e) {
        return false; // it has just become active
      }
      return false;
    }
  }

  /** The other NameNode may take the node for alive a little longer, and send readers to it. */
  private static boolean isIntact(ReplicatedTable table) {
    try {
      return table.isIntact();
    } catch (IOException e) {
      return false;
    }
  }
}
