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

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.model.BlockInput;
import io.trident.core.model.RackResolver;
import io.trident.core.model.Replica;
import io.trident.core.model.StorageTier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Instances for tests: the paper's figures, and random ones by seed. */
final class Problems {
  static final double M = 1;
  static final double S = 8;
  static final double H = 20;

  private static final RackResolver ONE_RACK = node -> "/r1";

  private Problems() {}

  /** What is special about the tasks of a random instance. */
  enum Kind {
    THREE_TIERS,
    NO_PREFERENCE,
    PROCESS_LOCAL,
    MANY_BLOCKS,
    DISTINCT_COSTS,
    /** Profiles that Equation 1 cannot produce: a node dearer than its rack, and so on. */
    ARBITRARY
  }

  /** The three tasks of Figures 3, 4, 5 and 7. */
  static List<CostProfile> figureTasks() {
    return List.of(
        CostProfile.ofScores("T1", Map.of("N1", M, "N2", S, "N4", H), ONE_RACK, CostModel.DEFAULT),
        CostProfile.ofScores("T2", Map.of("N1", H, "N3", H, "N4", S), ONE_RACK, CostModel.DEFAULT),
        CostProfile.ofScores("T3", Map.of("N2", M, "N3", H, "N4", S), ONE_RACK, CostModel.DEFAULT));
  }

  static SlotGroup slots(String node, String rack, int slots) {
    return SlotGroup.ofNode(node, rack, slots);
  }

  /** A task with one score on several nodes, in the racks given. */
  static CostProfile task(String name, Map<String, String> racks, double score, String... nodes) {
    Map<String, Double> scores = new HashMap<>();
    for (String node : nodes) {
      scores.put(node, score);
    }
    return CostProfile.ofScores(
        name, scores, node -> racks.getOrDefault(node, "/of-" + node), CostModel.DEFAULT);
  }

  /** A random instance; groups may be empty, and of several executors a node. */
  static MatchingProblem random(long seed, int tasks, int nodes, int maxSlots, Kind kind) {
    Random random = new Random(seed);
    int racks = 1 + random.nextInt(Math.max(1, Math.min(nodes / 3, 20)));
    RackResolver topology = topology(racks);
    boolean executors = kind == Kind.PROCESS_LOCAL || kind == Kind.ARBITRARY;
    List<SlotGroup> slots = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      String name = "n" + node;
      for (int e = executors ? 1 + random.nextInt(2) : 1; e > 0; e--) {
        String executor = executors ? name + "-e" + e : name;
        int free = maxSlots == 1 ? 1 : random.nextInt(maxSlots + 1);
        slots.add(new SlotGroup(executor, name, topology.rackOf(name), free));
      }
    }
    List<CostProfile> profiles = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      profiles.add(profile("t" + task, random, nodes, racks, kind));
    }
    return new MatchingProblem(profiles, slots);
  }

  /** Nodes {@code n0, n1, ...} in so many racks, by turns. */
  static RackResolver topology(int racks) {
    return node -> "/r" + Integer.parseInt(node.substring(1)) % racks;
  }

  /** A random task on nodes below the given number. */
  static CostProfile profile(String name, Random random, int nodes, int racks, Kind kind) {
    RackResolver topology = topology(racks);
    return switch (kind) {
      case THREE_TIERS -> threeTiers(name, random, nodes, topology);
      case NO_PREFERENCE ->
          random.nextInt(3) == 0
              ? CostProfile.withoutPreference(name, CostModel.DEFAULT)
              : threeTiers(name, random, nodes, topology);
      case PROCESS_LOCAL -> {
        CostProfile profile = threeTiers(name, random, nodes, topology);
        Map<String, Double> executors = new HashMap<>();
        if (random.nextBoolean()) {
          executors.put("n" + random.nextInt(nodes) + "-e1", CostProfile.PROCESS_LOCAL);
        }
        yield new CostProfile(
            name, executors, profile.nodes(), profile.racks(), profile.elsewhere());
      }
      case MANY_BLOCKS -> {
        List<BlockInput> blocks = new ArrayList<>();
        for (int b = 1 + random.nextInt(4); b > 0; b--) {
          List<Replica> replicas = new ArrayList<>();
          for (int r = random.nextInt(4); r > 0; r--) {
            StorageTier tier = StorageTier.values()[random.nextInt(StorageTier.values().length)];
            replicas.add(Replica.stored("n" + random.nextInt(nodes), tier));
          }
          blocks.add(new BlockInput(random.nextInt(1 << 27), replicas));
        }
        yield CostProfile.ofBlocks(name, blocks, topology, CostModel.DEFAULT);
      }
      case DISTINCT_COSTS -> {
        Map<String, Double> scores = new HashMap<>();
        for (int r = 0; r < 3; r++) {
          scores.put("n" + random.nextInt(nodes), 39 * random.nextDouble());
        }
        yield CostProfile.ofScores(name, scores, topology, CostModel.DEFAULT);
      }
      case ARBITRARY ->
          new CostProfile(
              name,
              Map.of("n" + random.nextInt(nodes) + "-e1", (double) random.nextInt(50)),
              Map.of("n" + random.nextInt(nodes), (double) random.nextInt(50)),
              Map.of("/r" + random.nextInt(racks), (double) random.nextInt(50)),
              random.nextInt(50));
    };
  }

  private static CostProfile threeTiers(
      String name, Random random, int nodes, RackResolver topology) {
    Map<String, Double> scores = new HashMap<>();
    for (double score : new double[] {M, S, H}) {
      scores.merge("n" + random.nextInt(nodes), score, Math::min);
    }
    return CostProfile.ofScores(name, scores, topology, CostModel.DEFAULT);
  }
}
