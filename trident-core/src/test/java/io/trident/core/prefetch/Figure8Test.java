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
package io.trident.core.prefetch;

import static io.trident.core.prefetch.Figure8.B1;
import static io.trident.core.prefetch.Figure8.B2;
import static io.trident.core.prefetch.Figure8.B3;
import static io.trident.core.prefetch.Figure8.B4;
import static io.trident.core.prefetch.Figure8.B5;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The worked example of the paper: Figure 8, and what its text states about a fourth slot. */
class Figure8Test {
  private static final Offset<Double> EXACT = within(1e-9);

  private static List<Double> ends(PredictedExecution execution) {
    return execution.tasks().stream()
        .map(task -> Math.round(task.endSeconds() * 1e6) / 1e6)
        .toList();
  }

  private static PredictedExecution predict(int slots, double delay, PrefetchBlock... blocks) {
    return PrefetchModel.predict(Figure8.withSlots(slots), Figure8.caching(delay, blocks));
  }

  @Test
  void withoutPrefetching() {
    PredictedExecution execution = predict(3, 0);

    assertThat(execution.jobSeconds()).isCloseTo(13.0, EXACT);
    assertThat(ends(execution)).containsExactly(9.0, 7.5, 9.0, 13.0, 13.0);
  }

  @Test
  void degree1() {
    PredictedExecution execution = predict(3, 0, B3, B4);

    assertThat(execution.jobSeconds()).isCloseTo(10.03, EXACT);
    assertThat(ends(execution)).containsExactly(9.0, 7.5, 9.04, 10.03, 6.0);
    assertThat(execution.cachedSeconds()).containsOnly(entry("B3", 5.0), entry("B4", 4.0));
    assertThat(execution.tasks())
        .extracting(PredictedTask::memoryBytes)
        .containsExactly(0L, 0L, B3.bytes(), B4.bytes(), 0L);
  }

  @Test
  void degree2() {
    PredictedExecution execution = predict(3, 0, B3, B4, B2, B5);

    assertThat(execution.jobSeconds()).isCloseTo(11.02, EXACT);
    assertThat(ends(execution)).containsExactly(9.0, 7.5, 9.0, 10.03, 11.02);
    assertThat(execution.cachedSeconds())
        .containsOnly(entry("B2", 7.0), entry("B3", 8.0), entry("B4", 6.0), entry("B5", 5.0));
  }

  @Test
  void degree3() {
    PredictedExecution execution = predict(3, 0, B3, B4, B2, B5, B1);

    assertThat(execution.jobSeconds()).isCloseTo(11.02, EXACT);
    assertThat(execution.cachedSeconds())
        .containsEntry("B1", 12.0)
        .containsEntry("B3", 12.0)
        .containsEntry("B2", 10.0);
  }

  @Test
  void thePlan() {
    for (PrefetcherName name : List.of(PrefetcherName.TRIDENT, PrefetcherName.TRIDENT_DELAY)) {
      PrefetchPlan plan = Prefetchers.of(name).plan(Figure8.withSlots(3));

      assertThat(plan.steps()).extracting(PrefetchStep::block).containsExactly("B3", "B4");
      assertThat(plan.steps()).extracting(PrefetchStep::cachedSeconds).containsExactly(5.0, 4.0);
      assertThat(plan.delaySeconds()).isZero();
      assertThat(plan.predicted().none()).isCloseTo(13.0, EXACT);
      assertThat(plan.predicted().all()).isCloseTo(11.02, EXACT);
      assertThat(plan.predicted().planned()).isCloseTo(10.03, EXACT);
      assertThat(plan.wasted()).isEmpty();
    }
  }

  @Test
  void theBaselines() {
    PrefetchSnapshot snapshot = Figure8.withSlots(3);

    assertThat(Prefetchers.of(PrefetcherName.NONE).plan(snapshot).isEmpty()).isTrue();
    PrefetchPlan all = Prefetchers.of(PrefetcherName.PREFETCH_ALL).plan(snapshot);
    assertThat(all.steps()).hasSize(5);
    assertThat(all.predicted().planned()).isCloseTo(11.02, EXACT);
    assertThat(all.wasted()).containsExactlyInAnyOrder("B1", "B2", "B3");
    PrefetchPlan oracle = Prefetchers.of(PrefetcherName.ORACLE).plan(snapshot);
    assertThat(oracle.steps()).hasSize(5).allMatch(step -> step.cachedSeconds() == 0);
    assertThat(oracle.wasted()).isEmpty();
    // T1 and T3 take 2.04 s each, T2 and T4 1.53, T5 1.02.
    assertThat(oracle.predicted().planned()).isCloseTo(3 + 1.53 + 1 + 1.53, EXACT);
  }

  /** The third pending task, T3 by number, gets the slot at 3 s; its block is there at 5 s. */
  @Test
  void withAFourthSlotOnePrefetchIsWasted() {
    PredictedExecution execution = predict(4, 0, B3, B4);

    assertThat(execution.jobSeconds()).isCloseTo(9.0, EXACT);
    assertThat(execution.tasks().get(2).startSeconds()).isCloseTo(3.0, EXACT);
    assertThat(execution.tasks().get(2).memoryBytes()).isZero();
    assertThat(execution.tasks().get(3).memoryBytes()).isEqualTo(B4.bytes());
  }

  /** The text has B4's task in the fourth slot; with a delay of 1 s it finds its block there. */
  @Test
  void aDelayIsJustLongEnough() {
    assertThat(predict(4, 0, B4).tasks().get(3).memoryBytes()).isEqualTo(B4.bytes());
    PrefetchSnapshot fourTasks =
        Figure8.of(
            List.of(
                PrefetchTask.of(B1), PrefetchTask.of(B2), PrefetchTask.of(B5), PrefetchTask.of(B4)),
            Figure8.BLOCKS,
            new PrefetchNode("node", 4, 1, 3200 * Figure8.MB, Long.MAX_VALUE));

    PredictedExecution early = PrefetchModel.predict(fourTasks, Figure8.caching(0, B4));
    assertThat(early.tasks().get(3).startSeconds()).isCloseTo(3.0, EXACT);
    assertThat(early.tasks().get(3).memoryBytes()).isZero();
    assertThat(early.jobSeconds()).isCloseTo(9.0, EXACT);
    PredictedExecution delayed = PrefetchModel.predict(fourTasks, Figure8.caching(1, B4));
    assertThat(delayed.tasks().get(3).startSeconds()).isCloseTo(4.0, EXACT);
    assertThat(delayed.tasks().get(3).memoryBytes()).isEqualTo(B4.bytes());
    assertThat(delayed.jobSeconds()).isCloseTo(10.0, EXACT);
  }

  /** With four slots the plan leaves the wasted block out, and does not delay: 9 s, not 10. */
  @Test
  void thePlanWithAFourthSlot() {
    PrefetchPlan plan = Prefetchers.of(PrefetcherName.TRIDENT_DELAY).plan(Figure8.withSlots(4));

    assertThat(plan.predicted().none()).isCloseTo(11.5, EXACT);
    assertThat(plan.predicted().planned()).isCloseTo(9.0, EXACT);
    assertThat(plan.steps()).extracting(PrefetchStep::block).containsExactly("B4");
    assertThat(plan.delaySeconds()).isZero();
    assertThat(plan.wasted()).isEmpty();
  }

  @Test
  void thePlanInWords() {
    PrefetchPlan plan = Prefetchers.of(PrefetcherName.TRIDENT).plan(Figure8.withSlots(3));

    assertThat(plan.explain())
        .containsExactly(
            "trident: prefetch 2 blocks (224.0 MB), do not delay the job",
            "predicted job time: none 13.00 s, all 11.02 s, planned 10.03 s",
            "B3 (128.0 MB): from disk X on node, in memory after 5.00 s",
            "B4 (96.0 MB): from disk Y on node, in memory after 4.00 s");
  }
}
