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

import io.trident.core.cost.CostModel;
import io.trident.core.matching.SlotGroup;
import io.trident.core.model.Locality;
import io.trident.core.model.RackResolver;
import io.trident.core.model.ReadSource;
import io.trident.core.model.StorageTier;
import org.jspecify.annotations.Nullable;

/**
 * How a task reads on a slot.
 *
 * @param locality how near the task is to its data there
 * @param tier the tier that serves most of its bytes there; null without a known replica
 */
public record TaskRead(Locality locality, @Nullable StorageTier tier) {

  /** Returns where it reads most of its input from. */
  public ReadSource source() {
    return ReadSource.of(locality, tier);
  }

  /** Returns how a task reads on a slot, whoever placed it there. O(blocks * replicas). */
  public static TaskRead of(
      PlacementTask task, SlotGroup slot, RackResolver topology, CostModel model) {
    Serving serving = new Serving(topology, model);
    return new TaskRead(serving.localityOn(slot, task), serving.tierOn(slot, task));
  }
}
