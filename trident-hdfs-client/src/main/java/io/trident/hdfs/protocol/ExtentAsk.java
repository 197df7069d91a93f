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

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A question that several threads ask until the answer is another one than {@link
 * ExtentState#AWAITED}. One of them asks for all, one time after the other; whoever's time is over
 * or who is interrupted leaves at once, and another one asks on. It has no thread of its own.
 * Thread-safe.
 */
final class ExtentAsk {
  private final LongSupplier nanoTime;
  private final long pauseNanos;
  private boolean asking;
  private long answers;
  private ExtentState last = ExtentState.AWAITED;
  private long lastAt;

  /**
   * Prepares a question.
   *
   * @param nanoTime monotonic clock in nanoseconds
   * @param pause time between an answer and the next question
   */
  ExtentAsk(LongSupplier nanoTime, Duration pause) {
    this.nanoTime = nanoTime;
    this.pauseNanos = pause.toNanos();
  }

  /**
   * Returns the first final answer to a question that ended after the call began, or {@link
   * ExtentState#AWAITED} at the end of the time. If nobody has asked for some time it asks, even if
   * there is no time.
   *
   * @param question asks once, and does not wait
   * @param end of the time, by the clock
   * @throws InterruptedException if the thread is interrupted
   */
  ExtentState get(Question question, long end) throws InterruptedException, InterruptedIOException {
    long before = answers();
    while (true) {
      ExtentState known = untilItsTurn(before, end);
      if (known != null) {
        return known;
      }
      ask(question);
    }
  }

  private synchronized long answers() {
    return answers;
  }

  /** Waits until there is an answer to return, or none, and the caller has to ask. */
  private synchronized @Nullable ExtentState untilItsTurn(long before, long end)
      throws InterruptedException {
    while (true) {
      boolean answered = answers > before;
      if (answered && last != ExtentState.AWAITED) {
        return last;
      }
      long now = nanoTime.getAsLong();
      boolean over = now - end >= 0;
      long pause = answers == 0 || last != ExtentState.AWAITED ? 0 : lastAt + pauseNanos - now;
      if (!asking && pause <= 0 && !(over && answered)) {
        asking = true;
        return null;
      }
      if (over) {
        return ExtentState.AWAITED;
      }
      long left = end - now;
      long nanos = asking ? left : Math.min(left, pause);
      wait(TimeUnit.NANOSECONDS.toMillis(nanos) + 1); // rounded up
    }
  }

  private void ask(Question question) throws InterruptedException, InterruptedIOException {
    @Nullable ExtentState answer = null;
    try {
      answer = question.ask();
    } finally {
      asked(answer);
    }
  }

  private synchronized void asked(@Nullable ExtentState answer) {
    asking = false;
    if (answer != null) {
      last = answer;
      lastAt = nanoTime.getAsLong();
      answers++;
    }
    notifyAll();
  }

  /** Asks once. */
  @FunctionalInterface
  interface Question {
    ExtentState ask() throws InterruptedException, InterruptedIOException;
  }
}
