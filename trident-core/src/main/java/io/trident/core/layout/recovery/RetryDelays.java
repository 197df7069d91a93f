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
package io.trident.core.layout.recovery;

import java.time.Duration;

/**
 * How long a rebuild that has failed waits until it is tried again: twice as long after each
 * failure, so that a cause which passes costs seconds, and one which stays few attempts.
 *
 * @param first after the first failure; positive
 * @param most after any; not less than {@code first}
 */
public record RetryDelays(Duration first, Duration most) {
  /** Of rebuilds: from a second to a minute. */
  public static final RetryDelays OF_REBUILDS =
      new RetryDelays(Duration.ofSeconds(1), Duration.ofMinutes(1));

  /**
   * Of rebuilds that failed for what does not pass by itself, such as a format that writes other
   * bytes: from a second to an hour.
   */
  public static final RetryDelays OF_LASTING_CAUSES =
      new RetryDelays(Duration.ofSeconds(1), Duration.ofHours(1));

  /** Checks the bounds. */
  public RetryDelays {
    if (first.isNegative() || first.isZero() || most.compareTo(first) < 0) {
      throw new IllegalArgumentException(
          "The first delay is positive and at most the last: %s, %s".formatted(first, most));
    }
  }

  /**
   * Returns how long to wait after some failures. O(log(most / first)).
   *
   * @param failures one after the other; from 1
   */
  public Duration after(int failures) {
    if (failures < 1) {
      throw new IllegalArgumentException("Nothing has failed: " + failures);
    }
    Duration delay = first;
    for (int i = 1; i < failures && delay.compareTo(most) < 0; i++) {
      delay = delay.multipliedBy(2);
    }
    return delay.compareTo(most) < 0 ? delay : most;
  }
}
