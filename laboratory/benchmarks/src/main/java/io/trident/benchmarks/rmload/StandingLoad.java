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

import io.trident.core.request.PreferenceMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/** Applications that are there all the time, beside those that come and go. */
enum StandingLoad {
  NONE("arrivals only") {
    @Override
    List<StandingApplication> applications(Topology topology, boolean preferring) {
      return List.of();
    }
  },

  /** One that asks for 64 containers on each of 1,000 nodes, each at a cost of its own. */
  LARGE("1,000 maps of 64 entries") {
    @Override
    List<StandingApplication> applications(Topology topology, boolean preferring) {
      return List.of(asksEverywhere(topology, 64, preferring));
    }
  },

  /** One that asks for as much as the codec lets it. */
  HOSTILE("1,000 maps of 1,024 entries") {
    @Override
    List<StandingApplication> applications(Topology topology, boolean preferring) {
      return List.of(asksEverywhere(topology, 1_024, preferring));
    }
  },

  /** A hundred that will take no other node than one that is full for good. */
  STRICT("100 wait strictly for a full node") {
    @Override
    List<StandingApplication> applications(Topology topology, boolean preferring) {
      List<StandingApplication> all = new ArrayList<>();
      all.add(onlyOn(topology, 0, LoadSpec.SLOTS, preferring).withContainersThatStay());
      for (int i = 0; i < WAITING_STRICTLY; i++) {
        all.add(onlyOn(topology, 0, 1, preferring));
      }
      return all;
    }
  };

  private static final int WAITING_STRICTLY = 100;
  private static final int MOST_HOSTS = 1_000;

  private final String label;

  StandingLoad(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /**
   * Makes them.
   *
   * @param preferring whether they send preference maps
   */
  abstract List<StandingApplication> applications(Topology topology, boolean preferring);

  private static StandingApplication asksEverywhere(
      Topology topology, int entries, boolean preferring) {
    int hosts = Math.min(MOST_HOSTS, topology.nodes());
    Map<String, Integer> inRack = new HashMap<>();
    List<StandingApplication.Ask> asks = new ArrayList<>();
    for (int node = 0; node < hosts; node++) {
      asks.add(ask(topology.host(node), entries, 1, preferring));
      inRack.merge(topology.rack(node), 1, Integer::sum);
    }
    inRack.forEach((rack, each) -> asks.add(ask(rack, entries, each, preferring)));
    asks.add(ask(ResourceRequest.ANY, entries, hosts, preferring));
    return new StandingApplication(asks);
  }

  /** For some containers at each of the costs from 1 on. */
  private static StandingApplication.Ask ask(
      String name, int costs, int containersEach, boolean preferring) {
    TreeMap<Double, Integer> map = new TreeMap<>();
    for (int cost = 1; preferring && cost <= costs; cost++) {
      map.put((double) cost, containersEach);
    }
    return new StandingApplication.Ask(name, costs * containersEach, true, new PreferenceMap(map));
  }

  private static StandingApplication onlyOn(
      Topology topology, int node, int containers, boolean preferring) {
    PreferenceMap map = preferring ? PreferenceMap.ofOne(1, containers) : PreferenceMap.EMPTY;
    return new StandingApplication(
        List.of(
            new StandingApplication.Ask(topology.host(node), containers, true, map),
            new StandingApplication.Ask(topology.rack(node), containers, false, map),
            new StandingApplication.Ask(ResourceRequest.ANY, containers, false, map)));
  }
}
