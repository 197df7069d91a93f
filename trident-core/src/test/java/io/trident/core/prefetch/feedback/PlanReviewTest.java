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
package io.trident.core.prefetch.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.PredictedTimes;
import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.PrefetcherName;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PlanReviewTest {
  private static final long MB = 1 << 20;
  private static final double NEVER = Double.POSITIVE_INFINITY;
  private static final PrefetchPlan PLAN =
      new PrefetchPlan(
          PrefetcherName.TRIDENT,
          List.of(),
          0,
          new PredictedTimes(12, 11, 10, OptionalDouble.empty(), 10),
          List.of());

  private static final JobRun RUN =
      new JobRun(
          "count",
          0,
          3,
          0,
          List.of(
              new TaskRun(4, 6, 1, Map.of(StorageTier.MEMORY, 64 * MB)),
              new TaskRun(4, 8, 1, Map.of(StorageTier.MEMORY, MB, StorageTier.DISK, 128 * MB))),
          List.of());

  @Test
  void aBlockIsInTimeIfATaskOnItsNodeStartsAfterItIsThere() {
    PlanReview report =
        PlanReview.of(
            PLAN,
            RUN,
            List.of(
                new BlockOutcome("in time", 2, 3, 4),
                new BlockOutcome("just in time", 2, 4, 4),
                new BlockOutcome("late", 2, 5, 4),
                new BlockOutcome("read elsewhere", 2, 3, -NEVER),
                new BlockOutcome("never cached", 9, NEVER, 4)));

    assertThat(report.plannedBlocks()).isEqualTo(5);
    assertThat(report.cachedBlocks()).isEqualTo(4);
    assertThat(report.inTimeBlocks()).isEqualTo(2);
    assertThat(report.wastedBlocks()).isEqualTo(3);
    assertThat(report.predictedCacheSeconds()).isEqualTo(2);
    assertThat(report.measuredCacheSeconds()).isEqualTo(3.5);
  }

  @Test
  void theJobTakesUntilItsLastTaskEnds() {
    PlanReview report = PlanReview.of(PLAN, RUN, List.of());

    assertThat(report.measuredSeconds()).isEqualTo(8);
    assertThat(report.error()).isEqualTo(new PredictionError(10, 8));
    assertThat(report.bytes())
        .containsOnly(
            Map.entry(StorageTier.MEMORY, 65 * MB), Map.entry(StorageTier.DISK, 128 * MB));
    assertThat(report.measuredCacheSeconds()).isNaN();
    assertThat(report.summary())
        .contains("2 tasks", "8.00 s", "predicted 10.00 s", "+25 %", "65.0 MB from memory");
  }

  @Test
  void aJobWithoutTasksHasAReport() {
    PlanReview report =
        PlanReview.of(PLAN, new JobRun("c", 0, 3, 0, List.of(), List.of()), List.of());
    assertThat(report.summary()).contains("0 tasks", "nothing known").doesNotContain("NaN");
  }
}
