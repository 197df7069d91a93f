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
package io.trident.benchmarks.swim.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.trident.benchmarks.swim.SwimJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReplayTest {
  /** Moves when somebody sleeps, and at once. */
  private static final class Stepped implements ReplayClock {
    private final AtomicLong now = new AtomicLong(77);
    private final List<Double> slept = Collections.synchronizedList(new ArrayList<>());

    @Override
    public long nanoTime() {
      return now.get();
    }

    @Override
    public void sleep(long nanos) {
      slept.add(nanos / 1e9);
      now.addAndGet(Math.max(0, nanos));
    }
  }

  private static ReplayedJob done(ReplayWorkload.Step step) {
    return new ReplayedJob(
        step.job().name(), step.bin(), 0, 0, 1, 2, 1, 0, 3, 0, Map.of(), 0, 0, 0, null);
  }

  @Test
  void jobsAreSubmittedAtTheirTimesDividedByTheSpeedUp() throws InterruptedException {
    Stepped clock = new Stepped();
    List<ReplayedJob> jobs =
        new Replay(ReplayTest::done, clock, 10, 4)
            .run(steps(job("a", 5), job("b", 20), job("c", 20)), (ended, failed, job) -> {});

    assertThat(jobs).extracting(ReplayedJob::name).containsExactly("a", "b", "c");
    assertThat(jobs).extracting(ReplayedJob::dueSeconds).containsExactly(0.5, 2.0, 2.0);
    assertThat(clock.slept.get(0)).isCloseTo(0.5, within(1e-6));
    assertThat(clock.slept.get(1)).isCloseTo(1.5, within(1e-6));
    assertThat(clock.slept.get(2)).isCloseTo(0, within(1e-6));
    assertThat(jobs.get(2).lateSeconds()).isZero();
  }

  /** The one place is taken for five seconds; what is due after one is late by four, or by five. */
  @Test
  void aJobThatFindsNoPlaceIsLateAndTheNextIsDueAsBefore() throws InterruptedException {
    Stepped clock = new Stepped();
    JobService slow =
        step -> {
          clock.sleep(step.job().name().equals("a") ? 5_000_000_000L : 0);
          return done(step);
        };
    List<ReplayedJob> jobs =
        new Replay(slow, clock, 1, 1)
            .run(steps(job("a", 0), job("b", 1), job("c", 60)), (ended, failed, job) -> {});

    assertThat(jobs.get(1).lateSeconds()).isBetween(4.0, 5.0);
    assertThat(jobs.get(2).dueSeconds()).isEqualTo(60);
    assertThat(jobs.get(2).lateSeconds()).isCloseTo(0, within(1e-6));
  }

  @Test
  void noMoreJobsThanPlacesAreUnderWay() throws InterruptedException {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    JobService service =
        step -> {
          most.accumulateAndGet(now.incrementAndGet(), Math::max);
          Thread.sleep(10);
          now.decrementAndGet();
          return done(step);
        };
    SwimJob[] jobs = IntStream.range(0, 12).mapToObj(i -> job("j" + i, 0)).toArray(SwimJob[]::new);
    new Replay(service, ReplayClock.SYSTEM, 1, 3).run(steps(jobs), (ended, failed, job) -> {});

    assertThat(most).hasValueBetween(2, 3);
  }

  @Test
  void aJobWaitsForTheOneThatWritesItsInput() throws InterruptedException {
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch otherStarted = new CountDownLatch(1);
    JobService service =
        step -> {
          order.add("start " + step.job().name());
          if (step.job().name().equals("writer")) {
            assertThat(otherStarted.await(10, TimeUnit.SECONDS)).isTrue();
          }
          if (step.job().name().equals("other")) {
            otherStarted.countDown();
          }
          order.add("end " + step.job().name());
          return done(step);
        };
    new Replay(service, ReplayClock.SYSTEM, 1, 3)
        .run(
            steps(
                Traces.job("writer", 0, "/x", 1, "/made"),
                Traces.job("reader", 0, "/made", 1, ""),
                Traces.job("other", 0, "/x", 1, "")),
            (ended, failed, job) -> {});

    assertThat(order.indexOf("start reader")).isGreaterThan(order.indexOf("end writer"));
    assertThat(order.indexOf("start other")).isLessThan(order.indexOf("end writer"));
  }

  @Test
  void aJobThatFailsIsCountedAndTakesItsReadersAlong() throws InterruptedException {
    List<String> reported = new ArrayList<>();
    List<String> ran = Collections.synchronizedList(new ArrayList<>());
    JobService service =
        step -> {
          ran.add(step.job().name());
          return step.job().name().equals("writer")
              ? ReplayedJob.failed(step, 3, "no reason")
              : done(step);
        };
    List<ReplayedJob> jobs =
        new Replay(service, new Stepped(), 1, 1)
            .run(
                steps(
                    Traces.job("writer", 0, "/x", 1, "/made"),
                    Traces.job("reader", 1, "/made", 1, "/more"),
                    Traces.job("next", 2, "/more", 1, ""),
                    Traces.job("other", 3, "/x", 1, "")),
                (ended, failed, job) ->
                    reported.add("%s %d/%d".formatted(job.name(), failed, ended)));

    assertThat(ran).containsExactly("writer", "other");
    assertThat(reported).containsExactly("writer 1/1", "reader 2/2", "next 3/3", "other 3/4");
    assertThat(jobs).extracting(ReplayedJob::succeeded).containsExactly(false, false, false, true);
    assertThat(jobs.get(1).failure()).contains("writer", "failed");
    assertThat(jobs.get(2).failure()).contains("reader", "failed");
  }

  @Test
  void aServiceThatThrowsEndsTheReplay() {
    JobService broken =
        step -> {
          throw new IllegalArgumentException("broken");
        };

    assertThatThrownBy(
            () ->
                new Replay(broken, new Stepped(), 1, 1)
                    .run(steps(job("a", 0)), (ended, failed, job) -> {}))
        .hasRootCauseMessage("broken");
  }

  @Test
  void refusesWhatMakesNoSense() {
    for (double speedUp : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> new Replay(ReplayTest::done, ReplayClock.SYSTEM, speedUp, 1))
          .hasMessageContaining("speed-up");
    }
    assertThatThrownBy(() -> new Replay(ReplayTest::done, ReplayClock.SYSTEM, 1, 0))
        .hasMessageContaining("at least 1");
  }

  private static SwimJob job(String name, double submit) {
    return Traces.job(name, submit, 100, 0, 0);
  }

  private static List<ReplayWorkload.Step> steps(SwimJob... jobs) {
    return Traces.workload(Arrays.copyOf(jobs, jobs.length)).steps();
  }
}
