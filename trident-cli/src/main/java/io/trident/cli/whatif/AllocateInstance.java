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
import io.trident.core.request.AllocationSnapshot;
import io.trident.core.request.ContainerAsk;
import io.trident.core.request.NodeRoom;
import io.trident.core.request.PreferenceMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The input of {@code whatif allocate}, as written in JSON.
 *
 * @param rackLocal c1; 40 if absent
 * @param offRack c2; 100 if absent
 * @param max the most containers to allocate; no limit if absent
 * @param nodes the nodes and their room
 * @param requests the application's requests at one priority
 */
record AllocateInstance(
    @Nullable Double rackLocal,
    @Nullable Double offRack,
    @Nullable Integer max,
    @Nullable List<Node> nodes,
    @Nullable List<Request> requests) {

  /** A node and how many containers fit on it. */
  record Node(@Nullable String name, @Nullable String rack, @Nullable Integer free) {}

  /** A request for containers on a node, in a rack or anywhere. */
  record Request(
      @Nullable String resource,
      @Nullable Integer containers,
      @Nullable Map<Double, Integer> preferences) {}

  /**
   * Translates the instance into the input of Algorithm 3.
   *
   * @throws IllegalArgumentException if a part is missing, named twice or out of range
   */
  AllocationSnapshot snapshot() {
    double c1 = rackLocal == null ? CostModel.DEFAULT.rackLocal() : rackLocal;
    double c2 = offRack == null ? CostModel.DEFAULT.offRack() : offRack;
    CostModel model = Fields.model(c1, c2, 0);
    Set<String> names = new HashSet<>();
    List<NodeRoom> rooms = new ArrayList<>();
    for (Node node : Fields.require(nodes, "nodes")) {
      String name = Fields.require(node.name(), "nodes[].name");
      if (!names.add(name)) {
        throw new IllegalArgumentException("Node %s is listed twice.".formatted(name));
      }
      String rack = node.rack() == null ? Fields.DEFAULT_RACK : node.rack();
      rooms.add(new NodeRoom(name, rack, Fields.require(node.free(), "nodes[].free")));
    }
    Set<String> resources = new HashSet<>();
    List<ContainerAsk> asks = new ArrayList<>();
    for (Request request : Fields.require(requests, "requests")) {
      String resource = Fields.require(request.resource(), "requests[].resource");
      if (!resources.add(resource)) {
        throw new IllegalArgumentException("Resource %s is requested twice.".formatted(resource));
      }
      int containers = Fields.require(request.containers(), "requests[].containers");
      asks.add(new ContainerAsk(resource, containers, preferences(request, c1, c2)));
    }
    return new AllocationSnapshot(
        asks, rooms, max == null ? Integer.MAX_VALUE : max, model.rackLocal(), model.offRack());
  }

  /** An entry of no containers asks for nothing and is dropped. */
  private static PreferenceMap preferences(Request request, double c1, double c2) {
    TreeMap<Double, Integer> counts = new TreeMap<>();
    if (request.preferences() != null) {
      request
          .preferences()
          .forEach(
              (score, count) -> {
                Fields.checkScore(score, c1, c2);
                if (Fields.require(count, "requests[].preferences") != 0) {
                  counts.put(score, count);
                }
              });
    }
    return new PreferenceMap(counts);
  }
}
