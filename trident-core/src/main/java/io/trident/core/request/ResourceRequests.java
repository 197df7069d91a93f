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
package io.trident.core.request;

import io.trident.core.cost.CostProfile;
import io.trident.core.matching.Matcher;
import io.trident.core.model.RackResolver;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Resource requests with preference maps, from tasks to requests and on (paper, section 3.2). */
public final class ResourceRequests {
  private ResourceRequests() {}

  /**
   * Returns what to ask for a set of waiting tasks: a request for each node and each rack that
   * holds a replica, by name, then one for {@code *} (Figure 7).
   *
   * <p>A node is asked for once per task that lists it, at the task's cost there; a rack once per
   * task with a node in it, at the lowest of the task's costs on nodes of the rack; {@code *} once
   * per task, at its lowest cost on any node. Tasks without preferred nodes are counted in {@code
   * *} and in no map. Maps have at most {@link PreferenceMapCodec#MAX_ENTRIES} scores. O(locations
   * log locations).
   */
  public static List<ContainerAsk> of(Collection<CostProfile> tasks, RackResolver topology) {
    return ofScores(tasks.stream().map(CostProfile::nodes).toList(), topology);
  }

  /**
   * Returns the same for tasks of which each asks for another node first, if they are few; see
   * {@link PreferredNodes}.
   *
   * @param matcher finds the nodes
   */
  public static List<ContainerAsk> ofPreferredNodes(
      List<CostProfile> tasks, RackResolver topology, Matcher matcher) {
    return ofScores(PreferredNodes.scores(tasks, topology, matcher), topology);
  }

  private static List<ContainerAsk> ofScores(
      List<Map<String, Double>> tasks, RackResolver topology) {
    PreferenceTable<Integer> preferences = new PreferenceTable<>();
    Map<String, Integer> nodes = new TreeMap<>();
    Map<String, Integer> racks = new TreeMap<>();
    for (int i = 0; i < tasks.size(); i++) {
      Map<String, Double> scores = tasks.get(i);
      preferences.add(i, PreferenceTable.scores(scores, topology));
      scores.keySet().forEach(node -> nodes.merge(node, 1, Integer::sum));
      Set<String> racksOfTask = new HashSet<>();
      scores.keySet().forEach(node -> racksOfTask.add(topology.rackOf(node)));
      racksOfTask.forEach(rack -> racks.merge(rack, 1, Integer::sum));
    }
    List<ContainerAsk> asks = new ArrayList<>(nodes.size() + racks.size() + 1);
    nodes.forEach((node, n) -> asks.add(new ContainerAsk(node, n, preferences.mapOf(node, n))));
    racks.forEach((rack, n) -> asks.add(new ContainerAsk(rack, n, preferences.mapOf(rack, n))));
    asks.add(
        new ContainerAsk(
            ContainerAsk.ANY, tasks.size(), preferences.mapOf(ContainerAsk.ANY, tasks.size())));
    return asks;
  }

  /**
   * Returns what is still wanted after one container was allocated: the requests of its node (if
   * node-local), its rack (unless off-rack) and {@code *} ask for one container less, and their
   * maps for one less of its score, as YARN does with the counts.
   *
   * <p>Requests on the other nodes of the same task stay as they are, since the requests do not
   * state which those are; the application corrects them when it next sends its true needs. An
   * off-rack container takes from the highest entry of the {@code *} map: the task that is worst
   * off. O(asks).
   *
   * @param rack the rack of the container's node
   * @param rackLocal c1, by which the cost of a rack-local container exceeds its score
   */
  public static List<ContainerAsk> consume(
      List<ContainerAsk> asks, PotentialContainer allocated, String rack, double rackLocal) {
    List<ContainerAsk> rest = new ArrayList<>(asks.size());
    for (ContainerAsk ask : asks) {
      rest.add(serves(ask, allocated, rack) ? ask.minusOne(score(allocated, rackLocal)) : ask);
    }
    return rest;
  }

  private static boolean serves(ContainerAsk ask, PotentialContainer container, String rack) {
    String name = ask.resourceName();
    return switch (container.locality()) {
      case PROCESS_LOCAL, NODE_LOCAL ->
          name.equals(ContainerAsk.ANY) || name.equals(rack) || name.equals(container.node());
      case RACK_LOCAL -> name.equals(ContainerAsk.ANY) || name.equals(rack);
      case OFF_RACK, NO_PREFERENCE -> name.equals(ContainerAsk.ANY);
    };
  }

  private static double score(PotentialContainer container, double rackLocal) {
    return switch (container.locality()) {
      case PROCESS_LOCAL, NODE_LOCAL -> container.cost();
      case RACK_LOCAL -> container.cost() - rackLocal;
      case OFF_RACK, NO_PREFERENCE -> Double.MAX_VALUE;
    };
  }
}
