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

/**
 * A set of blocks to prefetch, a delay, and what the models predict of them.
 *
 * @param selection the blocks
 * @param delay of the job, in seconds
 * @param seconds the job time, delay included
 * @param taskSeconds the sum of the times that tasks take
 */
record Outcome(Selection selection, double delay, double seconds, double taskSeconds) {
  /** Differences of job times below this share of them are rounding. */
  private static final double ROUNDING = 1e-9;

  /** Whether the job takes less time than with another. */
  boolean isFasterThan(Outcome other) {
    return isFaster(seconds, other.seconds);
  }

  /** Whether the job takes less time than with another or, on a tie, its tasks do. */
  boolean isBetterThan(Outcome other) {
    return isBetter(seconds, taskSeconds, other);
  }

  /** Whether a job time, or on a tie the tasks' time, is less than another's. */
  static boolean isBetter(double seconds, double taskSeconds, Outcome other) {
    return isFaster(seconds, other.seconds)
        || (!isFaster(other.seconds, seconds) && isFaster(taskSeconds, other.taskSeconds));
  }

  /** Whether a time is less than another. */
  static boolean isFaster(double seconds, double other) {
    return seconds < other * (1 - ROUNDING);
  }
}
