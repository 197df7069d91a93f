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
import static io.trident.yarn.scheduler.MockCluster.MEMORY;
import static io.trident.yarn.scheduler.MockCluster.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.yarn.scheduler.MockCluster.Drive;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.SimpleCandidateNodeSet;
import org.junit.jupiter.api.Test;

/** Offers as several scheduling threads make them, step by step; nothing is driven in between. */
class OffersTest {

  /** Of two threads that received the last candidate, the slower one must not end the process. */
  @Test
  void whatIsPromisedIsGivenWhateverOtherOffersTake() throws Exception {
    try (MockCluster cluster = new MockCluster(MockCluster.configuration(Drive.HEARTBEAT))) {
      Offers offers = new Offers(cluster, "n2");
      Iterator<FiCaSchedulerNode> slow = offers.offer("n1");
      Iterator<FiCaSchedulerNode> fast = offers.offer("n2");
      assertThat(slow.hasNext()).isTrue();
      assertThat(fast.hasNext()).isTrue();
      assertThat(fast.next().getNodeName()).isEqualTo("n2");
      assertThat(fast.hasNext()).as("another than n2").isFalse();

      assertThat(slow.next().getNodeName()).isEqualTo("n2");
      assertThat(slow.hasNext()).isFalse();
      assertThat(slow.hasNext()).isFalse();
      assertThatThrownBy(slow::next).isInstanceOf(NoSuchElementException.class);
    }
  }

  /** Asking whether the node is the last takes nothing; asking again means that it was refused. */
  @Test
  void eachNodeIsTriedOnceInTheOrderOfThePlan() throws Exception {
    try (MockCluster cluster = new MockCluster(MockCluster.configuration(Drive.HEARTBEAT))) {
      Iterator<FiCaSchedulerNode> nodes = new Offers(cluster, "n1", "n2").offer("n3");
      assertThat(nodes.hasNext()).isTrue();
      assertThat(nodes.hasNext()).isTrue();
      String first = nodes.next().getNodeName();
      assertThat(nodes.hasNext()).as("more after the first").isTrue();
      assertThat(nodes.hasNext()).as("the first was refused").isTrue();
      String second = nodes.next().getNodeName();
      assertThat(new String[] {first, second}).containsExactlyInAnyOrder("n1", "n2");
      assertThat(cluster.metric("ProposalsRefused")).isEqualTo(1);
      assertThat(nodes.hasNext()).isFalse();
    }
  }

  @Test
  void aProposalThatIsNotCommittedInTimeIsCounted() throws Exception {
    try (MockCluster cluster = new MockCluster(MockCluster.configuration(Drive.HEARTBEAT))) {
      PlacementContext context = cluster.trident().extension().context();
      context.change(new PlacementContext.Mode(context.mode().settings(), true));
      Offers offers = new Offers(cluster, "n1");
      assertThat(offers.offer("n1").next().getNodeName()).isEqualTo("n1");
      assertThat(offers.offer("n1").hasNext()).as("in flight").isFalse();
      assertThat(cluster.metric("ProposalsExpired")).isZero();
      Thread.sleep(context.mode().settings().inFlightTimeout().toMillis() + 1);
      assertThat(offers.offer("n1").next().getNodeName()).isEqualTo("n1");
      assertThat(cluster.metric("ProposalsExpired")).isEqualTo(1);
      assertThat(cluster.metric("ProposalsRefused")).isZero();
    }
  }

  /** An application that wants a container on each of some hosts of three, and its offers. */
  private static final class Offers {
    private final MockCluster cluster;
    private final AppPlacementAllocator<FiCaSchedulerNode> allocator;

    Offers(MockCluster cluster, String... wanted) throws Exception {
      this.cluster = cluster;
      MockAM master = cluster.startApplication("default", "user");
      for (String name : new String[] {"n1", "n2", "n3"}) {
        cluster.addNode(name, GB);
      }
      List<ResourceRequest> asks = new ArrayList<>();
      for (String host : wanted) {
        asks.add(request(host, 1, GB, MEMORY, 1));
      }
      asks.add(request("/default-rack", wanted.length, GB, MEMORY, wanted.length));
      asks.add(request("*", wanted.length, GB, MEMORY, wanted.length));
      master.allocate(asks, new ArrayList<>());
      AppSchedulingInfo info =
          cluster
              .scheduler()
              .getApplicationAttempt(master.getApplicationAttemptId())
              .getAppSchedulingInfo();
      allocator = info.getAppPlacementAllocator(info.getSchedulerKeys().iterator().next());
    }

    Iterator<FiCaSchedulerNode> offer(String name) {
      FiCaSchedulerNode node = cluster.capacity().getNode(cluster.node(name).getNodeId());
      return allocator.getPreferredNodeIterator(new SimpleCandidateNodeSet<>(node));
    }
  }
}
