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
package io.trident.core.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.matching.HungarianMatcher;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;

/** Where slots get what they choose first, nothing is cheaper. */
class FirstChoicesTest {
  @Property(tries = 1_000)
  void firstChoicesCostWhatAMatchingOfAllCosts(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 120) int tasks) {
    Random random = new Random(seed);
    List<CostProfile> profiles = profiles(random, tasks);
    List<SlotGroup> slots = slots(random);
    boolean[] served = new boolean[tasks];
    for (int t = 0; t < tasks; t++) {
      served[t] = random.nextInt(4) == 0;
    }
    Optional<FirstChoices> found =
        new WaitingTasks(profiles).firstChoices(slots, new WaitingSearch(t -> !served[t]));
    Statistics.label("found").collect(found.isPresent());
    Statistics.label("found")
        .coverage(
            coverage -> {
              coverage.check(true).percentage(share -> share > 20);
              coverage.check(false).percentage(share -> share > 20);
            });
    if (found.isEmpty()) {
      return;
    }
    int[] chosen = found.get().tasks();
    assertThat(chosen).isSorted().doesNotHaveDuplicates();
    int[] given = new int[slots.size()];
    double cost = 0;
    for (int i = 0; i < chosen.length; i++) {
      assertThat(served[chosen[i]]).isFalse();
      SlotGroup slot = slots.get(found.get().groups()[i]);
      given[found.get().groups()[i]]++;
      cost += profiles.get(chosen[i]).costAt(slot.executor(), slot.node(), slot.rack());
    }
    assertThat(given).isEqualTo(slots.stream().mapToInt(SlotGroup::slots).toArray());
    List<CostProfile> waiting =
        IntStream.range(0, tasks).filter(t -> !served[t]).mapToObj(profiles::get).toList();
    double optimum = new HungarianMatcher().match(new MatchingProblem(waiting, slots)).cost();
    assertThat(cost).isEqualTo(optimum, within(1e-6));
  }

  @Example
  void aTaskThatIsTakenIsReplacedByOneOfTheSameCostOnly() {
    SlotGroup one = slot("a", "n0", 1);
    SlotGroup other = slot("b", "n0", 1);
    List<CostProfile> equals = List.of(on(0, Map.of("n0", 1.0)), on(1, Map.of("n0", 1.0)));
    FirstChoices found = choose(equals, one, other).orElseThrow();
    assertThat(found.tasks()).containsExactly(0, 1);
    assertThat(found.groups()).containsExactly(0, 1);
    List<CostProfile> unequal = List.of(on(0, Map.of("n0", 1.0)), on(1, Map.of("n0", 8.0)));
    assertThat(choose(unequal, one, other)).isEmpty(); // the bound is 2, the optimum 9
    assertThat(choose(unequal, slot("a", "n0", 2))).isPresent(); // one group: 9 is the bound
  }

  @Example
  void fewerTasksThanSlotsAreLeftToAMatching() {
    assertThat(choose(List.of(on(0, Map.of("n0", 1.0))), slot("a", "n0", 2))).isEmpty();
    assertThat(choose(List.of(), slot("a", "n0", 1))).isEmpty();
    assertThat(choose(List.of(), slot("a", "n0", 0)).orElseThrow().tasks()).isEmpty();
  }

  @Example
  void aTaskIsWorthWhatItCostsAtItsNearestPlace() {
    CostProfile cached = new CostProfile("t0", Map.of("a", 0.0), Map.of(), Map.of(), 100);
    CostProfile stored = on(1, Map.of("n0", 1.0));
    FirstChoices found = choose(List.of(stored, cached), slot("a", "n0", 1)).orElseThrow();
    assertThat(found.tasks()).containsExactly(1); // by index: the one in the executor
    found = choose(List.of(stored, cached), slot("b", "n0", 1)).orElseThrow();
    assertThat(found.tasks()).containsExactly(0);
  }

  /** However many tasks of the same cost are taken, no more is looked at than a few a slot. */
  @Example
  void itGivesUpRatherThanSearchOn() {
    List<CostProfile> anywhere = IntStream.range(0, 5_000).mapToObj(t -> on(t, Map.of())).toList();
    List<SlotGroup> slots =
        IntStream.range(0, 2_000).mapToObj(s -> slot("e" + s, "n" + s, 1)).toList();
    long[] asked = {0};
    WaitingSearch search =
        new WaitingSearch(
            t -> {
              asked[0]++;
              return true;
            });
    assertThat(new WaitingTasks(anywhere).firstChoices(slots, search)).isEmpty();
    assertThat(asked[0]).isLessThan(100_000);
  }

  private static Optional<FirstChoices> choose(List<CostProfile> profiles, SlotGroup... slots) {
    return new WaitingTasks(profiles).firstChoices(List.of(slots), new WaitingSearch(t -> true));
  }

  private static SlotGroup slot(String executor, String node, int slots) {
    return new SlotGroup(executor, node, rackOf(node), slots);
  }

  private static CostProfile on(int task, Map<String, Double> scores) {
    return CostProfile.ofScores("t" + task, scores, FirstChoicesTest::rackOf, CostModel.DEFAULT);
  }

  private static List<CostProfile> profiles(Random random, int tasks) {
    List<CostProfile> profiles = new ArrayList<>();
    for (int t = 0; t < tasks; t++) {
      Map<String, Double> scores = new HashMap<>();
      for (int r = random.nextInt(4); r > 0; r--) {
        scores.put("n" + random.nextInt(8), List.of(1.0, 8.0, 20.0).get(random.nextInt(3)));
      }
      CostProfile profile = on(t, scores);
      Map<String, Double> executors =
          random.nextInt(6) == 0 ? Map.of("e" + random.nextInt(10), 0.0) : Map.of();
      profiles.add(
          new CostProfile(
              "t" + t, executors, profile.nodes(), profile.racks(), profile.elsewhere()));
    }
    return profiles;
  }

  private static List<SlotGroup> slots(Random random) {
    List<SlotGroup> slots = new ArrayList<>();
    int executors = 1 + random.nextInt(10);
    for (int e = 0; e < executors; e++) {
      slots.add(slot("e" + e, "n" + random.nextInt(8), random.nextInt(3)));
    }
    return slots;
  }

  private static String rackOf(String node) {
    return "/r" + Integer.parseInt(node.substring(1)) % 3;
  }
}
