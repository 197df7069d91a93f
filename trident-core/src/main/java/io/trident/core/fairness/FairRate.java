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
package io.trident.core.fairness;

import io.trident.core.guard.TokenBucket;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Limits how much users spend in a second together, so that none of them uses up what others need.
 *
 * <p>A {@link TokenBucket} holds what one second gives. Its upper half is for whoever comes first.
 * Its lower half is kept for users who have spent little: a user may go on there only while it has
 * spent less in this second than an equal share of that half, where those share who asked in this
 * second or in the one before, served or not, and one more, who may come next. So greedy users have
 * all that others leave, and a user who asks for less than its share is served at once, as long as
 * single amounts are small beside a share. A larger amount is owed as with any token bucket.
 *
 * <p>Thread-safe; a call is O(1). Holds the names of the users of two seconds.
 */
public final class FairRate {
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final double perSecond;
  private final TokenBucket bucket;
  private Map<String, Long> spent = new HashMap<>();
  private Set<String> before = Set.of();
  private int users;
  private long beganNanos;

  /**
   * Nothing has been spent yet.
   *
   * @param perSecond what all users may spend in a second; positive
   * @param nowNanos by a monotonic clock, whose zero may be anywhere
   */
  public FairRate(double perSecond, long nowNanos) {
    this.perSecond = perSecond;
    this.bucket = new TokenBucket(perSecond, nowNanos);
    this.beganNanos = nowNanos;
  }

  /**
   * Spends if the user may.
   *
   * @param amount what is spent; positive
   * @return whether it was spent
   */
  public synchronized boolean tryTake(String user, int amount, long nowNanos) {
    turn(nowNanos);
    if (spent.putIfAbsent(user, 0L) == null && !before.contains(user)) {
      users++;
    }
    boolean may =
        bucket.holds(1, nowNanos, perSecond / SECOND_NANOS)
            && (bucket.holds(perSecond / 2, nowNanos, perSecond / SECOND_NANOS)
                || spent.getOrDefault(user, 0L) < perSecond / 2 / (users + 1));
    if (may) {
      bucket.take(amount);
      spent.merge(user, (long) amount, Long::sum);
    }
    return may;
  }

  /** Begins another second where one is over. */
  private void turn(long nowNanos) {
    long passed = nowNanos - beganNanos;
    if (passed >= SECOND_NANOS) {
      before = passed < 2 * SECOND_NANOS ? Set.copyOf(spent.keySet()) : Set.of();
      users = before.size();
      spent = new HashMap<>();
      beganNanos = nowNanos;
    }
  }
}
