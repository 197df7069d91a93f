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

import io.trident.yarn.scheduler.MockCluster.Drive;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Applications compete; everything asked for is placed, nothing twice, no node over its size. */
class ManyApplicationsTest {
  private static final int NODES = 10;
  private static final int ROOM = 8;
  private static final int APPLICATIONS = 6;

  @ParameterizedTest
  @CsvSource({
    "HEARTBEAT, 1",
    "ASYNC, 1",
    "ASYNC, 3",
    "MULTI_NODE, 1",
    "ASYNC_MULTI_NODE, 2",
    "FAIR, 1",
    "FIFO, 1"
  })
  void everyContainerAskedForIsPlacedOnce(Drive drive, int schedulingThreads) throws Exception {
    YarnConfiguration conf = MockCluster.configuration(drive);
    conf.set("yarn.scheduler.capacity.node-locality-delay", "5");
    conf.set("yarn.scheduler.capacity.rack-locality-additional-delay", "5");
    conf.setInt(
        "yarn.scheduler.capacity.schedule-asynchronously.maximum-threads", schedulingThreads);
    Random random = new Random(42);
    try (MockCluster cluster = new MockCluster(conf)) {
      List<MockAM> masters = new ArrayList<>();
      for (int i = 0; i < APPLICATIONS; i++) {
        masters.add(cluster.startApplication("default", "user" + i));
      }
      for (int i = 0; i < NODES; i++) {
        cluster.addNode(node(i), ROOM * GB);
      }
      int[] asked = new int[APPLICATIONS];
      int[] got = new int[APPLICATIONS];
      for (int i = 0; i < APPLICATIONS; i++) {
        asked[i] = 8 + random.nextInt(5); // 72 at most, of 80
        masters.get(i).allocate(asks(random, asked[i]), new ArrayList<>());
      }
      int[] onNode = new int[NODES];
      for (int round = 0; round < 40 && !Arrays.equals(asked, got); round++) {
        for (int i = 0; i < NODES; i++) {
          cluster.heartbeat(node(i));
        }
        for (int i = 0; i < APPLICATIONS; i++) {
          for (Container container : MockCluster.poll(masters.get(i))) {
            got[i]++;
            String host = container.getNodeId().getHost();
            onNode[Integer.parseInt(host.substring(1, host.indexOf('-')))]++;
          }
        }
      }
      assertThat(got).isEqualTo(asked);
      assertThat(Arrays.stream(onNode).boxed()).allMatch(containers -> containers <= ROOM);
      assertThat(cluster.metric("FallbackError")).isZero();
      for (MockAM am : masters) {
        assertThat(
                cluster
                    .scheduler()
                    .getApplicationAttempt(am.getApplicationAttemptId())
                    .getSchedulerKeys())
            .isEmpty();
      }
    }
  }

  private static List<ResourceRequest> asks(Random random, int tasks) {
    List<ResourceRequest> asks = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int each = 1 + random.nextInt(tasks);
      double score = List.of(1, 8, 20).get(random.nextInt(3));
      asks.add(request(node(random.nextInt(NODES)), each, GB, score, each));
    }
    asks.add(request("/r0", tasks, GB, 1, tasks));
    asks.add(request("/r1", tasks, GB, 8, tasks));
    asks.add(request("*", tasks, GB, 1, tasks));
    return asks;
  }

  private static String node(int i) {
    return "n" + i + "-r" + i % 2;
  }
}
