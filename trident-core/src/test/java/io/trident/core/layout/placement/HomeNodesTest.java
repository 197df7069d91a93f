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
package io.trident.core.layout.placement;

import static io.trident.core.layout.placement.FailureDomainsTest.rack;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.parity.ParityGroups;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class HomeNodesTest {
  private static List<Rack> random(Random random) {
    List<Rack> racks = new ArrayList<>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      racks.add(rack("/r" + i, 1 + random.nextInt(8)));
    }
    return racks;
  }

  /** What makes joins of partitions local: section 6.1 of INSTalytics. */
  @Property
  void aPartitionIsInOneRackInAllSuperExtentsAndJoinedFiles(@ForAll long seed) {
    Random random = new Random(seed);
    List<Rack> racks = random(random);
    HomeNodes one = homes(racks);
    HomeNodes joined = homes(racks);
    for (int partition = 0; partition < 40; partition++) {
      String rack = one.ofExtent(0, partition).rack();
      for (long superExtent = 0; superExtent < 20; superExtent++) {
        HomeNodes.Home home = joined.ofExtent(superExtent, partition);
        assertThat(home.rack()).isEqualTo(rack);
        assertThat(home.node()).startsWith(rack + "n");
      }
    }
  }

  @Property
  void aParityGroupIsOnDifferentNodesIfThereAreEnough(@ForAll long seed) {
    Random random = new Random(seed);
    List<Rack> racks = random(random);
    int nodes = racks.stream().mapToInt(rack -> rack.nodes().size()).sum();
    ParityGroups groups =
        new ParityGroups(1 + random.nextInt(60), 1 + random.nextInt(12), random.nextInt(3));
    int copies = 1 + random.nextInt(2);
    long superExtent = random.nextInt(1000);
    HomeNodes homes = homes(racks);
    for (int group = 0; group < groups.groups(); group++) {
      List<String> used = new ArrayList<>();
      int first = groups.first(group);
      for (int extent = first; extent < first + groups.size(group); extent++) {
        used.add(homes.ofExtent(superExtent, extent).node());
      }
      for (int index = 0; index < groups.parities(); index++) {
        homes
            .ofParity(superExtent, groups, group, index, copies)
            .forEach(home -> used.add(home.node()));
      }
      assertThat(used).hasSize(groups.size(group) + groups.parities() * copies);
      if (used.size() <= nodes) {
        assertThat(used).doesNotHaveDuplicates();
      }
    }
  }

  @Property
  void nodesHaveEqualShares(@ForAll long seed) {
    List<Rack> racks = random(new Random(seed));
    int nodes = racks.stream().mapToInt(rack -> rack.nodes().size()).sum();
    HomeNodes homes = homes(racks);
    Map<String, Integer> extents = new HashMap<>();
    for (int partition = 0; partition < 3 * nodes; partition++) {
      extents.merge(homes.ofExtent(5, partition).node(), 1, Integer::sum);
    }
    assertThat(extents).hasSize(nodes);
    assertThat(extents.values()).containsOnly(3);
  }

  @Test
  void superExtentsLoadDifferentNodesOfARack() {
    HomeNodes homes = homes(List.of(rack("/r", 4)));
    assertThat(List.of(homes.ofExtent(0, 0), homes.ofExtent(1, 0), homes.ofExtent(4, 0)))
        .extracting(HomeNodes.Home::node)
        .containsExactly("/rn0", "/rn1", "/rn0");
  }

  @Property
  void nodesThatGoMoveNothingThatIsInAnotherRack(@ForAll long seed) {
    Random random = new Random(seed);
    List<Rack> racks = random(random);
    HomeRacks homes = HomeRacks.of(racks);
    List<Rack> alive = new ArrayList<>();
    for (Rack rack : racks) {
      alive.add(
          new Rack(
              rack.name(), rack.nodes().stream().filter(node -> random.nextInt(3) > 0).toList()));
    }
    Map<String, List<String>> live = new HashMap<>();
    alive.forEach(rack -> live.put(rack.name(), rack.nodes()));
    if (alive.stream().allMatch(rack -> rack.nodes().isEmpty())) {
      assertThatThrownBy(() -> homes.on(alive)).hasMessageContaining("they must come back");
      return;
    }
    HomeNodes now = homes.on(alive);
    for (int partition = 0; partition < 40; partition++) {
      HomeNodes.Home home = now.ofExtent(random.nextInt(9), partition);
      assertThat(live.getOrDefault(home.rack(), List.of())).contains(home.node());
      String usual = homes.rackOf(partition);
      if (!live.getOrDefault(usual, List.of()).isEmpty()) {
        assertThat(home.rack()).isEqualTo(usual);
      }
    }
  }

  @Test
  void parityGroupsAreInDifferentRacksIfThoseAreOfOneSize() {
    List<Rack> racks = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      racks.add(rack("/r" + i, 5));
    }
    HomeNodes homes = homes(racks);
    ParityGroups groups = ParityGroups.xor(100);
    for (int group = 0; group < groups.groups(); group++) {
      List<String> used = new ArrayList<>();
      groups.members(0, group).forEach(one -> used.add(homes.ofExtent(3, one.extent()).rack()));
      homes.ofParity(3, groups, group, 0, 2).forEach(home -> used.add(home.rack()));
      assertThat(used).hasSize(12).doesNotHaveDuplicates();
    }
  }

  @Test
  void aDomainWithoutNodesIsAnError() {
    assertThatThrownBy(() -> HomeRacks.of(List.of())).hasMessageContaining("no live node");
  }

  private static HomeNodes homes(List<Rack> racks) {
    return HomeRacks.of(racks).on(racks);
  }
}
