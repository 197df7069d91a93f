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
package io.trident.mapreduce.am;

import static io.trident.mapreduce.am.AmFixtures.MODEL;
import static io.trident.mapreduce.am.AmFixtures.RACKS;
import static io.trident.mapreduce.am.AmFixtures.attempt;
import static io.trident.mapreduce.am.AmFixtures.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.trident.core.matching.CertifyMode;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import io.trident.core.matching.TransportationMatcher;
import io.trident.core.model.StorageTier;
import io.trident.core.placement.Policies;
import io.trident.core.placement.PolicyName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class MapMatcherTest {
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  private static MapMatcher matcher(PolicyName policy) {
    return new MapMatcher(
        policy, Policies.of(PolicyName.TRIDENT, CertifyMode.CERTIFY, Long.MAX_VALUE), RACKS, MODEL);
  }

  @Test
  void sacrificesOneGoodPlaceForABetterTotal() {
    // Each alone would take n1; together one of them has a good second choice.
    List<WaitingMap> tasks =
        List.of(
            waiting(0, Map.of("n1", StorageTier.MEMORY, "n2", StorageTier.SSD)),
            waiting(1, Map.of("n1", StorageTier.SSD)));

    MatchingRound round =
        matcher(PolicyName.TRIDENT).match(tasks, Map.of("n1", 1, "n2", 1), NO_LIMIT);

    assertThat(round.pairs())
        .containsExactlyInAnyOrder(
            new MatchingRound.Pair(attempt(0), "n2", 8),
            new MatchingRound.Pair(attempt(1), "n1", 8));
    assertThat(round.cost()).isEqualTo(16);
    assertThat(round.optimalCost()).isEqualTo(16);
  }

  @Test
  void leavesTheAssignmentToStockForTheDefaultPolicy() {
    MatchingRound round =
        matcher(PolicyName.DEFAULT)
            .match(
                List.of(waiting(0, Map.of("n1", StorageTier.MEMORY))), Map.of("n1", 1), NO_LIMIT);
    assertThat(round.pairs()).isEmpty();
    assertThat(round.optimalCost()).isEqualTo(1);
    assertThat(round.optimum()).containsEntry(attempt(0), 1.0);
  }

  @ParameterizedTest
  @EnumSource(
      value = PolicyName.class,
      names = {"TRIDENT", "H_SCHEDULER", "QUARTET"})
  void placesTheCheapestUpToTheLimit(PolicyName policy) {
    List<WaitingMap> tasks =
        List.of(
            waiting(0, Map.of("n1", StorageTier.DISK)),
            waiting(1, Map.of("n2", StorageTier.MEMORY)));
    MatchingRound round = matcher(policy).match(tasks, new TreeMap<>(Map.of("n1", 1, "n2", 1)), 1);
    assertThat(round.pairs()).containsExactly(new MatchingRound.Pair(attempt(1), "n2", 1));
  }

  @Property(tries = 200)
  void isExactAlthoughTasksOfEqualCostAreLeftOut(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 60) int tasks,
      @ForAll @IntRange(min = 1, max = 4) int nodes) {
    Random random = new Random(seed);
    List<WaitingMap> waiting = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      Map<String, StorageTier> replicas = new HashMap<>();
      for (int r = random.nextInt(3); r > 0; r--) {
        replicas.put(
            "n" + (1 + random.nextInt(4)),
            random.nextBoolean() ? StorageTier.MEMORY : StorageTier.DISK);
      }
      waiting.add(waiting(i, replicas));
    }
    Map<String, Integer> offered = new TreeMap<>();
    for (int n = 1; n <= nodes; n++) {
      offered.put("n" + n, 1 + random.nextInt(2));
    }

    MatchingRound round = matcher(PolicyName.TRIDENT).match(waiting, offered, NO_LIMIT);

    List<SlotGroup> slots = new ArrayList<>();
    offered.forEach((node, count) -> slots.add(SlotGroup.ofNode(node, RACKS.rackOf(node), count)));
    MatchingProblem whole =
        new MatchingProblem(waiting.stream().map(WaitingMap::profile).toList(), slots);
    assertThat(round.cost())
        .isCloseTo(new TransportationMatcher().match(whole).cost(), within(1e-6));
    assertThat(round.pairs()).hasSize(whole.cardinality());
    Set<TaskAttemptId> once = new HashSet<>();
    Map<String, Integer> used = new HashMap<>();
    for (MatchingRound.Pair pair : round.pairs()) {
      assertThat(once.add(pair.attempt())).isTrue();
      assertThat(used.merge(pair.node(), 1, Integer::sum))
          .isLessThanOrEqualTo(offered.getOrDefault(pair.node(), 0));
    }
  }
}
