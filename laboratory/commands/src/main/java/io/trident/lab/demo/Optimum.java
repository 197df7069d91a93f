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
package io.trident.lab.demo;

import io.trident.core.cost.CostProfile;
import io.trident.core.matching.Certificate;
import io.trident.core.matching.Matching;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import io.trident.core.matching.TransportationMatcher;
import io.trident.core.model.RackResolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The best that could have been done with the containers that a job got. */
public final class Optimum {
  private Optimum() {}

  /**
   * Returns the lowest total cost of the tasks on the containers that they ran in.
   *
   * @throws IllegalStateException if the matching's certificate does not prove it
   */
  public static double cost(
      List<DemoRead> tasks, List<CostProfile> profiles, RackResolver topology) {
    Map<String, Integer> containers = new TreeMap<>();
    for (DemoRead task : tasks) {
      containers.merge(task.node(), 1, Integer::sum);
    }
    List<SlotGroup> slots = new ArrayList<>();
    containers.forEach(
        (node, count) -> slots.add(SlotGroup.ofNode(node, topology.rackOf(node), count)));
    MatchingProblem problem = new MatchingProblem(profiles, slots);
    Matching matching = new TransportationMatcher().match(problem);
    List<String> violations = Certificate.violations(problem, matching);
    if (!violations.isEmpty()) {
      throw new IllegalStateException("The optimum is not proven: " + violations.get(0));
    }
    return matching.cost();
  }
}
