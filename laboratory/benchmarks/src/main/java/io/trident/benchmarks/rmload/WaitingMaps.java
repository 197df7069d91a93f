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
package io.trident.benchmarks.rmload;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The maps of an application that have no container, and which of them a container is for: the one
 * with the fastest replica on its node, else one with a replica in its rack, else any.
 */
final class WaitingMaps {
  private static final int TIERS = 3;

  private final Topology topology;
  private final List<Map<Integer, Deque<Task>>> onNode = new ArrayList<>();
  private final Map<String, Deque<Task>> inRack = new HashMap<>();
  private final Deque<Task> all = new ArrayDeque<>();

  /** A map and the nodes of its block's replicas, that in memory first. */
  private static final class Task {
    private final int[] replicas;
    private boolean placed;

    Task(int[] replicas) {
      this.replicas = replicas;
    }
  }

  /**
   * A map that was given a container.
   *
   * @param replicas the nodes of its replicas
   * @param place what it got
   */
  record Placed(int[] replicas, Place place) {}

  WaitingMaps(Topology topology) {
    this.topology = topology;
    for (int tier = 0; tier < TIERS; tier++) {
      onNode.add(new HashMap<>());
    }
  }

  void add(int[] replicas) {
    Task task = new Task(replicas);
    all.add(task);
    for (int tier = 0; tier < TIERS; tier++) {
      put(onNode.get(tier), replicas[tier], task);
      put(inRack, topology.rack(replicas[tier]), task);
    }
  }

  private static <K> void put(Map<K, Deque<Task>> queues, K key, Task task) {
    Function<K, Deque<Task>> empty = any -> new ArrayDeque<>(2);
    queues.computeIfAbsent(key, empty).add(task);
  }

  /** Takes the map that a container on a node is for; null if none waits. */
  @Nullable Placed take(int node) {
    for (int tier = 0; tier < TIERS; tier++) {
      Task local = poll(onNode.get(tier).get(node));
      if (local != null) {
        return new Placed(local.replicas, Place.values()[tier]);
      }
    }
    Task near = poll(inRack.get(topology.rack(node)));
    if (near != null) {
      return new Placed(near.replicas, Place.RACK);
    }
    Task far = poll(all);
    return far == null ? null : new Placed(far.replicas, Place.OTHER_RACK);
  }

  private static @Nullable Task poll(@Nullable Deque<Task> queue) {
    Task task = queue == null ? null : queue.poll();
    while (queue != null && task != null && task.placed) {
      task = queue.poll();
    }
    if (task != null) {
      task.placed = true;
    }
    return task;
  }
}
