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

import java.util.OptionalDouble;

/**
 * How long a task is expected to take, and how long it may wait for a better place.
 *
 * <p>All must be pure for the time of one decision.
 */
public interface WaitingTerms {
  /**
   * Returns how long a task reads where it has a cost.
   *
   * @param task the task
   * @param cost its assignment cost there
   * @return seconds; not less for a higher cost
   */
  double readSeconds(PlacementTask task, double cost);

  /**
   * Returns how long a task takes beside its read, in seconds: the mean of those that have ended.
   * Empty as long as none has: then tasks wait only for places beside their data, where they have
   * none on offer, as delay scheduling does.
   */
  OptionalDouble workSeconds();

  /**
   * Returns for how long a task may still be held back.
   *
   * @param task index of the task in the snapshot
   * @return seconds; 0 or less if it may not
   */
  double patienceSeconds(int task);
}
