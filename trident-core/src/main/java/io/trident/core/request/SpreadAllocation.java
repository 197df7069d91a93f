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
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
  private final Rooms rooms;
  private final Comparator<NodeRoom> bestNode;

  /** The nodes that have containers of the application, by name. */
  private final Map<String, NodeRoom> touched = new HashMap<>();

  private SpreadAllocation(Rooms rooms) {
    this.rooms = rooms;
    bestNode =
        Comparator.comparingInt(NodeRoom::own)
            .thenComparing(NodeRoom::free, Comparator.reverseOrder())
            .thenComparing(rooms.order());
  }

  /**
   * Returns the containers to allocate, in order. A pure function, O(racks with room + (own +
   * containers) log nodes): of nodes without a container of the application only those are looked
   * at that get one.
   *
   * @param used how many containers nodes were given besides: they count as the application's
   * @param containers how many are wanted; fewer are returned where there is not room for all
   * @param cost of each, {@code c2} of the cost model
   */
  static List<PotentialContainer> allocate(
      Rooms rooms, Map<String, Integer> used, int containers, double cost) {
    return new SpreadAllocation(rooms).run(used, containers, cost);
  }

  private List<PotentialContainer> run(Map<String, Integer> used, int containers, double cost) {
    for (NodeRoom node : rooms.own()) {
      touched.put(node.node(), node);
    }
    for (Map.Entry<String, Integer> node : used.entrySet()) {
      @Nullable NodeRoom before = touched.getOrDefault(node.getKey(), rooms.node(node.getKey()));
      if (before != null) {
        touched.put(node.getKey(), before.withMore(node.getValue()));
      }
    }
    Map<String, Rack> racks = new HashMap<>();
    for (String rack : rooms.racks()) {
      racks.put(rack, new Rack(rack));
    }
    for (NodeRoom node : touched.values()) {
      @Nullable Rack rack = racks.get(node.rack());
      if (rack != null) {
        rack.own += node.own();
        rack.add(node);
      }
    }
    PriorityQueue<Rack> open =
        new PriorityQueue<>(
            Comparator.comparingInt((Rack rack) -> rack.best().own())
                .thenComparingInt(rack -> rack.own)
                .thenComparing(Rack::best, bestNode));
    racks.values().stream().filter(Rack::hasRoom).forEach(open::add);
    List<PotentialContainer> allocated = new ArrayList<>();
    while (allocated.size() < containers && !open.isEmpty()) {
      Rack rack = open.remove();
      allocated.add(new PotentialContainer(rack.take().node(), cost, Locality.OFF_RACK));
      if (rack.hasRoom()) {
        open.add(rack);
      }
    }
    return allocated;
  }

  /** The nodes of a rack that have room. */
  private final class Rack {
    private final Iterator<NodeRoom> untouched;
    private final PriorityQueue<NodeRoom> others = new PriorityQueue<>(bestNode);
    private @Nullable NodeRoom next;
    private int own;

    Rack(String name) {
      untouched = rooms.emptiestInRack(name).iterator();
      advance();
    }

    private void advance() {
      Set<String> seen = touched.keySet();
      next = null;
      while (next == null && untouched.hasNext()) {
        NodeRoom node = untouched.next();
        next = seen.contains(node.node()) ? null : node;
      }
    }

    void add(NodeRoom node) {
      if (node.free() > 0) {
        others.add(node);
      }
    }

    boolean hasRoom() {
      return next != null || !others.isEmpty();
    }

    /** A node without a container of the application comes before all others. */
    NodeRoom best() {
      return next != null ? next : others.element();
    }

    NodeRoom take() {
      NodeRoom node = best();
      if (next != null) {
        advance();
      } else {
        others.remove();
      }
      own++;
      add(node.withMore(1));
      return node;
    }
  }
}
