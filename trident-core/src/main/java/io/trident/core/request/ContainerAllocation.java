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
import java.util.LinkedHashMap;
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
 * cheapest entry of the rack's map up; if still too few, a {@code *} request adds any node with
 * room at {@code c2}. The cheapest are taken; of equal costs one container of each node in the
 * order of the snapshot, then a second of each, and so on. Off-rack containers, all of one cost,
 * are spread over nodes and racks by {@link SpreadAllocation}.
 *
 * <p>What the paper leaves open is decided so:
 *
 * <ul>
 *   <li>Equal costs are spread over nodes. Blocks have several replicas on the same medium, so more
 *       containers cost the same than are wanted; taken node by node they would crowd few nodes,
 *       whose disks their tasks would share.
 *   <li>The number wanted is that of the {@code *} request. Without one, no container may be
 *       off-rack, and the number wanted is the larger of the sums of node and of rack requests.
 *   <li>A node's room is shared by its node, rack and {@code *} requests.
 *   <li>A rack request is served at most as often as it asks, node-local containers of the rack
 *       included, as YARN counts. Where the nodes of a rack ask for more, because they hold
 *       replicas for the same tasks, the cheapest of their containers count.
 *   <li>A request without a preference map, whose tier is unknown, is given the highest score of
 *       any map of the snapshot, and 0 if there is none: without maps the result is plain locality,
 *       node before rack before any. A request for more containers than its map lists goes on at
 *       the highest score of the map.
 *   <li>Requests for names that are neither a node nor a rack of the snapshot are ignored.
 * </ul>
 */
public final class ContainerAllocation {
  private final AllocationSnapshot snapshot;
  private final Map<String, Integer> nodeIndex = new HashMap<>();
  private final int[] room;
  private final double unknownScore;
  private final List<Run> potential = new ArrayList<>();
  private long potentialCount;

  /** Containers of one node at one cost. */
  private record Run(int node, double cost, Locality locality, int count) {}

  private ContainerAllocation(AllocationSnapshot snapshot) {
    this.snapshot = snapshot;
    List<NodeRoom> nodes = snapshot.nodes();
    room = new int[nodes.size()];
    for (int i = 0; i < room.length; i++) {
      nodeIndex.putIfAbsent(nodes.get(i).node(), i);
      room[i] = nodes.get(i).free();
    }
    double highest = 0;
    for (ContainerAsk ask : snapshot.asks()) {
      if (!ask.preferences().isEmpty()) {
        highest = Math.max(highest, ask.preferences().counts().lastKey());
      }
    }
    unknownScore = highest;
  }

  /**
   * Returns the containers to allocate, cheapest first. A pure function, O(asks + nodes + r log r)
   * for {@code r} distinct pairs of node and score (the paper's k, with equal containers counted
   * once), and O(nodes) for each container that a node gets at most of one cost.
   */
  public static List<PotentialContainer> allocate(AllocationSnapshot snapshot) {
    return new ContainerAllocation(snapshot).run();
  }

  private List<PotentialContainer> run() {
    Map<String, List<Integer>> racks = new LinkedHashMap<>();
    for (int i = 0; i < room.length; i++) {
      racks.computeIfAbsent(snapshot.nodes().get(i).rack(), rack -> new ArrayList<>()).add(i);
    }
    List<ContainerAsk> rackAsks = new ArrayList<>();
    long nodeTotal = 0;
    long rackTotal = 0;
    @Nullable ContainerAsk any = null;
    for (ContainerAsk ask : snapshot.asks()) {
      if (ask.resourceName().equals(ContainerAsk.ANY)) {
        any = ask;
      } else if (nodeIndex.containsKey(ask.resourceName())) {
        nodeTotal += ask.containers();
      } else if (racks.containsKey(ask.resourceName())) {
        rackAsks.add(ask);
        rackTotal += ask.containers();
      }
    }
    long asked = any == null ? Math.max(nodeTotal, rackTotal) : any.containers();
    int wanted = (int) Math.min(asked, snapshot.maxContainers());
    addNodeLocal(wanted);
    Map<String, Integer> nodeLocalInRack = limitTo(rackAsks, wanted);
    for (ContainerAsk ask : rackAsks) {
      if (potentialCount >= wanted) {
        break;
      }
      int left = ask.containers() - nodeLocalInRack.getOrDefault(ask.resourceName(), 0);
      addRackLocal(ask, racks.getOrDefault(ask.resourceName(), List.of()), left, wanted);
    }
    List<PotentialContainer> taken = cheapest(wanted);
    if (any != null && taken.size() < wanted) {
      taken.addAll(offRack(wanted - taken.size()));
      taken.sort(Comparator.comparingDouble(PotentialContainer::cost)); // stable
    }
    return taken;
  }

  private void addNodeLocal(int wanted) {
    for (ContainerAsk ask : snapshot.asks()) {
      Integer node = nodeIndex.get(ask.resourceName());
      if (node == null || ask.resourceName().equals(ContainerAsk.ANY)) {
        continue;
      }
      int count = Math.min(Math.min(room[node], ask.containers()), wanted);
      addByPreference(node, count, ask.preferences(), 0, Locality.NODE_LOCAL);
    }
  }

  /**
   * Leaves those of the containers that may be taken: the cheapest {@code wanted}, and of each rack
   * what it asks for. Returns how many each rack has.
   */
  private Map<String, Integer> limitTo(List<ContainerAsk> rackAsks, int wanted) {
    Map<String, Integer> asked = new HashMap<>();
    rackAsks.forEach(ask -> asked.put(ask.resourceName(), ask.containers()));
    Map<String, Integer> inRack = new HashMap<>();
    List<Run> all = List.copyOf(potential);
    potential.clear();
    potentialCount = 0;
    for (Run run : all) {
      room[run.node()] += run.count();
    }
    Map<Run, Integer> kept = new IdentityHashMap<>();
    int[] taken = {0};
    spread(
        all,
        run -> {
          String rack = snapshot.nodes().get(run.node()).rack();
          int before = inRack.getOrDefault(rack, 0);
          if (taken[0] == wanted || before >= asked.getOrDefault(rack, Integer.MAX_VALUE)) {
            return false;
          }
          inRack.put(rack, before + 1);
          kept.merge(run, 1, Integer::sum);
          taken[0]++;
          return true;
        });
    for (Run run : all) {
      add(run.node(), kept.getOrDefault(run, 0), run.cost(), run.locality());
    }
    return inRack;
  }

  private void addRackLocal(ContainerAsk ask, List<Integer> nodes, int containers, int wanted) {
    int[] shares = shares(nodes, (int) Math.min(containers, wanted - potentialCount));
    for (int i = 0; i < shares.length; i++) {
      addByPreference(
          nodes.get(i), shares[i], ask.preferences(), snapshot.rackLocal(), Locality.RACK_LOCAL);
    }
  }

  private List<PotentialContainer> offRack(int containers) {
    List<NodeRoom> left = new ArrayList<>(room.length);
    for (int i = 0; i < room.length; i++) {
      NodeRoom node = snapshot.nodes().get(i);
      int own = node.own() + node.free() - room[i];
      left.add(new NodeRoom(node.node(), node.rack(), room[i], own));
    }
    return SpreadAllocation.allocate(left, containers, snapshot.offRack());
  }

  /** How many of so many containers each of the nodes takes, one after the other as room lasts. */
  private int[] shares(List<Integer> nodes, int containers) {
    int[] shares = new int[nodes.size()];
    int left = containers;
    boolean found = true;
    while (left > 0 && found) {
      found = false;
      for (int i = 0; i < shares.length && left > 0; i++) {
        if (shares[i] < room[nodes.get(i)]) {
          shares[i]++;
          left--;
          found = true;
        }
      }
    }
    return shares;
  }

  /** The paper's procedure AddContainers, a run of equal costs at a time. */
  private void addByPreference(
      int node, int containers, PreferenceMap preferences, double rackCost, Locality locality) {
    int left = containers;
    double score = unknownScore;
    for (Map.Entry<Double, Integer> entry : preferences.counts().entrySet()) {
      if (left == 0) {
        return;
      }
      score = entry.getKey();
      int count = Math.min(left, entry.getValue());
      add(node, count, score + rackCost, locality);
      left -= count;
    }
    add(node, left, score + rackCost, locality);
  }

  private void add(int node, int count, double cost, Locality locality) {
    if (count > 0) {
      potential.add(new Run(node, cost, locality, count));
      potentialCount += count;
      room[node] -= count;
    }
  }

  private List<PotentialContainer> cheapest(int wanted) {
    List<PotentialContainer> taken = new ArrayList<>((int) Math.min(potentialCount, wanted));
    spread(
        potential,
        run -> {
          if (taken.size() == wanted) {
            return false;
          }
          String node = snapshot.nodes().get(run.node()).node();
          taken.add(new PotentialContainer(node, run.cost(), run.locality()));
          return true;
        });
    return taken;
  }

  /**
   * Offers single containers, cheapest first, and of equal costs one of each node after the other,
   * until none is left. Of a run of which one is refused, no more are offered.
   */
  private static void spread(List<Run> runs, Predicate<Run> takes) {
    List<Run> sorted = new ArrayList<>(runs);
    sorted.sort(Comparator.comparingDouble(Run::cost).thenComparingInt(Run::node));
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
