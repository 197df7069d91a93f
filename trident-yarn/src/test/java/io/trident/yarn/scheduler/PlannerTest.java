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

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.model.Locality;
import io.trident.core.request.ContainerAsk;
import io.trident.core.request.PotentialContainer;
import io.trident.core.request.ResourceRequests;
import io.trident.yarn.scheduler.MockCluster.Drive;
import io.trident.yarn.scheduler.Planner.Choice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.statistics.Statistics;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;

/** Plans for the nodes of a real resource manager, 24 in 6 racks; one host has two of them. */
@SuppressWarnings("NullAway.Init") // set before the first property
class PlannerTest {
  private static final int HOSTS = 23;
  private static final int RACKS = 6;
  private static final int SLOTS = 4;
  private static final double[] SCORES = {MEMORY, SSD, DISK};

  private static MockCluster cluster;
  private static NodeView<FiCaSchedulerNode> view;

  @BeforeContainer
  static void start() throws Exception {
    cluster = new MockCluster(MockCluster.configuration(Drive.HEARTBEAT));
    MockAM am = cluster.startApplication("default", "user");
    for (int i = 0; i < HOSTS; i++) {
      cluster.addNode(host(i), SLOTS * GB);
    }
    cluster.rm.registerNode(host(0) + ":4321", SLOTS * GB, 64);
    cluster.rm.drainEvents();
    CapacityScheduler scheduler = cluster.scheduler();
    view =
        new NodeView<>(
            scheduler,
            scheduler.getApplicationAttempt(am.getApplicationAttemptId()).getAppSchedulingInfo(),
            "",
            Resource.newInstance(GB, 1));
  }

  @AfterContainer
  static void stop() {
    cluster.close();
  }

  private static String host(int i) {
    return "n" + i + "-r" + i % RACKS;
  }

  private static String rackOf(String host) {
    return "/" + host.substring(host.indexOf("-r") + 1);
  }

  /** What an application asks for, while the cluster is more or less busy. */
  private static final class Situation {
    private final List<ResourceRequest> requests = new ArrayList<>();
    private final PendingPreferences preferences = new PendingPreferences();
    private final InFlight inFlight = new InFlight();

    void ask(String name, int containers, ContainerAsk ask) {
      requests.add(request(name, containers, GB));
      preferences.replace(name, ask.preferences(), containers);
    }

    /** Leaves so much room on each node of a host. */
    void leave(String host, int room) {
      for (FiCaSchedulerNode node : view.scheduler().getNodeTracker().getAllNodes()) {
        if (node.getNodeName().equals(host)) {
          while (inFlight.on(node.getNodeID()) < SLOTS - room) {
            inFlight.add(node.getNodeID(), 0);
          }
        }
      }
    }

    Planner<FiCaSchedulerNode> planner(int maxContainers) {
      return new Planner<>(
          view,
          requests,
          preferences,
          inFlight,
          OwnContainers.NONE,
          maxContainers,
          CostModel.DEFAULT);
    }
  }

  private static Situation randomSituation(Random random) {
    Situation situation = new Situation();
    List<CostProfile> tasks = new ArrayList<>();
    for (int task = random.nextInt(12); task >= 0; task--) {
      Map<String, Double> scores = new HashMap<>();
      for (int replica = random.nextInt(3); replica >= 0; replica--) {
        // The last host is one that the cluster does not have, in a rack that it may have.
        scores.put(host(random.nextInt(HOSTS + 1)), SCORES[random.nextInt(SCORES.length)]);
      }
      tasks.add(
          CostProfile.ofScores("task" + task, scores, PlannerTest::rackOf, CostModel.DEFAULT));
    }
    boolean usual = random.nextInt(3) > 0;
    for (ContainerAsk ask : ResourceRequests.of(tasks, PlannerTest::rackOf)) {
      int containers = usual ? ask.containers() : random.nextInt(ask.containers() + 2);
      situation.ask(ask.resourceName(), containers, ask);
    }
    Collections.shuffle(situation.requests, random);
    if (!usual) {
      situation.requests.get(random.nextInt(situation.requests.size())).setRelaxLocality(false);
      if (random.nextInt(4) == 0) {
        situation.requests.remove(random.nextInt(situation.requests.size()));
      }
    }
    double busy = random.nextDouble();
    for (int i = 0; i < HOSTS; i++) {
      situation.leave(host(i), random.nextDouble() < busy ? 0 : random.nextInt(SLOTS + 1));
    }
    return situation;
  }

  @Property
  void plansAsIfItLookedAtAllNodes(@ForAll long seed) {
    Random random = new Random(seed);
    Planner<FiCaSchedulerNode> planner = randomSituation(random).planner(1 + random.nextInt(14));
    Choice<FiCaSchedulerNode> chosen = planner.choose();
    Choice<FiCaSchedulerNode> amongAll = planner.amongAll();
    assertThat(chosen.containers()).isEqualTo(amongAll.containers());
    for (PotentialContainer container : chosen.containers()) {
      assertThat(chosen.nodesByName().get(container.node()))
          .isEqualTo(amongAll.nodesByName().get(container.node()));
    }

    boolean rackLocal =
        chosen.containers().stream()
            .anyMatch(container -> container.locality() == Locality.RACK_LOCAL);
    boolean part = chosen.nodesByName().size() < amongAll.nodesByName().size();
    Statistics.collect(part ? (rackLocal ? "racks" : "nodes") : "all");
    Statistics.coverage(
        coverage -> {
          for (String looked : List.of("nodes", "racks", "all")) {
            coverage.check(looked).percentage(percentage -> percentage > 2);
          }
        });
  }

  private static Situation oneTask() {
    Situation situation = new Situation();
    CostProfile task =
        CostProfile.ofScores(
            "task",
            Map.of(host(1), MEMORY, host(2), SSD, host(8), DISK),
            PlannerTest::rackOf,
            CostModel.DEFAULT);
    for (ContainerAsk ask : ResourceRequests.of(List.of(task), PlannerTest::rackOf)) {
      situation.ask(ask.resourceName(), ask.containers(), ask);
    }
    return situation;
  }

  @Example
  void looksAtFurtherNodesOnlyWhereTheNamedOnesAreFull() {
    Situation situation = oneTask();
    Choice<FiCaSchedulerNode> chosen = situation.planner(1).choose();
    assertThat(chosen.containers()).extracting(PotentialContainer::node).containsExactly(host(1));
    assertThat(chosen.nodesByName()).containsOnlyKeys(host(1), host(2), host(8));

    List.of(1, 2, 8).forEach(i -> situation.leave(host(i), 0));
    chosen = situation.planner(1).choose();
    assertThat(chosen.containers())
        .extracting(PotentialContainer::locality)
        .containsExactly(Locality.RACK_LOCAL);
    Set<String> racks = new TreeSet<>();
    chosen.nodesByName().keySet().forEach(host -> racks.add(rackOf(host)));
    assertThat(racks).containsExactly("/r1", "/r2");

    for (int i = 0; i < HOSTS; i++) {
      situation.leave(host(i), i % RACKS == 3 ? SLOTS : 0);
    }
    chosen = situation.planner(1).choose();
    assertThat(chosen.containers())
        .extracting(PotentialContainer::locality)
        .containsExactly(Locality.OFF_RACK);
  }
}
