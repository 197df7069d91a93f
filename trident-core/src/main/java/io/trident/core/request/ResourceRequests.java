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
import io.trident.core.cost.RackResolver;
import io.trident.core.matching.Matcher;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    Map<String, Tally> nodes = new TreeMap<>();
    Map<String, Tally> racks = new TreeMap<>();
    Tally any = new Tally();
    for (Map<String, Double> task : tasks) {
      Map<String, Double> lowestInRack = new HashMap<>();
      double lowest = Double.POSITIVE_INFINITY;
      for (Map.Entry<String, Double> location : task.entrySet()) {
        String node = location.getKey();
        double score = location.getValue();
        nodes.computeIfAbsent(node, name -> new Tally()).add(score);
        lowestInRack.merge(topology.rackOf(node), score, Math::min);
        lowest = Math.min(lowest, score);
      }
      lowestInRack.forEach(
          (rack, score) -> racks.computeIfAbsent(rack, name -> new Tally()).add(score));
      any.add(lowest);
    }
    List<ContainerAsk> asks = new ArrayList<>(nodes.size() + racks.size() + 1);
    nodes.forEach((node, tally) -> asks.add(tally.toAsk(node)));
    racks.forEach((rack, tally) -> asks.add(tally.toAsk(rack)));
    asks.add(any.toAsk(ContainerAsk.ANY));
    return asks;
  }

  /**
   * Returns what is still wanted after one container was allocated: the requests of its node (if
   * node-local), its rack (unless off-rack) and {@code *} ask for one container less, and their
   * maps for one less of its score, as YARN does with the counts.
   *
   * <p>Requests on the other nodes of the same task stay as they are, since the requests do not say
   * which those are; the application corrects them when it next sends its true needs. An off-rack
   * container takes from the highest entry of the {@code *} map: the task that is worst off.
   * O(asks).
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

  /** Counts containers and the scores they are wanted for. */
  private static final class Tally {
    private final TreeMap<Double, Integer> scores = new TreeMap<>();
    private int containers;

    void add(double score) {
      containers++;
      if (Double.isFinite(score)) {
        scores.merge(score, 1, Integer::sum);
      }
    }

    ContainerAsk toAsk(String resourceName) {
      PreferenceMap map =
          scores.isEmpty()
              ? PreferenceMap.EMPTY
              : new PreferenceMap(scores).coarsenedTo(PreferenceMapCodec.MAX_ENTRIES);
      return new ContainerAsk(resourceName, containers, map);
    }
  }
}
