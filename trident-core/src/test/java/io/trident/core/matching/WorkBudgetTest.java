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

import io.trident.core.matching.ChangingProblem.Change;
import io.trident.core.matching.MatchingStatistics.Start;
import io.trident.core.matching.Problems.Kind;
import java.util.Random;
import java.util.function.LongSupplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A matcher whose work is bounded gives a maximum matching, and knows how good it is. */
class WorkBudgetTest {
  /** Checks all that holds however little was worked. */
  private static void assertSound(MatchingProblem problem, Matching matching, long optimum) {
    int[] used = new int[problem.slots().size()];
    long cost = 0;
    for (int task = 0; task < matching.assignment().length; task++) {
      int group = matching.assignment()[task];
      if (group >= 0) {
        used[group]++;
        cost += Math.round(problem.cost(task, group) * matching.scale());
      }
    }
    for (int group = 0; group < used.length; group++) {
      assertThat(used[group]).isLessThanOrEqualTo(problem.slots().get(group).slots());
    }
    assertThat(matching.assigned()).isEqualTo(problem.cardinality());
    assertThat(matching.scaledCost()).isEqualTo(cost);
    assertThat(matching.scaledLowerBound()).isBetween(0L, optimum);
    assertThat(cost).isGreaterThanOrEqualTo(optimum);
    assertThat(matching.isOptimal()).isEqualTo(matching.gap() == 0);
    if (matching.isOptimal()) {
      assertThat(cost).isEqualTo(optimum);
      assertThat(Certificate.violations(problem, matching)).isEmpty();
    } else {
      assertThat(matching.gap()).isPositive();
      assertThat(Certificate.violations(problem, matching)).isNotEmpty();
    }
  }

  /**
   * Matches the same problem again and again, until the matching is of least cost.
   *
   * @return how many matches that took
   */
  private static int matchUntilOptimal(
      Matcher matcher, MatchingProblem problem, LongSupplier optimum) {
    long least = optimum.getAsLong();
    Matching matching = matcher.match(problem);
    assertSound(problem, matching, least);
    int matches = 1;
    for (; !matching.isOptimal(); matches++) {
      matching = matcher.match(problem);
      assertSound(problem, matching, least);
      assertThat(matching.statistics().start()).isEqualTo(Start.WARM);
      assertThat(matches).isLessThan(10_000);
    }
    return matches;
  }

  private static LongSupplier optimumOf(MatchingProblem problem) {
    return () -> new TransportationMatcher().match(problem).scaledCost();
  }

  @Property(tries = 300)
  void everyMatchGoesOnWhereTheLastEnded(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 120) int tasks,
      @ForAll @IntRange(min = 1, max = 80) int nodes,
      @ForAll @IntRange(min = 1, max = 3) int maxSlots,
      @ForAll @LongRange(min = 1, max = 3000) long budget,
      @ForAll Kind kind) {
    MatchingProblem problem = Problems.random(seed, tasks, nodes, maxSlots, kind);

    matchUntilOptimal(new TransportationMatcher(budget), problem, optimumOf(problem));
  }

  @ParameterizedTest
  @EnumSource
  void aSmallBudgetIsSpentAndALargeOneIsNot(Kind kind) {
    MatchingProblem problem = Problems.random(1, 300, 300, 1, kind);
    long work = new TransportationMatcher().match(problem).statistics().verticesTouched();

    for (long budget = 1; budget < work; budget *= 10) {
      Matching matching = new TransportationMatcher(budget).match(problem);
      assertSound(problem, matching, optimumOf(problem).getAsLong());
      assertThat(matching.statistics().verticesTouched()).isGreaterThanOrEqualTo(budget);
    }
    Matching matching = new TransportationMatcher(work + 1).match(problem);
    assertThat(matching.isOptimal()).isTrue();
    assertThat(matching.statistics().verticesTouched()).isEqualTo(work);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 10, 100})
  void smallBudgetsNeedSeveralMatches(long budget) {
    MatchingProblem problem = Problems.random(7, 300, 200, 1, Kind.DISTINCT_COSTS);
    TransportationMatcher matcher = new TransportationMatcher(budget);

    assertThat(matcher.match(problem).isOptimal()).isFalse();
    assertThat(matchUntilOptimal(matcher, problem, optimumOf(problem))).isGreaterThan(1);
  }

  @Property(tries = 100)
  void unfinishedRoundsDoNotSpoilLaterOnes(
      @ForAll long seed, @ForAll @LongRange(min = 1, max = 500) long budget, @ForAll Kind kind) {
    Random random = new Random(seed);
    ChangingProblem changing = new ChangingProblem(kind, 30, 3);
    changing.addTasks(random, 30);
    changing.addExecutors(random, 25, 1);
    TransportationMatcher matcher = new TransportationMatcher(budget);
    for (int round = 0; round < 20; round++) {
      MatchingProblem problem = changing.problem();
      assertSound(problem, matcher.match(problem), optimumOf(problem).getAsLong());
      changing.change(Change.values()[random.nextInt(Change.values().length)], random);
    }
    MatchingProblem last = changing.problem();
    matcher.match(last); // may start cold
    matchUntilOptimal(matcher, last, optimumOf(last));
  }

  @Test
  void theGreatestBudgetIsNone() {
    MatchingProblem problem = Problems.random(3, 200, 200, 1, Kind.DISTINCT_COSTS);
    TransportationMatcher matcher = new TransportationMatcher(TransportationMatcher.UNLIMITED);

    assertThat(matcher.match(problem).isOptimal()).isTrue();
    assertThat(matcher.match(problem).isOptimal()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void refusesABudgetThatIsNotPositive(long budget) {
    assertThatThrownBy(() -> new TransportationMatcher(budget))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("work budget")
        .hasMessageContaining("must be positive: " + budget);
  }
}
