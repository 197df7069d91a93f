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

import static io.trident.yarn.scheduler.MockCluster.GB;
import static io.trident.yarn.scheduler.MockCluster.count;
import static io.trident.yarn.scheduler.MockCluster.hosts;
import static io.trident.yarn.scheduler.MockCluster.poll;
import static io.trident.yarn.scheduler.MockCluster.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.yarn.scheduler.MockCluster.Drive;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairSchedulerConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the Fair scheduler does besides placing holds with maps, too. */
class FairSchedulerTest {

  @Test
  void theMostThatAQueueMayHaveIsNotExceeded() throws Exception {
    YarnConfiguration conf = MockCluster.configuration(Drive.FAIR);
    MockCluster.setQueues(
        conf, "<queue name='a'><maxResources>4096 mb, 64 vcores</maxResources></queue>");
    try (MockCluster cluster = new MockCluster(conf)) {
      MockAM am = cluster.startApplication("a", "user");
      cluster.addNode("n1", 8 * GB);
      cluster.addNode("n2", 8 * GB);
      MockCluster.ask(
          am,
          request("n2", 8, GB, 1, 8),
          request("/default-rack", 8, GB, 1, 8),
          request("*", 8, GB, 1, 8));
      // The master has one of the four gigabytes.
      assertThat(count(cluster.beat(am, 4))).isEqualTo(Map.of("n2", 3));
    }
  }

  @Test
  void withoutAssignMultipleANodeGetsOneContainerAHeartbeat() throws Exception {
    YarnConfiguration conf = MockCluster.configuration(Drive.FAIR);
    conf.setBoolean(FairSchedulerConfiguration.ASSIGN_MULTIPLE, false);
    try (MockCluster cluster = new MockCluster(conf)) {
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1", 4 * GB);
      cluster.addNode("n2", 4 * GB);
      askOn(am, "n2", 3);
      for (int round = 0; round < 3; round++) {
        assertThat(hosts(cluster.beat(am, 1))).containsExactly("n2");
      }
      assertThat(cluster.beat(am, 1)).isEmpty();
    }
  }

  @Test
  void aNodeThatLacksCoresIsNotPlanned() throws Exception {
    try (MockCluster cluster = new MockCluster(MockCluster.configuration(Drive.FAIR))) {
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1", 4 * GB);
      cluster.addNode("n2", 4 * GB, 1);
      askOn(am, "n2", 2);
      assertThat(count(cluster.beat(am, 1))).isEqualTo(Map.of("n1", 1, "n2", 1));
      assertThat(cluster.metric("FallbackWaited")).isZero();
    }
  }

  /** Delayed by as many heartbeats as in stock, by the node's and by the rack's threshold. */
  @ParameterizedTest
  @CsvSource({"0.5, 0.5", "1.0, 0.5", "0.0, 0.0"})
  void delaySchedulingEndsAsInStock(String node, String rack) throws Exception {
    assertThat(delayed(TridentFairScheduler.class, node, rack))
        .isEqualTo(delayed(Drive.FAIR.stock(), node, rack));
  }

  private static List<String> delayed(Class<?> scheduler, String node, String rack)
      throws Exception {
    YarnConfiguration conf = MockCluster.configuration(Drive.FAIR);
    conf.set(YarnConfiguration.RM_SCHEDULER, scheduler.getName());
    conf.set(FairSchedulerConfiguration.LOCALITY_THRESHOLD_NODE, node);
    conf.set(FairSchedulerConfiguration.LOCALITY_THRESHOLD_RACK, rack);
    List<String> history = new ArrayList<>();
    try (MockCluster cluster = new MockCluster(conf)) {
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1-r1", 512);
      cluster.addNode("n2-r1", GB);
      cluster.addNode("n3-r2", 4 * GB);
      MockCluster.ask(
          am,
          request("n1-r1", 3, GB, 1, 3),
          request("/r1", 3, GB, 1, 3),
          request("*", 3, GB, 1, 3));
      for (int round = 0; round < 12; round++) {
        for (String name : List.of("n1-r1", "n2-r1", "n3-r2")) {
          cluster.heartbeat(name);
          history.add("round %d, %s: %s".formatted(round, name, hosts(poll(am))));
        }
      }
    }
    return history;
  }

  @Test
  void aStarvedQueuePreemptsAndIsServedByItsMaps() throws Exception {
    try (MockCluster cluster = new MockCluster(preempting())) {
      MockAM greedy = cluster.startApplication("a", "greedy");
      MockAM late = cluster.startApplication("b", "late");
      for (int i = 1; i <= 4; i++) {
        cluster.addNode("n" + i, 4 * GB);
      }
      askOn(greedy, "n1", 16);
      assertThat(cluster.beat(greedy, 4)).hasSize(16);
      long nodeLocal = cluster.metric("ContainersNodeLocal");
      MockCluster.ask(
          late,
          request("n2", 4, GB, 1, 4),
          request("n3", 4, GB, 8, 4),
          request("/default-rack", 8, GB, 1, 4, 8, 4),
          request("*", 8, GB, 1, 4, 8, 4));
      List<Container> got = new ArrayList<>();
      long limit = System.nanoTime() + 30_000_000_000L;
      while (got.size() < 7 && System.nanoTime() < limit) {
        got.addAll(cluster.beat(late, 1));
        poll(greedy);
      }
      Map<String, Integer> where = count(got);
      assertThat(got).hasSizeGreaterThanOrEqualTo(7); // 90 % of what is fair, less the master
      assertThat(cluster.metric("ContainersNodeLocal") - nodeLocal)
          .isEqualTo(where.getOrDefault("n2", 0) + where.getOrDefault("n3", 0))
          .isPositive();
      assertThat(cluster.metric("FallbackError")).isZero();
    }
  }

  @Test
  void roomMadeByPreemptionIsUsedThoughThePlanHasAnotherNode() throws Exception {
    try (MockCluster cluster = new MockCluster(preempting())) {
      MockAM greedy = cluster.startApplication("a", "greedy");
      MockAM late = cluster.startApplication("b", "late");
      List<MockNM> nodes = List.of(cluster.addNode("n1", 4 * GB), cluster.addNode("n2", 4 * GB));
      askOn(greedy, "n1", 8);
      List<Container> held = cluster.beat(greedy, 4);
      assertThat(held).hasSize(8);
      MockCluster.ask(late, request("*", 1, GB, 5, 1));
      long limit = System.nanoTime() + 30_000_000_000L;
      while (nodes.stream().noneMatch(node -> hasRoom(cluster, node))
          && System.nanoTime() < limit) {
        cluster.scheduler().update();
        Thread.sleep(5);
      }
      MockNM made = hasRoom(cluster, nodes.get(0)) ? nodes.get(0) : nodes.get(1);
      MockCluster.release(
          greedy,
          held.stream()
              .filter(container -> !container.getNodeId().equals(made.getNodeId()))
              .map(Container::getId)
              .toList());
      cluster.rm.drainEvents();
      assertThat(nodes).as("the other one is emptier").allMatch(node -> hasRoom(cluster, node));
      cluster.heartbeat(made.getNodeId().getHost());
      assertThat(hosts(poll(late))).containsExactly(made.getNodeId().getHost());
    }
  }

  @Test
  void aReservationIsFulfilledThoughThePlanHasAnotherNode() throws Exception {
    try (MockCluster cluster = new MockCluster(MockCluster.configuration(Drive.FAIR))) {
      MockAM am = cluster.startApplication("default", "user");
      List<MockNM> nodes = List.of(cluster.addNode("n1", 8 * GB), cluster.addNode("n2", 8 * GB));
      MockCluster.ask(am, request("*", 2, 5 * GB));
      List<Container> fillers = cluster.beat(am, 2);
      assertThat(count(fillers)).isEqualTo(Map.of("n1", 1, "n2", 1));
      MockCluster.ask(am, request("*", 1, 4 * GB, 5, 1));
      cluster.heartbeat("n1");
      assertThat(
              cluster
                  .scheduler()
                  .getNodeTracker()
                  .getNode(nodes.get(0).getNodeId())
                  .getReservedContainer())
          .isNotNull();
      MockCluster.release(am, fillers.stream().map(Container::getId).toList());
      cluster.rm.drainEvents();
      cluster.heartbeat("n1");
      assertThat(hosts(poll(am))).containsExactly("n1");
    }
  }

  private static boolean hasRoom(MockCluster cluster, MockNM node) {
    return cluster
            .scheduler()
            .getNodeTracker()
            .getNode(node.getNodeId())
            .getUnallocatedResource()
            .getMemorySize()
        > 0;
  }

  /** The second of two queues gets what is fair by pre-empting the first one. */
  private static YarnConfiguration preempting() {
    YarnConfiguration conf = MockCluster.twoQueues(Drive.FAIR);
    MockCluster.setQueues(
        conf,
        """
        <queue name='a'/>
        <queue name='b'>
          <fairSharePreemptionTimeout>0</fairSharePreemptionTimeout>
          <fairSharePreemptionThreshold>0.9</fairSharePreemptionThreshold>
        </queue>
        """);
    conf.setBoolean(FairSchedulerConfiguration.PREEMPTION, true);
    conf.setFloat("yarn.scheduler.fair.preemption.cluster-utilization-threshold", 0);
    conf.setInt(FairSchedulerConfiguration.WAIT_TIME_BEFORE_KILL, 10);
    conf.setInt(FairSchedulerConfiguration.WAIT_TIME_BEFORE_NEXT_STARVATION_CHECK_MS, 100);
    conf.setInt(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, 10);
    return conf;
  }

  private static void askOn(MockAM am, String node, int containers) throws Exception {
    MockCluster.ask(
        am,
        request(node, containers, GB, 1, containers),
        request("/default-rack", containers, GB, 1, containers),
        request("*", containers, GB, 1, containers));
  }
}
