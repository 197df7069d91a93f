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
import static io.trident.yarn.scheduler.MockCluster.SSD;
import static io.trident.yarn.scheduler.MockCluster.hosts;
import static io.trident.yarn.scheduler.MockCluster.poll;
import static io.trident.yarn.scheduler.MockCluster.release;
import static io.trident.yarn.scheduler.MockCluster.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.yarn.scheduler.MockCluster.Drive;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Under the Fair and FIFO schedulers a container waits for the heartbeat of its planned node. */
class HeartbeatPlacementTest {
  private static final long INTERVAL = Duration.ofSeconds(1).toNanos();

  private final AtomicLong now = new AtomicLong(1);

  @ParameterizedTest
  @EnumSource(names = {"FAIR", "FIFO"})
  void eachContainerIsPlacedAtTheHeartbeatOfItsNode(Drive drive) throws Exception {
    try (MockCluster cluster = new MockCluster(MockCluster.configuration(drive))) {
      MockAM am = cluster.startApplication("default", "user");
      int[] slots = {2, 1, 0, 4, 2, 2};
      for (int i = 0; i < slots.length; i++) {
        cluster.addNode("n" + (i + 1), slots[i] == 0 ? 512 : slots[i] * GB);
      }
      MockCluster.ask(
          am,
          request("n1", 2, GB, MEMORY, 1, DISK, 1),
          request("n2", 2, GB, MEMORY, 1, SSD, 1),
          request("n3", 2, GB, DISK, 2),
          request("n4", 3, GB, SSD, 2, DISK, 1),
          request("/default-rack", 3, GB, MEMORY, 2, SSD, 1),
          request("*", 3, GB, MEMORY, 2, SSD, 1));
      for (String node : List.of("n5", "n6", "n3")) {
        assertThat(gotAt(cluster, am, node)).isEmpty();
      }
      for (String node : List.of("n4", "n1", "n2")) {
        assertThat(gotAt(cluster, am, node)).containsExactly(node);
      }
      assertThat(cluster.metric("FallbackError")).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FAIR", "FIFO"})
  void outsideOfHeartbeatsTheCountsAreThoseOfStock(Drive drive) throws Exception {
    try (MockCluster cluster = new MockCluster(MockCluster.configuration(drive))) {
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1", GB);
      cluster.addNode("n2", 4 * GB);
      ask(am, 3, "n1", MEMORY);
      cluster.scheduler().update();
      NodeId n1 = cluster.node("n1").getNodeId();
      RMNode offered = cluster.rm.getRMContext().getRMNodes().get(n1);
      cluster.scheduler().handle(new NodeUpdateSchedulerEvent(offered)); // on this thread
      assertThat(hosts(poll(am))).containsExactly("n1");
      SchedulerApplicationAttempt attempt =
          cluster.scheduler().getApplicationAttempt(am.getApplicationAttemptId());
      SchedulerRequestKey key = attempt.getSchedulerKeys().iterator().next();
      for (String name : List.of("n1", "/default-rack", "*")) {
        assertThat(attempt.getPendingAsk(key, name).getCount()).isEqualTo(2);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FAIR", "FIFO"})
  void aSilentNodeIsWaitedForForAFewHeartbeatsOnly(Drive drive) throws Exception {
    try (MockCluster cluster = clocked(drive)) {
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1", GB);
      cluster.addNode("n2", GB);
      ask(am, 1, "n1", MEMORY);
      int heartbeats = 0;
      List<String> got = List.of();
      while (got.isEmpty() && heartbeats < 10) {
        got = gotAt(cluster, am, "n2");
        heartbeats++;
        now.addAndGet(INTERVAL);
      }
      assertThat(got).containsExactly("n2");
      assertThat(heartbeats).isBetween(2, 5);
      assertThat(cluster.metric("FallbackWaited")).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FAIR", "FIFO"})
  void aPlanOnALostNodeIsMadeAnew(Drive drive) throws Exception {
    try (MockCluster cluster = clocked(drive)) {
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1", GB);
      cluster.addNode("n2", GB);
      cluster.addNode("n3", GB);
      MockCluster.ask(
          am,
          request("n1", 1, GB, MEMORY, 1),
          request("n2", 1, GB, SSD, 1),
          request("/default-rack", 1, GB, MEMORY, 1),
          request("*", 1, GB, MEMORY, 1));
      assertThat(gotAt(cluster, am, "n3")).isEmpty();
      cluster
          .rm
          .getRMContext()
          .getDispatcher()
          .getEventHandler()
          .handle(new RMNodeEvent(cluster.node("n1").getNodeId(), RMNodeEventType.EXPIRE));
      cluster.rm.drainEvents();
      assertThat(gotAt(cluster, am, "n3")).isEmpty();
      assertThat(gotAt(cluster, am, "n2")).containsExactly("n2");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FAIR", "FIFO"})
  void whenOthersTakeTheRoomThePlanIsMadeAnew(Drive drive) throws Exception {
    try (MockCluster cluster = clocked(drive)) {
      MockAM first = cluster.startApplication("default", "user");
      MockAM second = cluster.startApplication("default", "user");
      cluster.addNode("n1", GB);
      cluster.addNode("n2", GB);
      cluster.addNode("n3", GB);
      for (MockAM am : List.of(first, second)) {
        MockCluster.ask(
            am,
            request("n1", 1, GB, MEMORY, 1),
            request("n2", 1, GB, SSD, 1),
            request("/default-rack", 1, GB, MEMORY, 1),
            request("*", 1, GB, MEMORY, 1));
      }
      cluster.heartbeat("n3");
      cluster.heartbeat("n1");
      cluster.heartbeat("n2");
      assertThat(List.of(hosts(poll(first)), hosts(poll(second))))
          .containsExactlyInAnyOrder(List.of("n1"), List.of("n2"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FAIR", "FIFO"})
  void aNodeThatBecomesFreeServesNodeLocalRequestsAtOnce(Drive drive) throws Exception {
    try (MockCluster cluster = clocked(drive)) {
      MockAM other = cluster.startApplication("default", "user");
      cluster.addNode("n1-r1", GB);
      MockCluster.ask(other, request("*", 1, GB));
      cluster.heartbeat("n1-r1");
      List<Container> inTheWay = poll(other);
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n2-r2", GB);
      cluster.addNode("n3-r2", 512);
      MockCluster.ask(
          am,
          request("n1-r1", 1, GB, DISK, 1),
          request("/r1", 1, GB, DISK, 1),
          request("*", 1, GB, DISK, 1));
      assertThat(gotAt(cluster, am, "n3-r2")).as("planned off-rack").isEmpty();
      release(other, inTheWay.stream().map(Container::getId).toList());
      cluster.rm.drainEvents();
      assertThat(gotAt(cluster, am, "n1-r1")).containsExactly("n1-r1");
      assertThat(gotAt(cluster, am, "n2-r2")).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FAIR", "FIFO"})
  void changedRequestsArePlannedAnew(Drive drive) throws Exception {
    try (MockCluster cluster = clocked(drive)) {
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1", GB);
      cluster.addNode("n2", GB);
      ask(am, 1, "n1", MEMORY);
      assertThat(gotAt(cluster, am, "n2")).isEmpty();
      MockCluster.ask(am, request("n1", 0, GB), request("n2", 1, GB, SSD, 1));
      assertThat(gotAt(cluster, am, "n2")).containsExactly("n2");
    }
  }

  private static void ask(MockAM am, int containers, String node, double score) throws Exception {
    ResourceRequest onNode = request(node, containers, GB, score, containers);
    ResourceRequest inRack = request("/default-rack", containers, GB, score, containers);
    MockCluster.ask(am, onNode, inRack, request("*", containers, GB, score, containers));
  }

  private static List<String> gotAt(MockCluster cluster, MockAM am, String node) throws Exception {
    cluster.heartbeat(node);
    return hosts(poll(am));
  }

  private MockCluster clocked(Drive drive) {
    return MockCluster.clocked(MockCluster.configuration(drive), now::get);
  }
}
