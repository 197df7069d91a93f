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
package io.trident.benchmarks.simulator;

import io.trident.core.placement.Placement;
import io.trident.core.placement.PlacementSnapshot;
import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.PrefetchSnapshot;
import io.trident.core.request.AllocationSnapshot;
import io.trident.core.request.PotentialContainer;
import java.util.List;

/** Receives every decision of {@code trident-core} that a simulated cluster acts on. */
public interface DecisionListener {
  /** Hears nothing. */
  DecisionListener NONE = new DecisionListener() {};

  /** Tasks were placed on containers. */
  default void placed(PlacementSnapshot snapshot, Placement placement) {}

  /** Containers were allocated by Algorithm 3. */
  default void allocated(AllocationSnapshot snapshot, List<PotentialContainer> containers) {}

  /** What to prefetch for a job was planned. */
  default void planned(PrefetchSnapshot snapshot, PrefetchPlan plan) {}
}
