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
package io.trident.mapreduce.am;

import io.trident.core.cost.BlockInput;
import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.cost.RackResolver;
import io.trident.core.request.ContainerAsk;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;

/**
 * A map attempt that waits for a container.
 *
 * @param attempt the attempt; its task's number is the index of its split
 * @param names the nodes and racks that the stock allocator asks for on its behalf
 * @param blocks its input, as known now
 * @param profile its cost on any node, as known now
 */
record WaitingMap(
    TaskAttemptId attempt, List<String> names, List<BlockInput> blocks, CostProfile profile) {

  static WaitingMap of(
      TaskAttemptId attempt,
      List<String> names,
      List<BlockInput> blocks,
      RackResolver topology,
      CostModel model) {
    return new WaitingMap(
        attempt, names, blocks, CostProfile.ofBlocks(attempt.toString(), blocks, topology, model));
  }

  int split() {
    return attempt.getTaskId().getId();
  }

  /**
   * The scores of its preference map entries: on a node the cost there, in a rack the lowest cost
   * on a node of the rack, at {@code *} the lowest of all (Figure 7). Only names that are asked for
   * have an entry; without preference there is none.
   *
   * @param nodes the score to ask each preferred node with
   */
  Map<String, Double> scores(Map<String, Double> nodes, RackResolver topology) {
    Map<String, Double> all = new HashMap<>();
    nodes.forEach(
        (node, cost) -> {
          all.put(node, cost);
          all.merge(topology.rackOf(node), cost, Math::min);
          all.merge(ContainerAsk.ANY, cost, Math::min);
        });
    Map<String, Double> asked = new HashMap<>();
    for (String name : names) {
      Double score = all.get(name);
      if (score != null) {
        asked.put(name, score);
      }
    }
    Double anywhere = all.get(ContainerAsk.ANY);
    if (anywhere != null) {
      asked.put(ContainerAsk.ANY, anywhere);
    }
    return asked;
  }

  /** The lowest cost that the task could have anywhere. */
  double best() {
    return profile.nodes().values().stream().min(Double::compare).orElse(profile.elsewhere());
  }
}
