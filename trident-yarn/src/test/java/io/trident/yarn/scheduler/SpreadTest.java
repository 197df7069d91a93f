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
import static io.trident.yarn.scheduler.MockCluster.ask;
import static io.trident.yarn.scheduler.MockCluster.hosts;
import static io.trident.yarn.scheduler.MockCluster.release;
import static io.trident.yarn.scheduler.MockCluster.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.request.PreferenceMap;
import io.trident.yarn.scheduler.MockCluster.Drive;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Containers that may be anywhere, as those of reduces, on eight nodes in two racks. */
class SpreadTest {
  private static final double ANYWHERE = PreferenceMap.ANYWHERE;

  private static void addNodes(MockCluster cluster) throws Exception {
    for (int i = 1; i <= 8; i++) {
      cluster.addNode("n" + i + (i <= 4 ? "-r1" : "-r2"), 4 * GB);
    }
  }

  private static Map<String, Integer> byRack(List<Container> containers) {
    Map<String, Integer> counts = new TreeMap<>();
    hosts(containers)
        .forEach(host -> counts.merge(host.substring(host.indexOf('-') + 1), 1, Integer::sum));
    return counts;
  }

  /** Those asked for later, too: what the application has already counts. */
  @ParameterizedTest
  @EnumSource(names = {"HEARTBEAT", "ASYNC"})
  void racksAndNodesTakeTurns(Drive drive) throws Exception {
    try (MockCluster cluster = new MockCluster(MockCluster.configuration(drive))) {
      MockAM am = cluster.startApplication("default", "user");
      addNodes(cluster);
      long before = cluster.metric("ContainersAnywhere");
      long offSwitch = cluster.metric("ContainersOffSwitch");
      ask(am, request("*", 2, GB, ANYWHERE, 2));
      List<Container> containers = new ArrayList<>(cluster.beat(am, 3));
      assertThat(byRack(containers)).isEqualTo(Map.of("r1", 1, "r2", 1));
      for (int asked : new int[] {1, 1, 4}) {
        ask(am, request("*", asked, GB, ANYWHERE, asked));
        containers.addAll(cluster.beat(am, 3));
      }
      assertThat(byRack(containers)).isEqualTo(Map.of("r1", 4, "r2", 4));
      assertThat(hosts(containers)).doesNotHaveDuplicates();
      assertThat(cluster.metric("ContainersAnywhere") - before).isEqualTo(8);
      assertThat(cluster.metric("ContainersOffSwitch")).isEqualTo(offSwitch);
    }
  }

  /** Delays are for locality, and there is none to wait for. */
  @ParameterizedTest
  @EnumSource(names = {"HEARTBEAT", "ASYNC"})
  void delaySchedulingDelaysThemAsLittleAsStock(Drive drive) throws Exception {
    YarnConfiguration conf = MockCluster.configuration(drive);
    conf.unset("yarn.scheduler.capacity.node-locality-delay");
    conf.unset("yarn.scheduler.capacity.rack-locality-additional-delay");
    try (MockCluster cluster = new MockCluster(conf)) {
      MockAM am = cluster.startApplication("default", "user");
      addNodes(cluster);
      ask(am, request("*", 6, GB, ANYWHERE, 6));
      List<Container> containers = cluster.beat(am, 2);
      assertThat(byRack(containers)).isEqualTo(Map.of("r1", 3, "r2", 3));
      assertThat(hosts(containers)).doesNotHaveDuplicates();
    }
  }

  /** An operator who sorts nodes, to pack them for example, has a reason. */
  @Test
  void aLookupPolicyOfTheOperatorChoosesTheNodes() throws Exception {
    List<String> placed = new ArrayList<>();
    for (boolean withMap : new boolean[] {true, false}) {
      try (MockCluster cluster = new MockCluster(MockCluster.configuration(Drive.MULTI_NODE))) {
        MockAM am = cluster.startApplication("default", "user");
        addNodes(cluster);
        long before = cluster.metric("FallbackLookupPolicy");
        ask(am, withMap ? request("*", 3, GB, ANYWHERE, 3) : request("*", 3, GB));
        placed.add(hosts(cluster.beat(am, 3)).stream().sorted().toList().toString());
        assertThat(cluster.metric("FallbackLookupPolicy") > before).isEqualTo(withMap);
      }
    }
    assertThat(placed.get(0)).isEqualTo(placed.get(1));
  }

  @Test
  void whatWasReleasedDoesNotCount() throws Exception {
    try (MockCluster cluster = new MockCluster(MockCluster.configuration(Drive.HEARTBEAT))) {
      MockAM am = cluster.startApplication("default", "user");
      addNodes(cluster);
      ask(am, request("*", 4, GB, ANYWHERE, 4));
      List<Container> first = cluster.beat(am, 3);
      release(
          am,
          first.stream()
              .filter(container -> container.getNodeId().getHost().endsWith("-r2"))
              .map(Container::getId)
              .toList());
      cluster.beat(am, 1);
      ask(am, request("*", 2, GB, ANYWHERE, 2));
      assertThat(byRack(cluster.beat(am, 3))).isEqualTo(Map.of("r2", 2));
    }
  }

  /**
   * What of another kind the application has is no reason to avoid a node, but that it has less
   * room.
   */
  @Test
  void containersOfOtherPrioritiesDoNotCount() throws Exception {
    try (MockCluster cluster = new MockCluster(MockCluster.configuration(Drive.HEARTBEAT))) {
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1-r1", 8 * GB);
      cluster.addNode("n2-r2", 4 * GB);
      ResourceRequest other = request("n1-r1", 2, GB, 1, 2);
      ResourceRequest rack = request("/r1", 2, GB, 1, 2);
      ResourceRequest any = request("*", 2, GB, 1, 2);
      for (ResourceRequest one : List.of(other, rack, any)) {
        one.setPriority(Priority.newInstance(10));
      }
      ask(am, other, rack, any);
      assertThat(byRack(cluster.beat(am, 3))).isEqualTo(Map.of("r1", 2));
      ask(am, request("*", 1, GB, ANYWHERE, 1));
      assertThat(byRack(cluster.beat(am, 3))).isEqualTo(Map.of("r1", 1));
    }
  }

  /**
   * The request of an application without preferences goes to the node that is offered, as ever.
   */
  @Test
  void withoutAMapStockDecides() throws Exception {
    try (MockCluster cluster = new MockCluster(MockCluster.configuration(Drive.HEARTBEAT))) {
      MockAM am = cluster.startApplication("default", "user");
      addNodes(cluster);
      ask(am, request("*", 2, GB));
      cluster.heartbeat("n3-r1");
      cluster.heartbeat("n3-r1");
      assertThat(byRack(cluster.beat(am, 1))).isEqualTo(Map.of("r1", 2));
    }
  }
}
