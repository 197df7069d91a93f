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
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.trident.core.request.NodeRoom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ContainersTest {
  private static final int NODES = 7;

  private final ClusterSpec spec = ClusterSpec.PAPER.withNodes(NODES, 2);
  private final Containers containers = new Containers(new Cluster(spec), 1, new Random(3));

  private void fill(int node) {
    while (containers.free(node) > 0) {
      containers.take(node);
    }
  }

  /** Every pass begins at a random node, and goes on from there in the same order. */
  @Test
  void passesAreRotationsOfOneOrder() {
    List<Integer> order = containers.withRoom();
    assertThat(order).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6);
    Set<Integer> starts = new HashSet<>();
    for (int pass = 0; pass < 100; pass++) {
      List<Integer> nodes = containers.withRoom();
      starts.add(nodes.get(0));
      List<Integer> rotated = new ArrayList<>(order);
      Collections.rotate(rotated, -order.indexOf(nodes.get(0)));
      assertThat(nodes).isEqualTo(rotated);
    }
    assertThat(starts).hasSize(NODES);
  }

  @Test
  void fullNodesAreLeftOutUntilSomethingEndsThere() {
    fill(2);
    fill(5);
    assertThat(containers.withRoom()).containsExactlyInAnyOrder(0, 1, 3, 4, 6);
    containers.give(5);
    assertThat(containers.withRoom()).containsExactlyInAnyOrder(0, 1, 3, 4, 5, 6);
    assertThat(containers.rooms(List.of(5, 2, 0)))
        .extracting(NodeRoom::node, NodeRoom::free)
        .containsExactly(tuple("node00005", 1), tuple("node00000", spec.slots()));
    assertThat(containers.freeTotal()).isEqualTo(5 * spec.slots() + 1);
  }

  @Test
  void noNodeHasMoreTasksThanSlotsOrFewerThanNone() {
    fill(0);
    assertThatThrownBy(() -> containers.take(0)).hasMessageContaining("no free slot");
    assertThatThrownBy(() -> containers.give(1)).hasMessageContaining("no task");
  }

  @Test
  void heartbeatsAreAnIntervalApartAndNeverNow() {
    for (int node : IntStream.range(0, NODES).toArray()) {
      double first = containers.nextHeartbeat(node, 0);
      assertThat(first).isGreaterThan(0).isLessThanOrEqualTo(1);
      assertThat(containers.nextHeartbeat(node, first)).isBetween(first + 0.999, first + 1.001);
    }
  }
}
