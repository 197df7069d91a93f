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

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which map of partitions to nodes: tables with the same one have partition {@code i} on the same
 * node, whatever their columns are.
 *
 * @param partitions how many the map has, from 1 to {@link PartitionScheme#MAX_PARTITIONS}
 * @param set which of the disjoint sets of nodes takes them, from 0
 * @param sets how many disjoint sets the nodes are divided into, from 1 to {@link #MAX_SETS}; with
 *     1 all nodes take partitions
 */
public record NodeMapId(int partitions, int set, int sets) implements Comparable<NodeMapId> {
  /** Most sets: copies of a row beyond that would be no use. */
  public static final int MAX_SETS = 16;

  private static final Pattern TEXT = Pattern.compile("hash/(\\d{1,4})(?:/(\\d{1,2})/(\\d{1,2}))?");

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public NodeMapId {
    if (partitions < 1 || partitions > PartitionScheme.MAX_PARTITIONS) {
      throw new IllegalArgumentException(
          "%d partitions are not possible; give 1 to %d."
              .formatted(partitions, PartitionScheme.MAX_PARTITIONS));
    }
    if (sets < 1 || sets > MAX_SETS || set < 0 || set >= sets) {
      throw new IllegalArgumentException(
          "There is no set %d of %d sets of nodes; give up to %d sets, and one from 0."
              .formatted(set, sets, MAX_SETS));
    }
  }

  /** The map over all nodes. */
  public static NodeMapId ofAllNodes(int partitions) {
    return new NodeMapId(partitions, 0, 1);
  }

  /**
   * Reads what {@link #toString} writes.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static NodeMapId parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'%s' names no map of partitions; write hash/64, or hash/64/0/2 for the first of two sets of nodes."
              .formatted(text));
    }
    int partitions = Integer.parseInt(matcher.group(1));
    return matcher.group(2) == null
        ? ofAllNodes(partitions)
        : new NodeMapId(
            partitions, Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(3)));
  }

  @Override
  public int compareTo(NodeMapId other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return sets == 1 ? "hash/" + partitions : "hash/" + partitions + "/" + set + "/" + sets;
  }
}
