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
package io.trident.core.layout.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.slice.SliceAnswer.Read;
import io.trident.core.layout.slice.SliceAnswer.Ready;
import io.trident.core.layout.slice.SliceAnswer.Reason;
import io.trident.core.layout.slice.SliceAnswer.Refused;
import io.trident.core.layout.slice.SliceAnswer.Wait;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SliceScheduleTest {
  private static final int SLICES = 10;
  private static final long BYTES = 1_000;
  private static final Duration GATHER = Duration.ofSeconds(2);
  private static final Duration QUEUE = Duration.ofSeconds(5);
  private static final Duration KEEP = Duration.ofSeconds(60);
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private long now;
  private SliceSchedule<String, Integer> schedule = schedule(10 * BYTES, 100, 4);

  private SliceSchedule<String, Integer> schedule(long maxBytes, int maxExtents, int readers) {
    return new SliceSchedule<>(
        new SliceLimits(maxBytes, maxExtents, readers, 90, GATHER, QUEUE, KEEP, PATIENCE),
        Integer::longValue,
        () -> now);
  }

  private SliceAnswer<Integer> ask(String extent, int slice) {
    return ask(extent, slice, SLICES);
  }

  private SliceAnswer<Integer> ask(String extent, int slice, int together) {
    return schedule.ask(new SliceAsk<>("anna", extent, BYTES, new Slice(slice, SLICES), together));
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }

  /** Has these slices asked for, of which the last one has the extent read. */
  private void read(String extent, int from, int to, int together) {
    for (int slice = from; slice < to - 1; slice++) {
      assertThat(ask(extent, slice, together)).isInstanceOf(Wait.class);
    }
    SliceAnswer<Integer> last = ask(extent, to - 1, together);
    assertThat(last).isInstanceOf(Read.class);
    schedule.done(extent, contents(((Read<Integer>) last).wanted()));
  }

  /** Each of a tenth of the extent. */
  private static Map<Integer, Integer> contents(Set<Integer> slices) {
    return slices.stream()
        .collect(Collectors.toMap(Function.identity(), slice -> (int) (BYTES / SLICES)));
  }

  private void take(String extent, int from, int to) {
    for (int slice = from; slice < to; slice++) {
      assertThat(ask(extent, slice)).isInstanceOf(Ready.class);
      schedule.taken("anna", extent, slice);
    }
  }

  /** INSTalytics, section 6.2: 90 % of the requests, and the rest is kept for stragglers. */
  @Test
  void anExtentIsReadOnceNineOfTenHaveAsked() {
    read("e", 0, 9, SLICES);
    take("e", 0, 9);
    assertThat(schedule.counts().bytes()).isEqualTo(BYTES / SLICES);
    take("e", 9, 10);
    SliceCounts counts = schedule.counts();
    assertThat(counts.reads()).isEqualTo(1);
    assertThat(counts.served()).isEqualTo(10);
    assertThat(counts.servedLate()).isEqualTo(1);
    assertThat(counts.bytes()).isZero();
  }

  @Test
  void theMostBytesAreThoseOfAnExtentThatIsReadBesideWhatWasKept() {
    read("a", 0, 4, 4);
    take("a", 0, 4);
    read("b", 0, 9, SLICES);
    take("b", 0, 10);
    take("a", 4, 10);
    assertThat(schedule.counts().bytes()).isZero();
    assertThat(schedule.counts().mostBytes()).isEqualTo(BYTES * 6 / SLICES + BYTES);
  }

  @Test
  void aLonelyRequestIsServedAfterSomeTime() {
    assertThat(ask("e", 3)).isInstanceOf(Wait.class);
    pass(GATHER.minusMillis(1));
    assertThat(ask("e", 3)).isInstanceOf(Wait.class);
    pass(Duration.ofMillis(1));
    assertThat(ask("e", 3)).isInstanceOf(Read.class);
    assertThat(ask("e", 3)).isInstanceOf(Wait.class);
  }

  private Duration retryAfter(int slice) {
    return ((Wait<Integer>) ask("e", slice)).retryAfter();
  }

  @Test
  void whoWaitsAsksAgainAfterAsLongAsThatHasTakenAndAtTheEndOfTheTime() {
    assertThat(retryAfter(0)).isEqualTo(Duration.ofMillis(5));
    pass(Duration.ofMillis(40));
    assertThat(retryAfter(0)).isEqualTo(Duration.ofMillis(40));
    assertThat(retryAfter(1)).isEqualTo(Duration.ofMillis(40));
    pass(Duration.ofMillis(400));
    assertThat(retryAfter(1)).isEqualTo(Duration.ofMillis(200));
    pass(GATHER.minusMillis(440 + 70));
    assertThat(retryAfter(1)).isEqualTo(Duration.ofMillis(70));
    pass(Duration.ofMillis(70));
    assertThat(((Read<Integer>) ask("e", 1)).retryAfter()).isEqualTo(Duration.ofMillis(5));
    pass(Duration.ofMillis(60));
    assertThat(retryAfter(0)).isEqualTo(Duration.ofMillis(60));
    pass(Duration.ofSeconds(5));
    assertThat(retryAfter(0)).isEqualTo(Duration.ofMillis(200));
  }

  @Test
  void noMoreRequestsAreExpectedThanTasksRunTogether() {
    read("e", 0, 4, 4);
    take("e", 0, 10);
    assertThat(schedule.counts().reads()).isEqualTo(1);
  }

  @Test
  void aSecondQueryBeginsAnew() {
    read("e", 0, 9, SLICES);
    take("e", 0, 10);
    read("e", 0, 9, SLICES);
    take("e", 0, 10);
    assertThat(schedule.counts().reads()).isEqualTo(2);
  }

  /** As waves of tasks come back to extents in the same order. */
  @Test
  void theExtentsThatAreNeededFirstAreKept() {
    schedule = schedule(2 * BYTES, 100, 4);
    for (String extent : new String[] {"a", "b", "c"}) {
      pass(Duration.ofMillis(1));
      read(extent, 0, 4, 4);
      take(extent, 0, 4);
    }
    take("a", 4, 10);
    assertThat(schedule.counts().evicted()).isEqualTo(2);
  }

  @Test
  void slicesThatWereGivenUpAreGatheredForAgainByThemselves() {
    schedule = schedule(BYTES, 100, 4);
    read("a", 0, 4, 4);
    take("a", 0, 4);
    pass(Duration.ofMillis(1));
    read("b", 0, 9, SLICES);
    take("b", 0, 10);
    read("a", 4, 10, 6);
    take("a", 4, 10);
    assertThat(schedule.counts().reads()).isEqualTo(3);
    assertThat(schedule.counts().bytes()).isZero();
  }

  @Test
  void slicesThatAreWaitedForAreNotGivenUp() {
    schedule = schedule(BYTES, 100, 4);
    read("a", 0, 9, SLICES);
    pass(GATHER);
    assertThat(ask("b", 0)).isInstanceOf(Wait.class);
    pass(GATHER);
    assertThat(ask("b", 0)).isInstanceOf(Wait.class);
    take("a", 0, 9);
    assertThat(ask("b", 0)).isInstanceOf(Read.class);
    assertThat(schedule.counts().evicted()).isEqualTo(1);
  }

  @Test
  void whoWaitsTooLongForMemoryIsRefused() {
    schedule = schedule(BYTES, 100, 4);
    read("a", 0, 9, SLICES);
    assertThat(ask("b", 0)).isInstanceOf(Wait.class);
    pass(GATHER.plus(QUEUE).plusMillis(1));
    assertThat(ask("b", 0)).isEqualTo(new Refused<>(Reason.BUSY));
    take("a", 0, 10);
    assertThat(schedule.counts().waiting()).isZero();
  }

  @Test
  void asManyExtentsAreReadAtATimeAsThereAreReaders() {
    schedule = schedule(10 * BYTES, 100, 1);
    assertThat(ask("a", 0, 1)).isInstanceOf(Read.class);
    assertThat(ask("b", 0, 1)).isInstanceOf(Wait.class);
    schedule.failed("a");
    assertThat(ask("b", 0, 1)).isInstanceOf(Read.class);
  }

  @Test
  void aReadThatFailsIsReportedToAllWhoWaitForIt() {
    assertThat(ask("e", 0, 3)).isInstanceOf(Wait.class);
    assertThat(ask("e", 1, 3)).isInstanceOf(Wait.class);
    assertThat(ask("e", 2, 3)).isInstanceOf(Read.class);
    schedule.failed("e");
    for (int slice = 0; slice < 3; slice++) {
      assertThat(ask("e", slice, 3)).isEqualTo(new Refused<>(Reason.FAILED));
    }
    assertThat(ask("e", 3, 1)).isInstanceOf(Read.class);
  }

  @Test
  void moreThanWasSetAsideIsAFailure() {
    assertThat(ask("e", 0, 1)).isInstanceOf(Read.class);
    schedule.done("e", Map.of(0, (int) BYTES + 1));
    assertThat(ask("e", 0, 1)).isEqualTo(new Refused<>(Reason.FAILED));
    assertThat(schedule.counts().bytes()).isZero();
  }

  @Test
  void anExtentThatNeverFitsIsRefusedAtOnce() {
    schedule = schedule(BYTES - 1, 100, 4);
    assertThat(ask("e", 0)).isEqualTo(new Refused<>(Reason.TOO_LARGE));
    assertThat(schedule.counts().refused()).containsEntry(Reason.TOO_LARGE, 1L);
  }

  @Test
  void moreExtentsThanAreKnownAtATimeAreRefused() {
    schedule = schedule(10 * BYTES, 1, 4);
    assertThat(ask("a", 0)).isInstanceOf(Wait.class);
    assertThat(ask("b", 0)).isEqualTo(new Refused<>(Reason.BUSY));
  }

  @Test
  void aDeadClientHoldsNothing() {
    IntStream.range(0, 8).forEach(slice -> ask("e", slice));
    pass(PATIENCE.plusMillis(1));
    schedule.expire();
    assertThat(schedule.counts().waiting()).isZero();
    pass(KEEP);
    schedule.expire();
    read("e", 0, 9, SLICES);
    pass(KEEP.plusMillis(1));
    schedule.expire();
    assertThat(schedule.counts().expired()).isEqualTo(10);
    assertThat(schedule.counts().bytes()).isZero();
  }

  @Test
  void aSliceIsNotTakenTwice() {
    read("e", 0, 9, SLICES);
    take("e", 0, 1);
    schedule.taken("anna", "e", 0);
    schedule.taken("anna", "unknown", 0);
    assertThat(schedule.counts().served()).isEqualTo(1);
  }

  @Test
  void anExtentIsSlicedInOneWayAtATime() {
    ask("e", 0);
    assertThatThrownBy(
            () ->
                schedule.ask(new SliceAsk<>("anna", "e", BYTES, new Slice(0, SLICES + 1), SLICES)))
        .hasMessageContaining("has 10 slices");
  }
}
