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
 * An executor that is to end tasks, and so to offer slots, before long.
 *
 * @param executor name of the executor
 * @param node host name
 * @param rack rack of the node
 * @param releases when it is expected to end one each, in seconds from now, in any order
 */
public record BusyExecutor(String executor, String node, String rack, List<Double> releases) {
  public BusyExecutor {
    Objects.requireNonNull(executor, "executor");
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(rack, "rack");
    releases = List.copyOf(releases);
    for (double release : releases) {
      if (!(release >= 0)) {
        throw new IllegalArgumentException(
            "Executor %s is expected to end a task %s s from now; give a time that is not negative."
                .formatted(executor, release));
      }
    }
  }
}
