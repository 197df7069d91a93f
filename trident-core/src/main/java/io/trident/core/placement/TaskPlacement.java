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

import io.trident.core.model.Locality;
import io.trident.core.model.StorageTier;
import org.jspecify.annotations.Nullable;

/**
 * One task on one slot.
 *
 * @param task index of the task in the snapshot
 * @param slotGroup index of the slot group in the snapshot
 * @param cost assignment cost by Equation 1
 * @param locality how near the task is to its data there
 * @param tier the tier that serves most of its bytes there; null without a known replica
 */
public record TaskPlacement(
    int task, int slotGroup, double cost, Locality locality, @Nullable StorageTier tier) {

  /** The same placement of a task that another snapshot lists at another index. */
  TaskPlacement ofTask(int index) {
    return new TaskPlacement(index, slotGroup, cost, locality, tier);
  }
}
