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

import io.trident.core.cost.CostModel;
import io.trident.core.model.StorageTier;
import io.trident.core.request.PreferenceMap;
import io.trident.yarn.wire.PreferenceMaps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * The requests of an application for its maps, kept as MapReduce's application master keeps them:
 * for each node and rack of a replica and for {@code *}, of which those are sent that have changed.
 */
final class MapRequests {
  private static final double[] SCORES = {
    CostModel.DEFAULT.score(StorageTier.MEMORY),
    CostModel.DEFAULT.score(StorageTier.SSD),
    CostModel.DEFAULT.score(StorageTier.DISK)
  };

  private final Topology topology;
  private final Map<String, int[]> wanted = new HashMap<>();
  private final Set<String> changed = new LinkedHashSet<>();

  MapRequests(Topology topology) {
    this.topology = topology;
  }

  /** Asks for one container more. */
  void add(int[] replicas) {
    count(replicas, 1);
  }

  /** Asks for one container less. */
  void remove(int[] replicas) {
    count(replicas, -1);
  }

  private void count(int[] replicas, int difference) {
    for (int tier = 0; tier < replicas.length; tier++) {
      count(topology.host(replicas[tier]), tier, difference);
      String rack = topology.rack(replicas[tier]);
      boolean fasterInRack = false;
      for (int faster = 0; faster < tier; faster++) {
        fasterInRack |= topology.rack(replicas[faster]).equals(rack);
      }
      if (!fasterInRack) {
        count(rack, tier, difference);
      }
    }
    count(ResourceRequest.ANY, 0, difference);
  }

  private void count(String name, int tier, int difference) {
    wanted.computeIfAbsent(name, any -> new int[SCORES.length])[tier] += difference;
    changed.add(name);
  }

  /**
   * Returns the requests that have changed since the last call, as they come from the wire.
   *
   * @param withMaps whether preference maps are attached
   */
  List<ResourceRequest> takeChanged(Priority priority, boolean withMaps) {
    List<ResourceRequest> requests = new ArrayList<>(changed.size());
    for (String name : changed) {
      int[] byTier = wanted.getOrDefault(name, new int[SCORES.length]);
      int containers = 0;
      TreeMap<Double, Integer> counts = new TreeMap<>();
      for (int tier = 0; tier < byTier.length; tier++) {
        containers += byTier[tier];
        if (byTier[tier] > 0) {
          counts.put(SCORES[tier], byTier[tier]);
        }
      }
      requests.add(
          request(
              priority,
              name,
              containers,
              withMaps ? new PreferenceMap(counts) : PreferenceMap.EMPTY));
      if (containers == 0) {
        wanted.remove(name);
      }
    }
    changed.clear();
    return requests;
  }

  /** Returns a request as it comes from the wire: nothing in it is decoded yet. */
  static ResourceRequest request(
      Priority priority, String name, int containers, PreferenceMap preferences) {
    return request(priority, name, containers, true, preferences);
  }

  /**
   * The same.
   *
   * @param relaxed whether places beyond the named one will do
   */
  static ResourceRequest request(
      Priority priority, String name, int containers, boolean relaxed, PreferenceMap preferences) {
    ResourceRequest request =
        ResourceRequest.newBuilder()
            .priority(priority)
            .resourceName(name)
            .capability(Resource.newInstance(LoadSpec.SLOT_MB, 1))
            .numContainers(containers)
            .relaxLocality(relaxed)
            .executionTypeRequest(ExecutionTypeRequest.newInstance())
            .build();
    return PreferenceMaps.attach(request, preferences);
  }
}
