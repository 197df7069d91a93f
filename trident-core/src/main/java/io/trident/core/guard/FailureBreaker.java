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
package io.trident.core.guard;

/**
 * Leaves Trident out for a while after it failed again and again: what fails costs time too, and
 * seldom mends itself within a second. Thread-safe.
 */
public final class FailureBreaker {
  /** So many failures within {@link #WINDOW_NANOS} open it. */
  public static final int MOST_FAILURES = 20;

  /** Within it failures are counted; for so long it is then open. */
  public static final long WINDOW_NANOS = 60_000_000_000L;

  private int failures;
  private long windowNanos;
  private volatile boolean open;
  private volatile long openedNanos;

  /** Notes a failure; returns whether it was the one too many. */
  public synchronized boolean failed(long nowNanos) {
    if (failures == 0 || nowNanos - windowNanos >= WINDOW_NANOS) {
      failures = 0;
      windowNanos = nowNanos;
    }
    failures++;
    if (failures < MOST_FAILURES || open) {
      return false;
    }
    failures = 0;
    openedNanos = nowNanos;
    open = true;
    return true;
  }

  /** Returns whether Trident is to be left out now. */
  public boolean isOpen(long nowNanos) {
    if (!open) {
      return false;
    }
    if (nowNanos - openedNanos >= WINDOW_NANOS) {
      open = false;
    }
    return open;
  }
}
