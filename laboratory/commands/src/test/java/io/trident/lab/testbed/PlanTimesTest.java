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
package io.trident.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.yarn.scheduler.PlacementMetrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.junit.jupiter.api.Test;

class PlanTimesTest {
  private static PlanTimes parse(String json) throws IOException {
    return PlanTimes.parse(new ObjectMapper().readTree(json));
  }

  @Test
  void timeIsOfThePlansSinceTheAnswerBefore() throws IOException {
    PlanTimes before = parse("{\"beans\":[{\"PlanMicrosNumOps\":10,\"PlanMicrosAvgTime\":90.0}]}");
    PlanTimes after = parse("{\"beans\":[{\"PlanMicrosNumOps\":14,\"PlanMicrosAvgTime\":250.5}]}");
    assertThat(after.millisSince(before)).isCloseTo(1.002, within(1e-9));
    assertThat(after.millisSince(after)).isZero();
  }

  @Test
  void aStockResourceManagerHasNoPlanTimes() throws IOException {
    assertThat(parse("{\"beans\":[]}")).isEqualTo(PlanTimes.NONE);
  }

  @Test
  void theNamesAreThoseOfTheSource() {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    PlacementMetrics.registered().getMetrics(collector, true);
    MetricsRecord record = collector.getRecords().get(0);
    List<String> names = new ArrayList<>();
    record.metrics().forEach(metric -> names.add(metric.name()));
    assertThat(names).contains("PlanMicrosNumOps", "PlanMicrosAvgTime");
  }
}
