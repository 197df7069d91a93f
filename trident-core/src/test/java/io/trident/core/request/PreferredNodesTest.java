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
import io.trident.core.matching.HungarianMatcher;
import io.trident.core.matching.Matching;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import io.trident.core.matching.TransportationMatcher;
import io.trident.core.model.Locality;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class PreferredNodesTest {
  private static final double MEMORY = 1;
  private static final double SSD = 8;
  private static final double DISK = 20;

  private static CostProfile task(Map<String, Double> scores) {
    return CostProfile.ofScores("t", scores, PreferredNodesTest::rackOf, CostModel.DEFAULT);
  }

  private static String rackOf(String node) {
    return "/r" + Integer.parseInt(node.substring(1)) % 2;
  }

  private static List<Map<String, Double>> scores(CostProfile... tasks) {
    return scores(List.of(tasks));
  }

  private static List<Map<String, Double>> scores(List<CostProfile> tasks) {
    return PreferredNodes.scores(tasks, PreferredNodesTest::rackOf, new TransportationMatcher());
  }

  @Example
  void tasksOfTheSameNodesAskForDifferentOnesFirst() {
    CostProfile onDisks = task(Map.of("n1", DISK, "n2", DISK, "n3", DISK));
    List<Map<String, Double>> scores = scores(onDisks, onDisks, onDisks);
    assertThat(scores).allSatisfy(one -> assertThat(one).hasSize(3));
    for (String node : List.of("n1", "n2", "n3")) {
      assertThat(scores)
          .extracting(one -> one.get(node))
          .containsExactlyInAnyOrder(DISK, 2 * DISK, 2 * DISK);
    }
  }

  /** One of them would do for either: the other has to make room for the task with no choice. */
  @Example
  void choicesAreMadeTogether() {
    CostProfile either = task(Map.of("n1", DISK, "n2", DISK));
    CostProfile noChoice = task(Map.of("n1", DISK));
    assertThat(scores(either, noChoice))
        .containsExactly(Map.of("n1", 2 * DISK, "n2", DISK), Map.of("n1", DISK));
    assertThat(scores(noChoice, either))
        .containsExactly(Map.of("n1", DISK), Map.of("n1", 2 * DISK, "n2", DISK));
  }

  /** A node may have slots for several, so a faster medium is not given up to spread tasks. */
  @Example
  void eachTaskIsAtItsCheapest() {
    CostProfile one = task(Map.of("n1", MEMORY, "n2", SSD, "n3", DISK));
    CostProfile other = task(Map.of("n1", MEMORY, "n4", SSD, "n5", DISK));
    assertThat(scores(one, other))
        .containsExactly(
            Map.of("n1", MEMORY, "n2", SSD + MEMORY, "n3", DISK + MEMORY),
            Map.of("n1", MEMORY, "n4", SSD + MEMORY, "n5", DISK + MEMORY));
  }

  /** The first task's SSD is not better than the only replica of the second. */
  @Example
  void firstChoicesComeBeforeAllOthers() {
    assertThat(scores(task(Map.of("n1", MEMORY, "n2", SSD)), task(Map.of("n3", DISK))))
        .containsExactly(Map.of("n1", MEMORY, "n2", SSD + DISK), Map.of("n3", DISK));
  }

  @Example
  void noChoicesAreMadeByOneTaskOrByMoreThanTheirNodes() {
    CostProfile onTwo = task(Map.of("n1", DISK, "n2", DISK));
    assertThat(scores(onTwo)).containsExactly(onTwo.nodes());
    assertThat(scores(onTwo, onTwo, onTwo)).containsOnly(onTwo.nodes());
    assertThat(scores()).isEmpty();
    List<CostProfile> many = new ArrayList<>();
    for (int i = 0; i <= PreferredNodes.MOST_TASKS; i++) {
      many.add(task(Map.of("n" + i, DISK, "n" + (i + 1), DISK)));
    }
    assertThat(scores(many)).isEqualTo(many.stream().map(CostProfile::nodes).toList());
  }

  @Example
  void tasksWithoutPreferenceAskForNoNode() {
    CostProfile onDisks = task(Map.of("n1", DISK, "n2", DISK));
    List<Map<String, Double>> scores =
        scores(onDisks, CostProfile.withoutPreference("anywhere", CostModel.DEFAULT), onDisks);
    assertThat(scores).hasSize(3).element(1).isEqualTo(Map.of());
  }

  /** Whoever holds how much on which medium: containers are as good as any could be. */
  @Property(tries = 500)
  void containersOfSmallJobsAreTheBestWhereThereIsRoom(
      @ForAll Random random,
      @ForAll @IntRange(min = 2, max = 12) int tasks,
      @ForAll @IntRange(min = 3, max = 30) int nodes,
      @ForAll boolean tiered) {
    List<CostProfile> profiles = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      Map<String, Double> replicas = new HashMap<>();
      for (double score : tiered ? new double[] {DISK, SSD, MEMORY} : new double[] {DISK, DISK}) {
        if (score == DISK || random.nextBoolean()) {
          replicas.put("n" + random.nextInt(nodes), score);
        }
      }
      profiles.add(task(replicas));
    }
    long named = profiles.stream().flatMap(one -> one.nodes().keySet().stream()).distinct().count();
    Assume.that(tasks <= named);
    List<NodeRoom> rooms =
        IntStream.range(0, nodes)
            .mapToObj(node -> new NodeRoom("n" + node, rackOf("n" + node), tasks))
            .toList();
    List<ContainerAsk> asks =
        ResourceRequests.ofPreferredNodes(
            profiles, PreferredNodesTest::rackOf, new TransportationMatcher());
    List<PotentialContainer> given =
        ContainerAllocation.allocate(new AllocationSnapshot(asks, rooms, tasks, 40, 100));

    assertThat(given).hasSize(tasks);
    assertThat(given).allSatisfy(one -> assertThat(one.locality()).isEqualTo(Locality.NODE_LOCAL));
    double least =
        profiles.stream().mapToDouble(one -> Collections.min(one.nodes().values())).sum();
    assertThat(match(profiles, given).cost()).isEqualTo(least);
    if (!tiered) {
      assertThat(fullest(given)).isEqualTo(leastFullest(profiles, nodes));
    }
  }

  private static int fullest(List<PotentialContainer> given) {
    Map<String, Integer> counts = new HashMap<>();
    given.forEach(one -> counts.merge(one.node(), 1, Integer::sum));
    return Collections.max(counts.values());
  }

  /** The least number of slots a node with which all tasks can be local. */
  private static int leastFullest(List<CostProfile> tasks, int nodes) {
    for (int slots = 1; ; slots++) {
      List<SlotGroup> groups = new ArrayList<>();
      for (int node = 0; node < nodes; node++) {
        groups.add(SlotGroup.ofNode("n" + node, rackOf("n" + node), slots));
      }
      if (new HungarianMatcher().match(new MatchingProblem(tasks, groups)).cost()
          <= DISK * tasks.size()) {
        return slots;
      }
    }
  }

  private static Matching match(List<CostProfile> tasks, List<PotentialContainer> containers) {
    Map<String, Integer> counts = new TreeMap<>();
    containers.forEach(container -> counts.merge(container.node(), 1, Integer::sum));
    List<SlotGroup> slots = new ArrayList<>();
    counts.forEach((node, count) -> slots.add(SlotGroup.ofNode(node, rackOf(node), count)));
    return new HungarianMatcher().match(new MatchingProblem(tasks, slots));
  }
}
