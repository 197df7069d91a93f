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
package io.trident.testbed;

import java.io.IOException;
import java.time.Duration;

/** Waiting for the machine, bounded. */
final class Await {
  private static final Duration SHORT = Duration.ofSeconds(20);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private Await() {}

  /** Something that is true sooner or later. */
  interface Condition {
    boolean holds() throws IOException;
  }

  /**
   * Returns when a condition holds.
   *
   * @throws IOException if it does not within 20 seconds
   */
  static void until(String what, Condition condition) throws IOException {
    until(what, SHORT, condition);
  }

  /**
   * Returns when a condition holds.
   *
   * @throws IOException if it does not in time, or fails
   */
  static void until(String what, Duration timeout, Condition condition) throws IOException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException("Waited %d s for %s".formatted(timeout.toSeconds(), what));
      }
      pause(PAUSE);
    }
  }

  /** Sleeps. */
  static void pause(Duration time) throws IOException {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    }
  }
}
