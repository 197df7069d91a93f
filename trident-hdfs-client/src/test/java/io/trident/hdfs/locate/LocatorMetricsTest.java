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
package io.trident.hdfs.locate;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.fixtures.MetricsPage;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.Test;

class LocatorMetricsTest {
  private static Map<String, Number> snapshot(LocatorMetrics metrics) {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    metrics.getMetrics(collector, true);
    Map<String, Number> values = new HashMap<>();
    collector
        .getRecords()
        .get(0)
        .metrics()
        .forEach(metric -> values.put(metric.name(), metric.value()));
    return values;
  }

  @Test
  void countsLookUpsHitsAndDegradationsByCause() {
    try (LocatorMetrics metrics = new LocatorMetrics()) {
      metrics.lookedUp(false);
      metrics.lookedUp(true);
      metrics.read(1, 5_000_000);
      metrics.degraded(Degradation.TIMED_OUT, "/file", new IOException("late"));
      metrics.degraded(Degradation.TIMED_OUT, "/file", null);

      assertThat(snapshot(metrics))
          .containsEntry("Lookups", 2L)
          .containsEntry("Hits", 1L)
          .containsEntry("ReadsNumOps", 1L)
          .containsEntry("DegradedTimedOut", 2L)
          .containsEntry("DegradedPluginAbsent", 0L)
          .hasSize(4 + Degradation.values().length);
    }
  }

  @Test
  void eachLocatorHasASourceUntilItIsClosed() {
    DefaultMetricsSystem.initialize("test");
    LocatorMetrics one = new LocatorMetrics();
    LocatorMetrics two = new LocatorMetrics();
    one.register();
    two.register();
    assertThat(DefaultMetricsSystem.instance().getSource("TridentTierLocator")).isSameAs(one);
    assertThat(DefaultMetricsSystem.instance().getSource("TridentTierLocator-1")).isSameAs(two);
    one.close();
    two.close();
    assertThat(DefaultMetricsSystem.instance().getSource("TridentTierLocator")).isNull();
    assertThat(DefaultMetricsSystem.instance().getSource("TridentTierLocator-1")).isNull();
  }

  @Test
  void theReferenceHasEachMetricAndNoOther() throws IOException {
    try (LocatorMetrics metrics = new LocatorMetrics()) {
      assertThat(MetricsPage.namesOf("TridentTierLocator"))
          .isEqualTo(MetricsPage.published(metrics));
    }
  }
}
