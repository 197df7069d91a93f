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
package io.trident.benchmarks.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.trident.benchmarks.results.SeveralJobs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SharesChartTest {
  private static final String SETUP = "trident@disks+trident";

  @Test
  void whatWasNotMeasuredHasNoBar() {
    JobSample job = Samples.several(new SeveralJobs(4, 0, 0, 0, 40), "trident", 20, 7);
    FigureData data = FigureData.of(Figure.FIGURE_16, Map.of(Experiment.FACEBOOK, List.of(job)));

    assertThat(SharesChart.share(data, SETUP, "A", Metric.ANY_MEMORY)).isCloseTo(70, within(1e-9));
    assertThat(SharesChart.share(data, SETUP, "A", Metric.DISK)).isCloseTo(30, within(1e-9));
    for (Metric metric : new Metric[] {Metric.ANY_MEMORY, Metric.DISK, Metric.WASTED_BLOCKS}) {
      assertThat(SharesChart.share(data, SETUP, "B", metric)).isZero();
      assertThat(SharesChart.share(data, "trident@disks+oracle", "A", metric)).isZero();
    }
  }
}
