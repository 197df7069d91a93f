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

import static java.util.Objects.requireNonNull;

import io.trident.core.cost.CostProfile;
import io.trident.core.matching.Matcher;
import io.trident.core.matching.Matching;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import io.trident.core.model.RackResolver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * From waiting tasks to the hosts that an application should have containers on: for requests that
 * state how many on which host, and not for which storage tier.
 *
 * <p>A {@link ResourceRequests resource request} lists every node that holds a replica and leaves
 * it to the scheduler's preference maps to choose among them. Where no scheduler reads such maps,
 * the application has to choose. It asks for the hosts to which a minimum-cost matching assigns its
 * tasks, when no host may take more than a multiple, the skew, of its even share. Best tiers thus
 * come first, and a single host with all fast replicas is not asked for everything: containers that
 * find no room on the host they are asked for go anywhere, by a scheduler that knows no tiers.
 */
public final class HostDemand {
  private final List<CostProfile> tasks = new ArrayList<>();
  private final TreeSet<String> hosts = new TreeSet<>();

  /** The hosts in the order of the slots. */
  private final List<String> names;

  private final RackResolver topology;
  private final Matcher matcher;

  private HostDemand(List<CostProfile> tasks, RackResolver topology, Matcher matcher) {
    for (CostProfile task : tasks) {
      if (!task.nodes().isEmpty()) {
        this.tasks.add(task);
        hosts.addAll(task.nodes().keySet());
      }
    }
    names = List.copyOf(hosts);
    this.topology = topology;
    this.matcher = matcher;
  }

  /**
   * Returns for each host how many tasks want it, by their cost there. Each task that lists nodes
   * is counted once, on one of them; others are not counted.
   *
   * <p>A host counts at most {@code skew} times the even share, which is the number of those tasks
   * by the number of their hosts, rounded up; tasks that find no room under this limit on any of
   * their nodes are counted on their cheapest nevertheless. Of the assignments of least cost it is
   * one whose fullest host has the fewest tasks: hosts on which tasks cost the same share them. The
   * time is that of a matching, times the logarithm of the limit.
   *
   * @param skew 1 spreads the tasks evenly over all their hosts; the number of hosts or more leaves
   *     each at its cheapest
   * @param matcher finds the assignment
   * @throws IllegalArgumentException if {@code skew} is not positive
   */
  public static SortedMap<String, PreferenceMap> of(
      List<CostProfile> tasks, RackResolver topology, int skew, Matcher matcher) {
    if (skew < 1) {
      throw new IllegalArgumentException("The skew must be positive: " + skew);
    }
    HostDemand demand = new HostDemand(tasks, topology, matcher);
    return demand.tasks.isEmpty() ? new TreeMap<>() : demand.count(demand.within(skew));
  }

  /**
   * Returns for each task the host that {@link #of} would count it on if each could take all;
   * {@code ""} for a task that lists no nodes. That is one on which it is cheapest.
   */
  static List<String> hosts(List<CostProfile> tasks, RackResolver topology, Matcher matcher) {
    HostDemand demand = new HostDemand(tasks, topology, matcher);
    int[] assignment = demand.tasks.isEmpty() ? new int[0] : demand.within(Integer.MAX_VALUE);
    List<String> hosts = new ArrayList<>(tasks.size());
    int next = 0;
    for (CostProfile task : tasks) {
      if (task.nodes().isEmpty()) {
        hosts.add("");
      } else {
        hosts.add(demand.hostOf(next, assignment[next]));
        next++;
      }
    }
    return hosts;
  }

  private int[] within(int skew) {
    long evenShare = (tasks.size() + hosts.size() - 1) / hosts.size();
    int greatest = (int) Math.min(tasks.size(), evenShare * skew);
    Matching best = match(greatest);
    int least = (int) Math.min(evenShare, greatest);
    while (least < greatest) { // the cost does not rise with the limit
      int limit = (least + greatest) >>> 1;
      Matching one = match(limit);
      if (one.cost() <= best.cost() * (1 + 1e-9)) {
        best = one;
        greatest = limit;
      } else {
        least = limit + 1;
      }
    }
    return best.assignment();
  }

  private Matching match(int limit) {
    return matcher.match(new MatchingProblem(tasks, slots(limit)));
  }

  private List<SlotGroup> slots(int limit) {
    List<SlotGroup> slots = new ArrayList<>(hosts.size());
    for (String host : hosts) {
      slots.add(SlotGroup.ofNode(host, topology.rackOf(host), limit));
    }
    return slots;
  }

  private SortedMap<String, PreferenceMap> count(int[] assignment) {
    Map<String, TreeMap<Double, Integer>> counts = new HashMap<>();
    for (int i = 0; i < assignment.length; i++) {
      String host = hostOf(i, assignment[i]);
      counts
          .computeIfAbsent(host, any -> new TreeMap<>())
          .merge(requireNonNull(tasks.get(i).nodes().get(host)), 1, Integer::sum);
    }
    SortedMap<String, PreferenceMap> demand = new TreeMap<>();
    counts.forEach((host, byCost) -> demand.put(host, new PreferenceMap(byCost)));
    return demand;
  }

  /** Returns the host of a task: that of its slot group, or the cheapest if it has none there. */
  private String hostOf(int task, int slotGroup) {
    Map<String, Double> nodes = tasks.get(task).nodes();
    String assigned = slotGroup < 0 ? "" : names.get(slotGroup);
    return nodes.containsKey(assigned) ? assigned : cheapest(nodes);
  }

  private static String cheapest(Map<String, Double> nodes) {
    return Collections.min(
            nodes.entrySet(),
            Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .getKey();
  }
}
