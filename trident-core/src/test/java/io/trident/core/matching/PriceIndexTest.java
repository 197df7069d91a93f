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
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The index finds what looking at every group finds. */
class PriceIndexTest {
  private static final CostScale SCALE = new CostScale(CostScale.MAX_FACTOR);

  @Property(tries = 2000)
  void findsTheBestOfAllGroups(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 20) int nodes,
      @ForAll @IntRange(min = 1, max = 4) int distinctDuals,
      @ForAll Kind kind) {
    MatchingProblem problem = Problems.random(seed, 10, nodes, 1, kind);
    Random random = new Random(seed);
    long[] duals = new long[problem.slots().size()];
    List<Integer> offered = new ArrayList<>();
    for (int group = 0; group < duals.length; group++) {
      duals[group] = SCALE.scaled(10) * random.nextInt(distinctDuals);
      if (random.nextInt(4) > 0) {
        offered.add(group);
      }
    }
    PriceIndex index = new PriceIndex(problem, SCALE, duals, offered);

    for (int task = 0; task < problem.tasks().size(); task++) {
      long least = Long.MAX_VALUE;
      for (int group : offered) {
        least = Math.min(least, SCALE.scaled(problem.cost(task, group)) - duals[group]);
      }
      PriceIndex.Offer offer = index.best(task);
      assertThat(offer.price()).isEqualTo(least);
      if (!offered.isEmpty()) {
        assertThat(offered).contains(offer.group());
        assertThat(SCALE.scaled(problem.cost(task, offer.group())) - duals[offer.group()])
            .isEqualTo(least);
      }
    }
  }

  @Example
  void findsNothingWhereNothingIsOffered() {
    MatchingProblem problem = Problems.random(1, 1, 3, 1, Kind.THREE_TIERS);
    PriceIndex index = new PriceIndex(problem, SCALE, new long[3], List.of());

    assertThat(index.best(0)).isEqualTo(PriceIndex.Offer.NONE);
  }
}
