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
package io.trident.benchmarks.swim.replay;

import java.util.concurrent.TimeUnit;

/** The time that jobs are submitted by. */
public interface ReplayClock {
  /** The machine's. */
  ReplayClock SYSTEM =
      new ReplayClock() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public void sleep(long nanos) throws InterruptedException {
          TimeUnit.NANOSECONDS.sleep(nanos);
        }
      };

  /** Returns a monotonic time in nanoseconds. */
  long nanoTime();

  /** Waits; for no time at all if {@code nanos} is not positive. */
  void sleep(long nanos) throws InterruptedException;
}
