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

import io.trident.core.layout.slice.SliceAnswer.Read;
import io.trident.core.layout.slice.SliceAnswer.Ready;
import io.trident.core.layout.slice.SliceAnswer.Reason;
import io.trident.core.layout.slice.SliceAnswer.Refused;
import io.trident.core.layout.slice.SliceAnswer.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** One user does what harms others most: asks for ever more, takes nothing, takes all. */
class SliceFairnessTest {
  private static final Duration GATHER = Duration.ofMillis(1_000);
  private static final Duration QUEUE = Duration.ofMillis(10_000);
  private static final Duration KEEP = Duration.ofMillis(60_000);
  private static final Duration PATIENCE = Duration.ofMillis(10_000);
  private static final long BYTES = 100;
  private static final int SLICES = 2;
  private static final String MALLORY = "mallory";
  private static final String ANNA = "anna";

  private long now;
  private SliceSchedule<String, Integer> schedule = schedule(10 * BYTES, 1_000, 2);

  private SliceSchedule<String, Integer> schedule(long bytes, int extents, int readers) {
    return new SliceSchedule<>(
        new SliceLimits(bytes, extents, readers, 90, GATHER, QUEUE, KEEP, PATIENCE),
        Integer::longValue,
        () -> now);
  }

  private SliceAnswer<Integer> ask(String user, String extent, int slice) {
    return schedule.ask(new SliceAsk<>(user, extent, BYTES, new Slice(slice, SLICES), SLICES));
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }

  private static Map<Integer, Integer> halves() {
    return Map.of(0, (int) BYTES / 2, 1, (int) BYTES / 2);
  }

  /** Has an extent read by requests of one user. */
  private void read(String user, String extent) {
    ask(user, extent, 0);
    assertThat(ask(user, extent, 1)).isInstanceOf(Read.class);
    schedule.done(extent, halves());
  }

  @Test
  void aSliceThatAnotherUserHasAskedForStaysUntilThatOneHasIt() {
    ask(ANNA, "e", 0);
    assertThat(ask(MALLORY, "e", 1)).isInstanceOf(Read.class);
    schedule.done("e", halves());
    assertThat(ask(MALLORY, "e", 0)).isInstanceOf(Ready.class);
    schedule.taken(MALLORY, "e", 0);
    assertThat(ask(ANNA, "e", 0)).isInstanceOf(Ready.class);
    schedule.taken(ANNA, "e", 0);
    assertThat(schedule.counts().bytes()).isEqualTo(BYTES / 2);
    assertThat(schedule.counts().reads()).isEqualTo(1);
  }

  @Test
  void aSliceThatIsAskedForAndNeverTakenExpires() {
    read(MALLORY, "e");
    for (int second = 0; second <= KEEP.plus(PATIENCE).toSeconds(); second++) {
      assertThat(ask(MALLORY, "e", 0)).isInstanceOf(Ready.class);
      pass(Duration.ofSeconds(1));
      schedule.expire();
    }
    assertThat(schedule.counts().bytes()).isZero();
    assertThat(ask(MALLORY, "e", 0)).isNotInstanceOf(Ready.class);
  }

  @Test
  void memoryThatOneUserHoldsIsAnothersAfterHalfOfTheQueueingTime() {
    for (int extent = 0; extent < 10; extent++) {
      read(MALLORY, "m" + extent);
    }
    assertThat(schedule.counts().bytes()).isEqualTo(10 * BYTES);
    Duration waited = Duration.ZERO;
    while (!(ask(ANNA, "e", 0) instanceof Read)) {
      for (int extent = 0; extent < 10; extent++) {
        ask(MALLORY, "m" + extent, 0);
        ask(MALLORY, "m" + extent, 1);
      }
      assertThat(waited).isLessThanOrEqualTo(GATHER.plus(QUEUE.dividedBy(2)));
      pass(Duration.ofMillis(20));
      waited = waited.plusMillis(20);
    }
    schedule.done("e", halves());
    assertThat(ask(ANNA, "e", 0)).isInstanceOf(Ready.class);
  }

  @Test
  void whoHoldsLessKeepsWhatIsWaitedFor() {
    schedule = schedule(2 * BYTES, 1_000, 2);
    read(ANNA, "a");
    read(MALLORY, "m");
    Duration waited = Duration.ZERO;
    SliceAnswer<Integer> answer = ask(MALLORY, "more", 0);
    while (answer instanceof Wait) {
      ask(ANNA, "a", 0);
      ask(ANNA, "a", 1);
      ask(MALLORY, "m", 0);
      ask(MALLORY, "m", 1);
      pass(Duration.ofMillis(20));
      waited = waited.plusMillis(20);
      answer = ask(MALLORY, "more", 0);
    }
    assertThat(answer).isEqualTo(new Refused<>(Reason.BUSY));
    assertThat(waited).isGreaterThan(GATHER.plus(QUEUE));
  }

  @Test
  void oneUserHasHalfOfTheExtentsAtMost() {
    schedule = schedule(10 * BYTES, 10, 2);
    for (int extent = 0; extent < 5; extent++) {
      assertThat(ask(MALLORY, "m" + extent, 0)).isInstanceOf(Wait.class);
    }
    assertThat(ask(MALLORY, "m5", 0)).isEqualTo(new Refused<>(Reason.BUSY));
    assertThat(ask(ANNA, "e", 0)).isInstanceOf(Wait.class);
  }

  @Test
  void usersTakeTurnsAtAReaderHoweverOftenOneAsks() {
    schedule = schedule(1_000 * BYTES, 1_000, 1);
    for (int extent = 0; extent < 100; extent++) {
      ask(MALLORY, "m" + extent, 0);
    }
    ask(ANNA, "e", 0);
    pass(GATHER);
    assertThat(ask(MALLORY, "m0", 0)).isInstanceOf(Read.class);
    assertThat(ask(ANNA, "e", 0)).isInstanceOf(Wait.class);
    schedule.done("m0", halves());
    for (int extent = 1; extent < 100; extent++) {
      assertThat(ask(MALLORY, "m" + extent, 0)).isInstanceOf(Wait.class);
    }
    assertThat(ask(ANNA, "e", 0)).isInstanceOf(Read.class);
    assertThat(ask(MALLORY, "m1", 0)).isInstanceOf(Wait.class);
    schedule.done("e", halves());
    assertThat(ask(MALLORY, "m1", 0)).isInstanceOf(Read.class);
  }

  @Test
  void aUserWhoIsGoneHoldsUpNobody() {
    schedule = schedule(10 * BYTES, 1_000, 1);
    ask(ANNA, "a", 0);
    ask(ANNA, "b", 0);
    ask(MALLORY, "m", 0);
    pass(GATHER);
    assertThat(ask(ANNA, "a", 0)).isInstanceOf(Read.class);
    ask(MALLORY, "m", 0);
    schedule.done("a", halves());
    assertThat(ask(ANNA, "b", 0)).isInstanceOf(Wait.class); // it is mallory's turn
    pass(Duration.ofMillis(500));
    assertThat(ask(ANNA, "b", 0)).isInstanceOf(Read.class);
  }

  /**
   * With reads that take up to a second, whatever the other user does: who reads one extent after
   * the other is never refused, and has each after the time to gather, half of that to queue, and
   * some reads.
   */
  @Property(tries = 50)
  void nobodyIsKeptFromReading(@ForAll long seed) {
    new Run(new Random(seed)).run();
  }

  private final class Run {
    private final Random random;
    private final int readers;
    private final Map<String, Long> readings = new HashMap<>();
    private final Duration longest = Duration.ofMillis(1_000);
    private int extents;

    Run(Random random) {
      this.random = random;
      this.readers = 1 + random.nextInt(3);
      now = 0;
      schedule = schedule((readers + 2L + random.nextInt(8)) * BYTES, 100, readers);
    }

    void run() {
      List<String> hostile = new ArrayList<>();
      String wanted = "anna0";
      int got = 0;
      Duration waited = Duration.ZERO;
      Duration most = GATHER.plus(QUEUE.dividedBy(2)).plus(longest.multipliedBy(4));
      while (got < 20) {
        for (int i = 0; i < 1 + random.nextInt(40); i++) {
          attack(hostile);
        }
        SliceAnswer<Integer> answer = ask(ANNA, wanted, got % SLICES);
        begin(wanted, answer);
        assertThat(answer).as("after %s", waited).isNotInstanceOf(Refused.class);
        if (answer instanceof Ready) {
          schedule.taken(ANNA, wanted, got % SLICES);
          got++;
          wanted = "anna" + got;
          waited = Duration.ZERO;
        }
        assertThat(waited).isLessThan(most);
        Duration step = Duration.ofMillis(20 + random.nextInt(180));
        waited = waited.plus(step);
        pass(step);
        endReads();
        schedule.expire();
      }
    }

    private void attack(List<String> hostile) {
      if (hostile.isEmpty() || random.nextInt(4) == 0) {
        hostile.add("m" + extents++);
      }
      String extent = hostile.get(random.nextInt(hostile.size()));
      int slice = random.nextInt(SLICES);
      SliceAnswer<Integer> answer = ask(MALLORY, extent, slice);
      begin(extent, answer);
      if (answer instanceof Refused || (answer instanceof Ready && random.nextInt(50) == 0)) {
        schedule.taken(MALLORY, extent, slice);
        hostile.remove(extent);
      }
    }

    private void begin(String extent, SliceAnswer<Integer> answer) {
      if (answer instanceof Read) {
        readings.put(extent, now + longest.toNanos() * random.nextInt(100) / 100);
        assertThat(readings.size()).isLessThanOrEqualTo(readers);
      }
    }

    private void endReads() {
      Iterator<Map.Entry<String, Long>> all = readings.entrySet().iterator();
      while (all.hasNext()) {
        Map.Entry<String, Long> one = all.next();
        if (one.getValue() <= now) {
          if (random.nextInt(10) == 0 && one.getKey().startsWith("m")) {
            schedule.failed(one.getKey());
          } else {
            schedule.done(one.getKey(), halves());
          }
          all.remove();
        }
      }
    }
  }
}
