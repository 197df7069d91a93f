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
package io.trident.yarn.scheduler;

import io.trident.core.request.PotentialContainer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.jspecify.annotations.Nullable;

/**
 * The containers that Algorithm 3 chose, cheapest first, and the nodes they are on.
 *
 * <p>A plan is consumed from its head, O(1) per container. What happened since it was made is
 * checked there, not here. Not thread-safe.
 */
final class PlacementPlan<N extends SchedulerNode> {
  private final Deque<PotentialContainer> candidates;
  private final Map<String, List<N>> nodesByName;
  private final long expiresNanos;
  private boolean refused;

  /**
   * @param candidates the chosen containers, cheapest first
   * @param nodesByName the nodes of each name in them; several where node managers share a host
   * @param expiresNanos when the plan is too old, on the context's clock
   */
  PlacementPlan(
      List<PotentialContainer> candidates, Map<String, List<N>> nodesByName, long expiresNanos) {
    this.candidates = new ArrayDeque<>(candidates);
    this.nodesByName = nodesByName;
    this.expiresNanos = expiresNanos;
    this.refused = candidates.isEmpty();
  }

  /** Returns the cheapest candidate that is left, or null. */
  @Nullable PotentialContainer peek() {
    return candidates.peek();
  }

  void drop() {
    candidates.remove();
  }

  /** Puts a candidate back that was refused for now. */
  void putBack(PotentialContainer candidate) {
    candidates.addFirst(candidate);
  }

  List<N> nodes(String name) {
    return nodesByName.getOrDefault(name, List.of());
  }

  /** Notes that the scheduler refused a candidate: planning again at once would not help. */
  void noteRefusal() {
    refused = true;
  }

  /** Returns whether a new plan is due: this one is too old, or used up by progress. */
  boolean isOver(long nowNanos) {
    return nowNanos - expiresNanos >= 0 || (candidates.isEmpty() && !refused);
  }
}
