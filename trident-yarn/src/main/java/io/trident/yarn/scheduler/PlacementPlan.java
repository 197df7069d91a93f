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
import org.jspecify.annotations.Nullable;

/**
 * The containers that Algorithm 3 chose, cheapest first.
 *
 * <p>A plan is consumed from its head, O(1) per container. What happened since it was made is
 * checked there, not here. Not thread-safe.
 */
final class PlacementPlan {
  private final Deque<PotentialContainer> candidates;
  private final long gains;
  private final long oldNanos;
  private boolean lost;

  /**
   * @param candidates the chosen containers, cheapest first
   * @param gains {@link RoomTable#gains} when the plan was made
   * @param oldNanos when a better one may be looked for, on the context's clock
   */
  PlacementPlan(List<PotentialContainer> candidates, long gains, long oldNanos) {
    this.candidates = new ArrayDeque<>(candidates);
    this.gains = gains;
    this.oldNanos = oldNanos;
  }

  /** Returns the cheapest candidate that is left, or null. */
  @Nullable PotentialContainer peek() {
    return candidates.peek();
  }

  /** Returns the number of candidates that are left. */
  int size() {
    return candidates.size();
  }

  /** Returns the cheapest candidates that are left, in order. */
  List<PotentialContainer> first(int most) {
    return candidates.stream().limit(most).toList();
  }

  /** Takes the cheapest candidate out, which is proposed to the scheduler. */
  void take() {
    candidates.remove();
  }

  /** Drops the cheapest candidate, whose room others have. */
  void drop() {
    candidates.remove();
    lost = true;
  }

  /** Puts a candidate back that was refused for now. */
  void putBack(PotentialContainer candidate) {
    candidates.addFirst(candidate);
  }

  /** Notes that the scheduler refused a candidate: planning again at once would not help. */
  void noteRefusal() {
    lost = true;
  }

  /**
   * Returns whether a new plan may be better: there is room that was not there before, and this
   * plan is used up or old; or it is old and some of its candidates did not come to anything.
   *
   * @param gainsNow {@link RoomTable#gains}
   */
  boolean isOver(long nowNanos, long gainsNow) {
    boolean old = isOld(nowNanos);
    return gainsNow == gains ? old && lost : old || candidates.isEmpty();
  }

  /** Returns whether a better plan may be looked for, if there is any. */
  boolean isOld(long nowNanos) {
    return nowNanos - oldNanos >= 0;
  }
}
