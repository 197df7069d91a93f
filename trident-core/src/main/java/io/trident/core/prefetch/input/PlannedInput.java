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
package io.trident.core.prefetch.input;

import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.storage.BlockToCache;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Located input, and the plan that was made of it.
 *
 * @param input the input of the job or stage
 * @param plan what to prefetch of it
 */
public record PlannedInput(LocatedInput input, PrefetchPlan plan) {
  public PlannedInput {
    Objects.requireNonNull(input, "input");
    Objects.requireNonNull(plan, "plan");
  }

  /** Returns the blocks to cache, most urgent first. */
  public List<BlockToCache> blocks() {
    return input.blocks(plan);
  }

  /**
   * Returns the blocks to hold while the job or stage runs: those to cache, most urgent first, and
   * those that the plan found in memory, which are there for others, who may end first. Nothing, if
   * nothing is to be prefetched at all.
   */
  public List<BlockToCache> toHold() {
    if (plan.prefetcher() == PrefetcherName.NONE) {
      return List.of();
    }
    return Stream.concat(blocks().stream(), input.found().stream()).distinct().toList();
  }
}
