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
package io.trident.hdfs.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ExtentAskTest {
  private static final int READERS = 64;
  private static final long NEVER = TimeUnit.HOURS.toNanos(1);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicInteger atOnce = new AtomicInteger();
  private volatile ExtentState state = ExtentState.AWAITED;

  @AfterEach
  void stop() throws Exception {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }

  private static ExtentAsk every(Duration pause) {
    return new ExtentAsk(System::nanoTime, pause);
  }

  private ExtentState ask() {
    assertThat(atOnce.incrementAndGet()).as("at once").isOne();
    asked.incrementAndGet();
    ExtentState answer = state;
    atOnce.decrementAndGet();
    return answer;
  }

  private static long in(Duration time) {
    return System.nanoTime() + time.toNanos();
  }

  @Test
  void oneAsksForAll() throws Exception {
    ExtentAsk shared = every(Duration.ofMillis(100));
    long start = System.nanoTime();
    List<Future<ExtentState>> readers = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      readers.add(threads.submit(() -> shared.get(this::ask, System.nanoTime() + NEVER)));
    }
    while (asked.get() < 5) {
      Thread.sleep(10);
    }
    long pauses = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) / 100;
    assertThat(asked.get()).as("whatever the number of readers").isLessThan((int) pauses + 2);
    state = ExtentState.READABLE;
    for (Future<ExtentState> reader : readers) {
      assertThat(reader.get()).isEqualTo(ExtentState.READABLE);
    }
  }

  @Test
  void aFinalAnswerIsForThoseOnlyWhoWaited() throws Exception {
    ExtentAsk shared = every(Duration.ofHours(1));
    state = ExtentState.NOT_REBUILT;
    assertThat(shared.get(this::ask, in(Duration.ZERO))).isEqualTo(ExtentState.NOT_REBUILT);
    state = ExtentState.READABLE;
    assertThat(shared.get(this::ask, in(Duration.ZERO))).isEqualTo(ExtentState.READABLE);
    assertThat(asked).hasValue(2);
  }

  @Test
  void whoHasNoTimeAsksOnceUnlessSomebodyHasJustAsked() throws Exception {
    ExtentAsk shared = every(Duration.ofHours(1));
    assertThat(shared.get(this::ask, in(Duration.ZERO))).isEqualTo(ExtentState.AWAITED);
    assertThat(asked).hasValue(1);
    assertThat(shared.get(this::ask, in(Duration.ZERO))).isEqualTo(ExtentState.AWAITED);
    assertThat(asked).hasValue(1);
  }

  @Test
  void nobodyWaitsLongerThanItsTimeForTheCallOfAnother() throws Exception {
    ExtentAsk shared = every(Duration.ofMillis(1));
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Future<ExtentState> slow =
        threads.submit(
            () ->
                shared.get(
                    () -> {
                      begun.countDown();
                      end.await();
                      return ExtentState.READABLE;
                    },
                    System.nanoTime() + NEVER));
    begun.await();
    assertThat(shared.get(this::ask, in(Duration.ofMillis(50)))).isEqualTo(ExtentState.AWAITED);
    assertThat(asked).hasValue(0);
    end.countDown();
    assertThat(slow.get()).isEqualTo(ExtentState.READABLE);
  }

  @Test
  void whoIsInterruptedStopsAtOnceAndAnotherOneAsks() throws Exception {
    ExtentAsk shared = every(Duration.ofMillis(1));
    CountDownLatch begun = new CountDownLatch(1);
    Future<ExtentState> first =
        threads.submit(
            () ->
                shared.get(
                    () -> {
                      begun.countDown();
                      new CountDownLatch(1).await();
                      throw new AssertionError();
                    },
                    System.nanoTime() + NEVER));
    begun.await();
    CompletableFuture<Thread> runner = new CompletableFuture<>();
    Future<Throwable> second =
        threads.submit(
            () -> {
              runner.complete(Thread.currentThread());
              try {
                throw new AssertionError(shared.get(this::ask, System.nanoTime() + NEVER));
              } catch (InterruptedException e) {
                return e;
              }
            });
    Future<ExtentState> third =
        threads.submit(() -> shared.get(this::ask, System.nanoTime() + NEVER));
    runner.join().interrupt();
    assertThat(second.get()).isInstanceOf(InterruptedException.class);
    assertThat(asked).hasValue(0);

    first.cancel(true);
    while (asked.get() < 3) {
      Thread.sleep(1);
    }
    assertThat(third).isNotDone();
    state = ExtentState.READABLE;
    assertThat(third.get()).isEqualTo(ExtentState.READABLE);
  }

  @Test
  void afterAFailureOthersAskOn() throws Exception {
    ExtentAsk shared = every(Duration.ofHours(1));
    assertThatThrownBy(
            () ->
                shared.get(
                    () -> {
                      throw new NoClassDefFoundError("x");
                    },
                    in(Duration.ofHours(1))))
        .isInstanceOf(NoClassDefFoundError.class);
    Future<ExtentState> interrupted =
        threads.submit(
            () ->
                shared.get(
                    () -> {
                      throw new InterruptedIOException();
                    },
                    in(Duration.ofHours(1))));
    assertThatThrownBy(interrupted::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(InterruptedIOException.class);
    state = ExtentState.READABLE;
    assertThat(shared.get(this::ask, in(Duration.ofHours(1)))).isEqualTo(ExtentState.READABLE);
  }
}
