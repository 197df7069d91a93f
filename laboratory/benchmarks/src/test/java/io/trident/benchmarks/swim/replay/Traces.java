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

import io.trident.benchmarks.swim.SwimJob;
import io.trident.benchmarks.swim.SwimTrace;
import java.util.List;

/** Workloads for tests. */
final class Traces {
  static final long KILOBYTE = 1 << 10;

  private Traces() {}

  /** Blocks of 64 KiB, a reduce for each 32 KiB of shuffle. */
  static ReplayWorkload workload(SwimJob... jobs) {
    return new ReplayWorkload(
        new SwimTrace("test", List.of(jobs)), "unscaled", 1, 64 * KILOBYTE, 32 * KILOBYTE);
  }

  /** A job with an input and an output of its own. */
  static SwimJob job(String name, double submit, long input, long shuffle, long output) {
    return new SwimJob(name, submit, input, shuffle, output, "", "");
  }

  static SwimJob job(String name, double submit, String input, long inputBytes, String output) {
    return new SwimJob(name, submit, inputBytes, 0, 2 * inputBytes, input, output);
  }
}
