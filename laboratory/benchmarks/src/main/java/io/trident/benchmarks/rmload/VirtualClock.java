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
package io.trident.benchmarks.rmload;

import java.util.function.LongSupplier;

/**
 * Simulated time for a scheduler that is called by one thread. It stands still between the calls
 * and goes on in them, so that what the scheduler does takes as long as it really takes.
 */
final class VirtualClock implements LongSupplier {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private long nanos;
  private long callBegan;
  private boolean inCall;

  void set(long millis) {
    nanos = millis * NANOS_PER_MILLI;
  }

  void callBegins() {
    callBegan = System.nanoTime();
    inCall = true;
  }

  void callEnds() {
    inCall = false;
  }

  @Override
  public long getAsLong() {
    return inCall ? nanos + System.nanoTime() - callBegan : nanos;
  }
}
