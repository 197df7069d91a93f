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

/** Decides which waiting task runs on which offered slot; a pure function of the snapshot. */
public interface PlacementPolicy {
  /** Returns the name that selects this policy in configuration, such as {@code "trident"}. */
  String name();

  /**
   * Places tasks on slots: each task at most once, each slot group at most as often as it has
   * slots. Deterministic.
   */
  Placement place(PlacementSnapshot snapshot);
}
