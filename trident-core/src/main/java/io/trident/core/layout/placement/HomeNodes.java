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

import io.trident.core.layout.parity.ParityGroups;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/*
 * Which rack, and which node of it, has partition i. Three things are wanted:
 *   - all super-extents, and all files that are joined, have partition i in one rack;
 *   - racks have as many partitions as their nodes allow;
 *   - the extents of a parity group and its parities are on different nodes.
 *
 * The racks are laid out in a sequence with a period of M, the number of nodes of the domain, in
 * which each rack comes as often as it has nodes, evenly spread (smooth weighted round robin).
 * Partition i belongs to the rack at position i. The k-th position of a rack is its k-th node,
 * shifted by the number of the super-extent, so that these do not all load the same nodes.
 *
 * Any M positions in a row have each rack as often as it has nodes, and so each node once.
 * Therefore up to M extents in a row are on different nodes. A parity group is a run of extents; its
 * parities have the positions right after it, so group and parities are on different nodes if
 * together they are at most M.
 *
 * The sequence is a function of the racks' names and sizes. It is to be kept with the partitioner,
 * as the domains are: two files that are joined share it.
 */
/** The home of each partition in a failure domain. Immutable. */
public final class HomeNodes {
  private final List<Position> sequence;

  /** Where an extent should be; any other node of the rack is second best. */
  public record Home(String rack, String node) {}

  /** One place of the sequence: a rack, and which of its nodes. */
  private record Position(Rack rack, int node) {
    Home home(long shift) {
      int size = rack.nodes().size();
      return new Home(
          rack.name(), rack.nodes().get((int) Math.floorMod(node + shift, (long) size)));
    }
  }

  private HomeNodes(List<Position> sequence) {
    this.sequence = sequence;
  }

  /**
   * Returns the homes in a domain. O(M racks).
   *
   * @param racks the domain's racks and nodes
   * @throws IllegalArgumentException if it has no nodes
   */
  public static HomeNodes of(List<Rack> racks) {
    int nodes = racks.stream().mapToInt(rack -> rack.nodes().size()).sum();
    if (nodes == 0) {
      throw new IllegalArgumentException(
          "No node of the failure domain is alive; its racks must come back, or the dimension must"
              + " be moved to another domain.");
    }
    int[] credit = new int[racks.size()];
    int[] used = new int[racks.size()];
    List<Position> sequence = new ArrayList<>(nodes);
    for (int position = 0; position < nodes; position++) {
      int next = 0;
      for (int i = 0; i < racks.size(); i++) {
        credit[i] += racks.get(i).nodes().size();
        next = credit[i] > credit[next] ? i : next;
      }
      credit[next] -= nodes;
      sequence.add(new Position(racks.get(next), used[next]++));
    }
    return new HomeNodes(List.copyOf(sequence));
  }

  /**
   * Returns the home of an extent. O(1).
   *
   * @param superExtent the number of its super-extent in the file, from 0
   * @param partition its number in the dimension, from 0
   */
  public Home ofExtent(long superExtent, int partition) {
    return at(superExtent, partition);
  }

  /**
   * Returns the homes of the copies of a parity extent. O(copies).
   *
   * @param superExtent the number of its super-extent in the file, from 0
   * @param groups the parity groups
   * @param group its group, from 0
   * @param index which of the group's parities, from 0
   * @param copies how many copies of each parity there are
   */
  public List<Home> ofParity(
      long superExtent, ParityGroups groups, int group, int index, int copies) {
    int first = groups.first(group) + groups.size(group) + index * copies;
    return IntStream.range(first, first + copies)
        .mapToObj(position -> at(superExtent, position))
        .toList();
  }

  private Home at(long superExtent, int position) {
    return sequence.get(position % sequence.size()).home(superExtent);
  }
}
