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
package io.trident.yarn.scheduler;

/**
 * Keeps the time that planning takes to a part of all time, over all applications of a scheduler:
 * what an application asks for may be anything, and the scheduler has others to serve.
 *
 * <p>A token bucket of nanoseconds: it fills with the given part of the time that passes, up to
 * what {@link #BURST_NANOS} allows, and each plan takes out what it took. Once it is empty requests
 * are served as by the stock scheduler until it has filled again. Thread-safe.
 */
final class PlanningBudget {
  /** So much planning may come at once after a quiet time. */
  static final long BURST_NANOS = 200_000_000;

  private long left = BURST_NANOS;
  private long filledNanos;
  private boolean started;

  /**
   * Returns whether a plan may be made.
   *
   * @param part of all time that planning may take, above 0
   */
  synchronized boolean allows(long nowNanos, double part) {
    if (started) {
      left = (long) Math.min(BURST_NANOS, left + part * (nowNanos - filledNanos));
    }
    started = true;
    filledNanos = nowNanos;
    return left > 0;
  }

  /** Notes how long a plan took. */
  synchronized void spent(long nanos) {
    left -= nanos;
  }
}
