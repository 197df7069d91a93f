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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairSchedulerConfiguration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Under the Fair and FIFO schedulers all that is asked for is placed, whatever nodes and other
 * applications do, and no node gets more than it has.
 */
class HeartbeatWorkloadsTest {
  private static final int NODES = 8;
  private static final int ROOM = 3;
  private static final int ROUNDS = 120;

  private final AtomicLong now = new AtomicLong(1);

  @ParameterizedTest
  @CsvSource({"FAIR, 1", "FAIR, 2", "FAIR, 3", "FIFO, 1", "FIFO, 2", "FIFO, 3"})
  void allThatIsAskedForIsPlaced(Drive drive, long seed) throws Exception {
    YarnConfiguration conf = MockCluster.twoQueues(drive);
    try (MockCluster cluster = served(conf, new Random(seed))) {
      assertThat(cluster.metric("FallbackError")).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({"FAIR, 4", "FAIR, 5", "FIFO, 4", "FIFO, 5"})
  void inShadowEachContainerIsCountedOnce(Drive drive, long seed) throws Exception {
    YarnConfiguration conf = MockCluster.twoQueues(drive);
    conf.set(YarnKeys.MODE.name(), "shadow");
    try (MockCluster cluster = served(conf, new Random(seed))) {
      assertThat(byLocality(cluster, "Shadow") + cluster.metric("ShadowUnplanned"))
          .isEqualTo(byLocality(cluster, "Containers"))
          .isPositive();
      assertThat(cluster.metric("ShadowNodeLocal")).isPositive();
      assertThat(cluster.metric("FallbackError")).isZero();
    }
  }

  private static long byLocality(MockCluster cluster, String prefix) {
    return Stream.of("NodeLocal", "RackLocal", "OffSwitch")
        .mapToLong(locality -> cluster.metric(prefix + locality))
        .sum();
  }

  /** Returns a cluster that has served all that four applications asked for. */
  private MockCluster served(YarnConfiguration conf, Random random) throws Exception {
    conf.setBoolean(FairSchedulerConfiguration.ASSIGN_MULTIPLE, random.nextBoolean());
    MockCluster cluster = MockCluster.clocked(conf, now::get);
    try {
      List<Application> applications = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        applications.add(
            new Application(cluster.startApplication(i % 2 == 0 ? "a" : "b", "user" + i)));
      }
      List<String> nodes = new ArrayList<>();
      for (int i = 0; i < NODES; i++) {
        nodes.add("n" + i + "-r" + i % 2);
        cluster.addNode(nodes.get(i), ROOM * GB);
      }
      String silent = nodes.get(random.nextInt(NODES));
      String lost = nodes.get((nodes.indexOf(silent) + 1) % NODES);
      int round = 0;
      while (round < ROUNDS
          && (round < 30 || !applications.stream().allMatch(Application::isDone))) {
        if (round < 20) {
          applications.get(random.nextInt(4)).ask(random, nodes);
        }
        if (round == 10) {
          lose(cluster, lost);
        }
        Collections.shuffle(nodes, random);
        for (String node : nodes) {
          boolean beats = !node.equals(silent) || round < 5;
          if (beats && (!node.equals(lost) || round < 10)) {
            now.addAndGet(Duration.ofMillis(1000 / NODES).toNanos());
            cluster.heartbeat(node);
          }
        }
        for (Application application : applications) {
          application.fetchAndFinishSome(random);
        }
        assertNoNodeHasTooMany(cluster);
        round++;
      }
      assertThat(applications)
          .allSatisfy(
              each -> assertThat(each.got).as("after %d rounds", ROUNDS).isEqualTo(each.asked));
      return cluster;
    } catch (Exception | AssertionError failure) {
      cluster.close();
      throw failure;
    }
  }

  private static void lose(MockCluster cluster, String node) throws Exception {
    cluster
        .rm
        .getRMContext()
        .getDispatcher()
        .getEventHandler()
        .handle(new RMNodeEvent(cluster.node(node).getNodeId(), RMNodeEventType.EXPIRE));
    cluster.rm.drainEvents();
  }

  private static void assertNoNodeHasTooMany(MockCluster cluster) {
    assertThat(cluster.scheduler().getNodeTracker().getAllNodes())
        .allMatch(node -> node.getUnallocatedResource().getMemorySize() >= 0)
        .allMatch(
            node ->
                node.getAllocatedResource().getMemorySize()
                    == node.getCopiedListOfRunningContainers().stream()
                        .mapToLong(container -> container.getAllocatedResource().getMemorySize())
                        .sum());
  }

  /** Asks, takes what it gets, lets it run for a while. What is lost with a node it forgets. */
  private static final class Application {
    private final MockAM am;
    private final List<ContainerId> running = new ArrayList<>();
    private final Map<String, Integer> pending = new HashMap<>();
    private int asked;
    private int got;

    Application(MockAM am) {
      this.am = am;
    }

    boolean isDone() {
      return got == asked;
    }

    /** Asks for more once all is there, since requests state what is pending in all. */
    void ask(Random random, List<String> nodes) throws Exception {
      if (!isDone()) {
        return;
      }
      int tasks = 1 + random.nextInt(12);
      List<ResourceRequest> asks = new ArrayList<>();
      pending.keySet().forEach(name -> asks.add(request(name, 0, GB)));
      pending.clear();
      for (int i = 0; i < random.nextInt(4); i++) {
        pending.put(nodes.get(random.nextInt(NODES)), 1 + random.nextInt(tasks));
      }
      pending.put("/r0", tasks);
      pending.put("/r1", tasks);
      pending.forEach(
          (name, count) -> {
            asks.removeIf(ask -> ask.getResourceName().equals(name));
            asks.add(request(name, count, GB, List.of(1, 8, 20).get(random.nextInt(3)), count));
          });
      asks.add(request("*", tasks, GB, 1, tasks));
      asked += tasks;
      am.allocate(asks, new ArrayList<>());
    }

    void fetchAndFinishSome(Random random) throws Exception {
      List<Container> containers = MockCluster.poll(am);
      got += containers.size();
      containers.forEach(container -> running.add(container.getId()));
      List<ContainerId> finished = running.stream().filter(id -> random.nextInt(3) == 0).toList();
      running.removeAll(finished);
      MockCluster.release(am, finished);
    }
  }
}
