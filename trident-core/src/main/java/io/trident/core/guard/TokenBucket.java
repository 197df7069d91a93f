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
 * Limits how much of something is spent in the long run, while single amounts may be large: a token
 * bucket that may be owed.
 *
 * <p>It fills at a rate up to its capacity. Whoever spends needs one token only and may take more
 * than there are; the others then wait until that is made up for. So no amount is too large, and in
 * any time no more is spent than the capacity, what came in, and the last amount. Times are those
 * of a monotonic clock in nanoseconds, whose zero may be anywhere. Thread-safe; all in O(1).
 */
public final class TokenBucket {
  private final double capacity;
  private double tokens;
  private long filledNanos;

  /** Makes a full one. */
  public TokenBucket(double capacity, long nowNanos) {
    this.capacity = capacity;
    this.tokens = capacity;
    this.filledNanos = nowNanos;
  }

  /**
   * Returns whether anything may be spent now.
   *
   * @param perNano tokens that come in each nanosecond since the last call
   */
  public boolean hasToken(long nowNanos, double perNano) {
    return holds(1, nowNanos, perNano);
  }

  /**
   * Returns whether there are so many tokens now.
   *
   * @param perNano tokens that come in each nanosecond since the last call
   */
  public synchronized boolean holds(double number, long nowNanos, double perNano) {
    tokens = Math.min(capacity, tokens + perNano * Math.max(0, nowNanos - filledNanos));
    filledNanos = nowNanos;
    return tokens >= number;
  }

  /** Takes tokens out, of which it may have fewer. */
  public synchronized void take(double spent) {
    tokens -= spent;
  }

  /** Takes tokens out if there is one; returns whether there was. */
  public synchronized boolean tryTake(double wanted, long nowNanos, double perNano) {
    boolean has = hasToken(nowNanos, perNano);
    if (has) {
      take(wanted);
    }
    return has;
  }
}
