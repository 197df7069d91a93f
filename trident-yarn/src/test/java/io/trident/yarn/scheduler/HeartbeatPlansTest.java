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
package io.trident.yarn.scheduler;

import static io.trident.yarn.scheduler.MockCluster.DISK;
import static io.trident.yarn.scheduler.MockCluster.GB;
import static io.trident.yarn.scheduler.MockCluster.MEMORY;
import static io.trident.yarn.scheduler.MockCluster.hosts;
import static io.trident.yarn.scheduler.MockCluster.poll;
import static io.trident.yarn.scheduler.MockCluster.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.yarn.scheduler.MockCluster.Drive;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairSchedulerConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When the Fair and FIFO schedulers' applications plan, by a clock of the test's. */
class HeartbeatPlansTest {
  private static final String RESERVABLE_FROM =
      FairSchedulerConfiguration.RM_SCHEDULER_RESERVATION_THRESHOLD_INCREMENT_MULTIPLE;

  private final AtomicLong now = new AtomicLong(1);

  @ParameterizedTest
  @EnumSource(names = {"FAIR", "FIFO"})
  void whereOnlyTheOfferedNodeHasRoomNothingIsPlanned(Drive drive) throws Exception {
    try (MockCluster cluster = clocked(drive)) {
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1", 2 * GB);
      cluster.addNode("n2", 512);
      askOn(am, "n2", 1);
      long plans = cluster.metric("PlanMicrosNumOps");
      cluster.heartbeat("n1");
      assertThat(hosts(poll(am))).containsExactly("n1");
      assertThat(cluster.metric("PlanMicrosNumOps")).isEqualTo(plans);
      assertThat(cluster.metric("FallbackNoChoice")).isEqualTo(1);
    }
  }

  /** The nodes have half of what a container needs. */
  @ParameterizedTest
  @EnumSource(names = {"FAIR", "FIFO"})
  void onANodeWithoutRoomNothingIsPlanned(Drive drive) throws Exception {
    YarnConfiguration conf = MockCluster.configuration(drive);
    conf.setInt(RESERVABLE_FROM, 4); // of half a gigabyte
    try (MockCluster cluster = MockCluster.clocked(conf, now::get)) {
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1", 512);
      cluster.addNode("n2", GB);
      cluster.addNode("n3", GB);
      askOn(am, "n2", 1);
      for (int i = 0; i < 5; i++) {
        cluster.heartbeat("n1");
        now.addAndGet(Duration.ofMillis(100).toNanos());
      }
      assertThat(cluster.metric("PlanMicrosNumOps")).isZero();
      assertThat(cluster.metric("FallbackNoChoice")).isEqualTo(5);
      cluster.heartbeat("n2");
      assertThat(hosts(poll(am))).containsExactly("n2");
      assertThat(cluster.metric("PlanMicrosNumOps")).isEqualTo(1);
    }
  }

  /** A container of this size may be reserved, and the application is starved. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aNodeWithoutRoomIsReservedOnlyIfThereIsNoOther(boolean other) throws Exception {
    YarnConfiguration conf = MockCluster.configuration(Drive.FAIR);
    conf.setInt(RESERVABLE_FROM, 2);
    try (MockCluster cluster = MockCluster.clocked(conf, now::get)) {
      MockAM am = cluster.startApplication("default", "user");
      MockNM full = cluster.addNode("n1", GB);
      MockCluster.ask(am, request("*", 1, 512));
      cluster.heartbeat("n1");
      assertThat(poll(am)).hasSize(1);
      cluster.addNode("n2", other ? GB : 512);
      askOn(am, "n2", 1);
      cluster.heartbeat("n1");
      assertThat(
              cluster.scheduler().getNodeTracker().getNode(full.getNodeId()).getReservedContainer()
                  == null)
          .isEqualTo(other);
      assertThat(cluster.metric("PlanMicrosNumOps")).isEqualTo(other ? 1 : 0);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FAIR", "FIFO"})
  void onePlanServesAllNodes(Drive drive) throws Exception {
    try (MockCluster cluster = clocked(drive)) {
      MockAM am = cluster.startApplication("default", "user");
      for (int i = 1; i <= 8; i++) {
        cluster.addNode("n" + i, 2 * GB);
      }
      askOn(am, "n8", 1);
      for (int i = 1; i < 8; i++) {
        cluster.heartbeat("n" + i);
      }
      assertThat(poll(am)).isEmpty();
      cluster.heartbeat("n8");
      assertThat(hosts(poll(am))).containsExactly("n8");
      assertThat(cluster.metric("PlanMicrosNumOps")).isEqualTo(1);
    }
  }

  /** Room comes and goes on nodes that it does not want; on the one that it does it is seen. */
  @Test
  void whoWaitsStrictlyForAFullNodeDoesNotPlanAtEachHeartbeat() throws Exception {
    try (MockCluster cluster = clocked(Drive.FAIR)) {
      MockAM other = cluster.startApplication("default", "user");
      cluster.addNode("n2", GB);
      MockCluster.ask(other, request("*", 1, GB));
      cluster.heartbeat("n2");
      List<Container> inTheWay = poll(other);
      cluster.addNode("n1", 2 * GB);
      MockAM am = cluster.startApplication("default", "user");
      MockCluster.ask(
          am,
          request("n2", 1, GB, MEMORY, 1),
          strict(request("/default-rack", 1, GB, MEMORY, 1)),
          strict(request("*", 1, GB, MEMORY, 1)));
      for (int i = 3; i < 20; i++) {
        cluster.addNode("n" + i, GB);
        cluster.heartbeat("n" + i);
      }
      assertThat(cluster.metric("PlanMicrosNumOps")).isLessThanOrEqualTo(1);
      MockCluster.release(other, inTheWay.stream().map(Container::getId).toList());
      cluster.rm.drainEvents();
      cluster.heartbeat("n2");
      assertThat(hosts(poll(am))).containsExactly("n2");
    }
  }

  /** At once where it would be node-local, else after a heartbeat: others may have more use. */
  @ParameterizedTest
  @CsvSource({"FAIR, n1, 0", "FIFO, n1, 0", "FAIR, n2, 1", "FIFO, n2, 1"})
  void whoWantsMoreThanThereIsRoomForTakesNewRoom(Drive drive, String local, int heartbeats)
      throws Exception {
    try (MockCluster cluster = clocked(drive)) {
      MockAM other = cluster.startApplication("default", "user");
      cluster.addNode("n1", GB);
      MockCluster.ask(other, request("*", 1, GB));
      cluster.heartbeat("n1");
      List<Container> inTheWay = poll(other);
      MockAM am = cluster.startApplication("default", "user");
      for (String node : List.of("n2", "n3", "n4")) {
        cluster.addNode(node, GB);
      }
      askOn(am, local, 5);
      cluster.heartbeat("n4");
      assertThat(hosts(poll(am))).as("the plan has it").containsExactly("n4");
      MockCluster.release(other, inTheWay.stream().map(Container::getId).toList());
      cluster.rm.drainEvents();
      if (heartbeats > 0) {
        cluster.heartbeat("n1");
        assertThat(poll(am)).isEmpty();
        now.addAndGet(Duration.ofSeconds(heartbeats).toNanos());
      }
      cluster.heartbeat("n1");
      assertThat(hosts(poll(am))).containsExactly("n1");
      cluster.heartbeat("n2");
      cluster.heartbeat("n3");
      assertThat(hosts(poll(am))).containsExactlyInAnyOrder("n2", "n3");
    }
  }

  /** One is wanted on a node that has its block in memory, the others have theirs on no node. */
  private static void askOn(MockAM am, String node, int containers) throws Exception {
    double[] all =
        containers == 1 ? new double[] {MEMORY, 1} : new double[] {MEMORY, 1, DISK, containers - 1};
    MockCluster.ask(
        am,
        request(node, 1, GB, MEMORY, 1),
        request("/default-rack", containers, GB, all),
        request("*", containers, GB, all));
  }

  private static ResourceRequest strict(ResourceRequest request) {
    request.setRelaxLocality(false);
    return request;
  }

  private MockCluster clocked(Drive drive) {
    return MockCluster.clocked(MockCluster.configuration(drive), now::get);
  }
}
