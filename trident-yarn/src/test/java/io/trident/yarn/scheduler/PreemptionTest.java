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
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.monitor.SchedulingEditPolicy;
import org.apache.hadoop.yarn.server.resourcemanager.monitor.capacity.ProportionalCapacityPreemptionPolicy;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A queue gets its guarantee back from another one though both ask with maps. */
class PreemptionTest {

  @ParameterizedTest(name = "lazy: {0}")
  @ValueSource(booleans = {false, true})
  void aQueueUnderItsGuaranteePreemptsAndIsServedByItsMaps(boolean lazy) throws Exception {
    YarnConfiguration conf = MockCluster.twoQueues(Drive.HEARTBEAT);
    conf.setBoolean(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, true);
    conf.setClass(
        YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES,
        ProportionalCapacityPreemptionPolicy.class,
        SchedulingEditPolicy.class);
    conf.setInt(CapacitySchedulerConfiguration.PREEMPTION_WAIT_TIME_BEFORE_KILL, 0);
    conf.setFloat(CapacitySchedulerConfiguration.TOTAL_PREEMPTION_PER_ROUND, 1.0f);
    conf.setFloat(CapacitySchedulerConfiguration.PREEMPTION_NATURAL_TERMINATION_FACTOR, 1.0f);
    conf.setLong(CapacitySchedulerConfiguration.PREEMPTION_MONITORING_INTERVAL, 600_000L);
    conf.setBoolean(CapacitySchedulerConfiguration.LAZY_PREEMPTION_ENABLED, lazy);
    try (MockCluster cluster = new MockCluster(conf)) {
      MockAM greedy = cluster.startApplication("a", "greedy");
      MockAM late = cluster.startApplication("b", "late");
      for (int i = 1; i <= 4; i++) {
        cluster.addNode("n" + i, 4 * GB);
      }
      MockCluster.ask(
          greedy,
          request("n1", 16, GB, 1, 16),
          request("/default-rack", 16, GB, 1, 16),
          request("*", 16, GB, 1, 16));
      assertThat(cluster.beat(greedy, 4)).hasSize(16);
      long nodeLocal = cluster.metric("ContainersNodeLocal");
      MockCluster.ask(
          late,
          request("n2", 4, GB, 1, 4),
          request("n3", 4, GB, 8, 4),
          request("/default-rack", 8, GB, 1, 4, 8, 4),
          request("*", 8, GB, 1, 4, 8, 4));
      SchedulingEditPolicy policy =
          cluster
              .scheduler()
              .getSchedulingMonitorManager()
              .getAvailableSchedulingMonitor()
              .getSchedulingEditPolicy();
      List<Container> got = new ArrayList<>();
      for (int round = 0; round < 6 && got.size() < 8; round++) {
        policy.editSchedule();
        policy.editSchedule();
        cluster.rm.drainEvents();
        got.addAll(cluster.beat(late, 2));
        MockCluster.poll(greedy);
      }
      Map<String, Integer> where = count(got);
      assertThat(got).hasSize(8);
      // Which containers end is the queues' business; those on its nodes are served by its maps.
      assertThat(cluster.metric("ContainersNodeLocal") - nodeLocal)
          .isEqualTo(where.getOrDefault("n2", 0) + where.getOrDefault("n3", 0))
          .isPositive();
      assertThat(cluster.metric("FallbackError")).isZero();
    }
  }
}
