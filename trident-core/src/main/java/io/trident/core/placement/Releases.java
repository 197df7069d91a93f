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

import io.trident.core.cost.CostProfile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The slots that busy executors are expected to offer, and the tasks that reserved them.
 *
 * <p>Each release is in the queues of its executor, its node and its rack, by time; those that were
 * taken are dropped when they come to the head.
 */
final class Releases {
  private final Map<String, PriorityQueue<Release>> byExecutor = new HashMap<>();
  private final Map<String, PriorityQueue<Release>> byNode = new HashMap<>();
  private final Map<String, PriorityQueue<Release>> byRack = new HashMap<>();
  private final Map<Release, Integer> takers = new HashMap<>();
  private final Map<Integer, Release> reserved = new HashMap<>();

  private int count;

  /** One expected slot; {@code number} distinguishes it from others. */
  record Release(String executor, String node, String rack, double seconds, int number) {}

  /** Adds expected slots of an executor. */
  void add(String executor, String node, String rack, double seconds) {
    Release release = new Release(executor, node, rack, seconds, count++);
    queue(byExecutor, executor).add(release);
    queue(byNode, node).add(release);
    queue(byRack, rack).add(release);
  }

  /**
   * Reserves the earliest release at the cheapest of a task's places that has one, if any that
   * costs less than a given cost.
   */
  void reserveCheapest(int task, CostProfile profile, double below) {
    @Nullable Release best = null;
    double least = below;
    for (Release release : earliestBelow(task, profile, least)) {
      double cost = profile.costAt(release.executor(), release.node(), release.rack());
      if (cost < least) {
        least = cost;
        best = release;
      }
    }
    if (best != null) {
      reserve(task, best);
    }
  }

  /**
   * Returns releases that a task may have: its own reservation, and the earliest free one at each
   * place, where it costs less than a given cost.
   */
  List<Release> earliestBelow(int task, CostProfile profile, double cost) {
    List<Release> found = new ArrayList<>();
    @Nullable Release own = reserved.get(task);
    if (own != null && profile.costAt(own.executor(), own.node(), own.rack()) < cost) {
      found.add(own);
    }
    addEarliest(found, byExecutor, profile.executors(), cost);
    addEarliest(found, byNode, profile.nodes(), cost);
    addEarliest(found, byRack, profile.racks(), cost);
    return found;
  }

  /** Gives a task a release in place of the one it had. */
  void reserve(int task, Release release) {
    @Nullable Release before = reserved.put(task, release);
    if (release.equals(before)) {
      return;
    }
    takers.put(release, task);
    if (before != null) {
      takers.remove(before);
      queue(byExecutor, before.executor()).add(before);
      queue(byNode, before.node()).add(before);
      queue(byRack, before.rack()).add(before);
    }
  }

  private void addEarliest(
      List<Release> found,
      Map<String, PriorityQueue<Release>> queues,
      Map<String, Double> costs,
      double below) {
    costs.forEach(
        (name, cost) -> {
          PriorityQueue<Release> queue = queues.get(name);
          if (queue != null && cost < below) {
            while (!queue.isEmpty() && takers.containsKey(queue.element())) {
              queue.remove();
            }
            if (!queue.isEmpty()) {
              found.add(queue.element());
            }
          }
        });
  }

  private static PriorityQueue<Release> queue(
      Map<String, PriorityQueue<Release>> queues, String name) {
    return queues.computeIfAbsent(
        name,
        any ->
            new PriorityQueue<>(
                Comparator.comparingDouble(Release::seconds)
                    .thenComparing(Release::executor)
                    .thenComparingInt(Release::number)));
  }
}
