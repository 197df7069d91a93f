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

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.cost.Locality;
import io.trident.core.matching.HungarianMatcher;
import io.trident.core.matching.Matching;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class TieBreakerTest {
  private static final double SSD = 8;
  private static final double DISK = 20;
  private static final double EQUAL = DISK * (1 + TieBreaker.STEP);

  private final TieBreaker<String> ties = new TieBreaker<>();

  private Map<String, Double> onDisks(String task, String... nodes) {
    Map<String, Double> costs = new HashMap<>();
    for (String node : nodes) {
      costs.put(node, DISK);
    }
    return ties.scores(task, costs);
  }

  @Example
  void oneOfTheCheapestKeepsItsScore() {
    assertThat(onDisks("t1", "n1", "n2", "n3"))
        .isEqualTo(Map.of("n1", DISK, "n2", EQUAL, "n3", EQUAL));
  }

  @Example
  void nothingChangesWithoutATie() {
    Map<String, Double> costs = Map.of("n1", SSD, "n2", DISK, "n3", DISK);
    assertThat(ties.scores("t1", costs)).isEqualTo(costs);
    assertThat(ties.scores("t2", Map.of())).isEmpty();
    assertThat(ties.scores("t3", Map.of("n1", DISK))).isEqualTo(Map.of("n1", DISK));
  }

  @Example
  void theNodeThatTheFewestHaveChosenIsNext() {
    onDisks("t1", "n1", "n2", "n3");
    assertThat(onDisks("t2", "n1", "n2", "n3"))
        .containsEntry("n2", DISK)
        .containsEntry("n1", EQUAL);
    ties.scores("t3", Map.of("n3", SSD, "n2", DISK));
    assertThat(onDisks("t4", "n1", "n3", "n4")).containsEntry("n4", DISK);
  }

  @Example
  void tasksThatOutnumberTheirNodesAskAlike() {
    onDisks("t1", "n1", "n2");
    onDisks("t2", "n1", "n2");
    Map<String, Double> alike = Map.of("n1", DISK, "n2", DISK);
    assertThat(onDisks("t3", "n1", "n2")).isEqualTo(alike);
    assertThat(ties.remove("t3")).isEmpty();

    ties.remove("t2");
    assertThat(onDisks("t3", "n1", "n2")).containsEntry("n2", DISK).containsEntry("n1", EQUAL);
  }

  @Example
  void aTaskThatIsGoneLeavesItsNodeToOthers() {
    onDisks("t1", "n1", "n2");
    assertThat(ties.remove("t1")).isEqualTo("n1");
    assertThat(ties.remove("t1")).isEmpty();
    assertThat(onDisks("t2", "n1", "n2")).containsEntry("n1", DISK);
  }

  @Example
  void aChoiceStaysWhileItIsAmongTheCheapest() {
    onDisks("t1", "n1", "n2");
    onDisks("t2", "n1", "n3");
    onDisks("t3", "n3");
    assertThat(onDisks("t2", "n1", "n2", "n3")).containsEntry("n3", DISK);

    Map<String, Double> cached = Map.of("n1", SSD, "n3", DISK);
    assertThat(ties.scores("t2", cached)).isEqualTo(cached);
    assertThat(onDisks("t2", "n1", "n3")).containsEntry("n1", DISK);
  }

  /** {@link PreferenceMap#minus} takes scores for the same that differ by a part in 10^9. */
  @Example
  void aServedFirstChoiceIsNotTakenForItsEqual() {
    PreferenceMap map = new PreferenceMap(new TreeMap<>(Map.of(DISK, 1, EQUAL, 1)));
    assertThat(map.minus(DISK).counts()).containsOnlyKeys(EQUAL);
    assertThat(map.minus(EQUAL).counts()).containsOnlyKeys(DISK);
  }

  /** Whoever holds how much, as long as tasks do not outnumber the nodes that they name. */
  @Property(tries = 500)
  void everyTaskIsLocalWhereThereIsRoom(
      @ForAll Random random,
      @ForAll @IntRange(min = 2, max = 12) int tasks,
      @ForAll @IntRange(min = 3, max = 30) int nodes) {
    List<CostProfile> profiles = onRandomDisks(random, tasks, nodes);
    Assume.that(nodesNeverRunOut(profiles));
    List<NodeRoom> rooms =
        IntStream.range(0, nodes)
            .mapToObj(node -> new NodeRoom("n" + node, rackOf("n" + node), tasks))
            .toList();
    List<PotentialContainer> given =
        ContainerAllocation.allocate(
            new AllocationSnapshot(
                ResourceRequests.of(profiles, TieBreakerTest::rackOf), rooms, tasks, 40, 100));

    assertThat(given).hasSize(tasks);
    assertThat(given).allSatisfy(one -> assertThat(one.locality()).isEqualTo(Locality.NODE_LOCAL));
    assertThat(match(profiles, given).cost()).isEqualTo(DISK * tasks);
  }

  private static boolean nodesNeverRunOut(List<CostProfile> profiles) {
    Set<String> named = new HashSet<>();
    for (int before = 0; before < profiles.size(); before++) {
      named.addAll(profiles.get(before).nodes().keySet());
      if (before >= named.size()) {
        return false;
      }
    }
    return true;
  }

  /** Also while tasks come and go. */
  @Property(tries = 500)
  void choicesOfTheSameNodesDiffer(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 60) int tasks) {
    TieBreaker<Integer> breaker = new TieBreaker<>();
    Map<String, Double> costs = Map.of("n0", DISK, "n1", DISK, "n2", DISK);
    for (int task = 0; task < tasks; task++) {
      breaker.scores(task, costs);
      int again = random.nextInt(task + 1);
      breaker.remove(again);
      breaker.scores(again, costs);
    }
    List<String> chosen =
        IntStream.range(0, tasks)
            .mapToObj(breaker::remove)
            .filter(node -> !node.isEmpty())
            .toList();
    assertThat(chosen).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(3);
    assertThat(breaker.scores(0, costs)).as("nothing is left").containsValue(EQUAL);
  }

  private static List<CostProfile> onRandomDisks(Random random, int tasks, int nodes) {
    List<CostProfile> profiles = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      Map<String, Double> scores = new HashMap<>();
      for (int replica = 0; replica < 3; replica++) {
        scores.put("n" + random.nextInt(nodes), DISK);
      }
      profiles.add(
          CostProfile.ofScores("t" + task, scores, TieBreakerTest::rackOf, CostModel.DEFAULT));
    }
    return profiles;
  }

  private static Matching match(List<CostProfile> tasks, List<PotentialContainer> containers) {
    Map<String, Integer> counts = new TreeMap<>();
    containers.forEach(container -> counts.merge(container.node(), 1, Integer::sum));
    List<SlotGroup> slots = new ArrayList<>();
    counts.forEach((node, count) -> slots.add(SlotGroup.ofNode(node, rackOf(node), count)));
    return new HungarianMatcher().match(new MatchingProblem(tasks, slots));
  }

  private static String rackOf(String node) {
    return "/r" + Integer.parseInt(node.substring(1)) % 2;
  }
}
