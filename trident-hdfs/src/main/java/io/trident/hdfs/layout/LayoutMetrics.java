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
package io.trident.hdfs.layout;

import io.trident.core.text.EnumNames;
import io.trident.hdfs.metrics.PublishedSource;
import io.trident.hdfs.protocol.RebuildOutcome;
import io.trident.hdfs.protocol.RebuildOutcome.Result;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableGaugeLong;
import org.jspecify.annotations.Nullable;

/** Figures of logically replicated tables: the metrics2 source {@code TridentLayouts}. */
final class LayoutMetrics implements MetricsSource, AutoCloseable {
  private static final String NAME = "TridentLayouts";

  private final MetricsRegistry registry = new MetricsRegistry(NAME).setContext("trident");
  private final MutableGaugeLong files =
      registry.newGauge("Extents", "Extents and parities of registered tables", 0L);
  private final MutableGaugeLong degraded =
      registry.newGauge("DegradedExtents", "Extents without a replica that are rebuilt", 0L);
  private final MutableGaugeLong unrecoverable =
      registry.newGauge("UnrecoverableExtents", "Extents that too little is left of", 0L);
  private final MutableGaugeLong suspects =
      registry.newGauge(
          "SuspectReplicas", "Replicas that match HDFS's checksums, and not the manifest", 0L);
  private final MutableCounterLong broken =
      registry.newCounter("BrokenExtents", "Files found that are not what was written", 0L);
  private final MutableCounterLong bytesRead =
      registry.newCounter("RebuildBytesRead", "Bytes that DataNodes read for rebuilds", 0L);
  private final Map<Result, MutableCounterLong> results = new EnumMap<>(Result.class);
  private @Nullable PublishedSource published;

  LayoutMetrics() {
    for (Result result : Result.values()) {
      String name = EnumNames.camelCase(result);
      results.put(result, registry.newCounter("Rebuilds" + name, "Rebuilds: " + result, 0L));
    }
  }

  /** Publishes the source. */
  void register() {
    published = PublishedSource.publish(NAME, "Trident's logically replicated tables", this);
  }

  void files(int number) {
    files.set(number);
  }

  void health(int degradedExtents, int unrecoverableExtents, int suspectReplicas) {
    degraded.set(degradedExtents);
    unrecoverable.set(unrecoverableExtents);
    suspects.set(suspectReplicas);
  }

  void broken(int number) {
    broken.incr(number);
  }

  /** Returns how many rebuilds have ended, by how. */
  Map<Result, Long> results() {
    Map<Result, Long> counts = new EnumMap<>(Result.class);
    results.forEach((result, counter) -> counts.put(result, counter.value()));
    return counts;
  }

  long suspects() {
    return suspects.value();
  }

  long bytesRead() {
    return bytesRead.value();
  }

  void ended(RebuildOutcome outcome) {
    bytesRead.incr(outcome.bytesRead());
    ended(outcome.result());
  }

  void ended(Result result) {
    MutableCounterLong counter = results.get(result);
    if (counter != null) {
      counter.incr();
    }
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    registry.snapshot(collector.addRecord(registry.info()), all);
  }

  @Override
  public void close() {
    if (published != null) {
      published.close();
    }
  }
}
