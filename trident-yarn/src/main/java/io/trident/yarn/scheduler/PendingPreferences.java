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

  boolean isEmpty() {
    return maps.isEmpty();
  }

  /** Returns the map of a resource name, empty if it has none. */
  PreferenceMap get(String resourceName) {
    return maps.getOrDefault(resourceName, PreferenceMap.EMPTY);
  }

  /**
   * Replaces the map of a resource name by the cheapest {@code containers} entries of a new one.
   */
  void replace(String resourceName, PreferenceMap preferences, int containers) {
    put(resourceName, preferences.limitedTo(Math.max(0, containers)));
  }

  /** Adds the map of one container that is asked for once more. */
  void add(String resourceName, PreferenceMap preferences) {
    TreeMap<Double, Integer> sum = new TreeMap<>(get(resourceName).counts());
    preferences.counts().forEach((score, count) -> sum.merge(score, count, Math::addExact));
    put(resourceName, new PreferenceMap(sum));
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
    List<String> asks =
        switch (locality) {
          case NODE_LOCAL -> List.of(node, rack, ResourceRequest.ANY);
          case RACK_LOCAL -> List.of(rack, ResourceRequest.ANY);
          case OFF_SWITCH -> List.of(ResourceRequest.ANY);
        };
    OptionalDouble score = OptionalDouble.empty();
    for (String ask : asks) {
      PreferenceMap map = get(ask);
      if (map.isEmpty()) {
        continue;
      }
      if (score.isEmpty()) {
        score =
            OptionalDouble.of(
                locality == NodeType.OFF_SWITCH ? map.counts().lastKey() : map.counts().firstKey());
      }
      put(ask, map.minus(score.getAsDouble()));
    }
    return score;
  }

  private void put(String resourceName, PreferenceMap map) {
    if (map.isEmpty()) {
      maps.remove(resourceName);
    } else {
      maps.put(resourceName, map);
    }
  }
}
