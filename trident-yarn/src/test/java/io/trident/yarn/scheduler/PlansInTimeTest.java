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
import static io.trident.yarn.scheduler.MockCluster.ask;
import static io.trident.yarn.scheduler.MockCluster.release;
import static io.trident.yarn.scheduler.MockCluster.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.yarn.config.YarnKeys;
import io.trident.yarn.scheduler.MockCluster.Drive;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.SimpleCandidateNodeSet;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.junit.jupiter.api.Test;

/**
 * How long plans are followed, and how much of the time they may take, by a clock of the test's.
 */
class PlansInTimeTest {
  private final AtomicLong now = new AtomicLong();

  /** How long it takes from one look at the clock to the next. */
  private long step;

  private MockCluster cluster(YarnConfiguration conf) {
    return MockCluster.clocked(conf, () -> now.addAndGet(step));
  }

  private static AppSchedulingInfo requests(MockCluster cluster, MockAM am) {
    return cluster
        .capacity()
        .getApplicationAttempt(am.getApplicationAttemptId())
        .getAppSchedulingInfo();
  }

  private static String offer(MockCluster cluster, MockAM am, String node) {
    return offer(cluster, am, requests(cluster, am).getSchedulerKeys().iterator().next(), node);
  }

  private static String offer(
      MockCluster cluster, MockAM am, SchedulerRequestKey key, String node) {
    AppPlacementAllocator<FiCaSchedulerNode> allocator =
        requests(cluster, am).getAppPlacementAllocator(key);
    return allocator
        .getPreferredNodeIterator(
            new SimpleCandidateNodeSet<>(
                cluster.capacity().getNode(cluster.node(node).getNodeId())))
        .next()
        .getNodeName();
  }

  @Test
  void aPlanIsFollowedUntilItIsOldAndThereIsBetterRoom() throws Exception {
    try (MockCluster cluster = cluster(MockCluster.configuration(Drive.HEARTBEAT))) {
      MockAM other = cluster.startApplication("default", "user");
      cluster.addNode("n2", GB);
      ask(other, request("*", 1, GB));
      cluster.heartbeat("n2");
      List<Container> inTheWay = MockCluster.poll(other);
      assertThat(MockCluster.hosts(inTheWay)).containsExactly("n2");

      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1", 6 * GB);
      cluster.addNode("n3", GB); // or there would be no choice, and no plan
      ask(
          am,
          request("n1", 6, GB, DISK, 6),
          request("n2", 6, GB, MEMORY, 6),
          request("/default-rack", 6, GB, MEMORY, 6),
          request("*", 6, GB, MEMORY, 6));
      assertThat(offer(cluster, am, "n1")).isEqualTo("n1");
      release(other, inTheWay.stream().map(Container::getId).toList());
      cluster.rm.drainEvents();
      assertThat(offer(cluster, am, "n1")).as("the plan is young").isEqualTo("n1");
      now.addAndGet(Duration.ofMillis(101).toNanos());
      assertThat(offer(cluster, am, "n1")).as("the plan is old").isEqualTo("n2");
    }
  }

  @Test
  void whereOnlyTheOfferedNodeHasRoomNothingIsPlanned() throws Exception {
    try (MockCluster cluster = cluster(MockCluster.configuration(Drive.HEARTBEAT))) {
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1", 2 * GB);
      askOnN2(am);
      long plans = cluster.metric("PlanMicrosNumOps");
      long before = cluster.metric("FallbackNoChoice");
      assertThat(offer(cluster, am, "n1")).isEqualTo("n1");
      assertThat(cluster.metric("PlanMicrosNumOps")).isEqualTo(plans);
      assertThat(cluster.metric("FallbackNoChoice")).isEqualTo(before + 1);
      cluster.addNode("n2", GB);
      assertThat(offer(cluster, am, "n1")).isEqualTo("n2");
      assertThat(cluster.metric("PlanMicrosNumOps")).isEqualTo(plans + 1);
    }
  }

  /** Room comes and goes on nodes that it does not want; on the one that it does it is seen. */
  @Test
  void whoWaitsStrictlyForAFullNodeDoesNotPlanAtEachOffer() throws Exception {
    try (MockCluster cluster = cluster(MockCluster.configuration(Drive.HEARTBEAT))) {
      MockAM other = cluster.startApplication("default", "user");
      cluster.addNode("n2", GB);
      ask(other, request("*", 1, GB));
      cluster.heartbeat("n2");
      List<Container> inTheWay = MockCluster.poll(other);
      cluster.addNode("n1", 2 * GB);
      MockAM am = cluster.startApplication("default", "user");
      ask(
          am,
          request("n2", 1, GB, MEMORY, 1),
          strict(request("/default-rack", 1, GB, MEMORY, 1)),
          strict(request("*", 1, GB, MEMORY, 1)));
      long plans = cluster.metric("PlanMicrosNumOps");
      for (int i = 3; i < 20; i++) {
        cluster.addNode("n" + i, GB);
        offer(cluster, am, "n" + i);
      }
      assertThat(cluster.metric("PlanMicrosNumOps")).isEqualTo(plans + 1);
      release(other, inTheWay.stream().map(Container::getId).toList());
      cluster.rm.drainEvents();
      now.addAndGet(Duration.ofMillis(101).toNanos());
      assertThat(offer(cluster, am, "n1")).as("its node has room").isEqualTo("n2");
    }
  }

  private static ResourceRequest strict(ResourceRequest request) {
    request.setRelaxLocality(false);
    return request;
  }

  @Test
  void whenPlanningHasTakenItsPartOfTheTimeStockServes() throws Exception {
    YarnConfiguration conf = MockCluster.configuration(Drive.HEARTBEAT);
    conf.setInt(YarnKeys.PLANNING_PERCENT.name(), 1);
    try (MockCluster cluster = cluster(conf)) {
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1", 6 * GB);
      cluster.addNode("n2", 6 * GB);
      askOnN2(am);
      assertThat(offer(cluster, am, "n1")).isEqualTo("n2");
      long before = cluster.metric("FallbackBudget");
      step = Duration.ofMillis(300).toNanos(); // longer than planning may take at once
      askOnN2(am);
      assertThat(offer(cluster, am, "n1")).isEqualTo("n2");
      assertThat(cluster.metric("FallbackBudget")).isEqualTo(before);
      askOnN2(am); // what was planned for is no longer asked for
      assertThat(offer(cluster, am, "n1")).as("the node offered").isEqualTo("n1");
      assertThat(cluster.metric("FallbackBudget")).isEqualTo(before + 1);
      now.addAndGet(Duration.ofMinutes(2).toNanos());
      assertThat(offer(cluster, am, "n1")).isEqualTo("n2");
      assertThat(cluster.metric("FallbackBudget")).isEqualTo(before + 1);
    }
  }

  /** Each size that is asked for makes all nodes be looked at. */
  @Test
  void sizesWithoutEndDoNotTakeMoreThanPlanningsPartOfTheTime() throws Exception {
    YarnConfiguration conf = MockCluster.configuration(Drive.HEARTBEAT);
    conf.setInt(YarnKeys.PLANNING_PERCENT.name(), 1);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB, 64 * GB);
    try (MockCluster cluster = cluster(conf)) {
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1", 60 * GB);
      cluster.addNode("n2", 60 * GB);
      for (int size = 1; size <= 30; size++) {
        Priority priority = Priority.newInstance(size);
        ResourceRequest[] requests = {
          request("n2", 1, size * GB, MEMORY, 1),
          request("/default-rack", 1, size * GB, MEMORY, 1),
          request("*", 1, size * GB, MEMORY, 1)
        };
        Stream.of(requests).forEach(request -> request.setPriority(priority));
        ask(am, requests);
      }
      long before = cluster.metric("FallbackBudget");
      step = Duration.ofMillis(100).toNanos(); // a look at all nodes takes one step
      List<String> nodes = new ArrayList<>();
      for (SchedulerRequestKey key : requests(cluster, am).getSchedulerKeys()) {
        nodes.add(offer(cluster, am, key, "n1"));
      }
      assertThat(cluster.metric("FallbackBudget") - before).isBetween(25L, 29L);
      assertThat(nodes).as("at first as planned, then as stock").startsWith("n2").endsWith("n1");
    }
  }

  private static void askOnN2(MockAM am) throws Exception {
    ask(
        am,
        request("n2", 1, GB, MEMORY, 1),
        request("/default-rack", 1, GB, MEMORY, 1),
        request("*", 1, GB, MEMORY, 1));
  }
}
