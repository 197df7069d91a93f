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

import io.trident.core.model.Locality;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * On which nodes an application gets containers that may be anywhere, as those of reduces: spread
 * over nodes and racks.
 *
 * <p>What a reduce reads comes from all nodes that ran maps, in equal parts, so no node is nearer
 * to it than another. But reduces on a node share its link, those in a rack share the rack's link
 * to the others, and the job ends with the last of them. So each container goes to a node
 *
 * <ol>
 *   <li>that has the fewest of the application's own containers;
 *   <li>of these, in the rack that has the fewest;
 *   <li>of these, one with the most room;
 *   <li>of these, the first in the order given.
 * </ol>
 *
 * <p>So no node gets a second container while another with room has none, and of an application
 * that has none yet racks' numbers differ by one at most, as long as each rack has a node with room
 * and none. The paper's Algorithm 3 leaves open which of such containers are taken: all cost {@code
 * c2}.
 */
final class SpreadAllocation {
  private static final Comparator<Place> BEST_NODE =
      Comparator.comparingInt((Place place) -> place.room().own())
          .thenComparing(place -> place.room().free(), Comparator.reverseOrder())
          .thenComparingInt(Place::order);

  private static final Comparator<Rack> BEST_RACK =
      Comparator.comparingInt((Rack rack) -> rack.best().room().own())
          .thenComparingInt(rack -> rack.own)
          .thenComparing(Rack::best, BEST_NODE);

  private SpreadAllocation() {}

  /** A node with room. */
  private record Place(NodeRoom room, int order) {}

  private static final class Rack {
    private final PriorityQueue<Place> withRoom = new PriorityQueue<>(BEST_NODE);
    private int own;

    Place best() {
      return withRoom.element();
    }

    void add(Place place) {
      if (place.room().free() > 0) {
        withRoom.add(place);
      }
    }

    NodeRoom take() {
      Place place = withRoom.remove();
      own++;
      add(new Place(place.room().withOneMore(), place.order()));
      return place.room();
    }
  }

  /**
   * Returns the containers to allocate, in order. A pure function, O((nodes + containers) log
   * nodes).
   *
   * @param nodes all nodes with room, and those without on which the application has containers
   * @param containers how many are wanted; fewer are returned where there is not room for all
   * @param cost of each, {@code c2} of the cost model
   */
  static List<PotentialContainer> allocate(List<NodeRoom> nodes, int containers, double cost) {
    Map<String, Rack> racks = new LinkedHashMap<>();
    for (int order = 0; order < nodes.size(); order++) {
      NodeRoom node = nodes.get(order);
      Rack rack = racks.computeIfAbsent(node.rack(), name -> new Rack());
      rack.own += node.own();
      rack.add(new Place(node, order));
    }
    PriorityQueue<Rack> open = new PriorityQueue<>(BEST_RACK);
    racks.values().stream().filter(rack -> !rack.withRoom.isEmpty()).forEach(open::add);
    List<PotentialContainer> allocated = new ArrayList<>();
    while (allocated.size() < containers && !open.isEmpty()) {
      Rack rack = open.remove();
      NodeRoom node = rack.take();
      allocated.add(new PotentialContainer(node.node(), cost, Locality.OFF_RACK));
      if (!rack.withRoom.isEmpty()) {
        open.add(rack);
      }
    }
    return List.copyOf(allocated);
  }
}
