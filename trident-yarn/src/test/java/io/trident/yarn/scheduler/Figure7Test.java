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

import static io.trident.yarn.scheduler.MockCluster.DISK;
import static io.trident.yarn.scheduler.MockCluster.GB;
import static io.trident.yarn.scheduler.MockCluster.MEMORY;
import static io.trident.yarn.scheduler.MockCluster.SSD;
import static io.trident.yarn.scheduler.MockCluster.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.yarn.scheduler.MockCluster.Drive;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The example of the paper's Figure 7: three tasks, six nodes, the best three containers. */
class Figure7Test {
  private static List<ResourceRequest> asks() {
    return List.of(
        request("n1", 2, GB, MEMORY, 1, DISK, 1),
        request("n2", 2, GB, MEMORY, 1, SSD, 1),
        request("n3", 2, GB, DISK, 2),
        request("n4", 3, GB, SSD, 2, DISK, 1),
        request("/default-rack", 3, GB, MEMORY, 2, SSD, 1),
        request("*", 3, GB, MEMORY, 2, SSD, 1));
  }

  private static final List<String> ORDER = List.of("n5", "n6", "n4", "n3", "n1", "n2");

  @ParameterizedTest
  @EnumSource(Drive.class)
  void theBestThreeContainersAreAllocatedWhicheverNodeIsOffered(Drive drive) throws Exception {
    assertThat(allocate(MockCluster.configuration(drive)))
        .containsExactlyInAnyOrder("n1", "n2", "n4");
  }

  @Test
  void theAllocatorAloneDoesTheSameUnderTheStockScheduler() throws Exception {
    YarnConfiguration conf = MockCluster.configuration(Drive.HEARTBEAT);
    conf.set(YarnConfiguration.RM_SCHEDULER, CapacityScheduler.class.getName());
    conf.set(
        YarnConfiguration.APPLICATION_PLACEMENT_TYPE_CLASS,
        TridentPlacementAllocator.class.getName());
    assertThat(allocate(conf)).containsExactlyInAnyOrder("n1", "n2", "n4");
  }

  @ParameterizedTest
  @EnumSource(names = {"HEARTBEAT", "FAIR", "FIFO"})
  void theStockSchedulersIgnoreTheMaps(Drive drive) throws Exception {
    YarnConfiguration conf = MockCluster.configuration(drive);
    conf.set(YarnConfiguration.RM_SCHEDULER, drive.stock().getName());
    assertThat(allocate(conf)).hasSize(3).doesNotContain("n1", "n2");
  }

  private static List<String> allocate(YarnConfiguration conf) throws Exception {
    try (MockCluster cluster = new MockCluster(conf)) {
      MockAM am = cluster.startApplication("default", "user");
      int[] slots = {2, 1, 0, 4, 2, 2};
      for (int i = 0; i < slots.length; i++) {
        cluster.addNode("n" + (i + 1), slots[i] == 0 ? 512 : slots[i] * GB);
      }
      am.allocate(asks(), new ArrayList<>());
      List<String> hosts = new ArrayList<>();
      for (int round = 0; round < 20 && hosts.size() < 3; round++) {
        for (String name : ORDER) {
          cluster.heartbeat(name);
          hosts.addAll(MockCluster.hosts(MockCluster.poll(am)));
        }
      }
      return hosts;
    }
  }
}
