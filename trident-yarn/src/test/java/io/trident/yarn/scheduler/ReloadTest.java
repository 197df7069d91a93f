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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.config.CostKeys;
import io.trident.core.model.StorageTier;
import io.trident.yarn.config.YarnKeys;
import io.trident.yarn.scheduler.MockCluster.Drive;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.LocalityAppPlacementAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** What start and {@code yarn rmadmin -refreshQueues} do with Trident's keys. */
class ReloadTest {

  @ParameterizedTest
  @EnumSource(names = {"HEARTBEAT", "FAIR", "FIFO"})
  void aRefreshSwitchesMapsOffAndOnForRunningApplications(Drive drive) throws Exception {
    YarnConfiguration conf = MockCluster.configuration(drive);
    try (MockCluster cluster = new MockCluster(conf)) {
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1", 4 * GB);
      cluster.addNode("n2", 4 * GB);
      refresh(cluster, conf, YarnKeys.MODE.name(), "off");
      askOnN2(am);
      cluster.heartbeat("n1");
      assertThat(count(MockCluster.poll(am))).isEqualTo(Map.of("n1", 1));
      refresh(cluster, conf, YarnKeys.MODE.name(), "on");
      askOnN2(am);
      cluster.heartbeat("n1");
      cluster.heartbeat("n2");
      assertThat(count(MockCluster.poll(am))).isEqualTo(Map.of("n2", 1));
      assertThat(cluster.metric("FallbackDisabled")).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HEARTBEAT", "FAIR", "FIFO"})
  void aRefreshWithAnInvalidValueIsRefusedAndTheOldValuesStay(Drive drive) throws Exception {
    YarnConfiguration conf = MockCluster.configuration(drive);
    conf.set(CostKeys.RACK_LOCAL.name(), "50");
    try (MockCluster cluster = new MockCluster(conf)) {
      assertThatThrownBy(
              () -> refresh(cluster, conf, CostKeys.tier(StorageTier.DISK).name(), "ninety"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("trident.cost.disk")
          .hasMessageContaining("ninety");
      assertThatThrownBy(() -> refresh(cluster, conf, CostKeys.OFF_RACK.name(), "60"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("trident.cost.off-rack");
      PlacementContext.Mode mode = cluster.trident().extension().context().mode();
      assertThat(mode.settings().costs().rackLocal()).isEqualTo(50);
      assertThat(mode.settings().costs().offRack()).isEqualTo(100);
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1", GB);
      cluster.addNode("n2", GB);
      askOnN2(am);
      assertThat(count(cluster.beat(am, 1))).isEqualTo(Map.of("n2", 1));
    }
  }

  @Test
  void withoutTridentsSchedulerARefreshHoldsFromTheNextApplicationOn() throws Exception {
    YarnConfiguration conf = MockCluster.configuration(Drive.HEARTBEAT);
    conf.set(YarnConfiguration.RM_SCHEDULER, CapacityScheduler.class.getName());
    conf.set(
        YarnConfiguration.APPLICATION_PLACEMENT_TYPE_CLASS,
        TridentPlacementAllocator.class.getName());
    try (MockCluster cluster = new MockCluster(conf)) {
      MockAM first = cluster.startApplication("default", "user");
      cluster.addNode("n1", 4 * GB);
      cluster.addNode("n2", 4 * GB);
      askOnN2(first);
      cluster.heartbeat("n1");
      assertThat(count(MockCluster.poll(first))).isEqualTo(Map.of("n2", 1));
      refresh(cluster, conf, YarnKeys.MODE.name(), "off");
      MockAM second = cluster.startApplication("default", "user");
      askOnN2(second);
      cluster.heartbeat("n1");
      assertThat(count(MockCluster.poll(second))).isEqualTo(Map.of("n1", 1));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HEARTBEAT", "FAIR", "FIFO"})
  void withAnInvalidValueTheResourceManagerStartsAsStockUntilARefresh(Drive drive)
      throws Exception {
    YarnConfiguration conf = MockCluster.configuration(drive);
    conf.set(YarnKeys.PLAN_MAX_AGE_MS.name(), "0");
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(PlacementContexts.class));
    try (MockCluster cluster = new MockCluster(conf)) {
      assertThat(log.getOutput())
          .containsOnlyOnce("trident.yarn.plan-max-age-ms has the value '0'");
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1", 4 * GB);
      cluster.addNode("n2", 4 * GB);
      askOnN2(am);
      cluster.heartbeat("n1");
      assertThat(count(MockCluster.poll(am))).isEqualTo(Map.of("n1", 1));
      assertThat(cluster.metric("FallbackDisabled")).isPositive();
      refresh(cluster, conf, YarnKeys.PLAN_MAX_AGE_MS.name(), "50");
      askOnN2(am);
      cluster.heartbeat("n1");
      cluster.heartbeat("n2");
      assertThat(count(MockCluster.poll(am))).isEqualTo(Map.of("n2", 1));
    } finally {
      log.stopCapturing();
    }
  }

  @Test
  void aMisspeltAllocatorClassIsLoggedAndPlacesAsStock() throws Exception {
    YarnConfiguration conf = MockCluster.configuration(Drive.HEARTBEAT);
    conf.set(YarnConfiguration.APPLICATION_PLACEMENT_TYPE_CLASS, "io.trident.NoSuchAllocator");
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(SchedulerExtension.class));
    try (MockCluster cluster = new MockCluster(conf)) {
      assertThat(log.getOutput())
          .contains("io.trident.NoSuchAllocator, which cannot be loaded", "Remove the key");
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1", GB);
      askOnN2(am);
      cluster.heartbeat("n1");
      assertThat(count(MockCluster.poll(am))).isEqualTo(Map.of("n1", 1));
    } finally {
      log.stopCapturing();
    }
  }

  @Test
  void anotherAllocatorClassNamedByTheOperatorStays() throws Exception {
    YarnConfiguration conf = MockCluster.configuration(Drive.HEARTBEAT);
    conf.set(
        YarnConfiguration.APPLICATION_PLACEMENT_TYPE_CLASS,
        LocalityAppPlacementAllocator.class.getName());
    try (MockCluster cluster = new MockCluster(conf)) {
      MockAM am = cluster.startApplication("default", "user");
      cluster.addNode("n1", GB);
      cluster.addNode("n2", GB);
      askOnN2(am);
      cluster.heartbeat("n1");
      assertThat(count(MockCluster.poll(am))).isEqualTo(Map.of("n1", 1));
    }
  }

  private static void askOnN2(MockAM am) throws Exception {
    MockCluster.ask(
        am,
        request("n2", 1, GB, 1, 1),
        request("/default-rack", 1, GB, 1, 1),
        request("*", 1, GB, 1, 1));
  }

  private static void refresh(MockCluster cluster, YarnConfiguration conf, String key, String value)
      throws IOException {
    YarnConfiguration changed = new YarnConfiguration(conf);
    changed.set(key, value);
    cluster.scheduler().reinitialize(changed, cluster.rm.getRMContext());
  }
}
