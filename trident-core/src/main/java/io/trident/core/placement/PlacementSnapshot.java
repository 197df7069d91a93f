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
import io.trident.core.cost.CostProfile;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import io.trident.core.model.Locality;
import io.trident.core.model.RackResolver;
import java.util.List;

/**
 * All that a placement decision depends on.
 *
 * @param tasks tasks that wait, in the order in which the host would serve equals
 * @param profiles what each task costs anywhere, by index of the task: {@link
 *     PlacementTask#profile}
 * @param slots the slots on offer, in the order in which the host would offer them
 * @param topology racks of nodes
 * @param model the constants of Equation 1
 * @param allowed the farthest locality that delay scheduling allows now; policies with delay leave
 *     a slot empty rather than go beyond it. {@link Locality#OFF_RACK} where the delay is over or
 *     the host has none
 */
public record PlacementSnapshot(
    List<PlacementTask> tasks,
    List<CostProfile> profiles,
    List<SlotGroup> slots,
    RackResolver topology,
    CostModel model,
    Locality allowed) {
  public PlacementSnapshot {
    tasks = List.copyOf(tasks);
    profiles = List.copyOf(profiles);
    slots = List.copyOf(slots);
    if (profiles.size() != tasks.size()) {
      throw new IllegalArgumentException(
          "%d cost profiles for %d tasks; give each task one."
              .formatted(profiles.size(), tasks.size()));
    }
  }

  /** A snapshot whose cost profiles are yet to be computed. */
  public PlacementSnapshot(
      List<PlacementTask> tasks,
      List<SlotGroup> slots,
      RackResolver topology,
      CostModel model,
      Locality allowed) {
    this(
        tasks,
        tasks.stream().map(task -> task.profile(topology, model)).toList(),
        slots,
        topology,
        model,
        allowed);
  }

  /** Returns the matching problem of this snapshot; tasks and slot groups keep their indices. */
  public MatchingProblem problem() {
    return new MatchingProblem(profiles, slots);
  }
}
