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

import static io.trident.core.prefetch.Figure8.MB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.trident.core.model.StorageTier;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the planner expects of blocks that come while the scheduler has decided already. */
class SchedulingDecisionTest {
  /** Of the only block: in memory 3 s after the submission, when the first tasks start. */
  private static final List<BlockReplica> REPLICAS =
      List.of(
          new BlockReplica("a", new StorageDevice("a:X", StorageTier.DISK, 32 * MB, 1)),
          new BlockReplica("b", new StorageDevice("b:X", StorageTier.DISK, 32 * MB, 1)));

  @Test
  void aBlockWithoutAnotherReplicaMayComeUntilItsTaskStarts() {
    PrefetchSnapshot snapshot = snapshot(REPLICAS.subList(0, 1), 1);

    PrefetchPlan plan = plan(PrefetcherName.TRIDENT, snapshot);

    assertThat(plan.steps()).extracting(PrefetchStep::cachedSeconds).containsExactly(3.0);
    assertThat(plan.wasted()).isEmpty();
  }

  /** The scheduler prefers the node that caches the block, as the scores of the others require. */
  @Test
  void anotherReplicaTakesNoTaskAwayWhileTheBlockIsOnItsWay() {
    for (int otherSlots = 0; otherSlots <= 1; otherSlots++) {
      PrefetchSnapshot snapshot = snapshot(REPLICAS, otherSlots);
      for (PrefetcherName name : List.of(PrefetcherName.PREFETCH_ALL, PrefetcherName.TRIDENT)) {
        PrefetchPlan plan = plan(name, snapshot);
        assertThat(plan.steps()).extracting(PrefetchStep::cachedSeconds).containsExactly(3.0);
        assertThat(plan.wasted()).isEmpty();
      }
    }
  }

  /** The block comes just in time, and so not at all if it may be late. */
  @Test
  void aMarginLeavesOutWhatWouldComeJustInTime() {
    PrefetchSnapshot exact = snapshot(REPLICAS, 1);
    PrefetchSnapshot careful = exact.withMargin(0.1);

    assertThat(plan(PrefetcherName.TRIDENT, careful).steps()).isEmpty();
    assertThat(plan(PrefetcherName.PREFETCH_ALL, careful).wasted()).containsExactly("B");
    PrefetchPlan delayed = plan(PrefetcherName.TRIDENT_DELAY, careful);
    assertThat(delayed.delaySeconds()).isCloseTo(0.3, within(1e-6));
    assertThat(delayed.steps())
        .extracting(PrefetchStep::cachedSeconds)
        .as("expected, not dependable")
        .containsExactly(3.0);
  }

  /** Its read ends with the caching, 0.3 s after the start by the margin, not after 2 s. */
  @Test
  void aBlockThatComesALittleLateIsCachedIfItsReadEndsWithTheCaching() {
    PrefetchSnapshot careful = snapshot(REPLICAS, 1).withMargin(0.1);
    PrefetchSnapshot along = careful.withLateReads(LateReads.WITH_CACHING);

    PrefetchPlan plan = plan(PrefetcherName.TRIDENT, along);

    assertThat(plan.steps()).extracting(PrefetchStep::cachedSeconds).containsExactly(3.0);
    assertThat(plan.wasted()).isEmpty();
    double late = plan.predicted().planned() - inTime(along);
    assertThat(late).isCloseTo(0.3 - 64.0 / 3200, within(1e-6));
    assertThat(PrefetchModel.predict(along, plan).tasks())
        .extracting(PredictedTask::memoryBytes)
        .as("it is not in memory when it is read")
        .containsExactly(0L);
  }

  /** What would take as long from the device is left there. */
  @Test
  void aBlockThatComesNoSoonerThanItIsReadIsNotCached() {
    PrefetchSnapshot along =
        snapshot(REPLICAS.subList(0, 1), 1).withMargin(0.7).withLateReads(LateReads.WITH_CACHING);

    assertThat(plan(PrefetcherName.TRIDENT, along).steps()).isEmpty();
    assertThat(plan(PrefetcherName.PREFETCH_ALL, along).wasted()).containsExactly("B");
  }

  private static double inTime(PrefetchSnapshot snapshot) {
    return plan(PrefetcherName.TRIDENT, snapshot.withMargin(0)).predicted().planned();
  }

  @Test
  void blocksThatComeInTimeAreCachedAlsoIfTheLastTaskDoesNotGain() {
    PrefetchBlock small = Figure8.block("small", 64, Figure8.X);
    PrefetchBlock large = Figure8.block("large", 128, Figure8.Y);
    PrefetchSnapshot snapshot =
        Figure8.of(
            List.of(PrefetchTask.of(small), PrefetchTask.of(large)),
            List.of(small, large),
            new PrefetchNode("node", 2, 1, 3200 * MB, Long.MAX_VALUE));

    PrefetchPlan plan = plan(PrefetcherName.TRIDENT, snapshot);

    assertThat(plan.steps()).extracting(PrefetchStep::block).containsExactly("small");
    assertThat(plan.predicted().planned()).isEqualTo(plan.predicted().none());
  }

  private static PrefetchSnapshot snapshot(List<BlockReplica> replicas, int otherSlots) {
    PrefetchBlock block = new PrefetchBlock("B", 64 * MB, replicas);
    return Figure8.of(
        List.of(PrefetchTask.of(block)),
        List.of(block),
        new PrefetchNode("a", 1, 1, 3200 * MB, Long.MAX_VALUE),
        new PrefetchNode("b", otherSlots, 1, 3200 * MB, otherSlots == 0 ? 0 : Long.MAX_VALUE));
  }

  private static PrefetchPlan plan(PrefetcherName name, PrefetchSnapshot snapshot) {
    return Prefetchers.of(name).plan(snapshot);
  }
}
