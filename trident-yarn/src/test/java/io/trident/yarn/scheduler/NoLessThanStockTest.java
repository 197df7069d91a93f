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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairSchedulerConfiguration;

/**
 * Of any workload the Fair and FIFO schedulers place as much with maps as without Trident, and not
 * much later: containers of several sizes, nodes on blacklists, nodes that do not exist or are too
 * small, strict locality, queues with a maximum.
 */
class NoLessThanStockTest {
  private static final int MOST_ROUNDS = 120;

  /** After so many rounds in which nothing runs nothing will come. */
  private static final int IDLE_ROUNDS = 12;

  private final AtomicLong now = new AtomicLong(1);

  @Property(tries = 5, shrinking = ShrinkingMode.OFF)
  void withTheFairScheduler(@ForAll long seed) throws Exception {
    check(Drive.FAIR, seed);
  }

  @Property(tries = 5, shrinking = ShrinkingMode.OFF)
  void withTheFifoScheduler(@ForAll long seed) throws Exception {
    check(Drive.FIFO, seed);
  }

  private void check(Drive drive, long seed) throws Exception {
    // Drawn twice: a scheduler counts down the requests that it is sent.
    Workload forStock = Workload.draw(drive, new Random(seed));
    YarnConfiguration stock = forStock.configuration();
    stock.set(YarnConfiguration.RM_SCHEDULER, drive.stock().getName());
    Served byStock = serve(new MockCluster(stock), forStock);
    Workload forTrident = Workload.draw(drive, new Random(seed));
    Served byTrident = serve(MockCluster.clocked(forTrident.configuration(), now::get), forTrident);

    assertThat(byTrident.containers()).isEqualTo(byStock.containers());
    assertThat(byTrident.rounds()).isLessThanOrEqualTo(3 * byStock.rounds() + 10);
  }

  /**
   * What applications got.
   *
   * @param containers how many, by application
   * @param rounds in how many rounds of heartbeats
   */
  private record Served(List<Integer> containers, int rounds) {}

  private Served serve(MockCluster cluster, Workload workload) throws Exception {
    try (cluster) {
      List<Running> applications = new ArrayList<>();
      for (Asked asked : workload.applications()) {
        applications.add(new Running(cluster.startApplication(asked.queue(), "user"), asked));
      }
      for (Map.Entry<String, Integer> node : workload.nodes().entrySet()) {
        cluster.addNode(node.getKey(), node.getValue(), workload.cores());
      }
      int last = 0;
      for (int round = 0; round < MOST_ROUNDS && round - last < IDLE_ROUNDS; round++) {
        for (Running application : applications) {
          application.ask(round);
        }
        for (String node : workload.nodes().keySet()) {
          now.addAndGet(Duration.ofSeconds(1).toNanos() / workload.nodes().size());
          cluster.heartbeat(node);
        }
        for (Running application : applications) {
          last = application.takeAndFinish(round) ? round : last;
        }
      }
      if (cluster.scheduler() instanceof ExtendedScheduler) {
        assertThat(cluster.metric("FallbackError")).isZero();
      }
      return new Served(applications.stream().map(each -> each.got).toList(), last);
    }
  }

  /** What an application asks for, once. */
  private record Asked(
      String queue, int round, List<ResourceRequest> requests, List<String> blacklist) {}

  private record Workload(
      Drive drive,
      TreeMap<String, Integer> nodes,
      int cores,
      List<Asked> applications,
      boolean assignMultiple,
      String localityThreshold,
      int mostGigabytes) {

    static Workload draw(Drive drive, Random random) {
      TreeMap<String, Integer> nodes = new TreeMap<>();
      for (int i = 3 + random.nextInt(4); i > 0; i--) {
        nodes.put("n" + i + "-r" + i % 2, 512 * (1 + random.nextInt(8)));
      }
      List<Asked> applications = new ArrayList<>();
      for (int i = 2 + random.nextInt(3); i > 0; i--) {
        applications.add(draw(random, drive, nodes));
      }
      return new Workload(
          drive,
          nodes,
          random.nextBoolean() ? 64 : 2,
          applications,
          random.nextBoolean(),
          random.nextInt(3) == 0 ? "0.5" : "-1",
          3 + random.nextInt(10));
    }

    private static Asked draw(Random random, Drive drive, TreeMap<String, Integer> room) {
      List<String> nodes = List.copyOf(room.keySet());
      int tasks = 1 + random.nextInt(10);
      int largest = Collections.max(room.values()); // more is refused
      int mb = Math.min(largest, List.of(512, GB, 2 * GB, largest).get(random.nextInt(4)));
      boolean withMaps = random.nextInt(4) > 0;
      boolean strict = drive == Drive.FAIR && random.nextInt(5) == 0;
      Map<String, Integer> places = new HashMap<>();
      for (int i = strict ? 1 : random.nextInt(4); i > 0; i--) {
        String host = strict || random.nextInt(8) > 0 ? any(random, nodes) : "nowhere-r0";
        places.put(host, strict ? tasks : 1 + random.nextInt(tasks));
        places.put(host.substring(host.indexOf('-')).replace('-', '/'), tasks);
      }
      places.put(ResourceRequest.ANY, tasks);
      List<ResourceRequest> requests = new ArrayList<>();
      places.forEach(
          (name, count) -> {
            double score = List.of(1.0, 8.0, 20.0).get(random.nextInt(3));
            double[] map = withMaps ? new double[] {score, count} : new double[0];
            ResourceRequest request = request(name, count, mb, map);
            request.setRelaxLocality(!strict || name.startsWith("n"));
            requests.add(request);
          });
      return new Asked(
          random.nextBoolean() ? "a" : "b",
          random.nextInt(4),
          requests,
          !strict && random.nextInt(4) == 0 ? List.of(any(random, nodes)) : List.of());
    }

    private static String any(Random random, List<String> nodes) {
      return nodes.get(random.nextInt(nodes.size()));
    }

    YarnConfiguration configuration() {
      YarnConfiguration conf = MockCluster.twoQueues(drive);
      if (drive == Drive.FAIR) {
        MockCluster.setQueues(
            conf,
            "<queue name='a'><maxResources>%d mb, 64 vcores</maxResources></queue><queue name='b'/>"
                .formatted(mostGigabytes * GB));
        conf.setBoolean(FairSchedulerConfiguration.ASSIGN_MULTIPLE, assignMultiple);
        conf.set(FairSchedulerConfiguration.LOCALITY_THRESHOLD_NODE, localityThreshold);
        conf.set(FairSchedulerConfiguration.LOCALITY_THRESHOLD_RACK, localityThreshold);
      }
      return conf;
    }
  }

  /** Each of its containers runs for two rounds. */
  private static final class Running {
    private static final int ROUNDS = 2;

    private final MockAM am;
    private final Asked asked;
    private final TreeMap<Integer, List<ContainerId>> since = new TreeMap<>();
    private int got;

    Running(MockAM am, Asked asked) {
      this.am = am;
      this.asked = asked;
    }

    void ask(int round) throws Exception {
      if (round == asked.round()) {
        am.allocate(
            AllocateRequest.newInstance(
                0,
                0,
                asked.requests(),
                List.of(),
                ResourceBlacklistRequest.newInstance(asked.blacklist(), List.of())));
      }
    }

    /** Returns whether it got or has any container, or has yet to ask. */
    boolean takeAndFinish(int round) throws Exception {
      List<ContainerId> ended =
          since.isEmpty() || since.firstKey() > round - ROUNDS
              ? List.of()
              : since.pollFirstEntry().getValue();
      List<ContainerId> containers =
          am.allocate(new ArrayList<>(), ended).getAllocatedContainers().stream()
              .map(Container::getId)
              .toList();
      got += containers.size();
      since.put(round, containers);
      since.values().removeIf(List::isEmpty);
      return !since.isEmpty() || round <= asked.round();
    }
  }
}
