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

import io.trident.core.cost.CostProfile;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Costs as scaled longs: as fine as is safe. */
class CostScaleTest {
  /** Where in a profile a cost stands. */
  private enum Entry {
    EXECUTOR,
    NODE,
    RACK,
    ELSEWHERE;

    CostProfile profile(double cost) {
      return switch (this) {
        case EXECUTOR -> new CostProfile("t", Map.of("e", cost), Map.of(), Map.of(), 1);
        case NODE -> new CostProfile("t", Map.of(), Map.of("n", cost), Map.of(), 1);
        case RACK -> new CostProfile("t", Map.of(), Map.of(), Map.of("r", cost), 1);
        case ELSEWHERE -> new CostProfile("t", Map.of(), Map.of(), Map.of(), cost);
      };
    }
  }

  private static MatchingProblem problem(CostProfile profile, int tasks) {
    return new MatchingProblem(
        IntStream.range(0, tasks).mapToObj(task -> profile).toList(),
        List.of(SlotGroup.ofNode("n", "r", 1)));
  }

  @Test
  void usualCostsHaveNineDecimals() {
    CostScale scale = CostScale.of(problem(Entry.ELSEWHERE.profile(100), 100_000));

    assertThat(scale.factor()).isEqualTo(CostScale.MAX_FACTOR);
    assertThat(scale.scaled(20)).isEqualTo(20_000_000_000L);
    assertThat(scale.scaled(1 / 3.0)).isEqualTo(333_333_333L);
    assertThat(scale.scaled(0)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1e9, 100000000", "1e12, 100000", "1e16, 10"})
  void greatCostsHaveFewer(double cost, long factor) {
    assertThat(CostScale.of(problem(Entry.ELSEWHERE.profile(cost), 1)).factor()).isEqualTo(factor);
  }

  @ParameterizedTest
  @EnumSource
  void everyEntryOfAProfileCounts(Entry entry) {
    assertThat(CostScale.of(problem(entry.profile(1e12), 1)).factor()).isEqualTo(100_000);
    assertThatThrownBy(() -> CostScale.of(problem(entry.profile(1e18), 1)))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("over so many tasks and slots");
  }

  @Test
  void moreTasksLeaveLessRoom() {
    CostProfile profile = Entry.ELSEWHERE.profile(1e9);

    assertThat(CostScale.of(problem(profile, 10_000)).factor())
        .isLessThan(CostScale.of(problem(profile, 1)).factor());
  }

  @Test
  void sumsOverAllTasksFit() {
    for (double cost : new double[] {1e3, 1e6, 1e9, 1e12}) {
      MatchingProblem problem = problem(Entry.ELSEWHERE.profile(cost), 5000);
      long one = CostScale.of(problem).scaled(cost);
      assertThat(Math.multiplyExact(one, 8L * 5000)).isPositive();
    }
  }

  @Property
  void isTheFinestThatLeavesRoomForEveryPath(
      @ForAll @DoubleRange(min = 0, max = 1e17) double greatest,
      @ForAll @LongRange(max = 10_000_000) long tasks,
      @ForAll @LongRange(max = 1_000_000) long groups) {
    double vertices = tasks + 4.0 * groups + 2;
    try {
      CostScale scale = CostScale.of(greatest, tasks, groups);

      assertThat((scale.scaled(greatest) + 1) * vertices).isLessThan(Long.MAX_VALUE / 4.0);
      if (scale.factor() < CostScale.MAX_FACTOR) {
        assertThat((greatest * scale.factor() * 10 + 1) * vertices)
            .isGreaterThan(Long.MAX_VALUE / 8.0);
      }
    } catch (ArithmeticException e) {
      assertThat((greatest + 1) * vertices).isGreaterThan(Long.MAX_VALUE / 8.0);
    }
  }

  @Property
  void keepsTheOrderOfCosts(
      @ForAll @DoubleRange(min = 0, max = 1e6) double one,
      @ForAll @DoubleRange(min = 0, max = 1e6) double other) {
    CostScale scale = CostScale.of(1e6, 1000, 1000);

    assertThat(Math.abs(scale.scaled(one) - one * scale.factor())).isLessThanOrEqualTo(0.51);
    if (one <= other) {
      assertThat(scale.scaled(one)).isLessThanOrEqualTo(scale.scaled(other));
    }
  }

  @Test
  void theGreatestCostIsThatOfAnyEntry() {
    CostProfile profile =
        new CostProfile("t", Map.of("e", 1.0), Map.of("n", 7.0), Map.of("r", 3.0), 5);

    assertThat(CostScale.greatestCost(problem(profile, 2))).isEqualTo(7);
    assertThat(CostScale.greatestCost(new MatchingProblem(List.of(), List.of()))).isZero();
  }
}
