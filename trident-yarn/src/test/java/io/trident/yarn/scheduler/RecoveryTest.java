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
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.yarn.config.YarnKeys;
import io.trident.yarn.scheduler.MockCluster.Drive;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.ha.HAServiceProtocol.RequestSource;
import org.apache.hadoop.ha.HAServiceProtocol.StateChangeRequestInfo;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.ConfigurationProvider;
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
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A resource manager forgets maps when it dies and needs none to be kept: the application master
 * sends its requests anew to the next one.
 */
class RecoveryTest {
  private static final StateChangeRequestInfo BY_USER =
      new StateChangeRequestInfo(RequestSource.REQUEST_BY_USER);

  @Test
  void afterARestartTheMapsSentAgainDecide() throws Exception {
    YarnConfiguration conf = recovering(Drive.HEARTBEAT);
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

  @ParameterizedTest
  @EnumSource(names = {"HEARTBEAT", "FAIR", "FIFO"})
  void afterAFailoverTheMapsSentAgainDecide(Drive drive) throws Exception {
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
    firstStore.init(recovering(drive));
    secondStore.init(recovering(drive));
    MockRM first = new MockRM(highlyAvailable("rm1", drive), firstStore);
    MockRM second = new MockRM(highlyAvailable("rm2", drive), secondStore);
    try {
      first.start();
      second.start();
      becomesActive(first);
      Session session = new Session(first);
      Container onN1 = session.placeOneOnN1();
      becomesStandby(first);
      becomesActive(second);
      session.resumeOn(second, onN1);
    } finally {
      first.stop();
      second.stop();
    }
  }

  @Test
  void aSchedulerThatFollowsAFailoverCountsFromTheBeginning() throws Exception {
    MockRM rm = new MockRM(highlyAvailable("rm1", Drive.HEARTBEAT));
    try {
      rm.start();
      becomesActive(rm);
      new Session(rm).placeOneOnN1();
      PlacementMetrics before = PlacementMetrics.registered();
      assertThat(before.counters()).containsEntry("ContainersNodeLocal", 1L);
      becomesStandby(rm);
      becomesActive(rm);
      assertThat(PlacementMetrics.registered()).isNotSameAs(before);
      assertThat(PlacementMetrics.registered().counters().values()).containsOnly(0L);
      assertThat(context(rm).metrics()).isSameAs(PlacementMetrics.registered());
    } finally {
      rm.stop();
    }
  }

  /** Becoming active refreshes the queues, and fails if that does. */
  @ParameterizedTest
  @EnumSource(names = {"HEARTBEAT", "FAIR", "FIFO"})
  void anInvalidValueKeepsNoResourceManagerStandby(Drive drive) throws Exception {
    YarnConfiguration conf = highlyAvailable("rm1", drive);
    YarnConfiguration invalid = new YarnConfiguration(conf);
    invalid.set(YarnKeys.PLAN_MAX_AGE_MS.name(), "soon");
    conf.set(YarnKeys.PLAN_MAX_AGE_MS.name(), "70");
    ConfigurationFiles.write(conf);
    MockRM rm = new MockRM(conf);
    try {
      rm.start();
      ConfigurationFiles.write(invalid);
      becomesActive(rm);
      assertThat(context(rm).mode().settings().planMaxAge()).isEqualTo(Duration.ofMillis(70));

      assertThatThrownBy(() -> rm.getRMContext().getRMAdminService().refreshQueues())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("trident.yarn.plan-max-age-ms has the value 'soon'");

      invalid.set(YarnKeys.PLAN_MAX_AGE_MS.name(), "80");
      ConfigurationFiles.write(invalid);
      rm.getRMContext().getRMAdminService().refreshQueues();
      assertThat(context(rm).mode().settings().planMaxAge()).isEqualTo(Duration.ofMillis(80));
    } finally {
      rm.stop();
    }
  }

  private static PlacementContext context(MockRM rm) {
    return ((ExtendedScheduler) rm.getResourceScheduler()).extension().context();
  }

  private static void becomesActive(MockRM rm) throws IOException {
    rm.getRMContext().getRMAdminService().transitionToActive(BY_USER);
    assertThat(rm.getRMContext().getHAServiceState()).isEqualTo(HAServiceState.ACTIVE);
  }

  private static void becomesStandby(MockRM rm) throws IOException {
    rm.getRMContext().getRMAdminService().transitionToStandby(BY_USER);
  }

  private static YarnConfiguration recovering(Drive drive) {
    SecurityUtil.setTokenServiceUseIp(false);
    YarnConfiguration conf = MockCluster.configuration(drive);
    conf.setBoolean(YarnConfiguration.RECOVERY_ENABLED, true);
    conf.set(YarnConfiguration.RM_STORE, MemoryRMStateStore.class.getName());
    conf.setBoolean(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_ENABLED, true);
    conf.setLong(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, 0);
    return conf;
  }

  private static YarnConfiguration highlyAvailable(String id, Drive drive) throws IOException {
    YarnConfiguration conf = recovering(drive);
    conf.setBoolean(YarnConfiguration.RM_HA_ENABLED, true);
    conf.setBoolean(YarnConfiguration.AUTO_FAILOVER_ENABLED, false);
    conf.set(YarnConfiguration.RM_HA_IDS, "rm1,rm2");
    conf.set(YarnConfiguration.RM_HA_ID, id);
    for (String address : YarnConfiguration.getServiceAddressConfKeys(conf)) {
      conf.set(HAUtil.addSuffix(address, "rm1"), "localhost:0");
      conf.set(HAUtil.addSuffix(address, "rm2"), "localhost:0");
    }
    ConfigurationFiles.use(conf);
    return conf;
  }

  /** Has a resource manager read the files that it refreshes from where a test writes them. */
  public static final class ConfigurationFiles extends ConfigurationProvider {
    private static final String FILE = "test.configuration-file";

    private @Nullable Path file;

    static void use(Configuration conf) throws IOException {
      Path directory = Path.of("target").toAbsolutePath();
      conf.setClass(
          YarnConfiguration.RM_CONFIGURATION_PROVIDER_CLASS,
          ConfigurationFiles.class,
          ConfigurationProvider.class);
      conf.set(FILE, Files.createTempFile(directory, "refreshed", ".xml").toString());
      write(conf);
    }

    static void write(Configuration conf) throws IOException {
      try (OutputStream out = Files.newOutputStream(Path.of(conf.get(FILE)))) {
        conf.writeXml(out);
      }
    }

    @Override
    public void initInternal(Configuration conf) {
      file = Path.of(conf.get(FILE));
    }

    @Override
    public @Nullable InputStream getConfigurationInputStream(Configuration conf, String name)
        throws IOException {
      boolean isOfScheduler =
          name.equals(YarnConfiguration.YARN_SITE_CONFIGURATION_FILE)
              || name.equals(YarnConfiguration.CS_CONFIGURATION_FILE);
      return isOfScheduler ? Files.newInputStream(requireNonNull(file)) : null;
    }

    @Override
    public void closeInternal() {}
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
      List<Container> got = beat(first, 3, 2, 1);
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
      assertThat(count(beat(second, 2, 1, 3))).isEqualTo(Map.of("n3", 1));
      assertThat(
              ((AbstractYarnScheduler<?, ?>) second.getResourceScheduler())
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

    /** Heartbeats of nodes in this order, so that the best node is not offered first. */
    private List<Container> beat(MockRM rm, int... order) throws Exception {
      List<Container> got = new ArrayList<>();
      for (int i : order) {
        if (rm.getResourceScheduler() instanceof FairScheduler fair) {
          fair.update(); // which it does itself each half second
        }
        nodes.get(i).nodeHeartbeat(true);
        rm.drainEvents();
        got.addAll(MockCluster.poll(am));
      }
      return got;
    }
  }
}
