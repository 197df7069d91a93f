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
import static org.assertj.core.api.Assertions.within;

import io.trident.core.cost.CostProfile;
import io.trident.core.matching.ChangingProblem.Change;
import io.trident.core.matching.MatchingStatistics.Start;
import io.trident.core.matching.Problems.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.state.Action;
import net.jqwik.api.state.ActionChain;
import net.jqwik.api.state.Transformer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every round of a matcher that goes on from the last is as good as one from nothing. */
class WarmStartTest {
  /** A matcher in use. */
  private static final class WarmMatcher {
    private final TransportationMatcher matcher = new TransportationMatcher();
    private final ChangingProblem problem;

    WarmMatcher(ChangingProblem problem) {
      this.problem = problem;
    }

    /** Matches the problem of the round, and checks the result. */
    Matching match() {
      return match(problem.problem());
    }

    Matching match(MatchingProblem round) {
      Matching matching = matcher.match(round);
      Matching cold = new TransportationMatcher().match(round);

      assertThat(Certificate.violations(round, matching)).isEmpty();
      assertThat(matching.isOptimal()).isTrue();
      assertThat(matching.assigned()).isEqualTo(round.cardinality());
      if (matching.scale() == cold.scale()) {
        assertThat(matching.scaledCost()).isEqualTo(cold.scaledCost());
      } else { // each cost is rounded by half a unit at most
        double rounding =
            round.cardinality() * (0.5 / matching.scale() + 0.5 / cold.scale())
                + cold.cost() / 1e15;
        assertThat(matching.cost()).isCloseTo(cold.cost(), within(rounding));
      }
      return matching;
    }

    /** A task with a cost that no scale suits. */
    void failOnCost() {
      MatchingProblem round = withTask(1e18);
      assertThatThrownBy(() -> matcher.match(round)).isInstanceOf(ArithmeticException.class);
    }

    /** A task with a cost that a coarser scale suits. */
    void matchGreatCost() {
      match(withTask(1e9));
    }

    private MatchingProblem withTask(double cost) {
      MatchingProblem now = problem.problem();
      List<CostProfile> tasks = new ArrayList<>(now.tasks());
      tasks.add(new CostProfile("great", Map.of(), Map.of(), Map.of(), cost));
      List<SlotGroup> slots = new ArrayList<>(now.slots());
      slots.add(SlotGroup.ofNode("any", "/any", 1));
      return new MatchingProblem(tasks, slots);
    }

    /** A node in two racks. */
    void failOnRack() {
      MatchingProblem now = problem.problem();
      List<SlotGroup> slots = new ArrayList<>(now.slots());
      slots.add(new SlotGroup("one", "twice", "/one", 1));
      slots.add(new SlotGroup("other", "twice", "/other", 1));
      MatchingProblem round = new MatchingProblem(now.tasks(), slots);
      assertThatThrownBy(() -> matcher.match(round)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static Action<WarmMatcher> change(Change change) {
    return independent(
        Arbitraries.longs()
            .map(
                seed ->
                    Transformer.mutate(
                        change + " by " + seed,
                        rounds -> {
                          rounds.problem.change(change, new Random(seed));
                          rounds.match();
                        })));
  }

  private static Action<WarmMatcher> independent(Arbitrary<Transformer<WarmMatcher>> transformer) {
    return new Action.Independent<>() {
      @Override
      public Arbitrary<Transformer<WarmMatcher>> transformer() {
        return transformer;
      }
    };
  }

  private static Arbitrary<ActionChain<WarmMatcher>> rounds(int tasks, int nodes, int length) {
    return Arbitraries.of(Kind.class)
        .flatMap(
            kind ->
                Arbitraries.integers()
                    .between(1, Math.max(1, nodes / 3))
                    .flatMap(racks -> rounds(kind, tasks, nodes, racks, length)));
  }

  private static Arbitrary<ActionChain<WarmMatcher>> rounds(
      Kind kind, int tasks, int nodes, int racks, int length) {
    var chains =
        ActionChain.<WarmMatcher>startWith(
                () -> {
                  Random random = new Random(tasks + nodes);
                  ChangingProblem problem = new ChangingProblem(kind, 2 * nodes, racks);
                  problem.addTasks(random, tasks);
                  problem.addExecutors(random, nodes, 1);
                  return new WarmMatcher(problem);
                })
            .withAction(
                1, Action.just("a cost too great", Transformer.mutate("", WarmMatcher::failOnCost)))
            .withAction(
                1, Action.just("a great cost", Transformer.mutate("", WarmMatcher::matchGreatCost)))
            .withAction(
                1,
                Action.just(
                    "a node in two racks", Transformer.mutate("", WarmMatcher::failOnRack)));
    for (Change change : Change.values()) {
      boolean isRare = change.name().contains("ALL") || change.name().contains("MOST");
      chains = chains.withAction(isRare ? 1 : 4, change(change));
    }
    return chains.withMaxTransformations(length);
  }

  @Provide
  static Arbitrary<ActionChain<WarmMatcher>> smallRounds() {
    return rounds(6, 4, 30);
  }

  @Provide
  static Arbitrary<ActionChain<WarmMatcher>> largeRounds() {
    return rounds(200, 150, 40);
  }

  @Property(tries = 400)
  void smallRoundsEqualColdOnes(@ForAll("smallRounds") ActionChain<WarmMatcher> rounds) {
    rounds.run();
  }

  @Property(tries = 25)
  void largeRoundsEqualColdOnes(@ForAll("largeRounds") ActionChain<WarmMatcher> rounds) {
    rounds.run();
  }

  static Stream<Arguments> fullClusters() {
    return Stream.of(
        Arguments.of(Kind.THREE_TIERS, 1),
        Arguments.of(Kind.THREE_TIERS, 40),
        Arguments.of(Kind.DISTINCT_COSTS, 1),
        Arguments.of(Kind.DISTINCT_COSTS, 40),
        Arguments.of(Kind.PROCESS_LOCAL, 40));
  }

  /** As many tasks as slots all the time: the last tasks are far from the last free slots. */
  @ParameterizedTest
  @MethodSource("fullClusters")
  void staysWarmAndExactWhereEverySlotIsTaken(Kind kind, int racks) {
    Random random = new Random(racks);
    ChangingProblem problem = new ChangingProblem(kind, 400, racks);
    problem.addTasks(random, 400);
    problem.addExecutors(random, 300, 1);
    problem.offerSlots(random, 400);
    WarmMatcher rounds = new WarmMatcher(problem);
    rounds.match();
    long singleSteps = 0;
    for (int round = 0; round < 200; round++) {
      problem.finishTasks(random, 4);
      problem.addTasks(random, 4);
      problem.moveReplicas(random, 2);
      if (round % 10 == 0) {
        problem.change(Change.SHUFFLE, random);
      }
      Matching matching = rounds.match();

      assertThat(matching.statistics().start()).isEqualTo(Start.WARM);
      assertThat(matching.statistics().changedTasks()).isBetween(4, 6);
      singleSteps += matching.statistics().singleSteps();
    }
    assertThat(singleSteps).isPositive();
  }

  /** A slot less and a slot more than tasks, by turns. */
  @ParameterizedTest
  @MethodSource("fullClusters")
  void staysWarmWhileTasksBecomeMoreAndFewerThanSlots(Kind kind, int racks) {
    Random random = new Random(racks);
    ChangingProblem problem = new ChangingProblem(kind, 100, racks);
    problem.addTasks(random, 100);
    problem.addExecutors(random, 100, 1);
    WarmMatcher rounds = new WarmMatcher(problem);
    rounds.match();
    for (int round = 0; round < 200; round++) {
      problem.moveReplicas(random, 2);
      problem.offerSlots(random, 99 + random.nextInt(3));

      assertThat(rounds.match().statistics().start()).isEqualTo(Start.WARM);
    }
  }

  @Test
  void aGreatCostDoesNotMakeLaterRoundsCoarse() {
    MatchingProblem problem = Problems.random(1, 50, 50, 1, Kind.DISTINCT_COSTS);
    List<CostProfile> tasks = new ArrayList<>(problem.tasks());
    tasks.add(new CostProfile("great", Map.of(), Map.of(), Map.of(), 1e14));
    TransportationMatcher matcher = new TransportationMatcher();
    Matching before = matcher.match(problem);

    assertThat(matcher.match(new MatchingProblem(tasks, problem.slots())).scale())
        .isLessThan(before.scale());
    assertThat(matcher.match(problem).scale()).isEqualTo(before.scale());
    assertThat(matcher.match(problem).scaledCost()).isEqualTo(before.scaledCost());
    assertThat(matcher.match(problem).statistics().start()).isEqualTo(Start.WARM);
  }
}
