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

import io.trident.core.cost.CostProfile;
import io.trident.core.matching.Problems.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Every exact matcher finds the optimum of other solvers, and proves it, on random instances. */
class MatcherPropertiesTest {
  private static List<Matcher> exactMatchers() {
    return List.of(
        new TransportationMatcher(),
        new HungarianMatcher(),
        PrunedMatcher.exact(new TransportationMatcher(), 3),
        PrunedMatcher.exact(new HungarianMatcher(), 1));
  }

  private static void assertOptimal(MatchingProblem problem, LongUnaryOperator cost) {
    for (Matcher matcher : exactMatchers()) {
      Matching matching = matcher.match(problem);
      assertThat(matching.scaledCost()).isEqualTo(cost.applyAsLong(matching.scale()));
      assertThat(matching.assigned()).isEqualTo(problem.cardinality());
      assertThat(Certificate.violations(problem, matching)).isEmpty();
    }
  }

  @Property(tries = 1500)
  void equalsBruteForceOnSmallInstances(
      @ForAll long seed,
      @ForAll @IntRange(max = 6) int tasks,
      @ForAll @IntRange(min = 1, max = 5) int nodes,
      @ForAll @IntRange(min = 1, max = 3) int maxSlots,
      @ForAll Kind kind) {
    MatchingProblem problem = Problems.random(seed, tasks, nodes, maxSlots, kind);
    assertOptimal(problem, scale -> Oracles.bruteForce(problem, scale));
  }

  @Property(tries = 150)
  void equalsKuhnMunkresOfJGraphT(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 30) int tasks,
      @ForAll @IntRange(min = 1, max = 15) int nodes,
      @ForAll @IntRange(min = 1, max = 3) int maxSlots,
      @ForAll Kind kind) {
    MatchingProblem problem = Problems.random(seed, tasks, nodes, maxSlots, kind);
    assertOptimal(problem, scale -> Oracles.jgrapht(problem, scale));
  }

  @Property(tries = 40)
  void equalsOrToolsOnLargeInstances(
      @ForAll long seed,
      @ForAll @IntRange(min = 100, max = 400) int tasks,
      @ForAll @IntRange(min = 40, max = 300) int nodes,
      @ForAll @IntRange(min = 1, max = 2) int maxSlots,
      @ForAll Kind kind) {
    MatchingProblem problem = Problems.random(seed, tasks, nodes, maxSlots, kind);
    assertOptimal(problem, scale -> Oracles.orTools(problem, scale));
  }

  @Property(tries = 20)
  void isProvenOnInstancesOfThousands(
      @ForAll long seed,
      @ForAll @IntRange(min = 500, max = 4000) int tasks,
      @ForAll @IntRange(min = 200, max = 2000) int nodes,
      @ForAll @IntRange(min = 1, max = 8) int maxSlots,
      @ForAll Kind kind) {
    MatchingProblem problem = Problems.random(seed, tasks, nodes, maxSlots, kind);
    Matching matching = new TransportationMatcher().match(problem);

    assertThat(matching.assigned()).isEqualTo(problem.cardinality());
    assertThat(Certificate.violations(problem, matching)).isEmpty();
  }

  @Property(tries = 300)
  void doesNotDependOnTheOrderOfTasksAndSlots(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 60) int tasks,
      @ForAll @IntRange(min = 1, max = 40) int nodes,
      @ForAll @IntRange(min = 1, max = 3) int maxSlots,
      @ForAll Kind kind) {
    MatchingProblem problem = Problems.random(seed, tasks, nodes, maxSlots, kind);
    List<CostProfile> otherTasks = new ArrayList<>(problem.tasks());
    List<SlotGroup> otherSlots = new ArrayList<>(problem.slots());
    Collections.shuffle(otherTasks, new Random(seed));
    Collections.shuffle(otherSlots, new Random(seed));
    MatchingProblem other = new MatchingProblem(otherTasks, otherSlots);
    for (Matcher matcher : exactMatchers()) {
      assertThat(matcher.match(other).scaledCost()).isEqualTo(matcher.match(problem).scaledCost());
    }
  }

  @Property(tries = 200)
  void givesTheSameMatchingAgain(@ForAll long seed, @ForAll Kind kind) {
    MatchingProblem problem = Problems.random(seed, 50, 20, 2, kind);
    Matcher matcher = new TransportationMatcher();

    assertThat(matcher.match(problem).assignment()).isEqualTo(matcher.match(problem).assignment());
  }

  @Property(tries = 500)
  void publishedPruningIsMaximumButNeverBetter(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 12) int tasks,
      @ForAll @IntRange(min = 1, max = 30) int nodes,
      @ForAll @IntRange(min = 1, max = 3) int maxSlots) {
    MatchingProblem problem = Problems.random(seed, tasks, nodes, maxSlots, Kind.THREE_TIERS);
    Matching published = PrunedMatcher.published(new TransportationMatcher(), 3).match(problem);

    assertThat(published.assigned()).isEqualTo(problem.cardinality());
    assertThat(published.cost())
        .isGreaterThanOrEqualTo(new TransportationMatcher().match(problem).cost());
  }
}
