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
package io.trident.core.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.matching.HungarianMatcher;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import io.trident.core.matching.TransportationMatcher;
import io.trident.core.model.RackResolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Which hosts are asked for containers, and by how many tasks. */
class HostDemandTest {
  private static final double MEMORY = 1;
  private static final double SSD = 8;
  private static final double DISK = 20;
  private static final double[] SCORES = {MEMORY, SSD, DISK};
  private static final RackResolver RACKS = node -> node.hashCode() % 2 == 0 ? "/even" : "/odd";

  private static CostProfile task(int i, Map<String, Double> scores) {
    return CostProfile.ofScores("t" + i, scores, RACKS, CostModel.DEFAULT);
  }

  private static List<CostProfile> alike(int tasks, Map<String, Double> scores) {
    return IntStream.range(0, tasks).mapToObj(i -> task(i, scores)).toList();
  }

  private static SortedMap<String, PreferenceMap> demand(List<CostProfile> tasks, int skew) {
    return HostDemand.of(tasks, RACKS, skew, new TransportationMatcher());
  }

  private static void has(PreferenceMap map, long tasks) {
    assertThat(map.total()).isEqualTo(tasks);
  }

  private static PreferenceMap map(Map<Double, Integer> counts) {
    return new PreferenceMap(new TreeMap<>(counts));
  }

  @Example
  void onlyHostsWithTheBestTierAreAskedForWhileTheyCanTakeAll() {
    List<CostProfile> tasks = alike(12, Map.of("m1", MEMORY, "m2", MEMORY, "d1", DISK, "d2", DISK));
    for (int skew = 2; skew < 5; skew++) {
      assertThat(demand(tasks, skew))
          .isEqualTo(Map.of("m1", map(Map.of(MEMORY, 6)), "m2", map(Map.of(MEMORY, 6))));
    }
    assertThat(demand(tasks, 1)).hasSize(4).allSatisfy((host, map) -> has(map, 3));
  }

  @Example
  void oneFastHostIsAskedForTheSkewTimesItsShareAndTheNextTierForTheRest() {
    List<CostProfile> tasks = alike(12, Map.of("m1", MEMORY, "s1", SSD, "d1", DISK, "d2", DISK));
    assertThat(demand(tasks, 2))
        .isEqualTo(Map.of("m1", map(Map.of(MEMORY, 6)), "s1", map(Map.of(SSD, 6))));
    assertThat(demand(tasks, 3))
        .isEqualTo(Map.of("m1", map(Map.of(MEMORY, 9)), "s1", map(Map.of(SSD, 3))));
    assertThat(demand(tasks, 4)).isEqualTo(Map.of("m1", map(Map.of(MEMORY, 12))));
  }

  @Example
  void tasksWithoutAnAlternativeStayWithTheirHost() {
    List<CostProfile> tasks = new ArrayList<>(alike(10, Map.of("hot", DISK)));
    tasks.add(task(10, Map.of("cold", MEMORY)));
    assertThat(demand(tasks, 1))
        .isEqualTo(Map.of("hot", map(Map.of(DISK, 10)), "cold", map(Map.of(MEMORY, 1))));
  }

  @Example
  void tasksThatPreferNoNodeAskForNone() {
    CostProfile anywhere = CostProfile.withoutPreference("any", CostModel.DEFAULT);
    assertThat(demand(List.of(), 1)).isEmpty();
    assertThat(demand(List.of(anywhere), 1)).isEmpty();
    assertThat(demand(List.of(anywhere, task(1, Map.of("a", SSD))), 1))
        .isEqualTo(Map.of("a", map(Map.of(SSD, 1))));
  }

  @Example
  void aSkewMustBePositiveAndMayBeHuge() {
    assertThatThrownBy(() -> demand(List.of(), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0");
    assertThat(demand(alike(5, Map.of("a", SSD, "b", DISK)), Integer.MAX_VALUE))
        .isEqualTo(Map.of("a", map(Map.of(SSD, 5))));
  }

  @Property(tries = 300)
  void everyTaskWithNodesIsCountedOnceOnANodeOfItsOwn(
      @ForAll Random random,
      @ForAll @IntRange(min = 1, max = 60) int tasks,
      @ForAll @IntRange(min = 1, max = 12) int hosts,
      @ForAll @IntRange(min = 1, max = 5) int skew) {
    List<CostProfile> all = randomTasks(random, tasks, hosts);
    SortedMap<String, PreferenceMap> demand = demand(all, skew);
    assertThat(demand.values().stream().mapToLong(PreferenceMap::total).sum())
        .isEqualTo(all.stream().filter(task -> !task.nodes().isEmpty()).count());
    demand.forEach(
        (host, map) ->
            map.counts()
                .forEach(
                    (score, count) ->
                        assertThat(all.stream().filter(t -> score.equals(t.nodes().get(host))))
                            .hasSizeGreaterThanOrEqualTo(count)));
  }

  @Property(tries = 200)
  void atSkewOfAllHostsEveryTaskIsAtItsCheapest(
      @ForAll Random random,
      @ForAll @IntRange(min = 1, max = 60) int tasks,
      @ForAll @IntRange(min = 1, max = 12) int hosts) {
    List<CostProfile> all = randomTasks(random, tasks, hosts);
    double least =
        all.stream()
            .mapToDouble(t -> t.nodes().values().stream().mapToDouble(x -> x).min().orElse(0))
            .sum();
    assertThat(cost(demand(all, hosts))).isCloseTo(least, within(1e-6));
  }

  /** Every task lists every host, so that none is left over. */
  @Property(tries = 200)
  void theCostIsTheLeastWithinTheLimitAndNoHostIsFullerThanThatTakes(
      @ForAll Random random,
      @ForAll @IntRange(min = 1, max = 30) int tasks,
      @ForAll @IntRange(min = 3, max = 8) int hosts,
      @ForAll @IntRange(min = 1, max = 3) int skew) {
    List<CostProfile> all = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      Map<String, Double> scores = new HashMap<>();
      for (int host = 0; host < hosts; host++) {
        scores.put("h" + host, SCORES[random.nextInt(SCORES.length)]);
      }
      all.add(task(i, scores));
    }
    int limit = skew * ((tasks + hosts - 1) / hosts);
    SortedMap<String, PreferenceMap> demand = demand(all, skew);
    assertThat(demand.values()).allMatch(map -> map.total() <= limit);
    double least = leastCost(all, limit);
    assertThat(cost(demand)).isCloseTo(least, within(1e-6));
    int fullest = demand.values().stream().mapToInt(map -> (int) map.total()).max().orElseThrow();
    if (fullest > (tasks + hosts - 1) / hosts) {
      assertThat(leastCost(all, fullest - 1)).isGreaterThan(least + 1e-6);
    }
  }

  private static List<CostProfile> randomTasks(Random random, int tasks, int hosts) {
    List<CostProfile> all = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      Map<String, Double> scores = new HashMap<>();
      int replicas = random.nextInt(4);
      for (int r = 0; r < replicas; r++) {
        scores.put("h" + random.nextInt(hosts), SCORES[random.nextInt(SCORES.length)]);
      }
      all.add(task(i, scores));
    }
    return all;
  }

  private static double cost(SortedMap<String, PreferenceMap> demand) {
    return demand.values().stream()
        .flatMap(map -> map.counts().entrySet().stream())
        .mapToDouble(entry -> entry.getKey() * entry.getValue())
        .sum();
  }

  private static double leastCost(List<CostProfile> tasks, int limit) {
    TreeSet<String> hosts = new TreeSet<>();
    tasks.forEach(task -> hosts.addAll(task.nodes().keySet()));
    List<SlotGroup> slots =
        hosts.stream().map(host -> SlotGroup.ofNode(host, RACKS.rackOf(host), limit)).toList();
    MatchingProblem problem = new MatchingProblem(tasks, slots);
    int[] assignment = new HungarianMatcher().match(problem).assignment();
    assertThat(Arrays.stream(assignment)).allMatch(group -> group >= 0);
    return IntStream.range(0, assignment.length)
        .mapToDouble(i -> problem.cost(i, assignment[i]))
        .sum();
  }
}
