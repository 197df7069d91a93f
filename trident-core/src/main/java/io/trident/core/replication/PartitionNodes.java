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

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/*
 * A map is made when the first file of its kind is placed, and then kept: nodes that come later take
 * no partition, and a node that goes loses its own only when somebody has to write one of them. So
 * what is stored stays where the map has it, and the partitions of two tables that are lost with a
 * node come to the same new node, whichever is rebuilt first.
 *
 * Partitions go to nodes in turn, in the order of their names, so each node has as many as any other
 * but for one. Partitions that move go to the node that has the fewest, so this holds after a loss
 * as well.
 */
/**
 * Which node each partition belongs on, for each kind of partitioning. Immutable.
 *
 * @param maps by their ids the node of each partition
 * @param divisions by the number of sets the set of each node
 */
public record PartitionNodes(
    SortedMap<NodeMapId, List<String>> maps,
    SortedMap<Integer, SortedMap<String, Integer>> divisions) {
  /** No map. */
  public static final PartitionNodes NONE = new PartitionNodes(new TreeMap<>(), new TreeMap<>());

  /** More maps than anybody has partition counts for; a bound, as users can ask for them. */
  public static final int MAX_MAPS = 256;

  /**
   * Copies the maps.
   *
   * @throws IllegalArgumentException if a map has other partitions than its id says, there are too
   *     many, or a node is in a set that there is not
   */
  public PartitionNodes {
    TreeMap<NodeMapId, List<String>> copied = new TreeMap<>();
    maps.forEach(
        (id, nodes) -> {
          if (nodes.size() != id.partitions()) {
            throw new IllegalArgumentException(
                "The map %s has %d partitions; remove it.".formatted(id, nodes.size()));
          }
          copied.put(id, List.copyOf(nodes));
        });
    if (copied.size() > MAX_MAPS) {
      throw new IllegalArgumentException(
          "There are %d maps of partitions to nodes, and %d at most; use partition counts that there are."
              .formatted(copied.size(), MAX_MAPS));
    }
    TreeMap<Integer, SortedMap<String, Integer>> divided = new TreeMap<>();
    divisions.forEach(
        (sets, setOf) -> {
          if (setOf.values().stream().anyMatch(set -> set < 0 || set >= sets)) {
            throw new IllegalArgumentException(
                "A node is in none of the %d sets; remove the division.".formatted(sets));
          }
          divided.put(sets, Collections.unmodifiableSortedMap(new TreeMap<>(setOf)));
        });
    maps = Collections.unmodifiableSortedMap(copied);
    divisions = Collections.unmodifiableSortedMap(divided);
  }

  /** Returns the node of a partition; nothing if there is no such map or partition. */
  public Optional<String> home(NodeMapId id, int partition) {
    List<String> nodes = maps.get(id);
    return nodes == null || partition < 0 || partition >= nodes.size()
        ? Optional.empty()
        : Optional.of(nodes.get(partition));
  }

  /**
   * Returns these maps with one that may be there already. O(partitions + nodes).
   *
   * @param usable nodes that can take partitions
   * @return this if it is there, no node of its set can be used, or there are too many maps
   */
  public PartitionNodes with(NodeMapId id, Collection<String> usable) {
    if (maps.containsKey(id) || maps.size() >= MAX_MAPS) {
      return this;
    }
    SortedMap<String, Integer> division = divided(id.sets(), usable);
    List<String> own = ofSet(id, division, usable);
    if (own.isEmpty()) {
      return this;
    }
    List<String> nodes = new ArrayList<>();
    for (int partition = 0; partition < id.partitions(); partition++) {
      nodes.add(own.get(partition % own.size()));
    }
    return replaced(Map.of(id, nodes), id.sets(), division);
  }

  /**
   * Returns these maps with all partitions of a node moved to others, each to that of its set which
   * has the fewest of the map. Others stay. O(partitions x nodes).
   *
   * @param gone the node
   * @param usable nodes that can take partitions
   */
  public PartitionNodes without(String gone, Collection<String> usable) {
    Set<String> left = new TreeSet<>(usable);
    left.remove(gone);
    PartitionNodes after = this;
    for (Map.Entry<NodeMapId, List<String>> map : maps.entrySet()) {
      if (map.getValue().contains(gone)) {
        SortedMap<String, Integer> division = after.divided(map.getKey().sets(), left);
        List<String> own = ofSet(map.getKey(), division, left);
        if (!own.isEmpty()) {
          after =
              after.replaced(
                  Map.of(map.getKey(), moved(map.getValue(), gone, own)),
                  map.getKey().sets(),
                  division);
        }
      }
    }
    return after;
  }

  private static List<String> moved(List<String> nodes, String gone, List<String> own) {
    Map<String, Integer> load = new HashMap<>();
    nodes.forEach(node -> load.merge(node, 1, Integer::sum));
    List<String> after = new ArrayList<>(nodes);
    for (int partition = 0; partition < nodes.size(); partition++) {
      if (nodes.get(partition).equals(gone)) {
        String target =
            Collections.min(
                own,
                Comparator.<String>comparingInt(node -> load.getOrDefault(node, 0))
                    .thenComparing(Comparator.naturalOrder()));
        load.merge(target, 1, Integer::sum);
        after.set(partition, target);
      }
    }
    return after;
  }

  /** Returns the set of each node; new ones go to the set with the fewest that can be used. */
  private SortedMap<String, Integer> divided(int sets, Collection<String> nodes) {
    TreeMap<String, Integer> division =
        new TreeMap<>(divisions.getOrDefault(sets, new TreeMap<>()));
    if (sets == 1) {
      return division; // all nodes, so none needs to be kept
    }
    int[] sizes = new int[sets];
    division.forEach((node, set) -> sizes[set] += nodes.contains(node) ? 1 : 0);
    for (String node : new TreeSet<>(nodes)) {
      if (!division.containsKey(node)) {
        int smallest = 0;
        for (int set = 1; set < sets; set++) {
          smallest = sizes[set] < sizes[smallest] ? set : smallest;
        }
        sizes[smallest]++;
        division.put(node, smallest);
      }
    }
    return division;
  }

  private static List<String> ofSet(
      NodeMapId id, SortedMap<String, Integer> division, Collection<String> usable) {
    return new TreeSet<>(usable)
        .stream()
            .filter(node -> id.sets() == 1 || requireNonNull(division.get(node)) == id.set())
            .toList();
  }

  private PartitionNodes replaced(
      Map<NodeMapId, List<String>> some, int sets, SortedMap<String, Integer> division) {
    TreeMap<NodeMapId, List<String>> all = new TreeMap<>(maps);
    all.putAll(some);
    TreeMap<Integer, SortedMap<String, Integer>> divided = new TreeMap<>(divisions);
    if (sets > 1) {
      divided.put(sets, division);
    }
    return new PartitionNodes(all, divided);
  }
}
