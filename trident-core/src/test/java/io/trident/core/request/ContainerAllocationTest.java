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

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.model.Locality;
import io.trident.core.model.RackResolver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Algorithm 3, and the requests it works on. */
class ContainerAllocationTest {
  private static final double M = 1;
  private static final double S = 8;
  private static final double H = 20;
  private static final RackResolver ONE_RACK = node -> "/r1";

  private static List<CostProfile> figureTasks() {
    return List.of(
        profile("T1", Map.of("N1", M, "N2", S, "N4", H)),
        profile("T2", Map.of("N1", H, "N3", H, "N4", S)),
        profile("T3", Map.of("N2", M, "N3", H, "N4", S)));
  }

  private static CostProfile profile(String task, Map<String, Double> scores) {
    return CostProfile.ofScores(task, scores, ONE_RACK, CostModel.DEFAULT);
  }

  private static PreferenceMap map(Map<Double, Integer> counts) {
    return new PreferenceMap(new TreeMap<>(counts));
  }

  private static ContainerAsk ask(String name, int containers, Map<Double, Integer> counts) {
    return new ContainerAsk(name, containers, map(counts));
  }

  private static List<PotentialContainer> allocate(
      List<ContainerAsk> asks, List<NodeRoom> nodes, int max) {
    return ContainerAllocation.allocate(new AllocationSnapshot(asks, nodes, max, 40, 100));
  }

  private static PotentialContainer local(String node, double cost) {
    return new PotentialContainer(node, cost, Locality.NODE_LOCAL);
  }

  private static PotentialContainer near(String node, double cost) {
    return new PotentialContainer(node, cost, Locality.RACK_LOCAL);
  }

  private static PotentialContainer far(String node) {
    return new PotentialContainer(node, 100, Locality.OFF_RACK);
  }

  @Example
  void asksAsInFigure7() {
    assertThat(ResourceRequests.of(figureTasks(), ONE_RACK))
        .containsExactly(
            ask("N1", 2, Map.of(M, 1, H, 1)),
            ask("N2", 2, Map.of(M, 1, S, 1)),
            ask("N3", 2, Map.of(H, 2)),
            ask("N4", 3, Map.of(S, 2, H, 1)),
            ask("/r1", 3, Map.of(M, 2, S, 1)),
            ask("*", 3, Map.of(M, 2, S, 1)));
  }

  @Example
  void allocatesAsInFigure7() {
    List<NodeRoom> nodes =
        List.of(
            new NodeRoom("N1", "/r1", 2),
            new NodeRoom("N2", "/r1", 1),
            new NodeRoom("N3", "/r1", 0),
            new NodeRoom("N4", "/r1", 4),
            new NodeRoom("N5", "/r1", 0),
            new NodeRoom("N6", "/r1", 0));
    List<ContainerAsk> asks = ResourceRequests.of(figureTasks(), ONE_RACK);

    assertThat(allocate(asks, nodes, 3))
        .containsExactly(local("N1", M), local("N2", M), local("N4", S));
    assertThat(allocate(asks, nodes, 2)).containsExactly(local("N1", M), local("N2", M));
    assertThat(allocate(asks, nodes, 0)).isEmpty();
  }

  @Example
  void goesOnToTheRackAndThenAnywhere() {
    List<ContainerAsk> asks =
        List.of(ask("n1", 3, Map.of(M, 3)), ask("/r1", 3, Map.of(M, 3)), ask("*", 5, Map.of(M, 3)));
    List<NodeRoom> nodes =
        List.of(
            new NodeRoom("n9", "/r2", 4),
            new NodeRoom("n1", "/r1", 1),
            new NodeRoom("n2", "/r1", 1),
            new NodeRoom("n3", "/r1", 9));

    assertThat(allocate(asks, nodes, 9))
        .containsExactly(local("n1", 1), near("n2", 41), near("n3", 41), far("n9"), far("n9"));
  }

  /** Task 1 has replicas on n1 and n2 of one rack, task 2 on n3 of another. */
  @Example
  void replicasOfOneTaskInARackCountOnce() {
    List<ContainerAsk> asks =
        List.of(
            ask("n1", 1, Map.of(S, 1)),
            ask("n2", 1, Map.of(M, 1)),
            ask("n3", 1, Map.of(H, 1)),
            ask("/r1", 1, Map.of(M, 1)),
            ask("/r2", 1, Map.of(H, 1)),
            ask("*", 2, Map.of(M, 1, H, 1)));
    List<NodeRoom> nodes =
        List.of(
            new NodeRoom("n1", "/r1", 1),
            new NodeRoom("n2", "/r1", 1),
            new NodeRoom("n3", "/r2", 1));

    assertThat(allocate(asks, nodes, 2)).containsExactly(local("n2", M), local("n3", H));
    assertThat(allocate(asks, nodes.subList(0, 2), 2)).containsExactly(local("n2", M), far("n1"));
  }

  @Example
  void nodeRackAndAnyRequestsShareTheRoomOfANode() {
    List<ContainerAsk> asks =
        List.of(
            ask("n1", 1, Map.of(S, 1)),
            ask("/r1", 2, Map.of(S, 1, H, 1)),
            ask("*", 9, Map.of(S, 1, H, 1)));

    assertThat(allocate(asks, List.of(new NodeRoom("n1", "/r1", 3)), 9))
        .containsExactly(local("n1", 8), near("n1", 48), far("n1"));
  }

  @Example
  void isPlainLocalityWithoutMaps() {
    List<ContainerAsk> asks =
        List.of(ask("n2", 1, Map.of()), ask("/r2", 2, Map.of()), ask("*", 3, Map.of()));
    List<NodeRoom> nodes =
        List.of(
            new NodeRoom("n1", "/r1", 1),
            new NodeRoom("n2", "/r2", 1),
            new NodeRoom("n3", "/r2", 1));

    assertThat(allocate(asks, nodes, 3)).containsExactly(local("n2", 0), near("n3", 40), far("n1"));
  }

  @Example
  void takesAnUnknownTierForTheSlowestKnown() {
    List<ContainerAsk> asks =
        List.of(ask("n1", 1, Map.of()), ask("n2", 1, Map.of(S, 1)), ask("*", 2, Map.of(S, 1)));
    List<NodeRoom> nodes = List.of(new NodeRoom("n1", "/r1", 1), new NodeRoom("n2", "/r1", 1));

    assertThat(allocate(asks, nodes, 1)).containsExactly(local("n1", S)); // a tie, by node order
    assertThat(allocate(asks, nodes, 2)).containsExactly(local("n1", S), local("n2", S));
  }

  @Example
  void goesOnAtTheHighestScoreOfAMapThatIsTooShort() {
    List<ContainerAsk> asks = List.of(ask("n1", 3, Map.of(M, 1, S, 1)), ask("*", 3, Map.of()));

    assertThat(allocate(asks, List.of(new NodeRoom("n1", "/r1", 5)), 3))
        .containsExactly(local("n1", M), local("n1", S), local("n1", S));
  }

  @Example
  void goesNowhereElseWithoutARequestForAny() {
    List<ContainerAsk> asks = List.of(ask("n1", 2, Map.of(M, 2)), ask("/gone", 4, Map.of()));
    List<NodeRoom> nodes = List.of(new NodeRoom("n1", "/r1", 1), new NodeRoom("n2", "/r1", 8));

    assertThat(allocate(asks, nodes, 9)).containsExactly(local("n1", M));
  }

  @Example
  void boundsTheWorkForAHostileCount() {
    List<ContainerAsk> asks =
        List.of(
            ask("n1", Integer.MAX_VALUE, Map.of(M, Integer.MAX_VALUE)),
            ask("*", Integer.MAX_VALUE, Map.of(M, Integer.MAX_VALUE)));

    assertThat(allocate(asks, List.of(new NodeRoom("n1", "/r1", Integer.MAX_VALUE)), 2))
        .containsExactly(local("n1", M), local("n1", M));
  }

  @Example
  void rackLocalAndOffRackContainersAreSpreadToo() {
    List<ContainerAsk> asks = List.of(ask("/r1", 3, Map.of(M, 3)), ask("*", 6, Map.of(M, 3)));
    List<NodeRoom> nodes =
        List.of(
            new NodeRoom("n1", "/r1", 9),
            new NodeRoom("n2", "/r1", 1),
            new NodeRoom("n3", "/r2", 9));

    assertThat(allocate(asks, nodes, 6))
        .containsExactly(
            near("n1", 41), near("n2", 41), near("n1", 41), far("n3"), far("n3"), far("n3"));
  }

  @Example
  void containersThatMayBeAnywhereAreSpreadOverRacks() {
    List<ContainerAsk> asks = List.of(ask("*", 4, Map.of(PreferenceMap.ANYWHERE, 4)));
    List<NodeRoom> nodes =
        List.of(
            new NodeRoom("n1", "/r1", 2),
            new NodeRoom("n2", "/r1", 2),
            new NodeRoom("n3", "/r1", 2),
            new NodeRoom("n4", "/r2", 2),
            new NodeRoom("n5", "/r2", 2),
            new NodeRoom("n6", "/r2", 2, 1));

    assertThat(allocate(asks, nodes, 9))
        .containsExactly(far("n1"), far("n2"), far("n4"), far("n3"));
  }

  /** Replicas on the same medium everywhere: no node is crowded while another one has room. */
  @Property(tries = 300)
  void spreadsEqualCosts(
      @ForAll @Size(min = 1, max = 9) List<@IntRange(max = 5) Integer> asked,
      @ForAll @IntRange(max = 30) int wanted,
      @ForAll @IntRange(max = 4) int free,
      @ForAll boolean inOneRack) {
    List<ContainerAsk> asks = new ArrayList<>();
    List<NodeRoom> nodes = new ArrayList<>();
    int[] most = new int[asked.size()];
    for (int i = 0; i < most.length; i++) {
      asks.add(ask("n" + i, asked.get(i), Map.of(H, Math.max(1, asked.get(i)))));
      nodes.add(new NodeRoom("n" + i, "/r1", free));
      most[i] = Math.min(free, asked.get(i));
    }
    if (inOneRack) {
      asks.add(ask("/r1", wanted, Map.of(H, Math.max(1, wanted))));
    }
    int[] got = new int[most.length];
    allocate(asks, nodes, wanted).stream()
        .filter(container -> container.locality() == Locality.NODE_LOCAL)
        .forEach(container -> got[Integer.parseInt(container.node().substring(1))]++);

    assertThat(IntStream.of(got).sum()).isEqualTo(Math.min(wanted, IntStream.of(most).sum()));
    int crowded = IntStream.of(got).max().orElseThrow();
    for (int i = 0; i < got.length; i++) {
      assertThat(got[i]).isBetween(Math.min(most[i], crowded - 1), most[i]);
    }
  }

  @Property(tries = 500)
  void staysWithinRoomLimitAndRequests(
      @ForAll long seed,
      @ForAll @IntRange(max = 30) int tasks,
      @ForAll @IntRange(min = 1, max = 12) int nodeCount,
      @ForAll @IntRange(max = 30) int max) {
    Random random = new Random(seed);
    RackResolver topology = node -> "/r" + Integer.parseInt(node.substring(1)) % 3;
    List<CostProfile> profiles = new ArrayList<>();
    for (int t = 0; t < tasks; t++) {
      Map<String, Double> scores = new HashMap<>();
      for (double score : new double[] {M, S, H}) {
        scores.put("n" + random.nextInt(nodeCount), score);
      }
      profiles.add(CostProfile.ofScores("t" + t, scores, topology, CostModel.DEFAULT));
    }
    List<NodeRoom> nodes =
        IntStream.range(0, nodeCount)
            .mapToObj(i -> new NodeRoom("n" + i, topology.rackOf("n" + i), random.nextInt(5)))
            .toList();
    List<ContainerAsk> asks = ResourceRequests.of(profiles, topology);
    List<PotentialContainer> got = allocate(asks, nodes, max);

    long room = nodes.stream().mapToLong(NodeRoom::free).sum();
    assertThat(got).hasSize((int) Math.min(Math.min(tasks, max), room));
    assertThat(got).extracting(PotentialContainer::cost).isSorted();
    for (NodeRoom node : nodes) {
      assertThat(got.stream().filter(c -> c.node().equals(node.node())).count())
          .isLessThanOrEqualTo(node.free());
    }
    for (ContainerAsk ask : asks) {
      assertThat(
              got.stream()
                  .filter(c -> c.locality().compareTo(Locality.RACK_LOCAL) <= 0)
                  .filter(c -> topology.rackOf(c.node()).equals(ask.resourceName()))
                  .count())
          .isLessThanOrEqualTo(ask.containers());
    }
    List<ContainerAsk> left = asks;
    for (PotentialContainer container : got) {
      left = ResourceRequests.consume(left, container, topology.rackOf(container.node()), 40);
    }
    assertThat(left.get(left.size() - 1).containers()).isEqualTo(tasks - got.size());
    for (ContainerAsk ask : left) {
      assertThat(ask.preferences().total()).isLessThanOrEqualTo(ask.containers());
    }
  }

  /** What is not looked at would not have changed the result. */
  @Property(tries = 3000)
  void isWhatTheAlgorithmFindsWhenItLooksAtEverything(@ForAll Random random) {
    int racks = 1 + random.nextInt(4);
    List<NodeRoom> nodes = new ArrayList<>();
    double busy = random.nextDouble();
    for (int i = random.nextInt(14); i >= 0; i--) {
      int free = random.nextDouble() < busy ? 0 : random.nextInt(5);
      int own = random.nextInt(4) == 0 ? random.nextInt(3) : 0;
      nodes.add(new NodeRoom("n" + i, "/r" + i % racks, free, own));
    }
    Collections.shuffle(nodes, random);
    List<ContainerAsk> asks = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      if (random.nextInt(3) == 0) {
        asks.add(randomAsk("n" + i, random));
      }
    }
    for (int rack = 0; rack <= racks; rack++) {
      if (random.nextInt(4) > 0) {
        asks.add(randomAsk("/r" + rack, random));
      }
    }
    if (random.nextInt(5) > 0) {
      asks.add(randomAsk("*", random));
    }
    Collections.shuffle(asks, random);
    AllocationSnapshot snapshot =
        new AllocationSnapshot(asks, nodes, random.nextInt(20), 1 + random.nextInt(40), 100);

    assertThat(ContainerAllocation.allocate(snapshot)).isEqualTo(ListAllocation.allocate(snapshot));
  }

  private static ContainerAsk randomAsk(String name, Random random) {
    TreeMap<Double, Integer> counts = new TreeMap<>();
    for (double score : new double[] {M, S, H}) {
      if (random.nextBoolean()) {
        counts.put(score, 1 + random.nextInt(3));
      }
    }
    return new ContainerAsk(name, random.nextInt(7), new PreferenceMap(counts));
  }

  /** The cheapest rack first, in whichever order racks are asked for (cost 31, not 50). */
  @Example
  void theCheapestOfAllRacksIsTaken() {
    List<NodeRoom> nodes = List.of(new NodeRoom("n1", "/ra", 1), new NodeRoom("n2", "/rb", 1));
    List<ContainerAsk> asks =
        List.of(ask("/ra", 1, Map.of(H, 1)), ask("/rb", 1, Map.of(M, 1)), ask("*", 1, Map.of()));

    assertThat(allocate(asks, nodes, 1)).containsExactly(near("n2", 41));
  }

  @Example
  void consumingTakesFromNodeRackAndAny() {
    List<ContainerAsk> asks = ResourceRequests.of(figureTasks(), ONE_RACK);

    assertThat(ResourceRequests.consume(asks, local("N4", S), "/r1", 40))
        .containsExactly(
            ask("N1", 2, Map.of(M, 1, H, 1)),
            ask("N2", 2, Map.of(M, 1, S, 1)),
            ask("N3", 2, Map.of(H, 2)),
            ask("N4", 2, Map.of(S, 1, H, 1)),
            ask("/r1", 2, Map.of(M, 2)),
            ask("*", 2, Map.of(M, 2)));
    assertThat(ResourceRequests.consume(asks, near("N5", 41), "/r1", 40))
        .contains(ask("N4", 3, Map.of(S, 2, H, 1)))
        .endsWith(ask("/r1", 2, Map.of(M, 1, S, 1)), ask("*", 2, Map.of(M, 1, S, 1)));
    assertThat(ResourceRequests.consume(asks, far("N6"), "/r2", 40))
        .contains(ask("/r1", 3, Map.of(M, 2, S, 1)))
        .endsWith(ask("*", 2, Map.of(M, 2)));
  }

  @Example
  void tasksWithoutPreferenceAreAskedForAnywhere() {
    List<CostProfile> tasks =
        List.of(
            CostProfile.withoutPreference("a", CostModel.DEFAULT), profile("b", Map.of("N1", M)));

    assertThat(ResourceRequests.of(tasks, ONE_RACK))
        .containsExactly(
            ask("N1", 1, Map.of(M, 1)), ask("/r1", 1, Map.of(M, 1)), ask("*", 2, Map.of(M, 1)));
    assertThat(ResourceRequests.of(List.of(), ONE_RACK)).containsExactly(ask("*", 0, Map.of()));
  }

  @Example
  void mapsOfVeryManyScoresStillFitTheWire() {
    List<CostProfile> tasks =
        IntStream.range(0, 5000).mapToObj(i -> profile("t" + i, Map.of("N1", i / 200.0))).toList();
    ContainerAsk onN1 = ResourceRequests.of(tasks, ONE_RACK).get(0);

    assertThat(onN1.preferences().total()).isEqualTo(5000);
    assertThat(PreferenceMapCodec.encode(onN1.preferences())).hasSizeLessThan(16 * 1024);
  }

  @Example
  void refusesNegativeNumbers() {
    assertThatThrownBy(() -> new NodeRoom("n1", "/r1", -1)).hasMessageContaining("n1");
    assertThatThrownBy(() -> new NodeRoom("n1", "/r1", 0, -1)).hasMessageContaining("n1");
    assertThatThrownBy(() -> ask("n1", -1, Map.of())).hasMessageContaining("n1");
    assertThatThrownBy(() -> allocate(List.of(), List.of(), -1)).hasMessageContaining("-1");
  }
}
