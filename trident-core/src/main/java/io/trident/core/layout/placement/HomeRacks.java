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

import java.util.ArrayList;
import java.util.List;

/*
 * Which rack has partition i. Three things are wanted:
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
 * together they are at most M. If racks are of one size, up to as many as there are racks are also
 * in different racks.
 *
 * The sequence is kept with the partitioner, and files that share it share the sequence. It does not
 * follow nodes that come and go: then each partition of each file would have another home. Where a
 * rack has fewer nodes than its turns, turns share a node; where it has none, the rack of the next
 * position that is alive stands in.
 */
/**
 * The home racks of partitions in a failure domain.
 *
 * @param sequence the names of racks, by partition; partitions beyond begin again
 */
public record HomeRacks(List<String> sequence) {
  /**
   * Copies the sequence.
   *
   * @throws IllegalArgumentException if it is empty
   */
  public HomeRacks {
    sequence = List.copyOf(sequence);
    if (sequence.isEmpty()) {
      throw new IllegalArgumentException(
          "The failure domain has no live node; its racks must come back, or the dimension must be"
              + " moved to another domain.");
    }
  }

  /**
   * Lays out the racks of a domain. O(M racks).
   *
   * @param racks the domain's racks, with their nodes
   * @throws IllegalArgumentException if there is no node
   */
  public static HomeRacks of(List<Rack> racks) {
    int nodes = racks.stream().mapToInt(rack -> rack.nodes().size()).sum();
    int[] credit = new int[racks.size()];
    List<String> sequence = new ArrayList<>(nodes);
    for (int position = 0; position < nodes; position++) {
      int next = 0;
      for (int i = 0; i < racks.size(); i++) {
        credit[i] += racks.get(i).nodes().size();
        next = credit[i] > credit[next] ? i : next;
      }
      credit[next] -= nodes;
      sequence.add(racks.get(next).name());
    }
    return new HomeRacks(sequence);
  }

  /** Returns the home rack of a partition. */
  public String rackOf(int partition) {
    return sequence.get(partition % sequence.size());
  }

  /**
   * Returns the homes among nodes that are alive. O(M).
   *
   * @param alive the domain's racks, with their live nodes
   * @throws IllegalArgumentException if no node of a rack of the sequence is alive
   */
  public HomeNodes on(List<Rack> alive) {
    return HomeNodes.of(this, alive);
  }
}
