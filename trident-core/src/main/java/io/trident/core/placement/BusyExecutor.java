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
package io.trident.core.placement;

import java.util.List;
import java.util.Objects;

/**
 * An executor that runs tasks, and so is to offer slots before long.
 *
 * @param executor name of the executor
 * @param node host name
 * @param rack rack of the node
 * @param ends when each of the tasks is expected to end, in seconds from now, in any order
 */
public record BusyExecutor(String executor, String node, String rack, List<Double> ends) {
  public BusyExecutor {
    Objects.requireNonNull(executor, "executor");
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(rack, "rack");
    ends = List.copyOf(ends);
    for (double end : ends) {
      if (!(end >= 0)) {
        throw new IllegalArgumentException(
            "Executor %s is expected to end a task %s s from now; give a time that is not negative."
                .formatted(executor, end));
      }
    }
  }

  /**
   * Returns how much longer a task is expected to run. One that has run for longer than expected
   * may take as long again: nothing better is known, and a wait for it costs no more than twice
   * what it would for one who knew.
   *
   * @param expected how long it was expected to take, in seconds
   * @param elapsed for how long it has run, in seconds
   */
  public static double remaining(double expected, double elapsed) {
    return expected > elapsed ? expected - elapsed : elapsed;
  }
}
