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

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.matching.Problems.Kind;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The certificate distinguishes a proven matching from a spoilt one. */
class CertificateTest {
  private final MatchingProblem problem =
      new MatchingProblem(
          Problems.figureTasks(),
          List.of(
              Problems.slots("N1", "/r1", 2),
              Problems.slots("N2", "/r1", 1),
              Problems.slots("N4", "/r1", 1)));
  private final Matching proven = new HungarianMatcher().match(problem);

  private Matching with(int[] assignment, long cost, long[] taskDuals, long[] slotDuals) {
    return new Matching(assignment, cost, proven.scale(), taskDuals, slotDuals);
  }

  private List<String> violations(int[] assignment, long cost, long[] tasks, long[] slots) {
    return Certificate.violations(problem, with(assignment, cost, tasks, slots));
  }

  @Example
  void acceptsTheOptimum() {
    assertThat(Certificate.violations(problem, proven)).isEmpty();
  }

  @Example
  void rejectsACostlierMatching() {
    int[] swapped = {0, 1, 2}; // T2 on N2 is rack-local
    assertThat(violations(swapped, proven.scaledCost(), proven.taskDuals(), proven.slotDuals()))
        .anyMatch(text -> text.contains("T2") && text.contains("reduced cost"))
        .anyMatch(text -> text.startsWith("The cost of the pairs"));
  }

  @Example
  void rejectsAMatchingThatIsNotMaximum() {
    int[] fewer = {0, -1, 1};
    assertThat(violations(fewer, proven.scaledCost(), proven.taskDuals(), proven.slotDuals()))
        .contains("2 tasks are placed, 3 could be.");
  }

  @Example
  void rejectsOverfullGroups() {
    int[] overfull = {0, 2, 2};
    assertThat(violations(overfull, proven.scaledCost(), proven.taskDuals(), proven.slotDuals()))
        .contains("N4 has 1 slots for 2 tasks.");
  }

  @Example
  void rejectsGroupsThatDoNotExist() {
    assertThat(violations(new int[] {0, 2, 7}, 0, proven.taskDuals(), proven.slotDuals()))
        .containsExactly("Task T3 is on slot group 7, which is none.");
    assertThat(violations(new int[] {0, 2, -2}, 0, proven.taskDuals(), proven.slotDuals()))
        .containsExactly("Task T3 is on slot group -2, which is none.");
  }

  @Example
  void rejectsAMatchingOfAnotherProblem() {
    assertThat(violations(new int[] {0}, 0, new long[1], new long[1]))
        .containsExactly("The matching is not of this problem: its lists differ in length.");
  }

  @Example
  void rejectsADualOnAGroupWithFreeSlots() {
    long[] slotDuals = proven.slotDuals().clone();
    slotDuals[0] = -1; // N1 has a slot left
    assertThat(violations(proven.assignment(), proven.scaledCost(), proven.taskDuals(), slotDuals))
        .contains("N1, with 1 of 2 slots used, has the dual -1.");
  }

  @Property(tries = 1000)
  void rejectsEveryMatchingMadeWorseByOneMove(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 12) int tasks,
      @ForAll @IntRange(min = 2, max = 8) int nodes,
      @ForAll Kind kind,
      @ForAll @IntRange(max = 1000) int choice) {
    MatchingProblem random = Problems.random(seed, tasks, nodes, 3, kind);
    Matching optimum = new TransportationMatcher().match(random);
    List<int[]> worse = worseByOneMove(random, optimum);
    Assume.that(!worse.isEmpty());
    int[] assignment = worse.get(choice % worse.size());
    long cost = 0;
    for (int task = 0; task < tasks; task++) {
      if (assignment[task] >= 0) {
        cost += Math.round(random.cost(task, assignment[task]) * optimum.scale());
      }
    }
    Matching spoilt =
        new Matching(assignment, cost, optimum.scale(), optimum.taskDuals(), optimum.slotDuals());

    assertThat(Certificate.violations(random, spoilt)).isNotEmpty();
  }

  private static List<int[]> worseByOneMove(MatchingProblem problem, Matching optimum) {
    List<int[]> worse = new ArrayList<>();
    int[] used = new int[problem.slots().size()];
    for (int group : optimum.assignment()) {
      if (group >= 0) {
        used[group]++;
      }
    }
    for (int task = 0; task < optimum.assignment().length; task++) {
      int from = optimum.assignment()[task];
      for (int to = 0; to < used.length; to++) {
        boolean room = used[to] < problem.slots().get(to).slots();
        if (from >= 0 && room && problem.cost(task, to) > problem.cost(task, from)) {
          int[] moved = optimum.assignment().clone();
          moved[task] = to;
          worse.add(moved);
        }
      }
    }
    return worse;
  }

  @Property(tries = 1000)
  void rejectsDualsChangedAtOneTaskOrGroup(
      @ForAll long seed, @ForAll Kind kind, @ForAll boolean atTask, @ForAll boolean up) {
    MatchingProblem random = Problems.random(seed, 8, 4, 2, kind);
    Matching optimum = new TransportationMatcher().match(random);
    Assume.that(optimum.assigned() > 0);
    int task = 0;
    while (optimum.assignment()[task] < 0) {
      task++;
    }
    long[] taskDuals = optimum.taskDuals().clone();
    long[] slotDuals = optimum.slotDuals().clone();
    if (atTask) {
      taskDuals[task] += up ? 1 : -1;
    } else {
      slotDuals[optimum.assignment()[task]] += up ? 1 : -1;
    }

    assertThat(
            Certificate.violations(
                random,
                new Matching(
                    optimum.assignment(),
                    optimum.scaledCost(),
                    optimum.scale(),
                    taskDuals,
                    slotDuals)))
        .isNotEmpty();
  }
}
