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
package io.trident.cli;

import java.io.PrintWriter;
import java.util.function.LongSupplier;

/** Shows a waiting person what is going on, with the seconds since the start. */
public final class Progress {
  private final PrintWriter out;
  private final LongSupplier nanoTime;
  private final long start;

  /** Starts to count seconds now, by a monotonic clock in nanoseconds. */
  public Progress(PrintWriter out, LongSupplier nanoTime) {
    this.out = out;
    this.nanoTime = nanoTime;
    start = nanoTime.getAsLong();
  }

  /** Prints one line. */
  public void report(String text, Object... arguments) {
    out.printf("[%4.0f s] %s%n", seconds(), text.formatted(arguments));
    out.flush();
  }

  /** Returns the seconds since the start. */
  public double seconds() {
    return (nanoTime.getAsLong() - start) / 1e9;
  }
}
