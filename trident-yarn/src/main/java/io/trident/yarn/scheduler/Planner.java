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
package io.trident.yarn.scheduler;

import io.trident.core.cost.CostModel;
import io.trident.core.model.Locality;
import io.trident.core.request.AllocationSnapshot;
import io.trident.core.request.ContainerAllocation;
import io.trident.core.request.ContainerAsk;
import io.trident.core.request.NodeRoom;
import io.trident.core.request.PotentialContainer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeFilter;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;

/**
 * Translates the scheduler's state into Algorithm 3's input, and its result into a plan.
 *
 * <p>Most applications get all they want on nodes that their requests name, or in racks that they
 * name. So these nodes are looked at first, and the rest of the cluster where they do not suffice.
 * The plan is the same as if the algorithm had seen all nodes: it turns to racks, and then to other
 * nodes, only if it found too little before; and nodes keep their order among themselves.
 */
final class Planner<N extends SchedulerNode> {
  private final NodeView<N> view;
  private final Collection<ResourceRequest> requests;
  private final PendingPreferences preferences;
  private final InFlight inFlight;
  private final OwnContainers own;
  private final int maxContainers;
  private final CostModel costs;

  /**
   * @param inFlight candidates that count as placed
   * @param own what the application has already
   * @param maxContainers how many containers are still to be placed
   */
  Planner(
      NodeView<N> view,
      Collection<ResourceRequest> requests,
      PendingPreferences preferences,
      InFlight inFlight,
      OwnContainers own,
      int maxContainers,
      CostModel costs) {
    this.view = view;
    this.requests = requests;
    this.preferences = preferences;
    this.inFlight = inFlight;
    this.own = own;
    this.maxContainers = maxContainers;
    this.costs = costs;
  }

  /** Algorithm 3's result together with the nodes that its names stand for. */
  record Choice<N extends SchedulerNode>(
      List<PotentialContainer> containers, Map<String, List<N>> nodesByName) {
    private boolean has(int wanted, Set<Locality> within) {
      return containers.size() == wanted
          && containers.stream().allMatch(container -> within.contains(container.locality()));
    }
  }

  /**
   * Runs Algorithm 3. O(nodes) in cheap steps, and O(k log k) for the {@code k} nodes looked at,
   * besides the algorithm itself.
   */
  Choice<N> choose() {
    Set<String> named = new HashSet<>();
    int wanted = 0;
    for (ResourceRequest request : requests) {
      named.add(request.getResourceName());
      if (request.getResourceName().equals(ContainerAsk.ANY) && request.getRelaxLocality()) {
        wanted = Math.min(request.getNumContainers(), maxContainers);
      }
    }
    if (wanted > 0) { // otherwise how many it wants depends on which nodes have room
      Choice<N> onNodes = among(node -> named.contains(node.getNodeName()));
      if (onNodes.has(wanted, EnumSet.of(Locality.NODE_LOCAL))) {
        return onNodes;
      }
      Choice<N> inRacks =
          among(node -> named.contains(node.getRackName()) || named.contains(node.getNodeName()));
      if (inRacks.has(wanted, EnumSet.of(Locality.NODE_LOCAL, Locality.RACK_LOCAL))) {
        return inRacks;
      }
    }
    return amongAll();
  }

  /** Runs Algorithm 3 over all nodes with room, emptiest first. */
  Choice<N> amongAll() {
    return among(node -> true);
  }

  private Choice<N> among(NodeFilter filter) {
    Map<String, List<N>> nodesByName = new HashMap<>();
    Map<String, NodeRoom> rooms = new HashMap<>();
    for (N node : view.scheduler().getNodeTracker().getNodes(filter)) {
      int proposed = inFlight.on(node.getNodeID());
      int free = Math.max(0, view.room(node) - proposed);
      int has = own.on(node.getNodeID()) + proposed;
      if (free + has > 0) {
        String name = node.getNodeName();
        nodesByName.computeIfAbsent(name, key -> new ArrayList<>(1)).add(node);
        rooms.merge(name, new NodeRoom(name, node.getRackName(), free, has), Planner::together);
      }
    }
    if (rooms.isEmpty()) {
      return new Choice<>(List.of(), Map.of());
    }
    List<NodeRoom> emptiestFirst = new ArrayList<>(rooms.values());
    emptiestFirst.sort(
        Comparator.comparingInt(NodeRoom::free).reversed().thenComparing(NodeRoom::node));
    List<PotentialContainer> containers =
        ContainerAllocation.allocate(
            new AllocationSnapshot(
                asks(rooms), emptiestFirst, maxContainers, costs.rackLocal(), costs.offRack()));
    return new Choice<>(containers, nodesByName);
  }

  /**
   * The requests that may be served: strict locality withholds the wider ones, and the scheduler
   * takes a container as node-local only while its rack is asked for too.
   */
  private List<ContainerAsk> asks(Map<String, NodeRoom> rooms) {
    Map<String, Integer> counts = new HashMap<>();
    requests.forEach(request -> counts.put(request.getResourceName(), request.getNumContainers()));
    List<ContainerAsk> asks = new ArrayList<>(requests.size());
    for (ResourceRequest request : requests) {
      String name = request.getResourceName();
      int containers = counts.getOrDefault(name, 0);
      NodeRoom node = rooms.get(name);
      if (node != null) {
        containers = Math.min(containers, counts.getOrDefault(node.rack(), 0));
      } else if (!request.getRelaxLocality()) {
        continue;
      }
      if (containers > 0) {
        asks.add(new ContainerAsk(name, containers, preferences.get(name).limitedTo(containers)));
      }
    }
    return asks;
  }

  private static NodeRoom together(NodeRoom one, NodeRoom other) {
    return new NodeRoom(
        one.node(),
        one.rack(),
        (int) Math.min((long) one.free() + other.free(), Integer.MAX_VALUE),
        one.own() + other.own());
  }
}
