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
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import io.trident.core.matching.TransportationMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The few candidates are as good as all waiting tasks. */
class WaitingTasksTest {
  @Property(tries = 300)
  void aMatchingOfTheCandidatesIsOneOfAll(
      @ForAll long seed,
      @ForAll @IntRange(max = 60) int tasks,
      @ForAll @IntRange(max = 8) int first) {
    Random random = new Random(seed);
    List<CostProfile> profiles = profiles(random, tasks);
    List<SlotGroup> slots = slots(random);
    boolean[] served = new boolean[tasks];
    for (int t = 0; t < tasks; t++) {
      served[t] = random.nextInt(4) == 0;
    }
    int[] waiting = IntStream.range(0, tasks).filter(t -> !served[t]).toArray();
    int[] candidates = new WaitingTasks(profiles).candidates(slots, t -> !served[t], first);
    assertThat(candidates).isSorted().doesNotHaveDuplicates();
    assertThat(Arrays.stream(candidates).allMatch(t -> !served[t])).isTrue();
    for (int i = 0; i < Math.min(first, waiting.length); i++) {
      assertThat(candidates).contains(waiting[i]);
    }
    assertThat(cost(profiles, candidates, slots))
        .isEqualTo(cost(profiles, waiting, slots), within(1e-6));
    assertThat(matched(profiles, candidates, slots)).isEqualTo(matched(profiles, waiting, slots));
  }

  @Property(tries = 300)
  void theLeastCostIsABoundAndTheLikeliestFillAllSlots(
      @ForAll long seed, @ForAll @IntRange(min = 30, max = 80) int tasks) {
    Random random = new Random(seed);
    List<CostProfile> profiles = profiles(random, tasks);
    List<SlotGroup> slots = slots(random);
    int offered = slots.stream().mapToInt(SlotGroup::slots).sum();
    WaitingTasks order = new WaitingTasks(profiles);
    double optimum = cost(profiles, IntStream.range(0, tasks).toArray(), slots);
    assertThat(order.leastCost(slots, all())).isLessThanOrEqualTo(optimum + 1e-6);
    int[] likeliest = order.likeliest(slots, all());
    assertThat(matched(profiles, likeliest, slots)).isEqualTo(offered);
    assertThat(cost(profiles, likeliest, slots)).isGreaterThanOrEqualTo(optimum - 1e-6);
  }

  @Example
  void fewSlotsNeedFewOfManyTasks() {
    List<CostProfile> profiles = new ArrayList<>();
    for (int t = 0; t < 100_000; t++) {
      profiles.add(
          CostProfile.ofScores(
              "t" + t, Map.of("n" + t % 100, 1.0 + t % 7), node -> "/r", CostModel.DEFAULT));
    }
    SlotGroup slot = new SlotGroup("e", "n3", "/r", 1);
    WaitingTasks order = new WaitingTasks(profiles);
    assertThat(order.candidates(List.of(slot), t -> true, 0).length).isLessThanOrEqualTo(3);
    assertThat(order.leastCost(List.of(slot), all())).isEqualTo(1.0);
  }

  @Example
  void theLeastCostNeedsATaskForEachSlot() {
    WaitingTasks order = new WaitingTasks(profiles(new Random(1), 2));
    SlotGroup slot = new SlotGroup("e0", "n0", "/r0", 3);
    assertThatThrownBy(() -> order.leastCost(List.of(slot), all()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** However often the same search is asked, and whoever is served or waits again meanwhile. */
  @Property(tries = 200)
  void aSearchThatGoesOnFindsWhatANewOneDoes(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int tasks) {
    Random random = new Random(seed);
    WaitingTasks order = new WaitingTasks(profiles(random, tasks));
    boolean[] served = new boolean[tasks];
    WaitingSearch search = new WaitingSearch(t -> !served[t]);
    for (int round = 0; round < 40; round++) {
      List<SlotGroup> slots = slots(random);
      int first = random.nextInt(5);
      assertThat(order.candidates(slots, search, first))
          .isEqualTo(order.candidates(slots, t -> !served[t], first));
      assertThat(order.likeliest(slots, search))
          .isEqualTo(order.likeliest(slots, new WaitingSearch(t -> !served[t])));
      for (int i = random.nextInt(4); i > 0; i--) {
        served[random.nextInt(tasks)] = true;
      }
      if (random.nextInt(6) == 0) {
        served[random.nextInt(tasks)] = false;
        search.forget();
      }
    }
  }

  /**
   * Each task once for 100,000 rounds, beside one that is never served: no round reads them all.
   */
  @Example
  void tasksThatWereServedAreGoneOverOnce() {
    int tasks = 100_000;
    List<CostProfile> profiles = new ArrayList<>();
    for (int t = 0; t < tasks; t++) {
      profiles.add(
          CostProfile.ofScores("t" + t, Map.of("n" + t % 4, 1.0), node -> "/r", CostModel.DEFAULT));
    }
    WaitingTasks order = new WaitingTasks(profiles);
    boolean[] served = new boolean[tasks];
    long[] asked = {0};
    WaitingSearch search =
        new WaitingSearch(
            t -> {
              asked[0]++;
              return !served[t];
            });
    for (int round = 0; round < tasks - 4; round++) {
      List<SlotGroup> slots = List.of(new SlotGroup("e", "n" + round % 4, "/r", 1));
      int[] found = order.candidates(slots, search, 0);
      // The last of them, so that the first of each list stays where it is for long.
      served[found[found.length - 1]] = true;
    }
    assertThat(asked[0]).isLessThan(30L * tasks);
  }

  private static WaitingSearch all() {
    return new WaitingSearch(t -> true);
  }

  private static double cost(List<CostProfile> profiles, int[] tasks, List<SlotGroup> slots) {
    return new TransportationMatcher().match(problem(profiles, tasks, slots)).cost();
  }

  private static long matched(List<CostProfile> profiles, int[] tasks, List<SlotGroup> slots) {
    int[] assignment =
        new TransportationMatcher().match(problem(profiles, tasks, slots)).assignment();
    return Arrays.stream(assignment).filter(group -> group >= 0).count();
  }

  private static MatchingProblem problem(
      List<CostProfile> profiles, int[] tasks, List<SlotGroup> slots) {
    return new MatchingProblem(Arrays.stream(tasks).mapToObj(profiles::get).toList(), slots);
  }

  private static List<CostProfile> profiles(Random random, int tasks) {
    List<CostProfile> profiles = new ArrayList<>();
    for (int t = 0; t < tasks; t++) {
      Map<String, Double> scores = new HashMap<>();
      for (int r = random.nextInt(4); r > 0; r--) {
        scores.put("n" + random.nextInt(8), List.of(1.0, 8.0, 20.0).get(random.nextInt(3)));
      }
      CostProfile profile =
          CostProfile.ofScores("t" + t, scores, WaitingTasksTest::rackOf, CostModel.DEFAULT);
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
    for (int e = 0; e < 10; e++) {
      String node = "n" + random.nextInt(8);
      slots.add(new SlotGroup("e" + e, node, rackOf(node), random.nextInt(3)));
    }
    return slots;
  }

  private static String rackOf(String node) {
    return "/r" + Integer.parseInt(node.substring(1)) % 3;
  }
}
