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
package io.trident.cli.whatif;

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The input of {@code whatif match}, as written in JSON.
 *
 * @param rackLocal c1; 40 if absent
 * @param offRack c2; 100 if absent
 * @param nodes the nodes and their free slots
 * @param tasks the waiting tasks
 */
record MatchInstance(
    @Nullable Double rackLocal,
    @Nullable Double offRack,
    @Nullable List<Node> nodes,
    @Nullable List<Task> tasks) {

  /** A node; {@code slots} is 1 if absent, {@code rack} is {@code /default-rack}. */
  record Node(@Nullable String name, @Nullable String rack, @Nullable Integer slots) {}

  /** A task; without {@code preferred} it runs equally well everywhere. */
  record Task(@Nullable String name, @Nullable List<Preferred> preferred) {}

  /** A preferred location and its score. */
  record Preferred(@Nullable String node, @Nullable Double score) {}

  /**
   * Translates the instance into the matcher's problem.
   *
   * @throws IllegalArgumentException if a part is missing, named twice or out of range
   */
  MatchingProblem problem() {
    Map<String, String> racks = new HashMap<>();
    List<SlotGroup> slots = new ArrayList<>();
    for (Node node : Fields.require(nodes, "nodes")) {
      String name = Fields.require(node.name(), "nodes[].name");
      String rack = node.rack() == null ? Fields.DEFAULT_RACK : node.rack();
      if (racks.put(name, rack) != null) {
        throw new IllegalArgumentException("Node %s is listed twice.".formatted(name));
      }
      slots.add(SlotGroup.ofNode(name, rack, node.slots() == null ? 1 : node.slots()));
    }
    CostModel model = model();
    Set<String> names = new HashSet<>();
    List<CostProfile> profiles = new ArrayList<>();
    for (Task task : Fields.require(tasks, "tasks")) {
      String name = Fields.require(task.name(), "tasks[].name");
      if (!names.add(name)) {
        throw new IllegalArgumentException("Task %s is listed twice.".formatted(name));
      }
      // A preferred node that is not listed has no known rack: one of its own.
      profiles.add(
          CostProfile.ofScores(
              name,
              scores(task),
              node -> racks.getOrDefault(node, "unlisted rack of " + node),
              model));
    }
    return new MatchingProblem(profiles, slots);
  }

  /** The constants, checked against every score of the instance. */
  private CostModel model() {
    double c1 = rackLocal == null ? CostModel.DEFAULT.rackLocal() : rackLocal;
    double c2 = offRack == null ? CostModel.DEFAULT.offRack() : offRack;
    double slowest = 0;
    for (Task task : Fields.require(tasks, "tasks")) {
      for (double score : scores(task).values()) {
        Fields.checkScore(score, c1, c2);
        slowest = Math.max(slowest, score);
      }
    }
    return Fields.model(c1, c2, slowest);
  }

  /** The best score of each preferred node: a node may hold two replicas on two media. */
  private static Map<String, Double> scores(Task task) {
    Map<String, Double> scores = new HashMap<>();
    if (task.preferred() != null) {
      for (Preferred preferred : task.preferred()) {
        scores.merge(
            Fields.require(preferred.node(), "tasks[].preferred[].node"),
            Fields.require(preferred.score(), "tasks[].preferred[].score"),
            Math::min);
      }
    }
    return scores;
  }
}
