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
package io.trident.core.report;

import io.trident.core.text.EnumNames;
import java.util.Optional;

/** Why a task ran where it did. */
public enum PlacementReason {
  /** No slot on offer was cheaper for it. */
  CHEAPEST,
  /** Cheaper slots went to other tasks, for which the sum of all costs is the least. */
  OPTIMUM,
  /** Cheaper slots went to other tasks, and the sum is not known to be the least. */
  POLICY,
  /** The engine placed it: such as the retry of a task that failed. */
  ENGINE,
  /** A speculative copy, which the engine places. */
  SPECULATIVE;

  /** Returns the name used in tables and JSON: lower case. */
  public String label() {
    return EnumNames.dashed(this);
  }

  /** Returns the reason of a label; empty if it is unknown, as from another version. */
  public static Optional<PlacementReason> ofLabel(String label) {
    return EnumNames.find(PlacementReason.class, label);
  }
}
