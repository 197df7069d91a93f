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
package io.trident.benchmarks.simulator;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How long decisions took, in real time: the scheduling overhead of the paper's section 7.5. The
 * only part of a result that differs between runs of one seed.
 */
public final class DecisionTimes {
  private static final double NANOS_PER_MILLI = 1e6;

  private final LongSupplier nanoTime;
  private long count;
  private long nanos;
  private long mostNanos;

  DecisionTimes(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  <T> T time(Supplier<T> decision) {
    long start = nanoTime.getAsLong();
    T result = decision.get();
    long taken = nanoTime.getAsLong() - start;
    count++;
    nanos += taken;
    mostNanos = Math.max(mostNanos, taken);
    return result;
  }

  /** Returns how many decisions were made. */
  public long count() {
    return count;
  }

  /** Returns their mean, in milliseconds; 0 if there were none. */
  public double meanMillis() {
    return count == 0 ? 0 : nanos / NANOS_PER_MILLI / count;
  }

  /** Returns the longest, in milliseconds. */
  public double maxMillis() {
    return mostNanos / NANOS_PER_MILLI;
  }
}
