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
package io.trident.hdfs.placement;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.replication.NodeMapId;
import io.trident.core.replication.PartitionNodes;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PartitionHomesTest {
  private static final NodeMapId ID = NodeMapId.ofAllNodes(6);

  private final AtomicReference<Set<String>> usable = new AtomicReference<>(Set.of("a", "b", "c"));
  private final Set<String> expected = new HashSet<>();
  private final PartitionHomes homes =
      new PartitionHomes(PartitionNodes.NONE, usable::get, expected::contains);

  @Test
  void aNodeThatIsAwayLosesItsPartitionsOnlyWhenOneIsPlaced() {
    String home = homes.home(ID, 0).orElseThrow();
    PartitionNodes before = homes.nodes();
    Set<String> others =
        Set.of("a", "b", "c").stream()
            .filter(node -> !node.equals(home))
            .collect(java.util.stream.Collectors.toSet());

    usable.set(others);
    int elsewhere = requireNonNull(before.maps().get(ID)).indexOf(others.iterator().next());
    assertThat(homes.home(ID, elsewhere)).isPresent();
    assertThat(homes.nodes()).as("nothing was placed on it").isEqualTo(before);

    assertThat(homes.home(ID, 0)).isPresent().get().isIn(others);
    assertThat(homes.nodes().maps().get(ID)).doesNotContain(home);
  }

  @Test
  void withoutNodesThereIsNoHomeAndNothingIsForgotten() {
    homes.home(ID, 0);
    PartitionNodes before = homes.nodes();
    usable.set(Set.of());

    assertThat(homes.home(ID, 0)).isEmpty();
    assertThat(homes.home(NodeMapId.ofAllNodes(7), 0)).isEmpty();
    assertThat(homes.nodes()).isEqualTo(before);
  }

  @Test
  void aNodeThatMayStillComeKeepsItsPartitionsAndGetsSomeOfANewMap() {
    homes.home(ID, 0);
    PartitionNodes before = homes.nodes();
    usable.set(Set.of("a", "c"));
    expected.add("b");
    int away = requireNonNull(before.maps().get(ID)).indexOf("b");

    assertThat(homes.home(ID, away)).isEmpty();
    assertThat(homes.nodes()).isEqualTo(before);
    NodeMapId other = NodeMapId.ofAllNodes(9);
    homes.home(other, 0);
    assertThat(requireNonNull(homes.nodes().maps().get(other))).contains("a", "b", "c");

    expected.clear(); // it was too late
    assertThat(homes.home(ID, away)).isPresent();
    assertThat(homes.nodes().maps().values())
        .allSatisfy(nodes -> assertThat(nodes).doesNotContain("b"));
  }
}
