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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.model.StorageTier;
import io.trident.core.request.ContainerAsk;
import io.trident.core.request.PreferenceMap;
import io.trident.core.request.ResourceRequests;
import io.trident.yarn.wire.PreferenceMaps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.jupiter.api.Test;

class MapRequestsTest {
  private static final Priority PRIORITY = Priority.newInstance(20);
  private static final List<StorageTier> TIERS =
      List.of(StorageTier.MEMORY, StorageTier.SSD, StorageTier.DISK);

  private final Topology topology = new Topology(120);
  private final MapRequests requests = new MapRequests(topology);

  /** The reference is the core's own translation of tasks. */
  @Test
  void theRequestsAreThoseOfThePaper() throws Exception {
    List<CostProfile> tasks = new ArrayList<>();
    Random random = new Random(2);
    for (int i = 0; i < 50; i++) {
      int[] replicas = topology.drawReplicas(random);
      requests.add(replicas);
      Map<String, Double> costs = new HashMap<>();
      for (int tier = 0; tier < replicas.length; tier++) {
        costs.put(topology.host(replicas[tier]), CostModel.DEFAULT.score(TIERS.get(tier)));
      }
      tasks.add(
          CostProfile.ofScores(
              "task" + i, costs, host -> topology.rack(topology.node(host)), CostModel.DEFAULT));
    }
    Map<String, ContainerAsk> sent = new HashMap<>();
    for (ResourceRequest request : requests.takeChanged(PRIORITY, true)) {
      sent.put(
          request.getResourceName(),
          new ContainerAsk(
              request.getResourceName(),
              request.getNumContainers(),
              PreferenceMaps.read(request).orElse(PreferenceMap.EMPTY)));
    }
    List<ContainerAsk> expected =
        ResourceRequests.of(tasks, host -> topology.rack(topology.node(host)));
    assertThat(sent.values()).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void onlyChangesAreSent() {
    requests.add(new int[] {0, 40, 41});
    requests.add(new int[] {1, 80, 81});
    requests.takeChanged(PRIORITY, true);

    assertThat(requests.takeChanged(PRIORITY, true)).isEmpty();
    requests.remove(new int[] {0, 40, 41});
    assertThat(requests.takeChanged(PRIORITY, true))
        .extracting(ResourceRequest::getResourceName, ResourceRequest::getNumContainers)
        .containsExactlyInAnyOrder(
            tuple(topology.host(0), 0),
            tuple(topology.host(40), 0),
            tuple(topology.host(41), 0),
            tuple(topology.rack(0), 1),
            tuple(topology.rack(40), 0),
            tuple("*", 1));
  }

  @Test
  void stockIsSentNoMaps() throws Exception {
    requests.add(new int[] {0, 40, 41});
    for (ResourceRequest request : requests.takeChanged(PRIORITY, false)) {
      assertThat(PreferenceMaps.read(request)).isEmpty();
      assertThat(request.getNumContainers()).isEqualTo(1);
      assertThat(request.getPriority()).isEqualTo(PRIORITY);
    }
  }
}
