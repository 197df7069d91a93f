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

import io.trident.yarn.config.YarnKeys;
import io.trident.yarn.scheduler.MockCluster.Drive;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeRemovedSchedulerEvent;
import org.junit.jupiter.api.Test;

/** Nodes come, go and fill up while a plan over them is held. */
class ClusterChangesTest {

  @Test
  void aNodeRemovedUnderAPlanIsNotUsed() throws Exception {
    try (MockCluster cluster = new MockCluster(longLivedPlans())) {
      MockAM am = twoContainersOneOfWhichIsDelayed(cluster);
      cluster
          .scheduler()
          .handle(
              new NodeRemovedSchedulerEvent(
                  cluster.rm.getRMContext().getRMNodes().get(cluster.node("n2-r1").getNodeId())));
      cluster.heartbeat("n3-r2");
      cluster.heartbeat("n3-r2");
      cluster.heartbeat("n3-r2");
      assertThat(count(MockCluster.poll(am))).doesNotContainKey("n2-r1");
    }
  }

  @Test
  void aNodeBeingDrainedUnderAPlanIsNotUsed() throws Exception {
    try (MockCluster cluster = new MockCluster(longLivedPlans())) {
      MockAM am = twoContainersOneOfWhichIsDelayed(cluster);
      MockNM drained = cluster.node("n2-r1");
      cluster.rm.sendNodeGracefulDecommission(drained, 3600);
      cluster.rm.waitForState(drained.getNodeId(), NodeState.DECOMMISSIONING);
      for (int i = 0; i < 6; i++) {
        cluster.heartbeat("n3-r2");
      }
      assertThat(count(MockCluster.poll(am))).isEqualTo(Map.of("n3-r2", 1));
    }
  }

  @Test
  void aBetterNodeThatComesUnderAPlanIsUsedWhenItIsOffered() throws Exception {
    try (MockCluster cluster = new MockCluster(longLivedPlans())) {
      MockAM am = twoContainersOneOfWhichIsDelayed(cluster);
      cluster.addNode("n4-r1", 4 * GB);
      cluster.heartbeat("n4-r1");
      assertThat(count(MockCluster.poll(am))).isEqualTo(Map.of("n4-r1", 1));
    }
  }

  @Test
  void aNodeFilledByAnotherApplicationUnderAPlanIsPassedOver() throws Exception {
    try (MockCluster cluster = new MockCluster(longLivedPlans())) {
      MockAM other = cluster.startApplication("default", "other");
      MockAM am = twoContainersOneOfWhichIsDelayed(cluster);
      MockCluster.ask(
          other,
          request("n2-r1", 2, GB, 1, 2),
          request("/r1", 2, GB, 1, 2),
          request("*", 2, GB, 1, 2));
      for (int i = 0; i < 8; i++) {
        cluster.heartbeat("n3-r2");
      }
      assertThat(count(MockCluster.poll(other))).isEqualTo(Map.of("n2-r1", 2));
      assertThat(count(MockCluster.poll(am))).isEqualTo(Map.of("n3-r2", 1));
    }
  }

  @Test
  void aContainerLostBeforeItWasFetchedIsPlacedByItsMapAgain() throws Exception {
    try (MockCluster cluster = new MockCluster(MockCluster.configuration(Drive.HEARTBEAT))) {
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1", GB);
      cluster.addNode("n2", GB);
      cluster.addNode("n3", GB);
      MockCluster.ask(
          am,
          request("n1", 1, GB, 1, 1),
          request("n2", 1, GB, 8, 1),
          request("/default-rack", 1, GB, 1, 1),
          request("*", 1, GB, 1, 1));
      cluster.heartbeat("n3");
      cluster
          .rm
          .getRMContext()
          .getDispatcher()
          .getEventHandler()
          .handle(new RMNodeEvent(cluster.node("n1").getNodeId(), RMNodeEventType.EXPIRE));
      cluster.rm.drainEvents();
      cluster.heartbeat("n3");
      assertThat(count(MockCluster.poll(am))).isEqualTo(Map.of("n2", 1));
    }
  }

  @Test
  void requestsTakenBackUnderAPlanAreNotServed() throws Exception {
    try (MockCluster cluster = new MockCluster(longLivedPlans())) {
      MockAM am = twoContainersOneOfWhichIsDelayed(cluster);
      MockCluster.ask(
          am,
          request("n1-r1", 0, GB),
          request("n4-r1", 0, GB),
          request("/r1", 0, GB),
          request("*", 0, GB));
      for (int i = 0; i < 8; i++) {
        cluster.heartbeat("n3-r2");
      }
      assertThat(MockCluster.poll(am)).isEmpty();
      CapacityScheduler scheduler = cluster.capacity();
      assertThat(scheduler.getApplicationAttempt(am.getApplicationAttemptId()).getSchedulerKeys())
          .isEmpty();
    }
  }

  /** Plans that live on until they are used up, so that only the checks at hand-out help. */
  private static YarnConfiguration longLivedPlans() {
    YarnConfiguration conf = MockCluster.configuration(Drive.HEARTBEAT);
    conf.set(YarnKeys.PLAN_MAX_AGE_MS.name(), "60000");
    conf.set("yarn.scheduler.capacity.node-locality-delay", "1");
    conf.set("yarn.scheduler.capacity.rack-locality-additional-delay", "1");
    return conf;
  }

  /** One container is placed on n1-r1; a second is planned on n2-r1, rack-local, and delayed. */
  private static MockAM twoContainersOneOfWhichIsDelayed(MockCluster cluster) throws Exception {
    MockAM am = cluster.startApplication("default", "user");
    cluster.addNode("n1-r1", GB);
    cluster.addNode("n2-r1", 2 * GB);
    cluster.addNode("n3-r2", 4 * GB);
    MockCluster.ask(
        am,
        request("n1-r1", 2, GB, 1, 2),
        request("n4-r1", 2, GB, 1, 2),
        request("/r1", 2, GB, 1, 2),
        request("*", 2, GB, 1, 2));
    cluster.heartbeat("n1-r1");
    assertThat(count(MockCluster.poll(am))).containsEntry("n1-r1", 1);
    return am;
  }
}
