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

import static io.trident.yarn.scheduler.MockCluster.GB;
import static io.trident.yarn.scheduler.MockCluster.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.model.StorageTier;
import io.trident.core.request.AllocationSnapshot;
import io.trident.core.request.ContainerAllocation;
import io.trident.core.request.ContainerAsk;
import io.trident.core.request.NodeRoom;
import io.trident.core.request.PotentialContainer;
import io.trident.core.request.PreferenceMap;
import io.trident.core.request.ResourceRequests;
import io.trident.yarn.scheduler.MockCluster.Drive;
import io.trident.yarn.wire.PreferenceMaps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** 1,024 tasks of three replicas each on 1,024 nodes in 32 racks. */
@Tag("slow")
class LargeClusterTest {
  private static final int SIZE = 1024;
  private static final int RACKS = 32;
  private static final List<StorageTier> TIERS =
      List.of(StorageTier.MEMORY, StorageTier.SSD, StorageTier.DISK);

  @Test
  void theSchedulerPlacesWhatAlgorithm3ChoosesForTheWholeCluster() throws Exception {
    List<ContainerAsk> asks = ResourceRequests.of(tasks(), LargeClusterTest::rackOf);
    try (MockCluster cluster = new MockCluster(MockCluster.configuration(Drive.HEARTBEAT))) {
      MockAM am = cluster.startApplication("default", "user");
      List<NodeRoom> rooms = new ArrayList<>();
      MockNM lastNode = cluster.node("am0");
      for (int i = 0; i < SIZE; i++) {
        lastNode = cluster.rm.registerNode(node(i) + ":1234", 8 * GB, 64);
        rooms.add(new NodeRoom(node(i), rackOf(node(i)), 8));
      }
      cluster.rm.drainEvents();
      List<ResourceRequest> requests = new ArrayList<>();
      for (ContainerAsk ask : asks) {
        ResourceRequest request = request(ask.resourceName(), ask.containers(), GB);
        requests.add(PreferenceMaps.attach(request, ask.preferences()));
      }
      am.allocate(requests, new ArrayList<>());
      List<Container> got = new ArrayList<>();
      for (int beat = 0; beat < 50 && got.size() < SIZE; beat++) {
        lastNode.nodeHeartbeat(true);
        cluster.rm.drainEvents();
        got.addAll(MockCluster.poll(am));
      }
      assertThat(got).hasSize(SIZE);
      List<PotentialContainer> chosen =
          ContainerAllocation.allocate(
              new AllocationSnapshot(
                  asks, rooms, SIZE, CostModel.DEFAULT.rackLocal(), CostModel.DEFAULT.offRack()));
      assertThat(scores(got, asks))
          .isEqualTo(chosen.stream().map(PotentialContainer::cost).sorted().toList());
    }
  }

  /** The costs of containers as Algorithm 3 counts them: each node's cheapest scores first. */
  private static List<Double> scores(List<Container> containers, List<ContainerAsk> asks) {
    Map<String, PreferenceMap> left = new HashMap<>();
    asks.forEach(ask -> left.put(ask.resourceName(), ask.preferences()));
    List<Double> scores = new ArrayList<>();
    for (String host : MockCluster.hosts(containers)) {
      PreferenceMap map = left.getOrDefault(host, PreferenceMap.EMPTY);
      assertThat(map.isEmpty()).as("a container on %s, which nothing prefers", host).isFalse();
      double score = map.counts().firstKey();
      scores.add(score);
      left.put(host, map.minus(score));
    }
    scores.sort(Double::compare);
    return scores;
  }

  private static List<CostProfile> tasks() {
    Random random = new Random(3);
    List<CostProfile> tasks = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      Map<String, Double> scores = new HashMap<>();
      for (int replica = 0; replica < 3; replica++) {
        StorageTier tier = TIERS.get(random.nextInt(TIERS.size()));
        scores.put(node(random.nextInt(SIZE)), CostModel.DEFAULT.score(tier));
      }
      tasks.add(
          CostProfile.ofScores("task" + i, scores, LargeClusterTest::rackOf, CostModel.DEFAULT));
    }
    return tasks;
  }

  private static String node(int i) {
    return "n" + i + "-r" + i % RACKS;
  }

  private static String rackOf(String node) {
    return "/" + node.substring(node.indexOf("-r") + 1);
  }
}
