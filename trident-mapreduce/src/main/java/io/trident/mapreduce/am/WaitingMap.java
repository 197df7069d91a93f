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

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.model.BlockInput;
import io.trident.core.model.RackResolver;
import io.trident.core.request.ContainerAsk;
import io.trident.core.request.PreferenceTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;

/**
 * A map attempt that waits for a container.
 *
 * @param attempt the attempt; its task's number is the index of its split
 * @param names the nodes and racks that the stock allocator asks for on its behalf
 * @param blocks its input, as known now
 * @param profile its cost on any node, as known now
 * @param avoided nodes on which it is not to run: other attempts of the task run there
 */
record WaitingMap(
    TaskAttemptId attempt,
    List<String> names,
    List<BlockInput> blocks,
    CostProfile profile,
    Set<String> avoided) {

  WaitingMap {
    avoided = Set.copyOf(avoided);
  }

  static WaitingMap of(
      TaskAttemptId attempt,
      List<String> names,
      List<BlockInput> blocks,
      RackResolver topology,
      CostModel model) {
    return new WaitingMap(
        attempt,
        names,
        blocks,
        CostProfile.ofBlocks(attempt.toString(), blocks, topology, model),
        Set.of());
  }

  WaitingMap avoiding(Set<String> nodes) {
    return new WaitingMap(attempt, names, blocks, profile, nodes);
  }

  int split() {
    return attempt.getTaskId().getId();
  }

  /** Its cost on the nodes that it may be asked for: those that hold its input and may run it. */
  CostProfile wanted() {
    if (avoided.isEmpty()) {
      return profile;
    }
    Map<String, Double> nodes = new HashMap<>(profile.nodes());
    nodes.keySet().removeAll(avoided);
    return new CostProfile(
        profile.task(), profile.executors(), nodes, profile.racks(), profile.elsewhere());
  }

  /**
   * The scores of its preference map entries: those of {@link PreferenceTable#scores} on names that
   * the stock allocator asks for.
   *
   * @param nodes the score to ask each preferred node with
   */
  Map<String, Double> scores(Map<String, Double> nodes, RackResolver topology) {
    Map<String, Double> scores = PreferenceTable.scores(nodes, topology);
    scores.keySet().removeIf(name -> !name.equals(ContainerAsk.ANY) && !names.contains(name));
    return scores;
  }

  /** The lowest cost that the task could have anywhere. */
  double best() {
    return profile.nodes().values().stream().min(Double::compare).orElse(profile.elsewhere());
  }
}
