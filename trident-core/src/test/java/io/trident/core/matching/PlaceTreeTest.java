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
package io.trident.core.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The tree of places, and the way back to it from the names of slot groups. */
class PlaceTreeTest {
  private static SlotGroup group(String executor, String node, String rack) {
    return new SlotGroup(executor, node, rack, 1);
  }

  /** Nodes of up to three executors, some of which are offered as several groups. */
  private static List<SlotGroup> random(Random random, int nodes) {
    List<SlotGroup> groups = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      for (int executor = random.nextInt(4); executor > 0; executor--) {
        for (int same = 1 + random.nextInt(2); same > 0; same--) {
          groups.add(group("e" + executor + "-n" + node, "n" + node, "r" + node % 4));
        }
      }
    }
    Collections.shuffle(groups, random);
    return groups;
  }

  private static boolean isWithin(PlaceTree tree, int leaf, int place) {
    int above = leaf;
    while (above != place && above != PlaceTree.NONE) {
      above = tree.parent[above];
    }
    return above == place;
  }

  @Property(tries = 300)
  void everyGroupIsWithinItsExecutorNodeAndRack(
      @ForAll long seed, @ForAll @IntRange(max = 20) int nodes) {
    List<SlotGroup> groups = random(new Random(seed), nodes);
    PlaceTree tree = new PlaceTree(groups);

    assertThat(tree.groupCount()).isEqualTo(groups.size());
    assertThat(tree.places).isEqualTo(tree.firstLeaf + groups.size());
    for (int leaf = tree.firstLeaf; leaf < tree.places; leaf++) {
      SlotGroup group = groups.get(leaf - tree.firstLeaf);
      assertThat(tree.groupOf(leaf)).isEqualTo(group);
      for (int i = tree.firstLeaf; i < tree.places; i++) {
        SlotGroup other = tree.groupOf(i);
        assertThat(isWithin(tree, i, tree.executor(group.executor())))
            .isEqualTo(other.executor().equals(group.executor()));
        assertThat(isWithin(tree, i, tree.node(group.node())))
            .isEqualTo(other.node().equals(group.node()));
        assertThat(isWithin(tree, i, tree.rack(group.rack())))
            .isEqualTo(other.rack().equals(group.rack()));
      }
    }
  }

  @Property(tries = 300)
  void parentsComeFirstAndKnowTheirChildren(
      @ForAll long seed, @ForAll @IntRange(max = 20) int nodes) {
    PlaceTree tree = new PlaceTree(random(new Random(seed), nodes));
    List<Integer> children = new ArrayList<>();
    for (int place = 0; place < tree.places; place++) {
      assertThat(tree.parent[place]).isBetween(PlaceTree.NONE, place - 1);
      for (int c = tree.childStart[place]; c < tree.childStart[place + 1]; c++) {
        assertThat(tree.parent[tree.child[c]]).isEqualTo(place);
        children.add(tree.child[c]);
      }
      assertThat(tree.childStart[place] == tree.childStart[place + 1])
          .as("a place has no children just where it is a slot group")
          .isEqualTo(place >= tree.firstLeaf || tree.groupCount() == 0);
    }

    assertThat(tree.parent[PlaceTree.ROOT]).isEqualTo(PlaceTree.NONE);
    assertThat(children).doesNotHaveDuplicates().hasSize(tree.places - 1);
  }

  @Property(tries = 300)
  void findsGroupsInAnyOrderAndOnlyOnce(@ForAll long seed, @ForAll @IntRange(max = 20) int nodes) {
    Random random = new Random(seed);
    List<SlotGroup> groups = random(random, nodes);
    PlaceTree tree = new PlaceTree(groups);
    for (int call = 0; call < 5; call++) {
      List<SlotGroup> offered = new ArrayList<>(groups);
      Collections.shuffle(offered, random);
      offered = offered.subList(0, random.nextInt(offered.size() + 1));
      int[] leaves = new int[offered.size()];

      assertThat(tree.leavesOf(offered, leaves)).isTrue();
      assertThat(Arrays.stream(leaves).distinct()).hasSize(offered.size());
      for (int i = 0; i < leaves.length; i++) {
        assertThat(tree.groupOf(leaves[i])).isEqualTo(offered.get(i));
      }
    }
  }

  @Test
  void findsGroupsByNameAndNotBySlots() {
    PlaceTree tree = new PlaceTree(List.of(group("e1", "n1", "r1"), group("e2", "n1", "r1")));
    int[] leaves = new int[1];

    assertThat(tree.leavesOf(List.of(new SlotGroup("e2", "n1", "r1", 7)), leaves)).isTrue();
    assertThat(leaves[0]).isEqualTo(tree.firstLeaf + 1);
  }

  @Test
  void doesNotFindWhatIsElsewhereOrOfferedOnceMore() {
    SlotGroup group = group("e1", "n1", "r1");
    PlaceTree tree = new PlaceTree(List.of(group, group("e2", "n2", "r2")));
    int[] leaves = new int[3];

    assertThat(tree.leavesOf(List.of(group("e3", "n1", "r1")), leaves)).isFalse();
    assertThat(tree.leavesOf(List.of(group("e1", "n2", "r2")), leaves)).isFalse();
    assertThat(tree.leavesOf(List.of(group("e1", "n1", "r2")), leaves)).isFalse();
    assertThat(tree.leavesOf(List.of(group, group), leaves)).isFalse();
    assertThat(tree.leavesOf(List.of(group), leaves)).isTrue(); // all that failed is forgotten
  }

  @Test
  void leavesOutPlacesWithASingleChildButRacks() {
    PlaceTree tree = new PlaceTree(List.of(group("e1", "n1", "r1"), group("e2", "n2", "r1")));

    assertThat(tree.places).isEqualTo(4); // the cluster, the rack and the groups
    assertThat(tree.node("n1")).isEqualTo(tree.executor("e1")).isEqualTo(tree.firstLeaf);
    assertThat(tree.rack("r1")).isEqualTo(1);
    assertThat(tree.rack("r2")).isEqualTo(PlaceTree.NONE);
    assertThat(tree.node("e1")).isEqualTo(PlaceTree.NONE);
    assertThat(tree.executor("n1")).isEqualTo(PlaceTree.NONE);
  }

  @Test
  void ofNothingIsARootAlone() {
    PlaceTree tree = new PlaceTree(List.of());

    assertThat(tree.places).isEqualTo(1);
    assertThat(tree.leavesOf(List.of(), new int[0])).isTrue();
    assertThat(tree.leavesOf(List.of(group("e", "n", "r")), new int[1])).isFalse();
  }

  @Test
  void refusesANodeInTwoRacksAndAnExecutorOnTwoNodes() {
    assertThatThrownBy(
            () -> new PlaceTree(List.of(group("e1", "n1", "r1"), group("e2", "n1", "r2"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Node n1");
    assertThatThrownBy(
            () ->
                new PlaceTree(
                    List.of(
                        group("e1", "n1", "r1"),
                        group("e2", "n1", "r1"),
                        group("e3", "n2", "r1"),
                        group("e1", "n2", "r1"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Executor e1");
  }
}
