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
package io.trident.core.matching;

import java.util.Objects;

/**
 * Interchangeable slots: those of one executor, or of one node where executors do not matter.
 *
 * @param executor name of the executor; the node's name where there are none
 * @param node host name
 * @param rack rack of the node
 * @param slots how many tasks it can take now; not negative
 */
public record SlotGroup(String executor, String node, String rack, int slots) {
  public SlotGroup {
    Objects.requireNonNull(executor, "executor");
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(rack, "rack");
    if (slots < 0) {
      throw new IllegalArgumentException(
          "Executor %s offers a negative number of slots: %d".formatted(executor, slots));
    }
  }

  /** The slots of a node that has no executors. */
  public static SlotGroup ofNode(String node, String rack, int slots) {
    return new SlotGroup(node, node, rack, slots);
  }
}
