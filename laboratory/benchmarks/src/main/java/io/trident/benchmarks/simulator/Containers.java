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
package io.trident.benchmarks.simulator;

import io.trident.core.request.NodeRoom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The free slots that the resource manager knows of, and when nodes send their heartbeats: each at
 * its own phase of the interval.
 */
final class Containers {
  /** Times that differ by less are the same: sums of intervals are rounded. In seconds. */
  private static final double SAME = 1e-6;

  private final Cluster cluster;
  private final double interval;
  private final Random random;
  private final double[] phase;

  /** The order in which nodes are gone through: by phase, which is independent of racks. */
  private final Integer[] byPhase;

  private final int[] rank;

  /** The nodes with room, by their places in {@link #byPhase}. */
  private final BitSet room = new BitSet();

  private final int[] free;
  private int freeTotal;

  Containers(Cluster cluster, double interval, Random random) {
    this.cluster = cluster;
    this.interval = interval;
    phase = new double[cluster.nodeCount()];
    free = new int[phase.length];
    Arrays.setAll(phase, node -> random.nextDouble() * interval);
    Arrays.fill(free, cluster.spec.slots());
    freeTotal = phase.length * cluster.spec.slots();
    byPhase = IntStream.range(0, phase.length).boxed().toArray(Integer[]::new);
    Arrays.sort(byPhase, Comparator.comparingDouble(node -> phase[node]));
    rank = new int[phase.length];
    for (int place = 0; place < rank.length; place++) {
      rank[byPhase[place]] = place;
    }
    room.set(0, rank.length);
    this.random = random;
  }

  int free(int node) {
    return free[node];
  }

  int freeTotal() {
    return freeTotal;
  }

  void take(int node) {
    if (free[node] == 0) {
      throw new IllegalStateException("Node %d has no free slot.".formatted(node));
    }
    free[node]--;
    freeTotal--;
    room.set(rank[node], free[node] > 0);
  }

  void give(int node) {
    if (free[node] == cluster.spec.slots()) {
      throw new IllegalStateException("Node %d has no task.".formatted(node));
    }
    free[node]++;
    freeTotal++;
    room.set(rank[node]);
  }

  /** Returns when a node next sends a heartbeat, after a time. */
  double nextHeartbeat(int node, double now) {
    double beat = phase[node] + Math.floor((now - phase[node]) / interval) * interval;
    while (beat <= now + SAME) {
      beat += interval;
    }
    return beat;
  }

  /** Returns the nodes with room, from a random one on, in an order that is always the same. */
  List<Integer> withRoom() {
    List<Integer> nodes = new ArrayList<>();
    int from = random.nextInt(byPhase.length);
    room.stream().forEach(place -> nodes.add(byPhase[place]));
    int before = room.get(0, from).cardinality();
    Collections.rotate(nodes, -before);
    return nodes;
  }

  /** Returns the room of those of some nodes that have any. */
  List<NodeRoom> rooms(List<Integer> nodes) {
    return nodes.stream().filter(node -> free[node] > 0).map(this::roomOf).toList();
  }

  private NodeRoom roomOf(int node) {
    return new NodeRoom(cluster.nodeName(node), cluster.rackName(cluster.rack(node)), free[node]);
  }
}
