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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Where extents are to be stored, among the nodes that are alive: see {@link HomeRacks}. */
public final class HomeNodes {
  private final List<Position> positions;

  /** Where an extent should be; any other node of the rack is second best. */
  public record Home(String rack, String node) {}

  /** One place of the sequence: a live rack, and whose turn it is in it. */
  private record Position(Rack rack, int turn) {
    Home home(long shift) {
      long nodes = rack.nodes().size();
      return new Home(rack.name(), rack.nodes().get((int) Math.floorMod(turn + shift, nodes)));
    }
  }

  private HomeNodes(List<Position> positions) {
    this.positions = positions;
  }

  static HomeNodes of(HomeRacks homes, List<Rack> alive) {
    Map<String, Rack> racks = new HashMap<>();
    alive.stream()
        .filter(rack -> !rack.nodes().isEmpty())
        .forEach(rack -> racks.put(rack.name(), rack));
    Map<String, Integer> turns = new HashMap<>();
    List<Position> positions = new ArrayList<>();
    for (int i = 0; i < homes.sequence().size(); i++) {
      int turn = turns.merge(homes.rackOf(i), 1, Integer::sum) - 1;
      positions.add(new Position(firstAlive(homes, i, racks), turn));
    }
    return new HomeNodes(List.copyOf(positions));
  }

  private static Rack firstAlive(HomeRacks homes, int from, Map<String, Rack> racks) {
    for (int i = from; i < from + homes.sequence().size(); i++) {
      Rack rack = racks.get(homes.rackOf(i));
      if (rack != null) {
        return rack;
      }
    }
    throw new IllegalArgumentException(
        "No node of the racks %s is alive; they must come back, or the dimension must be moved to"
                .formatted(homes.sequence().stream().distinct().sorted().toList())
            + " another failure domain.");
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

  /**
   * Returns the homes of a whole round of positions, those of an extent and of what would follow
   * it; lazy.
   *
   * @param superExtent the number of its super-extent in the file, from 0
   * @param position the number of an extent, from 0
   */
  Stream<Home> from(long superExtent, int position) {
    return IntStream.range(position, position + positions.size())
        .mapToObj(next -> at(superExtent, next));
  }

  private Home at(long superExtent, int position) {
    return positions.get(position % positions.size()).home(superExtent);
  }
}
