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
 * Algorithm 3 as it reads, over lists of all nodes and all requests: what {@link
 * ContainerAllocation} must return without looking at them all.
 */
final class ListAllocation {
  private final AllocationSnapshot snapshot;
  private final Map<String, Integer> nodeIndex = new HashMap<>();
  private final int[] room;
  private final double unknownScore;
  private final List<Run> potential = new ArrayList<>();
  private long potentialCount;

  /** Containers of one node at one cost. */
  private record Run(int node, double cost, Locality locality, int count) {}

  private ListAllocation(AllocationSnapshot snapshot) {
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
        highest = Math.max(highest, ask.preferences().highest());
      }
    }
    unknownScore = highest;
  }

  /**
   * Returns the containers to allocate, cheapest first. A pure function, O(asks + nodes + r log r)
   * for {@code r} distinct pairs of node and score (the paper's k, with equal containers counted
   * once), and O(nodes) for each container that a node gets at most of one cost.
   */
  static List<PotentialContainer> allocate(AllocationSnapshot snapshot) {
    return new ListAllocation(snapshot).run();
  }

  private List<PotentialContainer> run() {
    Map<String, List<Integer>> racks = new LinkedHashMap<>();
    for (int i = 0; i < room.length; i++) {
      racks.computeIfAbsent(snapshot.nodes().get(i).rack(), rack -> new ArrayList<>()).add(i);
    }
    List<ContainerAsk> rackAsks = new ArrayList<>();
    @Nullable ContainerAsk any = null;
    for (ContainerAsk ask : snapshot.asks()) {
      if (ask.resourceName().equals(ContainerAsk.ANY)) {
        any = ask;
      } else if (nodeIndex.containsKey(ask.resourceName())) {
        continue;
      } else if (racks.containsKey(ask.resourceName())) {
        rackAsks.add(ask);
      }
    }
    long asked = any == null ? Integer.MAX_VALUE : any.containers();
    int wanted = (int) Math.min(asked, snapshot.maxContainers());
    addNodeLocal(wanted);
    Map<String, Integer> nodeLocalInRack = limitTo(rackAsks, wanted);
    long nodeLocal = potentialCount;
    for (ContainerAsk ask : rackAsks) {
      int left = ask.containers() - nodeLocalInRack.getOrDefault(ask.resourceName(), 0);
      addRackLocal(
          ask,
          racks.getOrDefault(ask.resourceName(), List.of()),
          (int) Math.min(left, wanted - nodeLocal));
    }
    keepCheapestRackLocal((int) (wanted - nodeLocal));
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

  private void keepCheapestRackLocal(int wanted) {
    List<Run> rackLocal =
        potential.stream().filter(run -> run.locality() == Locality.RACK_LOCAL).toList();
    Map<Run, Integer> kept = new IdentityHashMap<>();
    int[] left = {wanted};
    spread(
        rackLocal,
        run -> {
          if (left[0] == 0) {
            return false;
          }
          left[0]--;
          kept.merge(run, 1, Integer::sum);
          return true;
        });
    potential.removeAll(rackLocal);
    for (Run run : rackLocal) {
      room[run.node()] += run.count();
      add(run.node(), kept.getOrDefault(run, 0), run.cost(), Locality.RACK_LOCAL);
    }
  }

  private void addRackLocal(ContainerAsk ask, List<Integer> nodes, int containers) {
    int[] shares = shares(nodes, containers);
    for (int i = 0; i < shares.length; i++) {
      addByPreference(
          nodes.get(i), shares[i], ask.preferences(), snapshot.rackLocal(), Locality.RACK_LOCAL);
    }
  }

  /** The rule of {@link SpreadAllocation} read out: the least node, looked for anew each time. */
  static List<PotentialContainer> spreadAnywhere(
      List<NodeRoom> nodes, int containers, double cost) {
    List<NodeRoom> now = new ArrayList<>(nodes);
    List<PotentialContainer> taken = new ArrayList<>();
    while (taken.size() < containers) {
      Map<String, Integer> inRack = new HashMap<>();
      now.forEach(node -> inRack.merge(node.rack(), node.own(), Integer::sum));
      NodeRoom least =
          now.stream()
              .filter(node -> node.free() > 0)
              .min(
                  Comparator.comparingInt(NodeRoom::own)
                      .thenComparing(node -> inRack.getOrDefault(node.rack(), 0))
                      .thenComparing(Comparator.comparingInt(NodeRoom::free).reversed()))
              .orElse(null);
      if (least == null) {
        break;
      }
      taken.add(new PotentialContainer(least.node(), cost, Locality.OFF_RACK));
      now.replaceAll(node -> node == least ? node.withMore(1) : node);
    }
    return taken;
  }

  private List<PotentialContainer> offRack(int containers) {
    List<NodeRoom> left = new ArrayList<>(room.length);
    for (int i = 0; i < room.length; i++) {
      NodeRoom node = snapshot.nodes().get(i);
      int own = node.own() + node.free() - room[i];
      left.add(new NodeRoom(node.node(), node.rack(), room[i], own));
    }
    return spreadAnywhere(left, containers, snapshot.offRack());
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
