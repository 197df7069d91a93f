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

import io.trident.core.cost.CostModel;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableRate;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;

/**
 * Metrics source {@code TridentPlacement}: what the resource manager does with preference maps.
 *
 * <p>Only containers of requests that carried maps are counted. Thread-safe.
 */
public final class PlacementMetrics implements MetricsSource {
  /** The name of the source. */
  public static final String NAME = "TridentPlacement";

  private final MetricsRegistry registry = new MetricsRegistry(NAME).setContext("yarn");
  private final ContainerCounters placed =
      new ContainerCounters(registry, "Containers", "Containers placed");
  private final ContainerCounters shadow =
      new ContainerCounters(registry, "Shadow", "Containers that a plan had in shadow mode");
  private final MutableCounterLong shadowUnplanned =
      counter("ShadowUnplanned", "Containers placed in shadow mode that no plan had");
  private final Map<FallbackReason, MutableCounterLong> byFallback =
      new EnumMap<>(FallbackReason.class);
  private final MutableCounterLong malformed =
      counter("MalformedMaps", "Requests whose preference map was rejected");
  private final MutableCounterLong beyondLimit =
      counter(
          "MapsBeyondLimit",
          "Preference maps that were not kept, since the application's had too many entries");
  private final MutableCounterLong rerouted =
      counter("OffersRerouted", "Offers answered with another node than the offered one");
  private final MutableRate planMicros =
      registry.newRate("PlanMicros", "Time to make a plan", false);

  private PlacementMetrics() {
    for (FallbackReason reason : FallbackReason.values()) {
      String name = ContainerCounters.camel(reason);
      byFallback.put(reason, counter("Fallback" + name, "Offers left to stock: " + name));
    }
  }

  /**
   * Returns this process's source, registering it at the first call. Schedulers that follow each
   * other in one process, as in a failover, count on together.
   */
  public static PlacementMetrics registered() {
    MetricsSystem system = DefaultMetricsSystem.instance();
    synchronized (PlacementMetrics.class) {
      if (system.getSource(NAME) instanceof PlacementMetrics existing) {
        return existing;
      }
      PlacementMetrics created = new PlacementMetrics();
      return system.register(NAME, "Placement by preference maps", created);
    }
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    registry.snapshot(collector.addRecord(registry.info()), all);
  }

  void containerPlaced(NodeType locality, OptionalDouble score, CostModel costs) {
    placed.add(locality, score, costs, 1);
  }

  /** Counts the container that a plan had in place of the one that stock placed. */
  void containerOfShadow(NodeType locality, OptionalDouble score, CostModel costs) {
    shadow.add(locality, score, costs, 1);
  }

  /** Counts a container that stock placed and no plan had. */
  void containerWithoutShadow() {
    shadowUnplanned.incr();
  }

  void planMade(Duration took) {
    planMicros.add(took.toNanos() / 1_000);
  }

  void mapRejected() {
    malformed.incr();
  }

  void mapsBeyondLimit(int maps) {
    beyondLimit.incr(maps);
  }

  void offerRerouted() {
    rerouted.incr();
  }

  void fallback(FallbackReason reason) {
    ContainerCounters.counterOf(byFallback, reason).incr();
  }

  private MutableCounterLong counter(String name, String description) {
    return ContainerCounters.counter(registry, name, description);
  }
}
