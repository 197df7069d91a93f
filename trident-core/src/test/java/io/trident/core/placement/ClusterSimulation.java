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
package io.trident.core.placement;

import io.trident.core.cost.CostModel;
import io.trident.core.matching.SlotGroup;
import io.trident.core.model.Locality;
import io.trident.core.model.RackResolver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.PriorityQueue;

/**
 * Runs a stage of tasks on nodes with cores, in simulated time: a task takes its CPU time and its
 * read by the model (cost 20 is a second). Decisions are made whenever a task ends, and every tenth
 * of a second.
 */
final class ClusterSimulation {
  private static final RackResolver ONE_RACK = node -> "/r";
  private static final PlacementPolicy TRIDENT = Policies.of(PolicyName.TRIDENT);
  private static final double TICK = 0.1;

  private final List<PlacementTask> waiting;
  private final Map<String, Integer> free = new HashMap<>();
  private final double cpuSeconds;
  private final PriorityQueue<Running> running =
      new PriorityQueue<>((a, b) -> Double.compare(a.end, b.end));
  private final Map<String, Double> heldSince = new HashMap<>();
  private double now;
  private double work;
  private int ended;

  record Running(String node, double start, double read, double end) {}

  /** Which tasks start now. */
  interface Discipline {
    Placement place(ClusterSimulation cluster, PlacementSnapshot snapshot);
  }

  ClusterSimulation(List<PlacementTask> tasks, int nodes, int cores, double cpuSeconds) {
    waiting = new ArrayList<>(tasks);
    this.cpuSeconds = cpuSeconds;
    for (int n = 0; n < nodes; n++) {
      free.put("n" + n, cores);
    }
  }

  /** Returns when the last task ends, in seconds. */
  double totalOf(Discipline discipline) {
    while (!waiting.isEmpty() || !running.isEmpty()) {
      start(discipline);
      double next = running.isEmpty() ? now + TICK : Math.min(running.element().end, now + TICK);
      now = next;
      while (!running.isEmpty() && running.element().end <= now) {
        Running done = running.remove();
        free.merge(done.node, 1, Integer::sum);
        work += done.end - done.start - done.read;
        ended++;
      }
    }
    return now;
  }

  private double workSeconds() {
    return ended == 0 ? 0 : work / ended;
  }

  private void start(Discipline discipline) {
    List<SlotGroup> slots =
        free.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(node -> SlotGroup.ofNode(node.getKey(), "/r", node.getValue()))
            .toList();
    PlacementSnapshot snapshot =
        new PlacementSnapshot(waiting, slots, ONE_RACK, CostModel.DEFAULT, Locality.OFF_RACK);
    List<PlacementTask> started = new ArrayList<>();
    for (TaskPlacement placed : discipline.place(this, snapshot).placed()) {
      String node = slots.get(placed.slotGroup()).node();
      PlacementTask task = snapshot.tasks().get(placed.task());
      started.add(task);
      free.merge(node, -1, Integer::sum);
      running.add(
          new Running(node, now, placed.cost() / 20, now + cpuSeconds + placed.cost() / 20));
    }
    waiting.removeAll(started);
  }

  /** A maximum matching of all, at once. */
  static final class NoWait implements Discipline {
    @Override
    public Placement place(ClusterSimulation cluster, PlacementSnapshot snapshot) {
      return TRIDENT.place(snapshot);
    }
  }

  /** Node-local tasks only, until the time since the last one started exceeds a delay: Spark. */
  static final class FixedDelay implements Discipline {
    private final double delay;
    private double lastStart;

    FixedDelay(double delay) {
      this.delay = delay;
    }

    @Override
    public Placement place(ClusterSimulation cluster, PlacementSnapshot snapshot) {
      Locality allowed = cluster.now - lastStart >= delay ? Locality.OFF_RACK : Locality.NODE_LOCAL;
      Placement placement =
          Policies.of(PolicyName.DEFAULT)
              .place(
                  new PlacementSnapshot(
                      snapshot.tasks(),
                      snapshot.slots(),
                      snapshot.topology(),
                      snapshot.model(),
                      allowed));
      if (placement.placed().stream().anyMatch(one -> one.locality() == Locality.NODE_LOCAL)) {
        lastStart = cluster.now;
      }
      return placement;
    }
  }

  /** Waiting at its price, with what a driver knows: what tasks took and the time since starts. */
  static final class Priced implements Discipline {
    private final double patience;

    Priced(double patience) {
      this.patience = patience;
    }

    @Override
    public Placement place(ClusterSimulation cluster, PlacementSnapshot snapshot) {
      double now = cluster.now;
      PricedPlacement result =
          PricedWaiting.place(
              TRIDENT,
              snapshot,
              () -> busy(cluster),
              new WaitingTerms() {
                @Override
                public double readSeconds(PlacementTask task, double cost) {
                  return cost / 20;
                }

                @Override
                public OptionalDouble workSeconds() {
                  return cluster.ended == 0
                      ? OptionalDouble.empty()
                      : OptionalDouble.of(cluster.workSeconds());
                }

                @Override
                public double patienceSeconds(int task) {
                  String name = snapshot.tasks().get(task).name();
                  return patience - (now - cluster.heldSince.getOrDefault(name, now));
                }
              });
      for (PricedPlacement.HeldTask held : result.held()) {
        cluster.heldSince.putIfAbsent(snapshot.tasks().get(held.task()).name(), now);
      }
      return result.placement();
    }

    private static List<BusyExecutor> busy(ClusterSimulation cluster) {
      Map<String, List<Double>> ends = new HashMap<>();
      for (Running one : cluster.running) {
        ends.computeIfAbsent(one.node, node -> new ArrayList<>())
            .add(BusyExecutor.remaining(cluster.workSeconds() + one.read, cluster.now - one.start));
      }
      List<BusyExecutor> busy = new ArrayList<>();
      ends.forEach((node, times) -> busy.add(new BusyExecutor(node, node, "/r", times)));
      return busy;
    }
  }
}
