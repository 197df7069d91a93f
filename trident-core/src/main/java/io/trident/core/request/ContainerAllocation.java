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
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Algorithm 3 of the paper (section 3.3): which containers to allocate to one application now.
 *
 * <p>Containers that node requests would take come first, {@code min(fits, asked)} a node, their
 * costs handed out from the cheapest entry of the node's preference map up. If these are fewer than
 * wanted, rack requests add containers node by node at {@code c1 + score}, each node's from the
 * cheapest entry of the rack's map up, and the cheapest of these are taken; if still too few, a
 * {@code *} request adds any node with room at {@code c2}. Of equal costs one container of each
 * node in the order of the nodes is taken, then a second of each, and so on. Off-rack containers,
 * all of one cost, are spread over nodes and racks by {@link SpreadAllocation}.
 *
 * <p>What the paper leaves open is decided so:
 *
 * <ul>
 *   <li>Equal costs are spread over nodes. Blocks have several replicas on the same medium, so more
 *       containers cost the same than are wanted; taken node by node they would crowd few nodes,
 *       whose disks their tasks would share.
 *   <li>The number wanted is that of the {@code *} request. Without one, no container may be
 *       off-rack, and node and rack requests alone limit the number.
 *   <li>A node's room is shared by its node, rack and {@code *} requests.
 *   <li>A rack request is served at most as often as it asks, node-local containers of the rack
 *       included, as YARN counts. Where the nodes of a rack ask for more, because they hold
 *       replicas for the same tasks, the cheapest of their containers count.
 *   <li>A request without a preference map, whose tier is unknown, is given the highest score of
 *       any map, and 0 if there is none: without maps the result is plain locality, node before
 *       rack before any. A request for more containers than its map lists goes on at the highest
 *       score of the map.
 *   <li>Requests for names that are neither a node nor a rack are ignored.
 * </ul>
 */
public final class ContainerAllocation {
  /*
   * The work
   * --------
   * A resource manager plans for one application when a node of ten thousand has become free, and
   * when a thousand nodes are free and the application asks for three of them. So the nodes that can
   * be node-local are found from the shorter side: the requests, looked up among the nodes, or the
   * nodes with room, looked up among the requests. Racks without room and nodes without a part in
   * the result are not looked at, and of a preference map only the entries that there is room for.
   */
  private final Asks asks;
  private final Rooms rooms;
  private final double rackLocal;
  private final double offRack;

  /** How many containers each node was given so far. */
  private final Map<String, Integer> used = new HashMap<>();

  /** Containers of one node at one cost. */
  private record Run(NodeRoom node, double cost, Locality locality, int count) {}

  private ContainerAllocation(Asks asks, Rooms rooms, double rackLocal, double offRack) {
    this.asks = asks;
    this.rooms = rooms;
    this.rackLocal = rackLocal;
    this.offRack = offRack;
  }

  /** Returns {@link #allocate(Asks, Rooms, int, double, double)} of a snapshot. */
  public static List<PotentialContainer> allocate(AllocationSnapshot snapshot) {
    return allocate(
        new ListedAsks(snapshot.asks()),
        new ListedRooms(snapshot.nodes()),
        snapshot.maxContainers(),
        snapshot.rackLocal(),
        snapshot.offRack());
  }

  /**
   * Returns the containers to allocate, cheapest first. A pure function of what the arguments
   * answer. O(min(asks, nodes with room) + racks with room + r log r) for {@code r} distinct pairs
   * of node and score (the paper's k, with equal containers counted once).
   *
   * @param maxContainers the most containers that limits and fairness allow now; not negative
   * @param rackLocal c1
   * @param offRack c2
   */
  public static List<PotentialContainer> allocate(
      Asks asks, Rooms rooms, int maxContainers, double rackLocal, double offRack) {
    return new ContainerAllocation(asks, rooms, rackLocal, offRack).run(maxContainers);
  }

  private List<PotentialContainer> run(int maxContainers) {
    @Nullable ContainerAsk any = asks.named(ContainerAsk.ANY);
    int wanted = any == null ? maxContainers : Math.min(any.containers(), maxContainers);
    if (wanted == 0) {
      return List.of();
    }
    Map<String, Integer> inRack = new HashMap<>();
    List<Run> runs = withinRackRequests(nodeLocal(wanted), wanted, inRack);
    int left = wanted - count(runs);
    if (left > 0) {
      runs.addAll(rackLocal(left, inRack));
    }
    List<PotentialContainer> taken = new ArrayList<>();
    spread(
        runs,
        run -> taken.add(new PotentialContainer(run.node().node(), run.cost(), run.locality())));
    if (any != null && taken.size() < wanted) {
      taken.addAll(SpreadAllocation.allocate(rooms, used, wanted - taken.size(), offRack));
      taken.sort(Comparator.comparingDouble(PotentialContainer::cost)); // stable
    }
    return taken;
  }

  private List<Run> nodeLocal(int wanted) {
    List<Run> runs = new ArrayList<>();
    if (rooms.withRoom() <= asks.size()) {
      for (NodeRoom node : rooms.all()) {
        addNodeLocal(node, asks.named(node.node()), wanted, runs);
      }
    } else {
      for (ContainerAsk ask : asks.all()) {
        addNodeLocal(rooms.node(ask.resourceName()), ask, wanted, runs);
      }
    }
    return runs;
  }

  private void addNodeLocal(
      @Nullable NodeRoom node, @Nullable ContainerAsk ask, int wanted, List<Run> runs) {
    if (node != null && ask != null && !ask.resourceName().equals(ContainerAsk.ANY)) {
      int count = Math.min(Math.min(node.free(), ask.containers()), wanted);
      addByPreference(node, count, ask.preferences(), 0, Locality.NODE_LOCAL, runs);
    }
  }

  /**
   * Returns those of the containers that may be taken: the cheapest {@code wanted}, and of each
   * rack what it asks for, if it asks.
   *
   * @param inRack to be filled with how many each rack has
   */
  private List<Run> withinRackRequests(List<Run> runs, int wanted, Map<String, Integer> inRack) {
    return cheapest(
        runs,
        wanted,
        run -> {
          String rack = run.node().rack();
          @Nullable ContainerAsk ask = asks.named(rack);
          int before = inRack.getOrDefault(rack, 0);
          if (ask != null && before >= ask.containers()) {
            return false;
          }
          inRack.put(rack, before + 1);
          return true;
        });
  }

  private List<Run> rackLocal(int wanted, Map<String, Integer> nodeLocalInRack) {
    List<Run> runs = new ArrayList<>();
    for (String rack : rooms.racks()) {
      @Nullable ContainerAsk ask = asks.named(rack);
      if (ask != null) {
        int left = ask.containers() - nodeLocalInRack.getOrDefault(rack, 0);
        addRackLocal(ask, Math.min(left, wanted), runs);
      }
    }
    return cheapest(runs, wanted, run -> true);
  }

  /** Adds so many containers of a rack, one of each node after the other as room lasts. */
  private void addRackLocal(ContainerAsk ask, int containers, List<Run> runs) {
    List<NodeRoom> nodes = new ArrayList<>();
    for (NodeRoom node : rooms.inRack(ask.resourceName())) {
      if (nodes.size() >= containers) {
        break;
      }
      if (free(node) > 0) {
        nodes.add(node);
      }
    }
    int[] shares = new int[nodes.size()];
    int left = containers;
    boolean found = true;
    while (left > 0 && found) {
      found = false;
      for (int i = 0; i < shares.length && left > 0; i++) {
        if (shares[i] < free(nodes.get(i))) {
          shares[i]++;
          left--;
          found = true;
        }
      }
    }
    for (int i = 0; i < shares.length; i++) {
      addByPreference(
          nodes.get(i), shares[i], ask.preferences(), rackLocal, Locality.RACK_LOCAL, runs);
    }
  }

  private int free(NodeRoom node) {
    return node.free() - used.getOrDefault(node.node(), 0);
  }

  /** The paper's procedure AddContainers, a run of equal costs at a time. */
  private void addByPreference(
      NodeRoom node,
      int containers,
      PreferenceMap preferences,
      double rackCost,
      Locality locality,
      List<Run> runs) {
    int left = containers;
    double score = preferences.isEmpty() ? asks.highestScore() : preferences.highest();
    for (int i = 0; i < preferences.size() && left > 0; i++) {
      int count = Math.min(left, preferences.count(i));
      runs.add(new Run(node, preferences.score(i) + rackCost, locality, count));
      left -= count;
    }
    if (left > 0) {
      runs.add(new Run(node, score + rackCost, locality, left));
    }
  }

  /** Returns the cheapest of the containers that a test lets pass, and counts them as used. */
  private List<Run> cheapest(List<Run> runs, int wanted, Predicate<Run> allows) {
    Map<Run, Integer> taken = new IdentityHashMap<>();
    int[] left = {wanted};
    spread(
        runs,
        run -> {
          if (left[0] == 0 || !allows.test(run)) {
            return false;
          }
          left[0]--;
          taken.merge(run, 1, Integer::sum);
          return true;
        });
    List<Run> kept = new ArrayList<>(taken.size());
    for (Run run : runs) {
      int count = taken.getOrDefault(run, 0);
      if (count > 0) {
        kept.add(new Run(run.node(), run.cost(), run.locality(), count));
        used.merge(run.node().node(), count, Integer::sum);
      }
    }
    return kept;
  }

  private static int count(List<Run> runs) {
    int count = 0;
    for (Run run : runs) {
      count += run.count();
    }
    return count;
  }

  /**
   * Offers single containers, cheapest first, and of equal costs one of each node after the other,
   * until none is left. Of a run of which one is refused, no more are offered.
   */
  private void spread(List<Run> runs, Predicate<Run> takes) {
    List<Run> sorted = new ArrayList<>(runs);
    sorted.sort(Comparator.comparingDouble(Run::cost).thenComparing(Run::node, rooms.order()));
    int from = 0;
    while (from < sorted.size()) {
      int to = from + 1;
      while (to < sorted.size() && sorted.get(to).cost() == sorted.get(from).cost()) {
        to++;
      }
      List<Run> equal = sorted.subList(from, to);
      for (int offered = 0; !equal.isEmpty(); offered++) {
        List<Run> more = new ArrayList<>();
        for (Run run : equal) {
          if (offered < run.count() && takes.test(run)) {
            more.add(run);
          }
        }
        equal = more;
      }
      from = to;
    }
  }
}
