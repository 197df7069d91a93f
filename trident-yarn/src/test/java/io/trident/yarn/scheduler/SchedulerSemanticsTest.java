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
import static io.trident.yarn.scheduler.MockCluster.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.yarn.scheduler.MockCluster.Drive;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the Capacity scheduler promises holds as well when maps decide between the nodes. */
class SchedulerSemanticsTest {

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"FAIR", "FIFO"})
  void maximumCapacityIsNotExceeded(Drive drive) throws Exception {
    YarnConfiguration conf = MockCluster.twoQueues(drive);
    conf.set("yarn.scheduler.capacity.root.a.maximum-capacity", "25");
    try (MockCluster cluster = new MockCluster(conf)) {
      addNodes(cluster, 16, 1000); // too small for the application master
      MockAM am = cluster.startApplication("a", "user");
      MockCluster.ask(
          am,
          request("n3", 40, 512, 1, 40),
          request("n5", 40, 512, 8, 40),
          request("/default-rack", 40, 512, 1, 40),
          request("*", 40, 512, 1, 40));
      // 25 % of 17,024 MB is 4,256 MB; the application master holds 1,024 of them.
      assertThat(count(cluster.beat(am, 2))).hasSize(6).containsKeys("n3", "n5");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Drive.class,
      names = {"HEARTBEAT", "ASYNC"})
  void theUserLimitIsNotExceeded(Drive drive) throws Exception {
    YarnConfiguration conf = MockCluster.twoQueues(drive);
    conf.set("yarn.scheduler.capacity.root.a.user-limit-factor", "1");
    try (MockCluster cluster = new MockCluster(conf)) {
      MockAM am = cluster.startApplication("a", "user");
      addNodes(cluster, 5, 8 * GB);
      MockCluster.ask(
          am,
          request("n2", 30, GB, 1, 30),
          request("/default-rack", 30, GB, 1, 30),
          request("*", 30, GB, 1, 30));
      // 20 % of 41 GB is 8 GB, rounded up by one container, of which the master holds one.
      assertThat(cluster.beat(am, 4)).hasSizeBetween(7, 8);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FIFO") // which has no reservations
  void aLargeContainerReservesAndIsFulfilled(Drive drive) throws Exception {
    try (MockCluster cluster = new MockCluster(MockCluster.twoQueues(drive))) {
      MockAM am = cluster.startApplication("a", "user");
      addNodes(cluster, 3, 8 * GB);
      MockCluster.ask(am, request("*", 3, 5 * GB));
      List<Container> fillers = cluster.beat(am, 2);
      assertThat(count(fillers)).hasSize(3);
      MockCluster.ask(
          am,
          request("n2", 1, 4 * GB, 1, 1),
          request("/default-rack", 1, 4 * GB, 1, 1),
          request("*", 1, 4 * GB, 1, 1));
      assertThat(cluster.beat(am, 2)).isEmpty();
      List<String> reserved = new ArrayList<>();
      cluster
          .scheduler()
          .getNodeTracker()
          .getAllNodes()
          .forEach(
              node -> {
                if (node.getReservedContainer() != null) {
                  reserved.add(node.getNodeName());
                }
              });
      assertThat(reserved).isNotEmpty();
      List<ContainerId> there =
          fillers.stream()
              .filter(filler -> filler.getNodeId().getHost().equals(reserved.get(0)))
              .map(Container::getId)
              .toList();
      MockCluster.release(am, there);
      assertThat(count(cluster.beat(am, 4))).isEqualTo(Map.of(reserved.get(0), 1));
      assertThat(cluster.scheduler().getNodeTracker().getAllNodes())
          .allMatch(node -> node.getReservedContainer() == null);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"FAIR", "FIFO"})
  void nodeLabelsAreRespected(Drive drive) throws Exception {
    YarnConfiguration conf = MockCluster.twoQueues(drive);
    conf.setBoolean(YarnConfiguration.NODE_LABELS_ENABLED, true);
    conf.set(
        YarnConfiguration.FS_NODE_LABELS_STORE_ROOT_DIR,
        Path.of("target", "node-labels-" + System.nanoTime()).toUri().toString());
    String queues = "yarn.scheduler.capacity.root";
    conf.set(queues + ".accessible-node-labels", "x");
    conf.set(queues + ".accessible-node-labels.x.capacity", "100");
    conf.set(queues + ".a.accessible-node-labels", "x");
    conf.set(queues + ".a.accessible-node-labels.x.capacity", "100");
    conf.set(queues + ".b.accessible-node-labels", "x");
    conf.set(queues + ".b.accessible-node-labels.x.capacity", "0");
    try (MockCluster cluster = new MockCluster(conf)) {
      MockAM am = cluster.startApplication("a", "user");
      addNodes(cluster, 4, 4 * GB);
      RMNodeLabelsManager labels = cluster.rm.getRMContext().getNodeLabelManager();
      labels.addToCluserNodeLabels(List.of(NodeLabel.newInstance("x", true)));
      labels.replaceLabelsOnNode(
          Map.of(
              NodeId.newInstance("n1", 1234), Set.of("x"),
              NodeId.newInstance("n2", 1234), Set.of("x")));
      cluster.rm.drainEvents();
      MockCluster.ask(
          am,
          request("n1", 4, GB, 1, 4),
          request("n3", 4, GB, 20, 4),
          request("/default-rack", 4, GB, 1, 4),
          request("*", 4, GB, 1, 4));
      assertThat(count(cluster.beat(am, 3))).isEqualTo(Map.of("n3", 4));
      ResourceRequest any = request("*", 2, GB, 1, 2);
      any.setNodeLabelExpression("x");
      MockCluster.ask(
          am,
          request("n1", 2, GB, 20, 2),
          request("n2", 2, GB, 1, 2),
          request("/default-rack", 2, GB, 1, 2),
          any);
      assertThat(count(cluster.beat(am, 3))).isEqualTo(Map.of("n2", 2));
    }
  }

  @ParameterizedTest
  @EnumSource(Drive.class)
  void aBlacklistedNodeIsNotUsed(Drive drive) throws Exception {
    try (MockCluster cluster = new MockCluster(MockCluster.configuration(drive))) {
      MockAM am = cluster.startApplication("default", "user");
      addNodes(cluster, 3, 4 * GB);
      am.allocate(
          AllocateRequest.newInstance(
              am.getResponseId(),
              0f,
              List.of(
                  request("n1", 2, GB, 1, 2),
                  request("n2", 2, GB, 20, 2),
                  request("/default-rack", 2, GB, 1, 2),
                  request("*", 2, GB, 1, 2)),
              new ArrayList<>(),
              ResourceBlacklistRequest.newInstance(List.of("n1"), null)));
      assertThat(count(cluster.beat(am, 3))).isEqualTo(Map.of("n2", 2));
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FIFO") // which knows no strict locality
  void strictLocalityIsRespected(Drive drive) throws Exception {
    try (MockCluster cluster = new MockCluster(MockCluster.configuration(drive))) {
      MockAM am = cluster.startApplication("default", "user");
      addNodes(cluster, 3, 2 * GB);
      ResourceRequest rack = request("/default-rack", 4, GB, 1, 4);
      ResourceRequest any = request("*", 4, GB, 1, 4);
      rack.setRelaxLocality(false);
      any.setRelaxLocality(false);
      MockCluster.ask(am, request("n2", 4, GB, 1, 4), rack, any);
      assertThat(count(cluster.beat(am, 3))).isEqualTo(Map.of("n2", 2));
    }
  }

  @ParameterizedTest
  @EnumSource(Drive.class)
  void aContainerPreferredTwiceInARackIsAllocatedOnce(Drive drive) throws Exception {
    // Task 1 has replicas on n1 and n2 of its rack, task 2 on n3-r1 and n4-r1 of another. By score
    // n1 and n2 come first, but they are the same task.
    try (MockCluster cluster = new MockCluster(MockCluster.configuration(drive))) {
      MockAM am = cluster.startApplication("default", "user");
      for (String node : List.of("n1", "n2", "n3-r1", "n4-r1")) {
        cluster.addNode(node, GB);
      }
      MockCluster.ask(
          am,
          request("n1", 1, GB, 1, 1),
          request("n2", 1, GB, 1, 1),
          request("n3-r1", 1, GB, 8, 1),
          request("n4-r1", 1, GB, 8, 1),
          request("/default-rack", 1, GB, 1, 1),
          request("/r1", 1, GB, 8, 1),
          request("*", 2, GB, 1, 1, 8, 1));
      Map<String, Integer> got = count(cluster.beat(am, 12));
      assertThat(got).hasSize(2);
      assertThat(got.getOrDefault("n1", 0) + got.getOrDefault("n2", 0)).isEqualTo(1);
      assertThat(got.getOrDefault("n3-r1", 0) + got.getOrDefault("n4-r1", 0)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(Drive.class)
  void aRequestWhoseNodesAreFullGoesToTheRackThenAnywhere(Drive drive) throws Exception {
    try (MockCluster cluster = new MockCluster(MockCluster.configuration(drive))) {
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1-r1", GB);
      cluster.addNode("n2-r1", GB);
      cluster.addNode("n3-r2", 4 * GB);
      MockCluster.ask(
          am,
          request("n1-r1", 3, GB, 1, 3),
          request("/r1", 3, GB, 1, 3),
          request("*", 3, GB, 1, 3));
      assertThat(count(cluster.beat(am, 8))).isEqualTo(Map.of("n1-r1", 1, "n2-r1", 1, "n3-r2", 1));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Drive.class,
      names = {"HEARTBEAT", "ASYNC"})
  void delaySchedulingEndsAsInStock(Drive drive) throws Exception {
    YarnConfiguration conf = MockCluster.configuration(drive);
    conf.set("yarn.scheduler.capacity.node-locality-delay", "4");
    conf.set("yarn.scheduler.capacity.rack-locality-additional-delay", "4");
    try (MockCluster cluster = new MockCluster(conf)) {
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1-r1", 512);
      cluster.addNode("n2-r1", GB);
      cluster.addNode("n3-r2", 4 * GB);
      MockCluster.ask(
          am,
          request("n1-r1", 1, GB, 1, 1),
          request("/r1", 1, GB, 1, 1),
          request("*", 1, GB, 1, 1));
      assertThat(count(cluster.beat(am, 8))).isEqualTo(Map.of("n2-r1", 1));
    }
  }

  private static void addNodes(MockCluster cluster, int nodes, int mb) throws Exception {
    for (int i = 1; i <= nodes; i++) {
      cluster.addNode("n" + i, mb);
    }
  }
}
