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
package io.trident.core.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.model.Locality;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SpreadAllocationTest {
  private static final double C2 = 75;

  private static List<String> nodes(List<NodeRoom> rooms, int containers) {
    return SpreadAllocation.allocate(new ListedRooms(rooms), Map.of(), containers, C2).stream()
        .map(PotentialContainer::node)
        .toList();
  }

  @Example
  void racksTakeTurns() {
    List<NodeRoom> rooms = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      rooms.add(new NodeRoom("n" + i, i <= 4 ? "/r1" : "/r2", 3));
    }
    assertThat(nodes(rooms, 4)).containsExactly("n1", "n5", "n2", "n6");
  }

  @Example
  void whatTheApplicationHasCounts() {
    List<NodeRoom> rooms =
        List.of(
            new NodeRoom("n1", "/r1", 5),
            new NodeRoom("n2", "/r1", 0, 2),
            new NodeRoom("n3", "/r2", 1),
            new NodeRoom("n4", "/r2", 2),
            new NodeRoom("n5", "/r2", 3, 1));
    assertThat(nodes(rooms, 4)).containsExactly("n4", "n1", "n3", "n1");
  }

  @Example
  void aSecondContainerOfANodeComesAfterAllFirstOnesWhateverTheRacks() {
    List<NodeRoom> rooms =
        List.of(
            new NodeRoom("n1", "/r1", 9),
            new NodeRoom("n2", "/r2", 1),
            new NodeRoom("n3", "/r2", 1),
            new NodeRoom("n4", "/r2", 1));
    assertThat(nodes(rooms, 5)).containsExactly("n1", "n2", "n3", "n4", "n1");
  }

  @Example
  void theEmptiestNodeIsFirst() {
    List<NodeRoom> rooms =
        List.of(
            new NodeRoom("n1", "/r1", 1),
            new NodeRoom("n2", "/r1", 3),
            new NodeRoom("n3", "/r2", 2));
    assertThat(nodes(rooms, 1)).containsExactly("n2");
  }

  @Example
  void thereIsNoMoreThanRoom() {
    List<NodeRoom> rooms = List.of(new NodeRoom("n1", "/r1", 2), new NodeRoom("n2", "/r1", 0));
    assertThat(SpreadAllocation.allocate(new ListedRooms(rooms), Map.of(), 5, C2))
        .containsExactly(
            new PotentialContainer("n1", C2, Locality.OFF_RACK),
            new PotentialContainer("n1", C2, Locality.OFF_RACK));
    assertThat(nodes(rooms, 0)).isEmpty();
    assertThat(nodes(List.of(), 5)).isEmpty();
  }

  /** The rule read out: of all nodes with room, the least by its four criteria, looked for anew. */
  @Property(tries = 500)
  void eachContainerGoesToTheLeastNode(
      @ForAll Random random, @ForAll @IntRange(min = 0, max = 30) int containers) {
    List<NodeRoom> rooms = rooms(random);
    assertThat(SpreadAllocation.allocate(new ListedRooms(rooms), Map.of(), containers, C2))
        .isEqualTo(ListAllocation.spreadAnywhere(rooms, containers, C2));
  }

  /** Racks that all have as many nodes as they need get equal numbers. */
  @Property(tries = 200)
  void racksAreEvenWhateverTheirSize(
      @ForAll Random random,
      @ForAll @IntRange(min = 1, max = 5) int racks,
      @ForAll @IntRange(min = 1, max = 6) int each) {
    List<NodeRoom> rooms = new ArrayList<>();
    for (int rack = 0; rack < racks; rack++) {
      int size = each + random.nextInt(10);
      for (int i = 0; i < size; i++) {
        rooms.add(new NodeRoom("n" + rack + "." + i, "/r" + rack, 1 + random.nextInt(4)));
      }
    }
    Collections.shuffle(rooms, random);
    List<String> taken = nodes(rooms, racks * each);
    assertThat(taken).doesNotHaveDuplicates();
    for (int rack = 0; rack < racks; rack++) {
      String prefix = "n" + rack + ".";
      assertThat(taken).filteredOn(node -> node.startsWith(prefix)).hasSize(each);
    }
  }

  private static List<NodeRoom> rooms(Random random) {
    List<NodeRoom> rooms = new ArrayList<>();
    int nodes = random.nextInt(12);
    for (int i = 0; i < nodes; i++) {
      rooms.add(
          new NodeRoom(
              "n" + i,
              "/r" + random.nextInt(3),
              random.nextInt(4),
              Math.max(0, random.nextInt(4) - 1)));
    }
    return rooms;
  }
}
