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
package io.trident.hdfs;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** What Trident's servers of this JVM publish in Hadoop's metrics. */
public final class PublishedFigures {
  /** More servers than a test starts. */
  private static final int MOST = 100;

  private PublishedFigures() {}

  /** Returns the sources of a name, one for each server that runs. */
  public static List<MetricsSource> sources(String name) {
    return IntStream.range(0, MOST)
        .mapToObj(number -> name + (number == 0 ? "" : "-" + number))
        .map(DefaultMetricsSystem.instance()::getSource)
        .filter(Objects::nonNull)
        .toList();
  }

  /** Sums a metric over all servers that run. */
  public static long sum(String source, String metric) {
    return sources(source).stream().mapToLong(one -> value(one, metric)).sum();
  }

  /** Returns a metric of a source; it must have one of that name. */
  public static long value(MetricsSource source, String metric) {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    source.getMetrics(collector, true);
    for (AbstractMetric one : collector.getRecords().get(0).metrics()) {
      if (one.name().equals(metric)) {
        return one.value().longValue();
      }
    }
    throw new AssertionError("No metric " + metric);
  }
}
