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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a task is where it is.
 *
 * @param task name of the task
 * @param executor executor it was placed on; null if it got no slot
 * @param node node it was placed on; null if it got no slot
 * @param cost assignment cost there; NaN if it got no slot
 * @param locality how near it is to its data there; null if it got no slot
 * @param tier the tier that serves most of its bytes there; null without slot or known replica
 * @param alternatives the slot groups that were on offer and would have been cheaper, cheapest
 *     first; of all groups if it got no slot; at most {@link Explainer#MAX_ALTERNATIVES}
 */
public record PlacementExplanation(
    String task,
    @Nullable String executor,
    @Nullable String node,
    double cost,
    @Nullable Locality locality,
    @Nullable StorageTier tier,
    List<Alternative> alternatives) {
  public PlacementExplanation {
    alternatives = List.copyOf(alternatives);
  }

  /**
   * A slot group that the task would have been cheaper on.
   *
   * @param executor name of the executor
   * @param node its node
   * @param cost the task's assignment cost there
   * @param heldBy names of the tasks that were placed there, in task order
   * @param extraCost by how much the whole decision would cost more with the task there and all
   *     others placed as well as possible; negative where the policy missed a gain
   */
  public record Alternative(
      String executor, String node, double cost, List<String> heldBy, double extraCost) {
    public Alternative {
      heldBy = List.copyOf(heldBy);
    }
  }
}
