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

import io.trident.yarn.config.YarnKeys;
import io.trident.yarn.scheduler.MockCluster.Drive;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Without maps, or switched off, every container is the one that the stock scheduler gives. */
class SameAsStockTest {
  private static final int NODES = 6;

  @ParameterizedTest
  @CsvSource({
    "HEARTBEAT, 1",
    "HEARTBEAT, 2",
    "HEARTBEAT, 3",
    "HEARTBEAT, 4",
    "HEARTBEAT, 5",
    "HEARTBEAT, 6",
    "FAIR, 1",
    "FAIR, 2",
    "FAIR, 3",
    "FIFO, 1",
    "FIFO, 2",
    "FIFO, 3"
  })
  void applicationsWithoutMapsGetTheSameContainersAtTheSameHeartbeats(Drive drive, long seed)
      throws Exception {
    YarnConfiguration trident = MockCluster.twoQueues(drive);
    assertThat(history(trident, seed, false))
        .isEqualTo(history(stock(drive), seed, false))
        .isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "off, HEARTBEAT, 7",
    "off, FAIR, 7",
    "off, FIFO, 7",
    "shadow, HEARTBEAT, 7",
    "shadow, HEARTBEAT, 8",
    "shadow, HEARTBEAT, 9",
    "shadow, HEARTBEAT, 10",
    "shadow, FAIR, 7",
    "shadow, FAIR, 8",
    "shadow, FIFO, 7",
    "shadow, FIFO, 8"
  })
  void switchedOffOrInShadowTheMapsChangeNothing(String mode, Drive drive, long seed)
      throws Exception {
    YarnConfiguration off = MockCluster.twoQueues(drive);
    off.set(YarnKeys.MODE.name(), mode);
    assertThat(history(off, seed, true)).isEqualTo(history(stock(drive), seed, true)).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "HEARTBEAT, 7",
    "HEARTBEAT, 8",
    "HEARTBEAT, 9",
    "HEARTBEAT, 10",
    "FAIR, 7",
    "FIFO, 7"
  })
  void switchedOnTheMapsChangeSomething(Drive drive, long seed) throws Exception {
    YarnConfiguration trident = MockCluster.twoQueues(drive);
    assertThat(history(trident, seed, true)).isNotEqualTo(history(stock(drive), seed, true));
  }

  private static YarnConfiguration stock(Drive drive) {
    YarnConfiguration conf = MockCluster.twoQueues(drive);
    conf.set(YarnConfiguration.RM_SCHEDULER, drive.stock().getName());
    return conf;
  }

  /** Which application got containers on which nodes after which heartbeat. */
  private static List<String> history(YarnConfiguration conf, long seed, boolean withMaps)
      throws Exception {
    conf.set("yarn.scheduler.capacity.node-locality-delay", "3");
    conf.set("yarn.scheduler.capacity.rack-locality-additional-delay", "2");
    Random random = new Random(seed);
    List<String> history = new ArrayList<>();
    try (MockCluster cluster = new MockCluster(conf)) {
      List<MockAM> masters =
          List.of(
              cluster.startApplication("a", "alice"),
              cluster.startApplication("b", "bob"),
              cluster.startApplication("b", "carol"));
      for (int i = 0; i < NODES; i++) {
        cluster.addNode(node(i), (2 + random.nextInt(4)) * GB);
      }
      for (int round = 0; round < 4; round++) {
        for (MockAM am : masters) {
          am.allocate(asks(random, withMaps), new ArrayList<>());
        }
        for (int i = 0; i < NODES; i++) {
          cluster.heartbeat(node(i));
          for (int am = 0; am < masters.size(); am++) {
            List<String> hosts = MockCluster.hosts(MockCluster.poll(masters.get(am)));
            if (!hosts.isEmpty()) {
              history.add("round %d, %s: %d on %s".formatted(round, node(i), am, hosts));
            }
          }
        }
      }
    }
    return history;
  }

  private static List<ResourceRequest> asks(Random random, boolean withMaps) {
    List<ResourceRequest> asks = new ArrayList<>();
    int total = 1 + random.nextInt(4);
    int mb = random.nextBoolean() ? GB : 512;
    double[] map = withMaps ? new double[] {1 + random.nextInt(20), total} : new double[0];
    for (int i = 0; i < 2; i++) {
      asks.add(request(node(random.nextInt(NODES)), total, mb, map));
    }
    asks.add(request("/r1", total, mb, map));
    asks.add(request("/r2", total, mb, map));
    asks.add(request("*", total, mb, map));
    return asks;
  }

  private static String node(int i) {
    return "n" + i + "-r" + (1 + i % 2);
  }
}
