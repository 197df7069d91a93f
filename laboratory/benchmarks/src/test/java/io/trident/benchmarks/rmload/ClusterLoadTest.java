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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.trident.yarn.scheduler.PlacementMetrics;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Real schedulers under a small load: the load itself fails if a container is given twice, or a
 * node or queue gets more than it may.
 */
class ClusterLoadTest {
  private static final int PATIENCE_SECONDS = 200;

  @ParameterizedTest
  @CsvSource({
    "CAPACITY, STOCK", "CAPACITY, TRIDENT", "CAPACITY, TRIDENT_WITHOUT_MAPS",
    "FAIR, STOCK", "FAIR, TRIDENT", "FAIR, TRIDENT_WITHOUT_MAPS",
    "FIFO, STOCK", "FIFO, TRIDENT", "FIFO, TRIDENT_WITHOUT_MAPS"
  })
  void everyContainerAskedForIsServed(HostScheduler scheduler, Contender contender) {
    LoadSpec spec = new LoadSpec(40, 0.8, 2_000, 1).on(scheduler);
    servesAll(spec, contender, Drive.HEARTBEAT, 3);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"STOCK", "TRIDENT"})
  void soItIsWithManyNodes(Contender contender) {
    servesAll(new LoadSpec(400, 0.8, 20_000, 2), contender, Drive.HEARTBEAT, 5);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"STOCK", "TRIDENT"})
  void soItIsWithAnAsynchronousScheduler(Contender contender) {
    servesAll(new LoadSpec(200, 0.8, 1_000, 3), contender, Drive.ASYNCHRONOUS, 2);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(Drive.class)
  void soItIsIfMoreIsAskedForThanThereIs(Drive drive) {
    // All slots are full from the start, and more applications wait than run.
    LoadSpec spec = new LoadSpec(80, 1, 500, 4);
    servesAll(spec, Contender.TRIDENT, drive, 2);
  }

  private static void servesAll(LoadSpec spec, Contender contender, Drive drive, int seconds) {
    long errors = errors();
    try (ClusterLoad load = new ClusterLoad(spec, contender, drive)) {
      load.advance(seconds);
      load.endArrivals();
      for (int i = 0; i < PATIENCE_SECONDS && load.liveJobs() > 0; i++) {
        load.advance(1);
      }
      LoadCounters counters = load.counters();
      assertThat(load.liveJobs()).isZero();
      assertThat(counters.asked()).isGreaterThan((long) (spec.occupancy() * spec.slots()));
      assertThat(counters.started()).isEqualTo(counters.asked());
      assertThat(counters.ended()).isEqualTo(counters.asked());
      assertThat(load.scheduler().usedShare()).isZero();
    }
    assertThat(errors()).isEqualTo(errors);
  }

  @ParameterizedTest
  @EnumSource
  void bothSchedulersAreOfferedTheSameLoadAndTridentPlacesItBetter(HostScheduler scheduler) {
    LoadSpec spec = new LoadSpec(120, 0.7, 5_000, 9).on(scheduler);
    try (ClusterLoad stock = new ClusterLoad(spec, Contender.STOCK, Drive.HEARTBEAT);
        ClusterLoad trident = new ClusterLoad(spec, Contender.TRIDENT, Drive.HEARTBEAT)) {
      stock.advance(10);
      trident.advance(10);

      assertThat(trident.counters().asked()).isEqualTo(stock.counters().asked());
      assertThat(trident.counters().share(Place.MEMORY))
          .isGreaterThan(1.5 * stock.counters().share(Place.MEMORY));
      // The Fair scheduler places one container a heartbeat, less than arrive.
      double busy = scheduler == HostScheduler.FAIR ? 0.4 : 0.7;
      assertThat(stock.counters().meanBusySlots() / spec.slots()).isCloseTo(busy, within(0.25));
    }
  }

  private static long errors() {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    PlacementMetrics.registered().getMetrics(collector, true);
    for (AbstractMetric metric : collector.getRecords().get(0).metrics()) {
      if (metric.name().equals("FallbackError")) {
        return metric.value().longValue();
      }
    }
    throw new AssertionError("no such metric");
  }
}
