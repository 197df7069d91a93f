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
package io.trident.core.layout.recovery;

import java.util.OptionalInt;

/**
 * Decides which DataNodes take a rebuild. In the beginning those that have not polled yet may do so
 * in a moment, so what belongs on them waits; later on they are passed over.
 *
 * @param most rebuilds that a node has at a time
 * @param isBeginning whether nodes may not have polled yet, although they are there
 */
public record RebuildCapacity(int most, boolean isBeginning) {
  /** Whether a node takes a rebuild. */
  public enum State {
    /** Now. */
    FREE,
    /** Later. */
    BUSY,
    /** As far as is known never. */
    SILENT
  }

  /**
   * Decides for a node. O(1).
   *
   * @param rebuilds how many it has; nothing if it has not polled a short while ago
   */
  public State of(OptionalInt rebuilds) {
    if (rebuilds.isEmpty()) {
      return isBeginning ? State.BUSY : State.SILENT;
    }
    return rebuilds.getAsInt() < most ? State.FREE : State.BUSY;
  }
}
