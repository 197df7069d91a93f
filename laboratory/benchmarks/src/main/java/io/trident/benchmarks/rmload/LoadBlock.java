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
package io.trident.benchmarks.rmload;

import io.trident.yarn.scheduler.PlacementMetrics;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;

/**
 * Some seconds of a load. Times are in microseconds.
 *
 * @param containers how many were put to use
 * @param plans how often Trident planned
 * @param cpu CPU time of all entry points and of the scheduler's threads
 * @param updateP99 99 % of node updates took no longer
 * @param allocateP99 99 % of applications' heartbeats took no longer
 * @param memoryShare share of the maps that got a container on the node with their block in memory
 */
record LoadBlock(
    long containers,
    long plans,
    double cpu,
    double updateP99,
    double allocateP99,
    double memoryShare) {
  private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);

  /** Lets a load go on for some seconds. */
  static LoadBlock serve(ClusterLoad load, int seconds) {
    LoadCounters counters = load.counters();
    load.startMeasuring();
    long containers = counters.started() + counters.standing();
    long plans = plansMade();
    Cost before = load.scheduler().cost();
    load.advance(seconds);
    return new LoadBlock(
        counters.started() + counters.standing() - containers,
        plansMade() - plans,
        load.scheduler().cost().minus(before).cpuNanos() / NANOS_PER_MICRO,
        load.scheduler().nodeUpdates().nanos().quantile(0.99) / NANOS_PER_MICRO,
        load.scheduler().allocates().nanos().quantile(0.99) / NANOS_PER_MICRO,
        counters.share(Place.MEMORY));
  }

  /** Has a load serve one application of so many maps; counts until all have a container. */
  static LoadBlock burst(ClusterLoad load, int maps) {
    load.startMeasuring();
    long plans = plansMade();
    ClusterLoad.Served served = load.serve(maps);
    return new LoadBlock(
        maps,
        plansMade() - plans,
        served.cost().cpuNanos() / NANOS_PER_MICRO,
        served.updateP99() / NANOS_PER_MICRO,
        served.allocateP99() / NANOS_PER_MICRO,
        load.counters().share(Place.MEMORY));
  }

  private static long plansMade() {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    PlacementMetrics.registered().getMetrics(collector, true);
    for (AbstractMetric metric : collector.getRecords().get(0).metrics()) {
      if (metric.name().equals("PlanMicrosNumOps")) {
        return metric.value().longValue();
      }
    }
    throw new IllegalStateException("There is no metric PlanMicrosNumOps.");
  }

  double plansPerContainer() {
    return containers == 0 ? Double.NaN : (double) plans / containers;
  }

  /** NaN if there was none. */
  double cpuPerContainer() {
    return containers == 0 ? Double.NaN : cpu / containers;
  }
}
