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
package io.trident.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.fixtures.MetricsPage;
import io.trident.layout.worker.WorkerCounts;
import io.trident.layout.worker.WorkerException.Reason;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkerMetricsTest {
  @Test
  void thePageHasAllOfThem() throws Exception {
    WorkerCounts counts = new WorkerCounts(1, 2, 3, Map.of(Reason.HUNG, 4L));
    assertThat(MetricsPage.published(new WorkerMetrics(() -> counts)))
        .isEqualTo(MetricsPage.namesOf(WorkerMetrics.NAME));
  }
}
