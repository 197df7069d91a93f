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

import io.trident.core.cost.CostProfile;
import io.trident.core.matching.Matcher;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import io.trident.core.matching.TransportationMatcher;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Explains placements: the cheaper alternatives of a task, who holds them, and what it would cost
 * to have it otherwise. Immutable; for one snapshot and one decision on it.
 */
public final class Explainer {
  /** The most alternatives that are explained for one task: the cheapest. */
  public static final int MAX_ALTERNATIVES = 16;

  private final PlacementSnapshot snapshot;
  private final Placement placement;
  private final MatchingProblem problem;
  private final Matcher matcher = new TransportationMatcher();

  /**
   * @param snapshot what was decided on
   * @param placement what a policy decided
   */
  public Explainer(PlacementSnapshot snapshot, Placement placement) {
    this.snapshot = snapshot;
    this.placement = placement;
    problem = snapshot.problem();
  }

  /**
   * Explains the placement of one task. Exact: one maximum matching is solved for each of at most
   * {@link #MAX_ALTERNATIVES} cheaper alternatives, with the task forced there.
   *
   * @param task index of the task in the snapshot
   * @throws IndexOutOfBoundsException if there is no such task
   */
  public PlacementExplanation explain(int task) {
    CostProfile profile = problem.tasks().get(task);
    Optional<TaskPlacement> placed =
        placement.placed().stream().filter(one -> one.task() == task).findFirst();
    double cost = placed.map(TaskPlacement::cost).orElse(Double.NaN);
    List<PlacementExplanation.Alternative> alternatives =
        IntStream.range(0, snapshot.slots().size())
            .filter(group -> snapshot.slots().get(group).slots() > 0)
            .filter(group -> placed.isEmpty() || problem.cost(task, group) < cost)
            .boxed()
            .sorted(Comparator.comparingDouble(group -> problem.cost(task, group)))
            .limit(MAX_ALTERNATIVES)
            .map(group -> alternative(task, group))
            .toList();
    return new PlacementExplanation(
        profile.task(),
        placed.map(one -> snapshot.slots().get(one.slotGroup()).executor()).orElse(null),
        placed.map(one -> snapshot.slots().get(one.slotGroup()).node()).orElse(null),
        cost,
        placed.map(TaskPlacement::locality).orElse(null),
        placed.map(TaskPlacement::tier).orElse(null),
        alternatives);
  }

  private PlacementExplanation.Alternative alternative(int task, int group) {
    SlotGroup slot = snapshot.slots().get(group);
    List<String> heldBy =
        placement.placed().stream()
            .filter(one -> one.slotGroup() == group)
            .map(one -> snapshot.tasks().get(one.task()).name())
            .toList();
    return new PlacementExplanation.Alternative(
        slot.executor(),
        slot.node(),
        problem.cost(task, group),
        heldBy,
        costWithForced(task, group) - placement.cost());
  }

  /** The least cost of all with one pair given: that pair and a matching of the rest. */
  private double costWithForced(int task, int group) {
    List<CostProfile> tasks = new ArrayList<>(problem.tasks());
    tasks.remove(task);
    List<SlotGroup> slots = new ArrayList<>(problem.slots());
    SlotGroup slot = slots.get(group);
    slots.set(group, new SlotGroup(slot.executor(), slot.node(), slot.rack(), slot.slots() - 1));
    return problem.cost(task, group) + matcher.match(new MatchingProblem(tasks, slots)).cost();
  }
}
