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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The paper's examples, the counter-examples to its pruning, and the edges of the input. */
class MatcherTest {
  private static final MatchingProblem FIGURE_3 =
      new MatchingProblem(
          Problems.figureTasks(),
          List.of(
              Problems.slots("N1", "/r1", 2),
              Problems.slots("N2", "/r1", 1),
              Problems.slots("N4", "/r1", 1)));

  /** Three tasks on three nodes of which two are free, with free slots in the first one's rack. */
  private static MatchingProblem algorithm1CounterExample() {
    Map<String, String> racks = Map.of("N9", "/of-N0");
    List<CostProfile> tasks = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      tasks.add(Problems.task("t" + i, racks, Problems.M, "N0", "N1", "N2"));
    }
    tasks.add(Problems.task("t3", racks, Problems.M, "N3", "N4", "N5"));
    List<SlotGroup> slots = new ArrayList<>();
    for (String node : List.of("N0", "N1", "N3", "N4", "N5")) {
      slots.add(Problems.slots(node, "/of-" + node, 1));
    }
    slots.add(Problems.slots("N9", "/of-N0", 8));
    return new MatchingProblem(tasks, slots);
  }

  /** Two slots; both tasks that are local to one of them crowd out those near to the other. */
  private static MatchingProblem algorithm2CounterExample() {
    Map<String, String> racks = Map.of("N10", "/of-N9");
    List<CostProfile> tasks = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      tasks.add(Problems.task("local" + i, racks, Problems.M, "N0", "N20", "N21"));
    }
    for (int i = 0; i < 4; i++) {
      tasks.add(Problems.task("near" + i, racks, Problems.M, "N10", "N20", "N21"));
    }
    return new MatchingProblem(
        tasks, List.of(Problems.slots("N0", "/of-N0", 1), Problems.slots("N9", "/of-N9", 1)));
  }

  static Stream<Matcher> exactMatchers() {
    return Stream.of(
        new TransportationMatcher(),
        new HungarianMatcher(),
        PrunedMatcher.exact(new TransportationMatcher(), 3),
        PrunedMatcher.exact(new HungarianMatcher(), 3));
  }

  @ParameterizedTest
  @MethodSource("exactMatchers")
  void findsTheOptimumOfFigure3(Matcher matcher) {
    Matching matching = matcher.match(FIGURE_3);

    assertThat(matching.assignment()).containsExactly(0, 2, 1); // T1 on N1, T2 on N4, T3 on N2
    assertThat(matching.cost()).isEqualTo(2 * Problems.M + Problems.S);
    assertThat(Certificate.violations(FIGURE_3, matching)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("exactMatchers")
  void isNotMisledWherePublishedPruningIs(Matcher matcher) {
    assertThat(matcher.match(algorithm1CounterExample()).cost()).isEqualTo(44);
    assertThat(matcher.match(algorithm2CounterExample()).cost()).isEqualTo(42);
  }

  @Test
  void publishedPruningLosesTheOptimum() {
    PrunedMatcher published = PrunedMatcher.published(new HungarianMatcher(), 3);

    assertThat(published.match(algorithm1CounterExample()).cost()).isEqualTo(103);
    assertThat(published.match(algorithm2CounterExample()).cost()).isEqualTo(101);
  }

  @Test
  void algorithm1KeepsTheSlotsOfFigure4() {
    List<SlotGroup> slots =
        Stream.of("N1", "N2", "N3", "N4", "N5", "N6")
            .map(node -> Problems.slots(node, "/r1", 3))
            .toList();
    MatchingProblem pruned =
        new ExcessResourcePruning(3).prune(new MatchingProblem(Problems.figureTasks(), slots));

    assertThat(pruned.slots()).extracting(SlotGroup::slots).containsExactly(2, 2, 2, 3, 0, 0);
  }

  @Test
  void algorithm1DoesNotPruneWhereSlotsAreFew() {
    assertThat(new ExcessResourcePruning(3).prune(FIGURE_3)).isSameAs(FIGURE_3);
  }

  @Test
  void algorithm2KeepsTheTasksOfFigure5() {
    List<SlotGroup> slots = List.of(Problems.slots("N2", "/r1", 1));
    MatchingProblem problem = new MatchingProblem(Problems.figureTasks(), slots);

    assertThat(new ExcessTaskPruning(3).prune(problem)).containsExactly(0, 2); // T1 and T3
    assertThat(new ExcessTaskPruning(4).prune(problem)).containsExactly(0, 1, 2);
    assertThat(PrunedMatcher.exact(new HungarianMatcher(), 3).match(problem).assignment())
        .containsExactly(-1, -1, 0);
  }

  @Test
  void pruningNeedsAPositiveReplication() {
    assertThatThrownBy(() -> new ExcessResourcePruning(0)).hasMessageContaining("positive: 0");
    assertThatThrownBy(() -> new ExcessTaskPruning(-1)).hasMessageContaining("positive: -1");
  }

  @ParameterizedTest
  @MethodSource("exactMatchers")
  void acceptsNothingToMatch(Matcher matcher) {
    List<SlotGroup> slots = List.of(Problems.slots("N1", "/r1", 3));
    List<SlotGroup> noSlots = List.of(Problems.slots("N1", "/r1", 0));
    List<CostProfile> tasks = Problems.figureTasks();
    for (MatchingProblem problem :
        List.of(
            new MatchingProblem(List.of(), List.of()),
            new MatchingProblem(List.of(), slots),
            new MatchingProblem(tasks, List.of()),
            new MatchingProblem(tasks, noSlots))) {
      Matching matching = matcher.match(problem);
      assertThat(matching.assigned()).isZero();
      assertThat(matching.cost()).isZero();
      assertThat(Certificate.violations(problem, matching)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("exactMatchers")
  void countsSlotsBeyondTheIntegers(Matcher matcher) {
    MatchingProblem problem =
        new MatchingProblem(
            Problems.figureTasks(),
            List.of(
                Problems.slots("N1", "/r1", Integer.MAX_VALUE),
                Problems.slots("N2", "/r1", Integer.MAX_VALUE)));
    Matching matching = matcher.match(problem);

    assertThat(matching.cost()).isEqualTo(2 * Problems.M + Problems.H);
    assertThat(Certificate.violations(problem, matching)).isEmpty();
  }

  @Test
  void countsSlotsOfAllGroupsBeyondTheIntegers() {
    List<CostProfile> tasks = new ArrayList<>();
    List<SlotGroup> slots = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) { // groups of as many slots as tasks: 2.5e9 in all
      tasks.add(Problems.task("t" + i, Map.of(), Problems.M, "n" + i));
      slots.add(Problems.slots("n" + i, "/r", Integer.MAX_VALUE));
    }
    Matching matching = new TransportationMatcher().match(new MatchingProblem(tasks, slots));

    assertThat(matching.cost()).isEqualTo(50_000 * Problems.M);
  }

  @ParameterizedTest
  @MethodSource("exactMatchers")
  void takesContainersOfOneNodeAsSeparateGroups(Matcher matcher) {
    List<SlotGroup> containers = new ArrayList<>();
    for (String node : List.of("N1", "N1", "N2", "N4", "N4")) {
      containers.add(Problems.slots(node, "/r1", 1));
    }
    MatchingProblem problem = new MatchingProblem(Problems.figureTasks(), containers);
    Matching matching = matcher.match(problem);

    assertThat(matching.cost()).isEqualTo(2 * Problems.M + Problems.S);
    assertThat(Certificate.violations(problem, matching)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("exactMatchers")
  void aTaskWithoutPreferenceNeverDisplacesLocalWork(Matcher matcher) {
    CostProfile indifferent = CostProfile.withoutPreference("any", CostModel.DEFAULT);
    CostProfile local = Problems.task("local", Map.of(), Problems.H, "N1");
    CostProfile near = Problems.task("near", Map.of("N1", "/r", "N2", "/r"), Problems.M, "N2");
    List<SlotGroup> slots = List.of(Problems.slots("N1", "/r", 1));

    assertThat(matcher.match(new MatchingProblem(List.of(indifferent, local), slots)).assignment())
        .containsExactly(-1, 0);
    assertThat(matcher.match(new MatchingProblem(List.of(near, indifferent), slots)).assignment())
        .containsExactly(-1, 0);
  }

  @ParameterizedTest
  @MethodSource("exactMatchers")
  void refusesCostsThatCannotBeSummedExactly(Matcher matcher) {
    CostProfile huge = new CostProfile("huge", Map.of(), Map.of(), Map.of(), 1e18);
    MatchingProblem problem =
        new MatchingProblem(List.of(huge), List.of(Problems.slots("N1", "/r1", 1)));

    assertThatThrownBy(() -> matcher.match(problem))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("1.0E18")
        .hasMessageContaining("only their ratios matter");
  }

  @Test
  void refusesANodeInTwoRacks() {
    MatchingProblem problem =
        new MatchingProblem(
            Problems.figureTasks(),
            List.of(new SlotGroup("e1", "N1", "/r1", 1), new SlotGroup("e2", "N1", "/r2", 1)));

    assertThatThrownBy(() -> new TransportationMatcher().match(problem))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("N1")
        .hasMessageContaining("a node is in one rack");
  }

  @Test
  void refusesAnExecutorOnTwoNodes() {
    MatchingProblem problem =
        new MatchingProblem(
            Problems.figureTasks(),
            List.of(new SlotGroup("e1", "N1", "/r1", 1), new SlotGroup("e1", "N2", "/r1", 1)));

    assertThatThrownBy(() -> new TransportationMatcher().match(problem))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("an executor is on one node");
  }

  @Test
  void scalesGreatCostsLessFinely() {
    CostProfile great = new CostProfile("great", Map.of(), Map.of(), Map.of(), 1e12);
    MatchingProblem problem =
        new MatchingProblem(List.of(great), List.of(Problems.slots("N1", "/r1", 1)));
    Matching matching = new TransportationMatcher().match(problem);

    assertThat(matching.cost()).isEqualTo(1e12);
    assertThat(matching.scale()).isBetween(1L, CostScale.MAX_FACTOR / 10);
  }
}
