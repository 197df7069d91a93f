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
import static org.assertj.core.api.Assertions.within;

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.matching.Certificate;
import io.trident.core.matching.HungarianMatcher;
import io.trident.core.matching.Matching;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import io.trident.core.matching.TransportationMatcher;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every kind is what its name states, and is solved exactly. */
class InstanceKindTest {
  private static final Size SIZE = new Size(600, 500, 1);

  private static double share(InstanceKind kind, Predicate<CostProfile> property) {
    List<CostProfile> tasks = kind.tasks(SIZE);
    return (double) tasks.stream().filter(property).count() / tasks.size();
  }

  private static Set<String> racks(InstanceKind kind) {
    return kind.slots(SIZE).stream().map(SlotGroup::rack).collect(Collectors.toSet());
  }

  @ParameterizedTest
  @EnumSource
  void hasItsSizeAndIsTheSameEachTime(InstanceKind kind) {
    MatchingProblem problem = kind.problem(SIZE);

    assertThat(problem.tasks()).hasSize(SIZE.tasks());
    assertThat(problem.slots().stream().mapToInt(SlotGroup::slots).sum()).isEqualTo(SIZE.nodes());
    assertThat(problem.tasks().stream().map(CostProfile::task)).doesNotHaveDuplicates();
    assertThat(problem.slots().stream().map(SlotGroup::executor)).doesNotHaveDuplicates();
    assertThat(kind.problem(SIZE)).isEqualTo(problem);
    assertThat(kind.problem(SIZE, 1).slots()).isEqualTo(problem.slots());
    assertThat(kind.problem(SIZE, 1).tasks()).doesNotContainAnyElementsOf(problem.tasks());
  }

  @ParameterizedTest
  @EnumSource
  void theSolversAgree(InstanceKind kind) {
    for (Size size : List.of(new Size(60, 60, 1), new Size(90, 20, 2), new Size(20, 90, 2))) {
      MatchingProblem problem = kind.problem(size);
      Matching matching = new TransportationMatcher().match(problem);

      assertThat(Certificate.violations(problem, matching)).isEmpty();
      assertThat(matching.cost())
          .isCloseTo(new HungarianMatcher().match(problem).cost(), within(1e-6));
    }
  }

  @Test
  void uniformHasThreeReplicasOnThreeTiers() {
    assertThat(InstanceKind.UNIFORM.tasks(SIZE))
        .allSatisfy(
            task -> assertThat(task.nodes().values()).containsExactlyInAnyOrder(1.0, 8.0, 20.0));
    assertThat(racks(InstanceKind.UNIFORM)).as("racks of 40").hasSize(13);
  }

  @Test
  void realScoresHaveAboutAThousandDistinctCosts() {
    Set<Double> scores = new HashSet<>();
    InstanceKind.REAL_SCORES
        .tasks(new Size(10_000, 5000, 1))
        .forEach(task -> scores.addAll(task.nodes().values()));

    assertThat(scores).hasSizeBetween(990, 1000).allMatch(score -> score > 0 && score < 30.1);
  }

  @Test
  void racksAreAsManyAsInTheName() {
    assertThat(racks(InstanceKind.ONE_RACK)).hasSize(1);
    assertThat(racks(InstanceKind.RACKS_250)).hasSize(250);
  }

  @Test
  void theHotNodeHoldsAReplicaOfAll() {
    assertThat(share(InstanceKind.HOT_NODE, task -> task.nodes().getOrDefault("n0", 0.0) == 1))
        .isEqualTo(1);
  }

  @Test
  void theHotRackHoldsAllReplicas() {
    assertThat(share(InstanceKind.HOT_RACK, task -> task.racks().keySet().equals(Set.of("/r0"))))
        .isEqualTo(1);
  }

  @Test
  void multiBlockHasWeightedCostsOnManyNodes() {
    assertThat(share(InstanceKind.MULTI_BLOCK, task -> task.nodes().size() > 3)).isEqualTo(1);
    assertThat(
            share(
                InstanceKind.MULTI_BLOCK,
                task -> task.nodes().values().stream().anyMatch(cost -> cost % 1 != 0)))
        .isGreaterThan(0.9);
  }

  @Test
  void halfOfTheTasksAreProcessLocalSomewhere() {
    assertThat(share(InstanceKind.PROCESS_LOCAL, task -> task.executors().containsValue(0.0)))
        .isBetween(0.4, 0.6);
    assertThat(
            InstanceKind.PROCESS_LOCAL.slots(SIZE).stream()
                .collect(Collectors.groupingBy(SlotGroup::node, Collectors.counting()))
                .values())
        .containsOnly(4L);
  }

  @Test
  void halfOfTheTasksHaveNoPreference() {
    assertThat(share(InstanceKind.NO_PREFERENCE, task -> task.nodes().isEmpty()))
        .isBetween(0.4, 0.6);
  }

  @Test
  void halfOfTheBlocksArePending() {
    double pending = CostModel.DEFAULT.pending();
    assertThat(share(InstanceKind.PENDING, task -> task.nodes().containsValue(pending)))
        .isBetween(0.4, 0.6);
  }
}
