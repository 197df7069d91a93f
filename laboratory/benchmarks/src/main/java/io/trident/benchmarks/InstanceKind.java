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
package io.trident.benchmarks;

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import io.trident.core.model.BlockInput;
import io.trident.core.model.Replica;
import io.trident.core.model.StorageTier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Kinds of random instances. Unless a kind states otherwise: each task reads one block, which has
 * one replica in memory (score 1), one on SSD (8) and one on disk (20), on three random nodes;
 * racks of 40 nodes; c1 = 40 and c2 = 100.
 */
public enum InstanceKind {
  /** As above: what a tiered file system makes. */
  UNIFORM,

  /** Every device has its own score, one of 1,000 from 0.03 to 30: many distinct costs. */
  REAL_SCORES {
    @Override
    CostProfile task(String name, Size size, Random random) {
      Map<String, Double> scores = new LinkedHashMap<>();
      while (scores.size() < Math.min(REPLICAS, size.nodes())) {
        int node = random.nextInt(size.nodes());
        scores.putIfAbsent(node(node), deviceScore(node, scores.size()));
      }
      return profile(name, scores, size);
    }
  },

  /** All nodes in one rack: nothing is off-rack. */
  ONE_RACK {
    @Override
    int nodesPerRack(Size size) {
      return size.nodes();
    }
  },

  /** 250 racks. */
  RACKS_250 {
    @Override
    int nodesPerRack(Size size) {
      return ceilDiv(size.nodes(), 250);
    }
  },

  /** The replica in memory of every block is on the same node. */
  HOT_NODE {
    @Override
    CostProfile task(String name, Size size, Random random) {
      Map<String, Double> scores = new LinkedHashMap<>();
      scores.put(node(0), TIER_SCORES[0]);
      return profile(name, fill(scores, random, size.nodes()), size);
    }
  },

  /** All replicas of all blocks are in the same rack. */
  HOT_RACK {
    @Override
    CostProfile task(String name, Size size, Random random) {
      int rack = Math.min(size.nodes(), nodesPerRack(size));
      return profile(name, fill(new LinkedHashMap<>(), random, rack), size);
    }
  },

  /** Tasks over two to five blocks of different length, on up to fifteen nodes: byte-weighted. */
  MULTI_BLOCK {
    @Override
    CostProfile task(String name, Size size, Random random) {
      List<BlockInput> blocks = new ArrayList<>();
      int count = 2 + random.nextInt(4);
      for (int block = 0; block < count; block++) {
        boolean last = block == count - 1;
        blocks.add(
            new BlockInput(
                last ? 1 + random.nextInt(BLOCK_BYTES) : BLOCK_BYTES, replicas(size, random)));
      }
      return CostProfile.ofBlocks(name, blocks, node -> rack(node, size), CostModel.DEFAULT);
    }
  },

  /**
   * Four executors a node (a quarter of the nodes); half of the tasks are cached in one of them.
   */
  PROCESS_LOCAL {
    @Override
    List<SlotGroup> slots(Size size) {
      List<SlotGroup> slots = new ArrayList<>(size.nodes());
      for (int group = 0; group < size.nodes(); group++) {
        String node = node(group / EXECUTORS);
        slots.add(new SlotGroup("e" + group, node, rack(node, size), size.slots()));
      }
      return slots;
    }

    @Override
    CostProfile task(String name, Size size, Random random) {
      int nodes = ceilDiv(size.nodes(), EXECUTORS);
      Map<String, Double> scores = fill(new LinkedHashMap<>(), random, nodes);
      if (random.nextBoolean()) {
        return profile(name, scores, size);
      }
      int executor = random.nextInt(size.nodes());
      scores.put(node(executor / EXECUTORS), TIER_SCORES[0]); // the partition, by a local transfer
      CostProfile blocks = profile(name, scores, size);
      return new CostProfile(
          name,
          Map.of("e" + executor, CostProfile.PROCESS_LOCAL),
          blocks.nodes(),
          blocks.racks(),
          blocks.elsewhere());
    }
  },

  /** Half of the tasks have no preference. */
  NO_PREFERENCE {
    @Override
    CostProfile task(String name, Size size, Random random) {
      return random.nextBoolean()
          ? CostProfile.withoutPreference(name, CostModel.DEFAULT)
          : super.task(name, size, random);
    }
  },

  /** The replica in memory of every other block is still being cached. */
  PENDING {
    @Override
    CostProfile task(String name, Size size, Random random) {
      Map<String, Double> scores = fill(new LinkedHashMap<>(), random, size.nodes());
      if (random.nextBoolean()) {
        String first = scores.keySet().iterator().next();
        scores.put(first, CostModel.DEFAULT.pending());
      }
      return profile(name, scores, size);
    }
  };

  private static final long SEED = 20231110;
  private static final int NODES_A_RACK = 40;
  private static final int REPLICAS = 3;
  private static final int EXECUTORS = 4;
  private static final int BLOCK_BYTES = 128 << 20;
  private static final int DISTINCT_SCORES = 1000;
  private static final double SCORE_STEP = 0.03;
  private static final double[] TIER_SCORES = {1, 8, 20};
  private static final StorageTier[] TIERS = {
    StorageTier.MEMORY, StorageTier.SSD, StorageTier.DISK
  };

  /** Returns the first instance; the same for the same kind and size. */
  final MatchingProblem problem(Size size) {
    return problem(size, 0);
  }

  /** Returns an instance by its number; all have the same slots, and no task in common. */
  final MatchingProblem problem(Size size, int number) {
    return new MatchingProblem(tasks(size, number), slots(size));
  }

  /** Returns the tasks of {@link #problem(Size)}. */
  final List<CostProfile> tasks(Size size) {
    return tasks(size, 0);
  }

  private List<CostProfile> tasks(Size size, int number) {
    Random random = new Random(SEED + number);
    List<CostProfile> tasks = new ArrayList<>(size.tasks());
    for (int task = 0; task < size.tasks(); task++) {
      tasks.add(task("t" + number + "." + task, size, random));
    }
    return tasks;
  }

  /** Returns the slots of every instance. */
  List<SlotGroup> slots(Size size) {
    List<SlotGroup> slots = new ArrayList<>(size.nodes());
    for (int node = 0; node < size.nodes(); node++) {
      slots.add(SlotGroup.ofNode(node(node), rack(node(node), size), size.slots()));
    }
    return slots;
  }

  /** Draws one more task of this kind. */
  CostProfile task(String name, Size size, Random random) {
    return profile(name, fill(new LinkedHashMap<>(), random, size.nodes()), size);
  }

  int nodesPerRack(Size size) {
    return NODES_A_RACK;
  }

  /** The rack of a node. */
  final String rack(String node, Size size) {
    return "/r" + Integer.parseInt(node.substring(1)) / nodesPerRack(size);
  }

  final CostProfile profile(String name, Map<String, Double> scores, Size size) {
    return CostProfile.ofScores(name, scores, node -> rack(node, size), CostModel.DEFAULT);
  }

  /** Adds replicas on other nodes below {@code nodes}, on the tiers that are still to come. */
  static Map<String, Double> fill(Map<String, Double> scores, Random random, int nodes) {
    while (scores.size() < Math.min(REPLICAS, nodes)) {
      scores.putIfAbsent(node(random.nextInt(nodes)), TIER_SCORES[scores.size()]);
    }
    return scores;
  }

  private static List<Replica> replicas(Size size, Random random) {
    Map<String, StorageTier> tiers = new HashMap<>();
    while (tiers.size() < Math.min(REPLICAS, size.nodes())) {
      tiers.putIfAbsent(node(random.nextInt(size.nodes())), TIERS[tiers.size()]);
    }
    List<Replica> replicas = new ArrayList<>();
    tiers.forEach((node, tier) -> replicas.add(Replica.stored(node, tier)));
    return replicas;
  }

  private static double deviceScore(int node, int tier) {
    SplittableRandom device = new SplittableRandom(SEED + (long) node * REPLICAS + tier);
    return (1 + device.nextInt(DISTINCT_SCORES)) * SCORE_STEP;
  }

  static int ceilDiv(int dividend, int divisor) {
    return (dividend + divisor - 1) / divisor;
  }

  static String node(int number) {
    return "n" + number;
  }
}
