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
package io.trident.core.cost;

import io.trident.core.model.BlockInput;
import io.trident.core.model.RackResolver;
import io.trident.core.model.Replica;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Equation 1 in closed form for one task: what it costs to run the task on any slot.
 *
 * <p>The cost on a slot is that of the slot's executor if listed, else that of its node if listed,
 * else that of its rack if listed, else {@link #elsewhere}. It is a sparse description of one row
 * of the cost matrix: O(replicas) entries, whatever the size of the cluster.
 *
 * @param task name of the task, unique within a decision
 * @param executors cost on the executors that hold the task's data in their own process
 * @param nodes cost on the nodes that hold a replica
 * @param racks cost on the other nodes of the racks that hold a replica
 * @param elsewhere cost on every other node
 */
public record CostProfile(
    String task,
    Map<String, Double> executors,
    Map<String, Double> nodes,
    Map<String, Double> racks,
    double elsewhere) {

  /** The cost of a process-local read (core page 1: the data are in the executor itself). */
  public static final double PROCESS_LOCAL = 0;

  public CostProfile {
    Objects.requireNonNull(task, "task");
    executors = CostTable.copyOf(executors);
    nodes = CostTable.copyOf(nodes);
    racks = CostTable.copyOf(racks);
    executors.forEach((name, cost) -> requireCost(task, name, cost));
    nodes.forEach((name, cost) -> requireCost(task, name, cost));
    racks.forEach((name, cost) -> requireCost(task, name, cost));
    requireCost(task, "elsewhere", elsewhere);
  }

  /** Returns the cost of the task on a slot of the given executor, node and rack. */
  public double costAt(String executor, String node, String rack) {
    CostTable table = CostTable.copyOf(executors); // no copy: see the constructor
    int index = table.indexOf(executor);
    if (index < 0) {
      table = CostTable.copyOf(nodes);
      index = table.indexOf(node);
    }
    if (index < 0) {
      table = CostTable.copyOf(racks);
      index = table.indexOf(rack);
    }
    return index < 0 ? elsewhere : table.cost(index);
  }

  /** Returns this profile with another cost on the given nodes; itself if there are none. */
  public CostProfile withNodesAt(Set<String> others, double cost) {
    if (others.isEmpty()) {
      return this;
    }
    Map<String, Double> costs = new HashMap<>(nodes);
    others.forEach(node -> costs.put(node, cost));
    return new CostProfile(task, executors, costs, racks, elsewhere);
  }

  /** A task that reads equally well everywhere; its cost is {@link CostModel#noPreference}. */
  public static CostProfile withoutPreference(String task, CostModel model) {
    return new CostProfile(task, Map.of(), Map.of(), Map.of(), model.noPreference());
  }

  /**
   * Equation 1 for a task over one block, given its preferred locations P(i) = {(node, score)}.
   *
   * @param scores score of each preferred node; empty means no preference
   */
  public static CostProfile ofScores(
      String task, Map<String, Double> scores, RackResolver topology, CostModel model) {
    if (scores.isEmpty()) {
      return withoutPreference(task, model);
    }
    Map<String, Double> racks = new HashMap<>();
    scores.forEach(
        (node, score) -> racks.merge(topology.rackOf(node), model.rackLocal() + score, Math::min));
    return new CostProfile(task, Map.of(), scores, racks, model.offRack());
  }

  /**
   * Equation 1 for a task over several blocks: the byte-weighted mean of the blocks' costs.
   *
   * <p>Blocks without known replicas cost {@link CostModel#noPreference} everywhere; if no block
   * has a replica, the task has no preference. If all lengths are zero the blocks weigh the same.
   * O(blocks * distinct nodes).
   */
  public static CostProfile ofBlocks(
      String task, List<BlockInput> blocks, RackResolver topology, CostModel model) {
    Set<String> nodes = new HashSet<>();
    Set<String> racks = new HashSet<>();
    double total = 0;
    for (BlockInput block : blocks) {
      total += block.bytes();
      for (Replica replica : block.replicas()) {
        nodes.add(replica.node());
        racks.add(topology.rackOf(replica.node()));
      }
    }
    if (nodes.isEmpty()) {
      return withoutPreference(task, model);
    }
    Map<String, Double> nodeCosts = new HashMap<>();
    Map<String, Double> rackCosts = new HashMap<>();
    double elsewhere = 0;
    for (BlockInput block : blocks) {
      double weight = total > 0 ? block.bytes() / total : 1.0 / blocks.size();
      CostProfile one = ofScores(task, model.scores(block), topology, model);
      for (String node : nodes) {
        double cost = one.costAt(node, node, topology.rackOf(node));
        nodeCosts.merge(node, weight * cost, Double::sum);
      }
      for (String rack : racks) {
        rackCosts.merge(
            rack, weight * one.racks().getOrDefault(rack, one.elsewhere()), Double::sum);
      }
      elsewhere += weight * one.elsewhere();
    }
    return new CostProfile(task, Map.of(), nodeCosts, rackCosts, elsewhere);
  }

  private static void requireCost(String task, String where, double cost) {
    if (!Double.isFinite(cost) || cost < 0) {
      throw new IllegalArgumentException(
          "Task %s has cost %s at %s; a cost must be finite and not negative."
              .formatted(task, cost, where));
    }
  }
}
