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
package io.trident.mapreduce.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.fixtures.MetricsPage;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkflowMetricsTest {
  private static Map<String, Number> values(MetricsSource source) {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    source.getMetrics(collector, true);
    Map<String, Number> values = new HashMap<>();
    collector
        .getRecords()
        .get(0)
        .metrics()
        .forEach(metric -> values.put(metric.name(), metric.value()));
    return values;
  }

  @Test
  void countsWhatIsKeptRefusedAndHeldUntilItIsClosed() {
    DefaultMetricsSystem.initialize("test");
    WorkflowMetrics metrics = WorkflowMetrics.register();
    metrics.kept(3, 1);
    metrics.kept(2, 0);
    metrics.held(4);
    assertThat(values(DefaultMetricsSystem.instance().getSource(WorkflowMetrics.NAME)))
        .containsEntry("BlocksKept", 5L)
        .containsEntry("BlocksRefused", 1L)
        .containsEntry("InputsHeld", 4L);
    metrics.close();
    assertThat(DefaultMetricsSystem.instance().getSource(WorkflowMetrics.NAME)).isNull();
  }

  @AfterEach
  void endMetricsSystem() {
    DefaultMetricsSystem.shutdown(); // or no source could be registered twice in this JVM
  }

  @Test
  void theReferenceHasEachMetricAndNoOther() throws IOException {
    try (WorkflowMetrics registered = WorkflowMetrics.register()) {
      assertThat(registered).isNotNull();
      assertThat(MetricsPage.namesOf(WorkflowMetrics.NAME))
          .isEqualTo(
              MetricsPage.published(
                  DefaultMetricsSystem.instance().getSource(WorkflowMetrics.NAME)));
    }
  }
}
