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
import static io.trident.yarn.scheduler.MockCluster.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.yarn.scheduler.MockCluster.Drive;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricType;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The metrics sources {@code TridentQueue}. */
class QueueMetricsTest {
  private static final String A = "TridentQueue,q0=root,q1=a";
  private static final String B = "TridentQueue,q0=root,q1=b";

  @ParameterizedTest
  @ValueSource(strings = {"on", "shadow"})
  void theQueuesAddUpToTheTotal(String mode) throws Exception {
    Configuration conf = MockCluster.twoQueues(Drive.HEARTBEAT);
    conf.set("trident.yarn.queue.root.a.mode", mode);
    conf.set("yarn.scheduler.capacity.node-locality-delay", "3");
    try (MockCluster cluster = new MockCluster(conf)) {
      runTwoApplications(cluster);
      Map<String, Long> a = counters(source(A));
      Map<String, Long> b = counters(source(B));
      Map<String, Long> total = counters(cluster.trident().extension().context().metrics());
      Map<String, Long> sums = new TreeMap<>(a);
      b.forEach((name, value) -> sums.merge(name, value, Long::sum));
      // Of times the parts below a microsecond are not in the counters.
      for (String time : List.of("LockWaitMicros", "IndexMicros")) {
        assertThat(total.remove(time)).isBetween(sums.get(time), sums.remove(time) + 1);
      }
      assertThat(sums).isEqualTo(total);
      assertThat(a.get("AskedNodeLocal")).isEqualTo(5);
      assertThat(a.get("AskedOfScoreMemory")).isEqualTo(4);
      assertThat(a.get("AskedOfScoreDisk")).isEqualTo(1);
      assertThat(b.get("AskedAnywhere")).isEqualTo(2);
      assertThat(
              a.getOrDefault("ContainersNodeLocal", 0L) + a.getOrDefault("ContainersRackLocal", 0L))
          .isEqualTo(5);
      assertThat(b.get("ContainersAnywhere")).isEqualTo(2);
      assertThat(a.get("PlanMicrosNumOps")).isPositive();
      assertThat(a.get("FallbackShadow")).matches(n -> (n > 0) == mode.equals("shadow"));
      assertThat(a.get("ShadowNodeLocal")).matches(n -> (n > 0) == mode.equals("shadow"));
      assertThat(b.get("FallbackShadow")).isZero();
    }
  }

  @Test
  void aQueuesSourceHasTheMetricsOfTheTotal() throws Exception {
    try (MockCluster cluster = new MockCluster(MockCluster.twoQueues(Drive.HEARTBEAT))) {
      runTwoApplications(cluster);
      assertThat(counters(source(A)).keySet())
          .isEqualTo(counters(PlacementMetrics.registered()).keySet());
      assertThat(tag(source(A))).isEqualTo("root.a");
    }
  }

  @Test
  void aQueueThatIsGoneHasNoSourceAfterARefresh() throws Exception {
    Configuration conf = MockCluster.twoQueues(Drive.HEARTBEAT);
    try (MockCluster cluster = new MockCluster(conf)) {
      runTwoApplications(cluster);
      cluster.trident().extension().context().metrics().ofQueue("root.gone", queue -> true);
      assertThat(DefaultMetricsSystem.instance().getSource("TridentQueue,q0=root,q1=gone"))
          .isNotNull();
      cluster.scheduler().reinitialize(conf, cluster.rm.getRMContext());
      assertThat(DefaultMetricsSystem.instance().getSource("TridentQueue,q0=root,q1=gone"))
          .isNull();
      assertThat(source(A)).isNotNull();
    }
  }

  @Test
  void prometheusHasASeriesForEachQueueAndOneForAll() throws Exception {
    Configuration conf = MockCluster.twoQueues(Drive.HEARTBEAT);
    conf.setBoolean("hadoop.prometheus.endpoint.enabled", true);
    MockCluster.startWebApp(conf);
    try (MockCluster cluster = new MockCluster(conf)) {
      runTwoApplications(cluster);
      String series;
      try (InputStream in = cluster.webApp("/prom").toURL().openStream()) {
        series = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
      assertThat(series)
          .containsPattern("trident_queue_asked_of_score_memory\\{[^}]*queue=\"root.a\"[^}]*} 4\n")
          .containsPattern("trident_queue_asked_anywhere\\{[^}]*queue=\"root.b\"[^}]*} 2\n")
          .containsPattern("trident_placement_asked_anywhere\\{[^}]*} 2\n")
          .containsPattern("trident_queue_plan_time99th_percentile_micros\\{[^}]*root.a");
    }
  }

  /** Of a five containers on nodes and in a rack, of b two that may be anywhere. */
  private static void runTwoApplications(MockCluster cluster) throws Exception {
    MockAM a = cluster.startApplication("a", "alice");
    MockAM b = cluster.startApplication("b", "bob");
    cluster.addNode("n1-r1", 2 * GB);
    cluster.addNode("n2-r1", 2 * GB);
    MockCluster.ask(
        a,
        request("n1-r1", 4, GB, MEMORY, 4),
        request("n2-r1", 1, GB, DISK, 1),
        request("/r1", 5, GB, MEMORY, 4, DISK, 1),
        request("*", 5, GB, MEMORY, 4, DISK, 1));
    cluster.beat(a, 6);
    cluster.addNode("n3-r1", 4 * GB);
    MockCluster.ask(b, request("*", 2, GB, 0, 2));
    cluster.beat(b, 6);
  }

  private static MetricsSource source(String name) {
    return DefaultMetricsSystem.instance().getSource(name);
  }

  private static Map<String, Long> counters(MetricsSource source) {
    Map<String, Long> values = new TreeMap<>();
    for (AbstractMetric metric : collected(source).getRecords().get(0).metrics()) {
      if (metric.type() == MetricType.COUNTER) {
        values.put(metric.name(), metric.value().longValue());
      }
    }
    return values;
  }

  private static String tag(MetricsSource source) throws IOException {
    return collected(source).getRecords().get(0).tags().stream()
        .filter(tag -> tag.name().equals("Queue"))
        .findFirst()
        .orElseThrow()
        .value();
  }

  private static MetricsCollectorImpl collected(MetricsSource source) {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    source.getMetrics(collector, true);
    return collector;
  }
}
