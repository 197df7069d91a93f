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
import io.trident.core.cost.RackResolver;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random instances as a tiered file system produces them: each block has one replica in memory, one
 * on SSD and one on HDD, on three random nodes; racks of 40 nodes; the default costs.
 */
final class Instances {
  private static final int NODES_A_RACK = 40;
  private static final double[] TIER_SCORES = {1, 8, 20};
  private static final long SEED = 20231110;

  private Instances() {}

  static RackResolver racks() {
    return node -> "/r" + Integer.parseInt(node.substring(1)) / NODES_A_RACK;
  }

  static List<CostProfile> tasks(int tasks, int nodes) {
    Random random = new Random(SEED);
    List<CostProfile> profiles = new ArrayList<>(tasks);
    for (int task = 0; task < tasks; task++) {
      Map<String, Double> scores = new LinkedHashMap<>();
      while (scores.size() < TIER_SCORES.length) {
        scores.putIfAbsent("n" + random.nextInt(nodes), TIER_SCORES[scores.size()]);
      }
      profiles.add(CostProfile.ofScores("t" + task, scores, racks(), CostModel.DEFAULT));
    }
    return profiles;
  }

  /** Tasks and nodes with as many slots each; the blocks may be on any of the nodes. */
  static MatchingProblem matching(int tasks, int nodes, int slots) {
    List<SlotGroup> groups = new ArrayList<>(nodes);
    for (int node = 0; node < nodes; node++) {
      String name = "n" + node;
      groups.add(SlotGroup.ofNode(name, racks().rackOf(name), slots));
    }
    return new MatchingProblem(tasks(tasks, nodes), groups);
  }

  /** The dense cost matrix, tasks by slots. */
  static double[][] matrix(MatchingProblem problem) {
    List<Integer> groupOfSlot = new ArrayList<>();
    for (int group = 0; group < problem.slots().size(); group++) {
      for (int slot = 0; slot < problem.slots().get(group).slots(); slot++) {
        groupOfSlot.add(group);
      }
    }
    double[][] costs = new double[problem.tasks().size()][groupOfSlot.size()];
    for (int task = 0; task < costs.length; task++) {
      for (int slot = 0; slot < costs[task].length; slot++) {
        costs[task][slot] = problem.cost(task, groupOfSlot.get(slot));
      }
    }
    return costs;
  }
}
