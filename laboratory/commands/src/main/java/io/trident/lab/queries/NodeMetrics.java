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
package io.trident.lab.queries;

import com.sun.management.OperatingSystemMXBean;
import io.trident.minicluster.TieredCluster;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * Adds up the metrics of the DataNodes of this process. They begin anew when DataNodes are
 * restarted: only differences between moments of one start mean something. Thread-safe.
 */
final class NodeMetrics {
  private static final String SLICES = "TridentSlices";

  private final TieredCluster cluster;
  private final int nodes;

  NodeMetrics(TieredCluster cluster) {
    this.cluster = cluster;
    this.nodes = cluster.nodeNames().size();
  }

  NodeCounts counts() {
    List<MetricsSource> slices =
        IntStream.range(0, nodes)
            .mapToObj(i -> i == 0 ? SLICES : SLICES + "-" + i)
            .map(DefaultMetricsSystem.instance()::getSource)
            .filter(Objects::nonNull)
            .toList();
    return new NodeCounts(
        sum(nodeSources(), "BytesRead"),
        sum(slices, "ExtentsRead"),
        sum(slices, "SlicesServed"),
        sum(slices, "SlicesServedLate"),
        sum(slices, "SlicesEvicted"),
        sum(slices, "SlicesExpired"),
        sum(slices, "RefusedTooLarge") + sum(slices, "RefusedBusy") + sum(slices, "RefusedFailed"),
        sum(slices, "BytesMost"),
        ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime());
  }

  private List<MetricsSource> nodeSources() {
    return IntStream.range(0, nodes)
        .mapToObj(node -> cluster.dataNode(node).getMetrics().name())
        .map(DefaultMetricsSystem.instance()::getSource)
        .toList();
  }

  private static long sum(List<MetricsSource> sources, String name) {
    return sources.stream().mapToLong(source -> value(source, name)).sum();
  }

  private static long value(MetricsSource source, String name) {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    source.getMetrics(collector, true);
    return StreamSupport.stream(collector.getRecords().get(0).metrics().spliterator(), false)
        .filter(metric -> metric.name().equals(name))
        .map(AbstractMetric::value)
        .mapToLong(Number::longValue)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("No metric " + name));
  }
}
