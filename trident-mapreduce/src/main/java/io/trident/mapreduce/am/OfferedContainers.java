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
package io.trident.mapreduce.am;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskId;
import org.apache.hadoop.yarn.api.records.Container;

/** The containers on offer in a round, by node, each taken at most once. Not thread-safe. */
final class OfferedContainers {
  private final Map<String, Deque<Container>> left = new TreeMap<>();

  OfferedContainers(Collection<Container> offered) {
    for (Container container : offered) {
      left.computeIfAbsent(container.getNodeId().getHost(), any -> new ArrayDeque<>())
          .add(container);
    }
  }

  /** Returns how many are left on each node that has any, by name. */
  Map<String, Integer> byNode() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    left.forEach((node, containers) -> counts.put(node, containers.size()));
    return counts;
  }

  /** Takes a container for each pair, but not two on one node for attempts of one task. */
  Map<TaskAttemptId, Container> give(Collection<MatchingRound.Pair> pairs) {
    Map<TaskAttemptId, Container> given = new LinkedHashMap<>();
    Set<Place> taken = new HashSet<>();
    for (MatchingRound.Pair pair : pairs) {
      if (taken.add(new Place(pair.attempt().getTaskId(), pair.node()))) {
        given.put(pair.attempt(), left.getOrDefault(pair.node(), new ArrayDeque<>()).remove());
      }
    }
    return given;
  }

  /** Returns whether all have been taken. */
  boolean isEmpty() {
    return left.values().stream().allMatch(Deque::isEmpty);
  }

  /** Takes all that are left on the given nodes. */
  List<Container> takeAll(Set<String> nodes) {
    List<Container> taken = new ArrayList<>();
    for (String node : nodes) {
      Deque<Container> there = left.get(node);
      if (there != null) {
        taken.addAll(there);
        there.clear();
      }
    }
    return taken;
  }

  private record Place(TaskId task, String node) {}
}
