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
package io.trident.core.matching;

import io.trident.core.cost.CostProfile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Solves on the instance that Algorithms 1 and 2 leave: as published, or made exact.
 *
 * <p>As published ({@link #published}), the result is a maximum matching, but not always one of
 * least cost. The exact form ({@link #exact}) prices what was pruned with the duals of the pruned
 * instance, brings back the slots and tasks of negative reduced cost, and solves again, until there
 * are none: then the duals prove the matching optimal for the whole instance (column generation).
 */
public final class PrunedMatcher implements Matcher {
  private final Matcher solver;
  private final ExcessResourcePruning resourcePruning;
  private final ExcessTaskPruning taskPruning;
  private final Pricing pricing;

  private enum Pricing {
    NONE,
    UNTIL_OPTIMAL
  }

  private PrunedMatcher(Matcher solver, int replication, Pricing pricing) {
    this.solver = solver;
    resourcePruning = new ExcessResourcePruning(replication);
    taskPruning = new ExcessTaskPruning(replication);
    this.pricing = pricing;
  }

  /**
   * The paper's combination: prune, solve, done. The duals of the result prove it optimal for the
   * pruned instance only.
   *
   * @param replication d, the default replication of the file system; positive
   */
  public static PrunedMatcher published(Matcher solver, int replication) {
    return new PrunedMatcher(solver, replication, Pricing.NONE);
  }

  /**
   * Prune, solve, and bring back what the duals show to be missing, until the result is optimal.
   *
   * @param replication d, the default replication of the file system; positive
   */
  public static PrunedMatcher exact(Matcher solver, int replication) {
    return new PrunedMatcher(solver, replication, Pricing.UNTIL_OPTIMAL);
  }

  @Override
  public Matching match(MatchingProblem problem) {
    if (problem.tasks().size() > problem.cardinality()) {
      return matchExcessTasks(problem);
    }
    return matchExcessSlots(problem);
  }

  private Matching matchExcessSlots(MatchingProblem problem) {
    MatchingProblem reduced = resourcePruning.prune(problem);
    while (true) {
      Matching matching = solver.match(reduced);
      TreeSet<Integer> missing =
          pricing == Pricing.NONE ? new TreeSet<>() : missingSlots(problem, reduced, matching);
      if (missing.isEmpty()) {
        return matching;
      }
      List<SlotGroup> slots = new ArrayList<>(reduced.slots());
      for (int group : missing) {
        slots.set(group, problem.slots().get(group));
      }
      reduced = new MatchingProblem(problem.tasks(), slots);
    }
  }

  /** The cheapest groups that lost slots and that a task would gain from at the price of 0. */
  private static TreeSet<Integer> missingSlots(
      MatchingProblem problem, MatchingProblem reduced, Matching matching) {
    List<Integer> pruned = new ArrayList<>();
    for (int group = 0; group < problem.slots().size(); group++) {
      if (reduced.slots().get(group).slots() < problem.slots().get(group).slots()) {
        pruned.add(group);
      }
    }
    long[] free = new long[problem.slots().size()];
    PriceIndex prices = new PriceIndex(problem, new CostScale(matching.scale()), free, pruned);
    TreeSet<Integer> missing = new TreeSet<>();
    for (int task = 0; task < problem.tasks().size(); task++) {
      PriceIndex.Offer offer = prices.best(task);
      if (offer.group() >= 0 && offer.price() < matching.taskDuals()[task]) {
        missing.add(offer.group());
      }
    }
    return missing;
  }

  private Matching matchExcessTasks(MatchingProblem problem) {
    int[] kept = taskPruning.prune(problem);
    while (true) {
      List<CostProfile> tasks = Arrays.stream(kept).mapToObj(problem.tasks()::get).toList();
      Matching onKept = solver.match(new MatchingProblem(tasks, problem.slots()));
      Matching matching = widen(problem, kept, onKept);
      int[] missing = pricing == Pricing.NONE ? new int[0] : missingTasks(problem, kept, matching);
      if (missing.length == 0) {
        return matching;
      }
      kept = IntStream.concat(Arrays.stream(kept), Arrays.stream(missing)).sorted().toArray();
    }
  }

  /** The matching of the kept tasks as one of all, those without slot at the dual 0. */
  private static Matching widen(MatchingProblem problem, int[] kept, Matching onKept) {
    int[] assignment = new int[problem.tasks().size()];
    Arrays.fill(assignment, -1);
    long[] taskDuals = new long[assignment.length];
    long shift = kept.length == 0 ? 0 : Arrays.stream(onKept.taskDuals()).max().orElse(0);
    for (int i = 0; i < kept.length; i++) {
      assignment[kept[i]] = onKept.assignment()[i];
      taskDuals[kept[i]] = onKept.taskDuals()[i] - shift; // at most 0
    }
    long[] slotDuals = Arrays.stream(onKept.slotDuals()).map(dual -> dual + shift).toArray();
    return new Matching(assignment, onKept.scaledCost(), onKept.scale(), taskDuals, slotDuals);
  }

  /** The pruned tasks that would gain from a slot at its dual. */
  private static int[] missingTasks(MatchingProblem problem, int[] kept, Matching matching) {
    List<Integer> offered =
        IntStream.range(0, problem.slots().size())
            .filter(group -> problem.slots().get(group).slots() > 0)
            .boxed()
            .toList();
    PriceIndex prices =
        new PriceIndex(problem, new CostScale(matching.scale()), matching.slotDuals(), offered);
    return IntStream.range(0, problem.tasks().size())
        .filter(task -> Arrays.binarySearch(kept, task) < 0 && prices.best(task).price() < 0)
        .toArray();
  }
}
