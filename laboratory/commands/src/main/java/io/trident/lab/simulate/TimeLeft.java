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
package io.trident.lab.simulate;

import io.trident.benchmarks.simulator.SetupComparison;
import java.io.PrintWriter;
import java.util.function.LongSupplier;

/** Reports every few seconds how far a comparison is, and how long the rest may take. */
public final class TimeLeft implements SetupComparison.Progress {
  private static final double INTERVAL_SECONDS = 5;
  private static final double NANOS = 1e9;

  private final PrintWriter out;
  private final LongSupplier nanoTime;
  private final long start;
  private double nextSeconds = INTERVAL_SECONDS;

  /** Starts now. */
  public TimeLeft(PrintWriter out, LongSupplier nanoTime) {
    this.out = out;
    this.nanoTime = nanoTime;
    start = nanoTime.getAsLong();
  }

  @Override
  public void at(double share, String what) {
    double seconds = (nanoTime.getAsLong() - start) / NANOS;
    if (seconds >= nextSeconds && share > 0) {
      nextSeconds = seconds + INTERVAL_SECONDS;
      out.printf(
          "[%4.0f s] %3.0f %%, about %.0f s left: %s%n",
          seconds, 100 * share, seconds / share - seconds, what);
      out.flush();
    }
  }
}
