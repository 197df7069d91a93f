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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.MutableQuantiles;
import org.junit.jupiter.api.Test;

class MinuteQuantilesTest {
  private final AtomicLong now = new AtomicLong(-5);
  private final MinuteQuantiles quantiles =
      new MinuteQuantiles("Time", "Time", "Plans", "Micros", now::get);

  @Test
  void aMinuteIsShownDuringTheNextOne() {
    for (int i = 1; i <= 100; i++) {
      quantiles.add(i);
    }
    assertThat(shown()).containsEntry("TimeNumPlans", 0L);
    seconds(60);
    quantiles.add(1_000);
    assertThat(shown())
        .containsEntry("TimeNumPlans", 100L)
        .hasEntrySatisfying("Time50thPercentileMicros", v -> assertThat(v).isBetween(45L, 55L))
        .hasEntrySatisfying("Time99thPercentileMicros", v -> assertThat(v).isBetween(98L, 100L));
    seconds(59);
    assertThat(shown()).containsEntry("TimeNumPlans", 100L);
    seconds(1);
    assertThat(shown())
        .containsEntry("TimeNumPlans", 1L)
        .containsEntry("Time50thPercentileMicros", 1_000L);
  }

  @Test
  void aMinuteWithoutValuesShowsNone() {
    quantiles.add(7);
    seconds(150); // nobody looked at the first one
    assertThat(shown().values()).containsOnly(0L);
    quantiles.add(8);
    seconds(29);
    assertThat(shown()).containsEntry("TimeNumPlans", 0L);
    seconds(1);
    assertThat(shown()).containsEntry("TimeNumPlans", 1L);
  }

  @Test
  void theNamesAreThoseOfHadoopsQuantiles() {
    MutableQuantiles hadoops = new MutableQuantiles("Time", "Time", "Plans", "Micros", 60);
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    hadoops.snapshot(collector.addRecord("r"), true);
    hadoops.stop();
    assertThat(shown().keySet()).isEqualTo(values(collector).keySet());
  }

  private void seconds(int seconds) {
    now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
  }

  private Map<String, Long> shown() {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    quantiles.snapshot(collector.addRecord("r"));
    return values(collector);
  }

  private static Map<String, Long> values(MetricsCollectorImpl collector) {
    Map<String, Long> values = new TreeMap<>();
    for (AbstractMetric metric : collector.getRecords().get(0).metrics()) {
      values.put(metric.name(), metric.value().longValue());
    }
    return values;
  }
}
