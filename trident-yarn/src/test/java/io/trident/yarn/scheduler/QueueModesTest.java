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
import static io.trident.yarn.scheduler.MockCluster.MEMORY;
import static io.trident.yarn.scheduler.MockCluster.SSD;
import static io.trident.yarn.scheduler.MockCluster.count;
import static io.trident.yarn.scheduler.MockCluster.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.yarn.scheduler.MockCluster.Drive;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** {@code trident.yarn.mode} and {@code trident.yarn.queue.*.mode}. */
class QueueModesTest {
  private static final Map<String, Integer> BY_TRIDENT = Map.of("n2", 1);
  private static final Map<String, Integer> BY_STOCK = Map.of("n1", 1);

  @Test
  void eachQueueHasItsMode() throws Exception {
    Configuration conf = threeQueues();
    conf.set("trident.yarn.queue.root.p.mode", "off");
    conf.set("trident.yarn.queue.root.p.b.mode", "on");
    try (MockCluster cluster = new MockCluster(conf)) {
      MockAM a = cluster.startApplication("root.p.a", "alice");
      MockAM b = cluster.startApplication("root.p.b", "bob");
      MockAM c = cluster.startApplication("root.c", "carol");
      addNodes(cluster);
      assertThat(placed(cluster, a)).isEqualTo(BY_STOCK);
      assertThat(placed(cluster, b)).isEqualTo(BY_TRIDENT);
      assertThat(placed(cluster, c)).isEqualTo(BY_TRIDENT);
    }
  }

  @Test
  void aQueueFollowsARefreshAndAnApplicationTheQueueItIsMovedTo() throws Exception {
    Configuration conf = threeQueues();
    conf.set("trident.yarn.mode", "off");
    try (MockCluster cluster = new MockCluster(conf)) {
      MockAM a = cluster.startApplication("root.p.a", "alice");
      MockAM b = cluster.startApplication("root.p.b", "bob");
      addNodes(cluster);
      assertThat(placed(cluster, a)).isEqualTo(BY_STOCK);
      refresh(cluster, conf, "trident.yarn.queue.root.p.a.mode", "on");
      assertThat(placed(cluster, a)).isEqualTo(BY_TRIDENT);
      assertThat(placed(cluster, b)).isEqualTo(BY_STOCK);
      cluster
          .scheduler()
          .moveApplication(b.getApplicationAttemptId().getApplicationId(), "root.p.a");
      assertThat(placed(cluster, b)).isEqualTo(BY_TRIDENT);
      cluster.scheduler().moveApplication(a.getApplicationAttemptId().getApplicationId(), "root.c");
      assertThat(placed(cluster, a)).isEqualTo(BY_STOCK);
    }
  }

  @Test
  void inShadowWhatThePlanHasIsCountedBesideWhatStockPlaced() throws Exception {
    Configuration conf = threeQueues();
    conf.set("trident.yarn.queue.root.c.mode", "shadow");
    try (MockCluster cluster = new MockCluster(conf)) {
      MockAM am = cluster.startApplication("root.c", "carol");
      addNodes(cluster);
      assertThat(placed(cluster, am)).isEqualTo(BY_STOCK);
      assertThat(cluster.metric("FallbackShadow")).isPositive();
      assertThat(cluster.metric("ShadowNodeLocal")).isEqualTo(1);
      assertThat(cluster.metric("ShadowOfScoreMemory")).isEqualTo(1);
      assertThat(cluster.metric("ShadowRackLocal")).isZero();
      assertThat(cluster.metric("ContainersRackLocal")).isEqualTo(1);
      assertThat(cluster.metric("ContainersNodeLocal")).isZero();
      assertThat(cluster.metric("OffersRerouted")).isZero();
      assertThat(cluster.metric("ShadowUnplanned")).isZero();
    }
  }

  /** Stock takes the nodes as they heartbeat, the plan the fastest replicas. */
  @ParameterizedTest
  @EnumSource(names = {"FAIR", "FIFO"})
  void soItIsAtTheHeartbeatsOfTheFairAndFifoSchedulers(Drive drive) throws Exception {
    Configuration conf = MockCluster.configuration(drive);
    conf.set("trident.yarn.mode", "shadow");
    try (MockCluster cluster = new MockCluster(conf)) {
      MockAM am = cluster.startApplication("default", "carol");
      cluster.addNode("n1", 2 * GB);
      cluster.addNode("n2", 2 * GB);
      cluster.addNode("n3", GB);
      MockCluster.ask(
          am,
          request("n2", 2, GB, MEMORY, 2),
          request("n3", 1, GB, SSD, 1),
          request("/default-rack", 3, GB, MEMORY, 2, SSD, 1),
          request("*", 3, GB, MEMORY, 2, SSD, 1));
      assertThat(count(cluster.beat(am, 1))).isEqualTo(Map.of("n1", 2, "n2", 1));
      assertThat(cluster.metric("ShadowNodeLocal")).isEqualTo(3);
      assertThat(cluster.metric("ShadowOfScoreMemory")).isEqualTo(2);
      assertThat(cluster.metric("ShadowOfScoreSsd")).isEqualTo(1);
      assertThat(cluster.metric("ShadowRackLocal")).isZero();
      assertThat(cluster.metric("ShadowUnplanned")).isZero();
      assertThat(cluster.metric("ContainersRackLocal")).isEqualTo(2);
      assertThat(cluster.metric("ContainersNodeLocal")).isEqualTo(1);
      assertThat(cluster.metric("FallbackShadow")).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FAIR", "FIFO"})
  void inShadowWhereThereIsNoChoiceWhatStockPlacesIsCounted(Drive drive) throws Exception {
    Configuration conf = MockCluster.configuration(drive);
    conf.set("trident.yarn.mode", "shadow");
    try (MockCluster cluster = new MockCluster(conf)) {
      MockAM am = cluster.startApplication("default", "carol");
      cluster.addNode("n1", 2 * GB);
      cluster.addNode("n2", 512);
      assertThat(placed(cluster, am)).isEqualTo(BY_STOCK);
      assertThat(cluster.metric("FallbackNoChoice")).isEqualTo(1);
      assertThat(cluster.metric("ShadowRackLocal")).isEqualTo(1);
      assertThat(cluster.metric("ShadowNodeLocal")).isZero();
      assertThat(cluster.metric("ShadowUnplanned")).isZero();
    }
  }

  @Test
  void aModeThatDoesNotExistIsRefused() throws Exception {
    Configuration conf = threeQueues();
    try (MockCluster cluster = new MockCluster(conf)) {
      assertThatThrownBy(() -> refresh(cluster, conf, "trident.yarn.queue.root.c.mode", "shade"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("trident.yarn.queue.root.c.mode has the value 'shade'")
          .hasMessageContaining("one of on, off, shadow");
    }
  }

  @Test
  void keysOfQueuesThatDoNotExistAreWarnedOfOnce() throws Exception {
    Configuration conf = threeQueues();
    conf.set("trident.yarn.queue.root.nowhere.mode", "off");
    conf.set("trident.yarn.queue.root.p.mode", "off");
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(Queues.class));
    try (MockCluster cluster = new MockCluster(conf)) {
      refresh(cluster, conf, "trident.yarn.queue.c.mode", "off");
      refresh(cluster, conf, "trident.yarn.queue.c.mode", "off");
    } finally {
      log.stopCapturing();
    }
    assertThat(log.getOutput())
        .containsOnlyOnce("key trident.yarn.queue.root.nowhere.mode names a queue that does not")
        .containsOnlyOnce("key trident.yarn.queue.c.mode names a queue that does not")
        .doesNotContain("root.p.mode");
  }

  private static Configuration threeQueues() {
    YarnConfiguration conf = MockCluster.configuration(Drive.HEARTBEAT);
    conf.set("yarn.scheduler.capacity.root.queues", "p,c");
    conf.set("yarn.scheduler.capacity.root.p.queues", "a,b");
    conf.set("yarn.scheduler.capacity.root.p.capacity", "60");
    conf.set("yarn.scheduler.capacity.root.c.capacity", "40");
    conf.set("yarn.scheduler.capacity.root.p.a.capacity", "50");
    conf.set("yarn.scheduler.capacity.root.p.b.capacity", "50");
    for (String queue : new String[] {"p.a", "p.b", "c"}) {
      conf.set("yarn.scheduler.capacity.root." + queue + ".user-limit-factor", "100");
    }
    return conf;
  }

  private static void addNodes(MockCluster cluster) throws Exception {
    cluster.addNode("n1", 8 * GB);
    cluster.addNode("n2", 8 * GB);
  }

  /** Where a container is placed that is wanted on n2, when n1 is offered first. */
  private static Map<String, Integer> placed(MockCluster cluster, MockAM am) throws Exception {
    MockCluster.ask(
        am,
        request("n2", 1, GB, 1, 1),
        request("/default-rack", 1, GB, 1, 1),
        request("*", 1, GB, 1, 1));
    cluster.heartbeat("n1");
    return count(MockCluster.poll(am));
  }

  private static void refresh(MockCluster cluster, Configuration conf, String key, String value)
      throws IOException {
    Configuration changed = new Configuration(conf);
    changed.set(key, value);
    cluster.scheduler().reinitialize(changed, cluster.rm.getRMContext());
  }
}
