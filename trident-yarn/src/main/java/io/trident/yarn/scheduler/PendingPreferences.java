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
package io.trident.yarn.scheduler;

import io.trident.core.request.PreferenceMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;

/**
 * The preference maps of one application at one priority, by resource name.
 *
 * <p>The scheduler decrements a request's count for each container it places; this class decrements
 * the maps alike, so that between two heartbeats of the application they still state what the
 * remaining containers are for. It is {@link io.trident.core.request.ResourceRequests#consume}
 * without looking at the other requests: O(scores) per container.
 *
 * <p>Not thread-safe.
 */
final class PendingPreferences {
  private final Map<String, PreferenceMap> maps = new HashMap<>();

  /** How many maps have each highest score. */
  private final TreeMap<Double, Integer> highestScores = new TreeMap<>();

  private int entries;

  boolean isEmpty() {
    return maps.isEmpty();
  }

  /** Returns the map of a resource name, empty if it has none. */
  PreferenceMap get(String resourceName) {
    return maps.getOrDefault(resourceName, PreferenceMap.EMPTY);
  }

  /** Returns the highest score of all maps, 0 if there is none. */
  double highestScore() {
    return highestScores.isEmpty() ? 0 : highestScores.lastKey();
  }

  /**
   * Replaces the map of a resource name by the cheapest {@code containers} entries of a new one.
   *
   * @param mostEntries how many entries all maps together may have
   * @return false if they would have more: the request is then one without a map
   */
  boolean replace(String resourceName, PreferenceMap preferences, int containers, int mostEntries) {
    PreferenceMap limited = preferences.limitedTo(Math.max(0, containers));
    if (entries - get(resourceName).size() + limited.size() > mostEntries) {
      put(resourceName, PreferenceMap.EMPTY);
      return false;
    }
    put(resourceName, limited);
    return true;
  }

  /** Adds a container of a score that is asked for once more. */
  void add(String resourceName, double score) {
    put(resourceName, get(resourceName).plus(PreferenceMap.ofOne(score, 1)));
  }

  /**
   * Takes one container's score out of the maps that its placement counts against.
   *
   * <p>It is the cheapest score of the request that the container was found by, as Algorithm 3
   * hands scores out; off-rack it is the dearest: the task that is worst off.
   *
   * @return the score: that of the narrowest of these requests which has a map; empty if none has
   */
  OptionalDouble take(NodeType locality, String node, String rack) {
    OptionalDouble score = score(locality, node, rack);
    if (score.isPresent()) {
      for (String ask : asks(locality, node, rack)) {
        PreferenceMap map = get(ask);
        if (!map.isEmpty()) {
          put(ask, map.minus(score.getAsDouble()));
        }
      }
    }
    return score;
  }

  /** Returns the score that {@link #take} would, and takes nothing. */
  OptionalDouble score(NodeType locality, String node, String rack) {
    for (String ask : asks(locality, node, rack)) {
      PreferenceMap map = get(ask);
      if (!map.isEmpty()) {
        return OptionalDouble.of(locality == NodeType.OFF_SWITCH ? map.highest() : map.lowest());
      }
    }
    return OptionalDouble.empty();
  }

  /** Returns the number of entries of all maps. */
  int entries() {
    return entries;
  }

  private static List<String> asks(NodeType locality, String node, String rack) {
    return switch (locality) {
      case NODE_LOCAL -> List.of(node, rack, ResourceRequest.ANY);
      case RACK_LOCAL -> List.of(rack, ResourceRequest.ANY);
      case OFF_SWITCH -> List.of(ResourceRequest.ANY);
    };
  }

  private void put(String resourceName, PreferenceMap map) {
    PreferenceMap before = map.isEmpty() ? maps.remove(resourceName) : maps.put(resourceName, map);
    entries += map.size() - (before == null ? 0 : before.size());
    if (before != null && !map.isEmpty() && before.highest() == map.highest()) {
      return; // as most often, when the cheapest is taken
    }
    if (before != null) {
      highestScores.computeIfPresent(before.highest(), (score, n) -> n > 1 ? n - 1 : null);
    }
    if (!map.isEmpty()) {
      highestScores.merge(map.highest(), 1, Integer::sum);
    }
  }
}
