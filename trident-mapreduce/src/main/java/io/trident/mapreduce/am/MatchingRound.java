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

import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;

/**
 * One round of matching waiting maps with offered containers.
 *
 * @param pairs which attempt goes to a container of which node; at most one pair an attempt
 * @param cost assignment cost of the pairs
 * @param optimalCost cost of a minimum-cost matching of the same round
 * @param optimum each attempt's cost in that matching
 */
record MatchingRound(
    List<Pair> pairs, double cost, double optimalCost, Map<TaskAttemptId, Double> optimum) {

  /**
   * An attempt and the node of its container.
   *
   * @param attempt the map attempt
   * @param node host name of the container's node
   * @param cost assignment cost there
   */
  record Pair(TaskAttemptId attempt, String node, double cost) {}

  MatchingRound {
    pairs = List.copyOf(pairs);
    optimum = Map.copyOf(optimum);
  }
}
