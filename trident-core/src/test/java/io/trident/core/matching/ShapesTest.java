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

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.model.BlockInput;
import io.trident.core.model.RackResolver;
import io.trident.core.model.Replica;
import io.trident.core.model.ReplicaState;
import io.trident.core.model.StorageTier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clusters and data of shapes that occur, with fewer, as many and more tasks than slots. */
class ShapesTest {
  /** What is special about a cluster and the data on it. */
  enum Shape {
    ONE_RACK,
    RACK_PER_NODE,
    /** One node holds a replica of everything, in memory. */
    HOT_NODE,
    /** All data are in one of several racks. */
    HOT_RACK,
    SEVERAL_EXECUTORS,
    SEVERAL_SLOTS,
    /** Some replicas are about to be cached. */
    PENDING,
    BYTE_WEIGHTED,
    /** Every node has a score of its own. */
    NODE_SCORES;

    MatchingProblem problem(long seed, int tasks, int nodes, int slots) {
      Random random = new Random(seed);
      int racks = this == ONE_RACK ? 1 : this == RACK_PER_NODE ? nodes : 1 + nodes / 10;
      RackResolver topology = Problems.topology(racks);
      Offer offer = new Offer(topology);
      for (int node = 0; node < nodes; node++) {
        offer.add("n" + node, this == SEVERAL_EXECUTORS ? 3 : 1);
      }
      List<SlotGroup> offered = offer.give(random, slots, this == SEVERAL_SLOTS ? 8 : 1);
      List<CostProfile> profiles = new ArrayList<>();
      for (int task = 0; task < tasks; task++) {
        profiles.add(profile("t" + task, random, nodes, topology));
      }
      return new MatchingProblem(profiles, offered);
    }

    private CostProfile profile(String name, Random random, int nodes, RackResolver topology) {
      List<BlockInput> blocks = new ArrayList<>();
      for (int b = this == BYTE_WEIGHTED ? 1 + random.nextInt(5) : 1; b > 0; b--) {
        List<Replica> replicas = new ArrayList<>();
        if (this == HOT_NODE) {
          replicas.add(Replica.stored("n0", StorageTier.MEMORY));
        }
        while (replicas.size() < 3) {
          replicas.add(replica(random, nodes));
        }
        blocks.add(new BlockInput(1 + random.nextInt(1 << 27), replicas));
      }
      CostProfile profile = CostProfile.ofBlocks(name, blocks, topology, CostModel.DEFAULT);
      return switch (this) {
        case SEVERAL_EXECUTORS -> cached(profile, random, nodes);
        case NODE_SCORES -> scored(profile, topology);
        default -> profile;
      };
    }

    private Replica replica(Random random, int nodes) {
      int racks = 1 + nodes / 10;
      int node = random.nextInt(nodes);
      if (this == HOT_RACK) {
        node -= node % racks; // in rack 0
      }
      StorageTier tier =
          List.of(StorageTier.MEMORY, StorageTier.SSD, StorageTier.DISK).get(random.nextInt(3));
      boolean isPending = this == PENDING && random.nextInt(3) == 0;
      return new Replica(
          "n" + node, tier, isPending ? ReplicaState.CACHE_PENDING : ReplicaState.STORED);
    }

    /** A task whose data an executor may hold in its own process. */
    private static CostProfile cached(CostProfile profile, Random random, int nodes) {
      String executor = "n" + random.nextInt(nodes) + "-e" + random.nextInt(3);
      return new CostProfile(
          profile.task(),
          random.nextBoolean() ? Map.of(executor, CostProfile.PROCESS_LOCAL) : Map.of(),
          profile.nodes(),
          profile.racks(),
          profile.elsewhere());
    }

    /** The nodes' scores are their own and nearly all different, as measured ones are. */
    private static CostProfile scored(CostProfile profile, RackResolver topology) {
      Map<String, Double> scores = new HashMap<>();
      for (String node : profile.nodes().keySet()) {
        scores.put(node, 39 * new Random(31 * node.hashCode()).nextDouble());
      }
      return CostProfile.ofScores(profile.task(), scores, topology, CostModel.DEFAULT);
    }
  }

  /** Slot groups that are given a number of slots in all. */
  private static final class Offer {
    private final RackResolver topology;
    private final List<SlotGroup> groups = new ArrayList<>();

    Offer(RackResolver topology) {
      this.topology = topology;
    }

    void add(String node, int executors) {
      for (int e = 0; e < executors; e++) {
        groups.add(new SlotGroup(node + "-e" + e, node, topology.rackOf(node), 0));
      }
    }

    /** Gives out slots at random, so many at a time. */
    List<SlotGroup> give(Random random, int slots, int atATime) {
      for (int left = slots; left > 0; ) {
        int group = random.nextInt(groups.size());
        SlotGroup before = groups.get(group);
        int more = Math.min(left, atATime);
        groups.set(
            group,
            new SlotGroup(before.executor(), before.node(), before.rack(), before.slots() + more));
        left -= more;
      }
      return groups;
    }
  }

  private static Matching assertProven(MatchingProblem problem) {
    Matching matching = new TransportationMatcher().match(problem);
    assertThat(Certificate.violations(problem, matching)).isEmpty();
    assertThat(matching.isOptimal()).isTrue();
    assertThat(matching.assigned()).isEqualTo(problem.cardinality());
    return matching;
  }

  @Property(tries = 200)
  void equalKuhnMunkresOfJGraphT(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 25) int tasks,
      @ForAll @IntRange(min = 1, max = 15) int nodes,
      @ForAll @IntRange(max = 30) int slots,
      @ForAll Shape shape) {
    MatchingProblem problem = shape.problem(seed, tasks, nodes, slots);
    Matching matching = assertProven(problem);

    assertThat(matching.scaledCost()).isEqualTo(Oracles.jgrapht(problem, matching.scale()));
  }

  @ParameterizedTest
  @EnumSource
  void equalOrToolsInEveryRegime(Shape shape) {
    for (int slots : new int[] {150, 299, 300, 301, 400}) {
      MatchingProblem problem = shape.problem(slots, 300, 200, slots);
      Matching matching = assertProven(problem);

      assertThat(matching.scaledCost()).isEqualTo(Oracles.orTools(problem, matching.scale()));
    }
  }

  /** 250 racks of 8 nodes, as many tasks as slots. */
  @ParameterizedTest
  @EnumSource
  void areProvenAtTheSizeOfAClusterToo(Shape shape) {
    assertProven(shape.problem(1, 4000, 2000, 4000));
  }

  @Test
  void aHotNodeTakesWhatItCan() {
    MatchingProblem problem = Shape.HOT_NODE.problem(1, 100, 40, 0);
    List<SlotGroup> slots = new ArrayList<>(problem.slots());
    slots.set(0, new SlotGroup("n0-e0", "n0", "/r0", 70));
    Matching matching = assertProven(new MatchingProblem(problem.tasks(), slots));

    assertThat(Arrays.stream(matching.assignment()).filter(group -> group == 0)).hasSize(70);
    assertThat(matching.cost()).isEqualTo(70 * Problems.M);
  }
}
