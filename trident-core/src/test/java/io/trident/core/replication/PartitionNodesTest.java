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
package io.trident.core.replication;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PartitionNodesTest {
  private static final List<String> NODES = List.of("n1", "n2", "n3", "n4", "n5");

  private static List<String> of(PartitionNodes nodes, NodeMapId id) {
    return requireNonNull(nodes.maps().get(id));
  }

  /** Returns how many partitions the nodes have that have some. */
  private static Map<String, Long> load(List<String> map) {
    return map.stream().collect(Collectors.groupingBy(node -> node, Collectors.counting()));
  }

  @Test
  void nodesHaveAsManyPartitionsAsOthersButForOne() {
    PartitionNodes nodes = PartitionNodes.NONE.with(NodeMapId.ofAllNodes(12), NODES);

    assertThat(load(of(nodes, NodeMapId.ofAllNodes(12))).values())
        .hasSize(5)
        .allMatch(count -> count == 2 || count == 3);
    assertThat(nodes.home(NodeMapId.ofAllNodes(12), 12)).isEmpty();
    assertThat(nodes.home(NodeMapId.ofAllNodes(13), 0)).isEmpty();
  }

  @Test
  void aMapStaysWhenNodesCome() {
    PartitionNodes nodes = PartitionNodes.NONE.with(NodeMapId.ofAllNodes(12), NODES);

    assertThat(nodes.with(NodeMapId.ofAllNodes(12), List.of("n6"))).isSameAs(nodes);
  }

  @Property(tries = 1000)
  void onlyPartitionsOfALostNodeMoveAndNodesStayEven(@ForAll long seed) {
    Random random = new Random(seed);
    TreeSet<String> usable = new TreeSet<>();
    for (int i = 0; i < 3 + random.nextInt(8); i++) {
      usable.add("n" + i);
    }
    NodeMapId id = NodeMapId.ofAllNodes(1 + random.nextInt(60));
    PartitionNodes before = PartitionNodes.NONE.with(id, usable);
    for (int loss = 0; loss < 2; loss++) {
      String gone = new ArrayList<>(usable).get(random.nextInt(usable.size()));
      usable.remove(gone);
      PartitionNodes after = before.without(gone, usable);
      for (int p = 0; p < id.partitions(); p++) {
        String home = before.home(id, p).orElseThrow();
        if (home.equals(gone)) {
          assertThat(usable).contains(after.home(id, p).orElseThrow());
        } else {
          assertThat(after.home(id, p)).contains(home);
        }
      }
      long[] counts =
          usable.stream()
              .mapToLong(n -> load(of(after, id)).getOrDefault(n, 0L))
              .sorted()
              .toArray();
      assertThat(counts[counts.length - 1] - counts[0]).isLessThanOrEqualTo(1);
      before = after;
    }
  }

  @Test
  void allMapsLeaveALostNodeAndTheSameOneIsTakenByTablesAlike() {
    PartitionNodes nodes =
        PartitionNodes.NONE
            .with(NodeMapId.ofAllNodes(5), NODES)
            .with(NodeMapId.ofAllNodes(10), NODES)
            .without("n3", NODES);

    nodes.maps().values().forEach(map -> assertThat(map).doesNotContain("n3"));
  }

  @Property(tries = 500)
  void disjointSetsShareNoNodeAlsoAfterLosses(@ForAll long seed) {
    Random random = new Random(seed);
    int sets = 2 + random.nextInt(3);
    TreeSet<String> usable = new TreeSet<>();
    IntStream.range(0, 2 * sets + random.nextInt(10)).forEach(i -> usable.add("n" + i));
    int partitions = 4 + random.nextInt(40);
    PartitionNodes nodes = PartitionNodes.NONE;
    for (int set = 0; set < sets; set++) {
      nodes = nodes.with(new NodeMapId(partitions, set, sets), usable);
      String gone = new ArrayList<>(usable).get(random.nextInt(usable.size()));
      usable.remove(gone);
      usable.add("m" + set);
      nodes = nodes.without(gone, usable);
    }
    Set<String> seen = new HashSet<>();
    for (int set = 0; set < sets; set++) {
      for (String node : new TreeSet<>(of(nodes, new NodeMapId(partitions, set, sets)))) {
        assertThat(seen.add(node)).as("%s in two sets", node).isTrue();
      }
    }
  }

  @Test
  void aLastNodeKeepsItsPartitions() {
    PartitionNodes nodes = PartitionNodes.NONE.with(NodeMapId.ofAllNodes(4), List.of("n1"));

    assertThat(nodes.without("n1", List.of("n1"))).isEqualTo(nodes);
    assertThat(PartitionNodes.NONE.with(NodeMapId.ofAllNodes(4), List.of()))
        .isEqualTo(PartitionNodes.NONE);
  }

  @Test
  void thereAreNoMoreMapsThanTheBound() {
    PartitionNodes nodes = PartitionNodes.NONE;
    for (int partitions = 1; partitions <= PartitionNodes.MAX_MAPS + 5; partitions++) {
      nodes = nodes.with(NodeMapId.ofAllNodes(partitions), NODES);
    }
    assertThat(nodes.maps()).hasSize(PartitionNodes.MAX_MAPS);
  }

  @Test
  void theySurviveBeingKept() {
    PartitionNodes nodes =
        PartitionNodes.NONE
            .with(NodeMapId.ofAllNodes(7), NODES)
            .with(new NodeMapId(8, 1, 2), NODES);

    assertThat(PartitionNodesJson.read(PartitionNodesJson.write(nodes))).isEqualTo(nodes);
    assertThat(PartitionNodesJson.read(PartitionNodesJson.write(PartitionNodes.NONE)))
        .isEqualTo(PartitionNodes.NONE);
  }

  @Test
  void whatAreNoMapsIsRefused() {
    String text = PartitionNodesJson.write(PartitionNodes.NONE.with(new NodeMapId(4, 1, 2), NODES));
    for (String wrong :
        List.of(
            "",
            "{}",
            text.replace("\"version\" : 1", "\"version\" : 2"),
            text.replace("hash/4/1/2", "hash/5/1/2"),
            text.replace("hash/4/1/2", "hash/4/2/2"),
            text.replace("hash/4/1/2", "range/4"),
            text.replace("\"n1\" : 0", "\"n1\" : 2"))) {
      assertThat(wrong).isNotEqualTo(text);
      assertThatThrownBy(() -> PartitionNodesJson.read(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(
            () ->
                new PartitionNodes(
                    new TreeMap<>(Map.of(NodeMapId.ofAllNodes(2), List.of("n1"))), new TreeMap<>()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void idsAreReadAsTheyAreWritten() {
    for (NodeMapId id : List.of(NodeMapId.ofAllNodes(64), new NodeMapId(1000, 2, 3))) {
      assertThat(NodeMapId.parse(id.toString())).isEqualTo(id);
    }
    for (String wrong : List.of("hash", "hash/0", "hash/1001", "hash/4/2/2", "hash/4/0", "x/4")) {
      assertThatThrownBy(() -> NodeMapId.parse(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
