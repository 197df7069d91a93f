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
package io.trident.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.cost.CostProfile;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rounds differ in what they are asked to differ in, and in nothing else. */
class ChangingRoundsTest {
  private static final Size SIZE = new Size(300, 200, 2);
  private static final int CHANGES = 6;

  private static int newObjects(List<?> before, List<?> after) {
    Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
    known.addAll(before);
    return (int) after.stream().filter(one -> !known.contains(one)).count();
  }

  private static Set<String> names(MatchingProblem problem) {
    return problem.tasks().stream().map(CostProfile::task).collect(Collectors.toSet());
  }

  private static int slots(MatchingProblem problem) {
    return problem.slots().stream().mapToInt(SlotGroup::slots).sum();
  }

  @ParameterizedTest
  @EnumSource
  void aRoundDiffersInAsManyPlacesAsAskedFor(RoundChange change) {
    ChangingRounds rounds = new ChangingRounds(InstanceKind.UNIFORM, SIZE, CHANGES);
    MatchingProblem before = rounds.problem();
    assertThat(before).isEqualTo(InstanceKind.UNIFORM.problem(SIZE));
    for (int round = 0; round < 20; round++) {
      rounds.next(change);
      MatchingProblem after = rounds.problem();

      assertThat(after.tasks()).hasSize(SIZE.tasks());
      assertThat(names(after)).hasSize(SIZE.tasks());
      assertThat(
              newObjects(before.tasks(), after.tasks()) + newObjects(before.slots(), after.slots()))
          .as("a slot that moves is taken here and freed there")
          .isBetween(CHANGES / 2, 2 * CHANGES);
      before = after;
    }
  }

  @Test
  void tasksFinishAndOthersAreAdded() {
    ChangingRounds rounds = new ChangingRounds(InstanceKind.UNIFORM, SIZE, CHANGES);
    Set<String> before = names(rounds.problem());
    rounds.next(RoundChange.TASKS);
    Set<String> after = names(rounds.problem());

    after.removeAll(before);
    assertThat(after).hasSize(CHANGES);
  }

  @Test
  void slotsAreTakenForOneRound() {
    ChangingRounds rounds = new ChangingRounds(InstanceKind.UNIFORM, SIZE, CHANGES);
    int all = slots(rounds.problem());
    List<SlotGroup> first = rounds.problem().slots();
    for (int round = 0; round < 20; round++) {
      rounds.next(RoundChange.SLOTS);
      assertThat(slots(rounds.problem())).isEqualTo(all - CHANGES);
      assertThat(rounds.problem().tasks()).isEqualTo(InstanceKind.UNIFORM.tasks(SIZE));
      assertThat(rounds.problem().slots()).filteredOn(slot -> slot.slots() < 2).hasSize(CHANGES);
      assertThat(rounds.problem().slots().stream().map(SlotGroup::node))
          .containsExactlyElementsOf(first.stream().map(SlotGroup::node).toList());
    }
  }

  @Test
  void changedTasksKeepTheirNames() {
    ChangingRounds rounds = new ChangingRounds(InstanceKind.UNIFORM, SIZE, CHANGES);
    Set<String> before = names(rounds.problem());
    rounds.next(RoundChange.TIERS);

    assertThat(names(rounds.problem())).isEqualTo(before);
  }
}
