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
package io.trident.benchmarks.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.benchmarks.swim.SwimJob;
import io.trident.core.request.ContainerAsk;
import io.trident.core.request.PreferenceMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The rules of Hadoop's RegularContainerAllocator, offer by offer. */
class StockSchedulerTest {
  private static final int NODES = 10;

  private final Cluster cluster = new Cluster(ClusterSpec.PAPER.withNodes(NODES, 2));
  private final Containers containers = new Containers(cluster, 1, new Random(1));
  private final StockScheduler scheduler = new StockScheduler(cluster, containers, 4);
  private final List<Integer> granted = new ArrayList<>();

  @Test
  void aNodeThatIsAskedForIsUsedAtOnceForOneContainerAPass() {
    RunningJob job = job(ask("node00000", 2), ask("/rack000", 2), ask("*", 2));

    offer(0, job);
    assertThat(granted).containsExactly(0);
    offer(0, job);

    assertThat(granted).containsExactly(0, 0);
    assertThat(job.demand.outstanding).isZero();
  }

  @Test
  void aPassTakesOneSlotOfEachNodeInItsOrder() {
    RunningJob job =
        job(ask("node00001", 20), ask("node00000", 20), ask("/rack000", 40), ask("*", 40));

    pass(List.of(1, 2, 0), job);

    assertThat(granted).containsExactly(1, 0);
    assertThat(job.demand.outstanding).isEqualTo(38);
  }

  @Test
  void theRackIsUsedAfterTheDelay() {
    RunningJob job =
        job(asksOf(40, "node00000", "/rack000")); // not off-rack before 40 * 0.2 offers

    for (int offer = 1; offer <= 4; offer++) {
      offer(1, job);
      assertThat(granted).as("offer %d", offer).isEmpty();
    }
    offer(1, job);

    assertThat(granted).containsExactly(1);
    assertThat(job.demand.missed).isZero(); // begins anew
  }

  @Test
  void anyNodeIsUsedOnceAsManyOffersHavePassedAsContainersAreWantedTimesTheShareNamed() {
    // 3 containers, 5 names of 10 nodes: more than 1.5 offers
    RunningJob job =
        job(
            ask("node00000", 1),
            ask("node00001", 1),
            ask("node00002", 1),
            ask("node00003", 1),
            ask("/rack000", 3),
            ask("*", 3));

    offer(9, job);
    assertThat(granted).isEmpty();
    offer(9, job);

    assertThat(granted).containsExactly(9);
    offer(9, job);
    assertThat(granted).containsExactly(9, 9); // without a wait: the count goes on
  }

  @Test
  void aJobThatNamesNoPlaceTakesAnyNode() {
    RunningJob job = job(ask("*", 3));

    offer(4, job);
    offer(5, job);

    assertThat(granted).containsExactly(4, 5);
  }

  @Test
  void theFirstJobComesFirst() {
    RunningJob first = job(ask("node00000", 7), ask("/rack000", 7), ask("*", 7));
    RunningJob second = job(ask("node00000", 7), ask("/rack000", 7), ask("*", 7));

    for (int slot = 0; slot < ClusterSpec.PAPER.slots(); slot++) {
      offer(0, first, second);
    }

    assertThat(first.unclaimed).hasSize(7);
    assertThat(second.unclaimed).hasSize(1);
    assertThat(containers.free(0)).isZero();
  }

  private void offer(int node, RunningJob... jobs) {
    pass(List.of(node), jobs);
  }

  private void pass(List<Integer> nodes, RunningJob... jobs) {
    scheduler.pass(
        nodes,
        List.of(jobs),
        (job, on) -> {
          containers.take(on);
          job.unclaimed.add(on);
          granted.add(on);
        });
  }

  private static ContainerAsk[] asksOf(int containers, String node, String rack) {
    return new ContainerAsk[] {ask(node, containers), ask(rack, containers), ask("*", containers)};
  }

  private static ContainerAsk ask(String name, int containers) {
    return new ContainerAsk(name, containers, PreferenceMap.EMPTY);
  }

  private static RunningJob job(ContainerAsk... asks) {
    RunningJob job =
        new RunningJob(0, new SwimJob("job", 0, 1, 0, 0, "", ""), new StoredFile(0, 1, 1));
    job.demand = new RunningJob.Demand(List.of(asks), 0);
    return job;
  }
}
