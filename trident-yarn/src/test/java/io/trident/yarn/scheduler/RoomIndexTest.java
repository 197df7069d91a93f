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
import io.trident.core.request.AllocationSnapshot;
import io.trident.core.request.ContainerAllocation;
import io.trident.core.request.ContainerAsk;
import io.trident.core.request.NodeRoom;
import io.trident.core.request.PotentialContainer;
import io.trident.core.request.PreferenceMap;
import io.trident.core.request.ResourceRequests;
import io.trident.yarn.scheduler.MockCluster.Drive;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.statistics.Statistics;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;

/** Room on the nodes of a real resource manager, 24 in 6 racks; one host has two of them. */
@SuppressWarnings("NullAway.Init") // set before the first property
class RoomIndexTest {
  private static final int HOSTS = 23;
  private static final int RACKS = 6;
  private static final int SLOTS = 4;
  private static final double[] SCORES = {MEMORY, SSD, DISK};
  private static final Resource SIZE = Resource.newInstance(GB, 1);
  private static final RoomIndex.Kind KIND = new RoomIndex.Kind("", SIZE);

  private static MockCluster cluster;
  private static CapacityScheduler scheduler;
  private static AppSchedulingInfo application;

  @BeforeContainer
  static void start() throws Exception {
    cluster = new MockCluster(MockCluster.configuration(Drive.HEARTBEAT));
    MockAM am = cluster.startApplication("default", "user");
    for (int i = 0; i < HOSTS; i++) {
      cluster.addNode(host(i), SLOTS * GB);
    }
    cluster.rm.registerNode(host(0) + ":4321", SLOTS * GB, 64);
    cluster.rm.drainEvents();
    scheduler = cluster.capacity();
    application =
        scheduler.getApplicationAttempt(am.getApplicationAttemptId()).getAppSchedulingInfo();
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

  private static RoomIndex<FiCaSchedulerNode> index() {
    return new RoomIndex<>(scheduler, () -> 0, nanos -> {});
  }

  private static List<FiCaSchedulerNode> nodes() {
    return scheduler.getNodeTracker().getAllNodes();
  }

  /** Room by host, looked for at every node. */
  private static List<NodeRoom> rooms(RoomIndex<FiCaSchedulerNode> index) {
    Map<String, NodeRoom> rooms = new HashMap<>();
    for (FiCaSchedulerNode node : nodes()) {
      rooms.merge(
          node.getNodeName(),
          new NodeRoom(node.getNodeName(), node.getRackName(), index.room(node, KIND)),
          NodeRoom::with);
    }
    List<NodeRoom> all = new ArrayList<>(rooms.values());
    all.sort(RoomTable.EMPTIEST_FIRST);
    return all;
  }

  /** What an application asks for, while the cluster is more or less busy. */
  private static final class Situation {
    private final Map<String, ResourceRequest> requests = new HashMap<>();
    private final PendingPreferences preferences = new PendingPreferences();
    private final RoomIndex<FiCaSchedulerNode> index = index();

    void ask(String name, int containers, ContainerAsk ask) {
      requests.put(name, request(name, containers, GB));
      preferences.replace(name, ask.preferences(), containers, Integer.MAX_VALUE);
    }

    /** Leaves so much room on each node of a host. */
    void leave(String host, int room) {
      for (FiCaSchedulerNode node : nodes()) {
        while (node.getNodeName().equals(host) && index.room(node, KIND) > room) {
          index.propose(node, SIZE);
        }
      }
    }

    List<PotentialContainer> plan(int maxContainers) {
      return index.read(
          KIND,
          table ->
              ContainerAllocation.allocate(
                  new ApplicationAsks<>(requests, preferences, table),
                  new ApplicationRooms<>(table, application, Map.of()),
                  maxContainers,
                  CostModel.DEFAULT.rackLocal(),
                  CostModel.DEFAULT.offRack()));
    }

    List<PotentialContainer> planOfAll(int maxContainers) {
      List<NodeRoom> rooms = rooms(index);
      List<ContainerAsk> asks = new ArrayList<>();
      for (Map.Entry<String, ResourceRequest> entry : requests.entrySet()) {
        String name = entry.getKey();
        int containers = entry.getValue().getNumContainers();
        boolean isHost = rooms.stream().anyMatch(room -> room.node().equals(name));
        if (isHost) {
          ResourceRequest rack = requests.get(rackOf(name));
          containers = rack == null ? 0 : Math.min(containers, rack.getNumContainers());
        } else if (!entry.getValue().getRelaxLocality()) {
          continue;
        }
        if (containers > 0) {
          PreferenceMap map = preferences.get(name).limitedTo(containers);
          asks.add(new ContainerAsk(name, containers, map));
        }
      }
      return ContainerAllocation.allocate(
          new AllocationSnapshot(
              asks,
              rooms,
              maxContainers,
              CostModel.DEFAULT.rackLocal(),
              CostModel.DEFAULT.offRack()));
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
          CostProfile.ofScores("task" + task, scores, RoomIndexTest::rackOf, CostModel.DEFAULT));
    }
    boolean usual = random.nextInt(3) > 0;
    for (ContainerAsk ask : ResourceRequests.of(tasks, RoomIndexTest::rackOf)) {
      int containers = usual ? ask.containers() : random.nextInt(ask.containers() + 2);
      situation.ask(ask.resourceName(), containers, ask);
    }
    if (!usual) {
      List<String> names = new ArrayList<>(situation.requests.keySet());
      Collections.sort(names);
      Collections.shuffle(names, random);
      Objects.requireNonNull(situation.requests.get(names.get(0))).setRelaxLocality(false);
      if (names.size() > 1 && random.nextInt(4) == 0) {
        situation.requests.remove(names.get(1));
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
    Situation situation = randomSituation(random);
    int maxContainers = 1 + random.nextInt(14);
    List<PotentialContainer> plan = situation.plan(maxContainers);
    assertThat(plan).isEqualTo(situation.planOfAll(maxContainers));

    Locality farthest =
        plan.stream()
            .map(PotentialContainer::locality)
            .max(Locality::compareTo)
            .orElse(Locality.NO_PREFERENCE);
    Statistics.collect(farthest);
    Statistics.coverage(
        coverage -> {
          for (Locality locality : Locality.values()) {
            if (locality != Locality.PROCESS_LOCAL) {
              coverage.check(locality).percentage(percentage -> percentage > 2);
            }
          }
        });
  }

  /** Proposals come and go in any order; the table is what one finds at the nodes. */
  @Property(tries = 200)
  void theTableFollowsWhatHappens(@ForAll Random random) {
    RoomIndex<FiCaSchedulerNode> index = index();
    List<RoomIndex.Proposal> open = new ArrayList<>();
    long gains = 0;
    for (int step = 0; step < 30; step++) {
      if (open.isEmpty() || random.nextInt(3) > 0) {
        open.add(index.propose(nodes().get(random.nextInt(nodes().size())), SIZE));
      } else {
        RoomIndex.Proposal one = open.remove(random.nextInt(open.size()));
        if (random.nextBoolean()) {
          index.withdraw(one);
        } else {
          index.placed(one); // and the node shows nothing of it, as if it had ended at once
        }
        index.withdraw(one); // once only
      }
      List<NodeRoom> inTable = new ArrayList<>();
      index.read(KIND, table -> addAll(table, inTable));
      inTable.sort(RoomTable.EMPTIEST_FIRST);
      List<NodeRoom> expected = rooms(index);
      expected.removeIf(room -> room.free() == 0);
      assertThat(inTable).isEqualTo(expected);
      assertThat(index.<Integer>read(KIND, RoomTable::withRoom)).isEqualTo(expected.size());
      long now = index.read(KIND, RoomTable::gains);
      assertThat(now).isGreaterThanOrEqualTo(gains);
      gains = now;
    }
  }

  private static int addAll(RoomTable<FiCaSchedulerNode> table, List<NodeRoom> to) {
    table.all().forEach(to::add);
    return to.size();
  }

  @Example
  void aWithdrawnProposalIsNoGainAndAnEndedContainerIsOne() {
    RoomIndex<FiCaSchedulerNode> index = index();
    FiCaSchedulerNode node = nodes().get(0);
    long before = index.read(KIND, RoomTable::gains);
    RoomIndex.Proposal refused = index.propose(node, SIZE);
    index.withdraw(refused);
    assertThat(index.<Long>read(KIND, RoomTable::gains)).isEqualTo(before);
    index.placed(index.propose(node, SIZE)); // the node has as much room as before: it has ended
    assertThat(index.<Long>read(KIND, RoomTable::gains)).isGreaterThan(before);
  }

  @Example
  void nodesThatLeaveAreForgottenAndNoMoreSizesAreKeptThanAreRead() throws Exception {
    RoomIndex<FiCaSchedulerNode> index = index();
    assertThat(index.<Integer>read(KIND, RoomTable::withRoom)).isEqualTo(HOSTS);
    cluster.addNode("late-r1", GB);
    NodeId late = cluster.node("late-r1").getNodeId();
    index.touch(late);
    assertThat(index.<Integer>read(KIND, RoomTable::withRoom)).isEqualTo(HOSTS + 1);
    for (int mb = 1; mb < 100; mb++) { // the table goes, and comes anew
      index.read(new RoomIndex.Kind("", Resource.newInstance(mb, 1)), RoomTable::withRoom);
    }
    cluster.node("late-r1").unRegisterNode();
    cluster.rm.drainEvents();
    index.touch(late);
    assertThat(index.<Integer>read(KIND, RoomTable::withRoom)).isEqualTo(HOSTS);
    assertThat(index.<Boolean>read(KIND, table -> table.hostOf(late) == null)).isTrue();
  }

  @Example
  void furtherSizesAreReportedAndThatWhichIsReadMostStays() {
    long[] now = {0};
    List<Long> took = new ArrayList<>();
    RoomIndex<FiCaSchedulerNode> index =
        new RoomIndex<>(scheduler, () -> now[0] += 1_000, took::add);
    index.read(KIND, RoomTable::withRoom);
    for (int mb = 1; mb <= 100; mb++) {
      RoomIndex.Kind other = new RoomIndex.Kind("", Resource.newInstance(mb, 1));
      assertThat(index.isKept(other)).isFalse();
      index.read(other, RoomTable::withRoom);
      assertThat(index.isKept(other)).isTrue();
      for (int i = 0; i < 3; i++) {
        index.read(KIND, RoomTable::withRoom);
      }
      assertThat(index.isKept(KIND)).isTrue();
    }
    assertThat(took).hasSize(101).allMatch(nanos -> nanos == 1_000);
  }

  /** What an application leaves behind when it ends is not in the way for ever. */
  @Example
  void proposalsOfApplicationsThatEndedAreForgotten() {
    long[] now = {0};
    RoomIndex<FiCaSchedulerNode> index = new RoomIndex<>(scheduler, () -> now[0], nanos -> {});
    List<NodeRoom> before = rooms(index);
    index.propose(nodes().get(0), SIZE);
    assertThat(rooms(index)).isNotEqualTo(before);
    now[0] = 61_000_000_000L;
    index.read(KIND, RoomTable::withRoom);
    assertThat(rooms(index)).isEqualTo(before);
  }
}
