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
package io.trident.benchmarks.rmload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.trident.benchmarks.rmload.ResourceManagerBounds.Load;
import io.trident.benchmarks.rmload.ResourceManagerBounds.Plan;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ResourceManagerBoundsTest {

  @Test
  void wordsChangeThePlan() {
    Plan plan =
        Plan.FULL.with(
            List.of(
                "scheduler=fair,fifo",
                "load=bursts,standing",
                "nodes=40",
                "occupancy=1.5,3",
                "seconds=2",
                "blocks=1"));

    assertThat(plan.schedulers()).containsExactly(HostScheduler.FAIR, HostScheduler.FIFO);
    assertThat(Plan.FULL.schedulers()).containsExactly(HostScheduler.CAPACITY);
    assertThat(plan.loads()).containsExactly(Load.BURSTS, Load.STANDING);
    assertThat(plan.sizes()).containsExactly(40);
    assertThat(plan.occupancies()).containsExactly(1.5, 3.0);
    assertThat(plan.seconds()).isEqualTo(2);
    assertThat(plan.blocks()).isEqualTo(1);
    assertThat(plan.warmUp()).isEqualTo(Plan.FULL.warmUp());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Plan.FULL.with(List.of("node=40")))
        .withMessageContaining("node=40")
        .withMessageContaining("nodes");
  }

  /** All of it runs, and every cell of a line of the table is filled. */
  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void everyLoadIsMeasured(HostScheduler scheduler) {
    Plan plan =
        Plan.QUICK.with(
            List.of(
                "scheduler=" + scheduler.label(),
                "nodes=80",
                "occupancy=1.5",
                "blocks=1",
                "warm-up=3"));
    int asynchronous = scheduler == HostScheduler.CAPACITY ? 1 : 0;
    int standing = scheduler == HostScheduler.FIFO ? 0 : 3;

    assertThat(ResourceManagerBounds.run(plan).lines().skip(2))
        .hasSize(2 + asynchronous + 2 + standing)
        .allMatch(line -> line.startsWith("| " + scheduler.label() + ", "))
        .noneMatch(line -> line.contains("|  |"))
        .allMatch(line -> line.chars().filter(one -> one == '|').count() == 9);
  }

  /** An application that stays is served, and goes on asking. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void thoseThatStayAreServed(StandingLoad standing) {
    LoadSpec spec = new LoadSpec(40, 0.5, 2_000, 1).beside(standing);
    try (ClusterLoad load = new ClusterLoad(spec, Contender.TRIDENT, Drive.HEARTBEAT)) {
      long before = load.counters().standing();
      load.advance(5);

      assertThat(before).isGreaterThanOrEqualTo(LoadSpec.SLOTS);
      if (standing == StandingLoad.STRICT) {
        assertThat(load.counters().standing()).as("the node stays full").isEqualTo(before);
      } else {
        assertThat(load.counters().standing()).isGreaterThan(before);
      }
    }
  }
}
