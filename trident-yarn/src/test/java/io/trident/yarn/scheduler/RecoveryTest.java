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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ha.HAServiceProtocol.RequestSource;
import org.apache.hadoop.ha.HAServiceProtocol.StateChangeRequestInfo;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmissionData;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.MemoryRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.junit.jupiter.api.Test;

/**
 * A resource manager forgets maps when it dies and needs none to be kept: the application master
 * sends its requests anew to the next one.
 */
class RecoveryTest {

  @Test
  void afterARestartTheMapsSentAgainDecide() throws Exception {
    YarnConfiguration conf = recovering();
    MockRM first = new MockRM(conf);
    MockRM second = null;
    try {
      first.start();
      Session session = new Session(first);
      Container onN1 = session.placeOneOnN1();
      second = new MockRM(conf, first.getRMStateStore());
      second.start();
      session.resumeOn(second, onN1);
    } finally {
      first.stop();
      if (second != null) {
        second.stop();
      }
    }
  }

  @Test
  void afterAFailoverTheMapsSentAgainDecide() throws Exception {
    MemoryRMStateStore firstStore = new MemoryRMStateStore();
    MemoryRMStateStore secondStore =
        new MemoryRMStateStore() {
          @Override
          public synchronized RMState loadState() throws Exception {
            return firstStore.loadState();
          }

          @Override
          public synchronized long getAndIncrementEpoch() throws Exception {
            return firstStore.getAndIncrementEpoch();
          }
        };
    firstStore.init(recovering());
    secondStore.init(recovering());
    MockRM first = new MockRM(highlyAvailable("rm1"), firstStore);
    MockRM second = new MockRM(highlyAvailable("rm2"), secondStore);
    try {
      first.start();
      second.start();
      StateChangeRequestInfo user = new StateChangeRequestInfo(RequestSource.REQUEST_BY_USER);
      first.getRMContext().getRMAdminService().transitionToActive(user);
      Session session = new Session(first);
      Container onN1 = session.placeOneOnN1();
      first.getRMContext().getRMAdminService().transitionToStandby(user);
      second.getRMContext().getRMAdminService().transitionToActive(user);
      session.resumeOn(second, onN1);
    } finally {
      first.stop();
      second.stop();
    }
  }

  private static YarnConfiguration recovering() {
    SecurityUtil.setTokenServiceUseIp(false);
    YarnConfiguration conf = MockCluster.configuration(Drive.HEARTBEAT);
    conf.setBoolean(YarnConfiguration.RECOVERY_ENABLED, true);
    conf.set(YarnConfiguration.RM_STORE, MemoryRMStateStore.class.getName());
    conf.setBoolean(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_ENABLED, true);
    conf.setLong(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, 0);
    return conf;
  }

  private static YarnConfiguration highlyAvailable(String id) {
    YarnConfiguration conf = recovering();
    conf.setBoolean(YarnConfiguration.RM_HA_ENABLED, true);
    conf.setBoolean(YarnConfiguration.AUTO_FAILOVER_ENABLED, false);
    conf.set(YarnConfiguration.RM_HA_IDS, "rm1,rm2");
    conf.set(YarnConfiguration.RM_HA_ID, id);
    for (String address : YarnConfiguration.getServiceAddressConfKeys(conf)) {
      conf.set(HAUtil.addSuffix(address, "rm1"), "localhost:0");
      conf.set(HAUtil.addSuffix(address, "rm2"), "localhost:0");
    }
    return conf;
  }

  /** An application on four nodes that outlives its resource manager. */
  private static final class Session {
    private final MockRM first;
    private final List<MockNM> nodes = new ArrayList<>();
    private final RMApp application;
    private final MockAM am;

    Session(MockRM first) throws Exception {
      this.first = first;
      nodes.add(first.registerNode("am0:1234", GB, 1));
      application =
          MockRMAppSubmitter.submit(
              first,
              MockRMAppSubmissionData.Builder.createWithMemory(GB, first)
                  .withUser("user")
                  .withQueue("default")
                  .build());
      first.drainEvents();
      am = MockRM.launchAndRegisterAM(application, first, nodes.get(0));
      for (int i = 1; i <= 3; i++) {
        nodes.add(first.registerNode("n" + i + ":1234", GB, 8));
      }
      first.drainEvents();
    }

    Container placeOneOnN1() throws Exception {
      MockCluster.ask(
          am,
          request("n1", 1, GB, 1, 1),
          request("/default-rack", 1, GB, 1, 1),
          request("*", 1, GB, 1, 1));
      List<Container> got = beat(first, 3);
      assertThat(count(got)).isEqualTo(Map.of("n1", 1));
      return got.get(0);
    }

    void resumeOn(MockRM second, Container onN1) throws Exception {
      for (MockNM node : nodes) {
        node.setResourceTrackerService(second.getResourceTrackerService());
      }
      nodes.get(0).registerNode(List.of(running(1)), null);
      nodes.get(1).registerNode(List.of(running(onN1.getId().getContainerId())), null);
      nodes.get(2).registerNode();
      nodes.get(3).registerNode();
      second.waitForState(application.getApplicationId(), RMAppState.ACCEPTED);
      am.setAMRMProtocol(second.getApplicationMasterService(), second.getRMContext());
      am.registerAppAttempt(true);
      second.waitForState(application.getApplicationId(), RMAppState.RUNNING);
      MockCluster.ask(
          am,
          request("n1", 1, GB, 1, 1),
          request("n2", 1, GB, 20, 1),
          request("n3", 1, GB, 8, 1),
          request("/default-rack", 1, GB, 1, 1),
          request("*", 1, GB, 1, 1));
      // n1 would be the best and is still taken by the container that was recovered.
      assertThat(count(beat(second, 2))).isEqualTo(Map.of("n3", 1));
      assertThat(
              ((CapacityScheduler) second.getResourceScheduler())
                  .getApplicationAttempt(am.getApplicationAttemptId())
                  .getLiveContainers())
          .hasSize(3);
    }

    private NMContainerStatus running(long container) {
      return NMContainerStatus.newInstance(
          ContainerId.newContainerId(am.getApplicationAttemptId(), container),
          0,
          ContainerState.RUNNING,
          Resource.newInstance(GB, 1),
          "",
          0,
          Priority.newInstance(0),
          0);
    }

    /**
     * Heartbeats of the nodes from the given one on, so that the best node is not offered first.
     */
    private List<Container> beat(MockRM rm, int from) throws Exception {
      List<Container> got = new ArrayList<>();
      for (int i = from; i > 0; i--) {
        nodes.get(i).nodeHeartbeat(true);
        rm.drainEvents();
        got.addAll(MockCluster.poll(am));
      }
      return got;
    }
  }
}
