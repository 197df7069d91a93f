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
package io.trident.mapreduce.am;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.guard.Guard;
import io.trident.fixtures.MetricsPage;
import io.trident.mapreduce.TridentCounter;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MetricsAnnotations;
import org.junit.jupiter.api.Test;

class AmMetricsTest {
  private static final String NAME = "TridentApplicationMaster";

  @Test
  void theReferenceHasEachMetricAndNoOther() throws IOException {
    DefaultMetricsSystem.initialize("test");
    try (AmMetrics registered = AmMetrics.register(new Guard((consequence, failure) -> {}))) {
      assertThat(registered).isNotNull();
      assertThat(MetricsPage.published(DefaultMetricsSystem.instance().getSource(NAME)))
          .isEqualTo(MetricsPage.namesOf(NAME));
    } finally {
      DefaultMetricsSystem.shutdown(); // or no source could be registered twice in this JVM
    }
  }

  @Test
  void theReferenceHasEachJobCounterAndNoOther() throws IOException {
    assertThat(MetricsPage.namesOf("TridentCounter"))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(TridentCounter.values()).map(Enum::name).toList());
  }

  @Test
  void failuresThatTheGuardContainedAreCounted() {
    Guard guard = new Guard((consequence, failure) -> {});
    try (AmMetrics metrics = AmMetrics.register(guard)) {
      guard.run(
          "planned",
          () -> {
            throw new IOException("planned");
          });
      guard.contain("planned", new NoClassDefFoundError("planned"));
      MetricsCollectorImpl collector = new MetricsCollectorImpl();
      MetricsAnnotations.makeSource(metrics).getMetrics(collector, true);
      assertThat(collector.getRecords().get(0).metrics())
          .filteredOn(metric -> metric.name().equals("Fallbacks"))
          .extracting(AbstractMetric::value)
          .containsExactly(2L);
    }
  }
}
