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
package io.trident.layout.table;

import io.trident.core.replication.NodeMapId;
import io.trident.core.replication.PartitionScheme;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is known of a replica: for whoever chooses one, and for its recovery. It has the permissions
 * of the replica's files.
 *
 * @param source the path of the source's directory, without scheme, as it was
 * @param scheme how the replica is partitioned
 * @param nodes the map by which its partitions are placed
 * @param failures how many nodes can be lost at once without any row of the group; the colliding
 *     rows are those for which that would not hold
 * @param least text of the least key that is not null, if there is one
 * @param most text of the greatest key, if there is one that is not null
 * @param partitions what each partition has, in order
 * @param colliding the rows that are stored apart
 */
public record ReplicaStatistics(
    String source,
    PartitionScheme scheme,
    NodeMapId nodes,
    int failures,
    Optional<String> least,
    Optional<String> most,
    List<Partition> partitions,
    Rows colliding) {
  /**
   * Of the places of rows, without which a partition is of no use to others, are three replicas.
   */
  public static final int MAX_FAILURES = 2;

  /**
   * Rows.
   *
   * @param rows how many
   * @param bytes of their files; of the colliding rows, of their records
   */
  public record Rows(long rows, long bytes) {}

  /**
   * A partition.
   *
   * @param stored its rows, and the bytes of its file
   * @param distinctKeys how many keys it has; nothing if that was not counted
   * @param nodes the identifiers of the DataNodes that it was written to
   */
  public record Partition(Rows stored, OptionalLong distinctKeys, List<String> nodes) {
    /** Copies the list. */
    public Partition {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if there are other partitions than the scheme has, or failures
   *     are not possible
   */
  public ReplicaStatistics {
    checkFailures(failures);
    partitions = List.copyOf(partitions);
    if (partitions.size() != scheme.partitions() || nodes.partitions() != scheme.partitions()) {
      throw new IllegalArgumentException(
          "There are %d partitions of %s on the nodes of %s; all must be as many."
              .formatted(partitions.size(), scheme, nodes));
    }
  }

  /**
   * Checks how many nodes a group is to survive the loss of.
   *
   * @throws IllegalArgumentException if it is less than 1 or more than {@link #MAX_FAILURES}
   */
  public static void checkFailures(int failures) {
    if (failures < 1 || failures > MAX_FAILURES) {
      throw new IllegalArgumentException(
          "A group cannot be made to survive the loss of %d nodes; give 1 to %d."
              .formatted(failures, MAX_FAILURES));
    }
  }

  /** Returns the rows and bytes of all partitions. */
  public Rows stored() {
    return new Rows(
        partitions.stream().mapToLong(one -> one.stored().rows()).sum(),
        partitions.stream().mapToLong(one -> one.stored().bytes()).sum());
  }

  /** Returns how many keys there are; nothing if they were not counted. */
  public OptionalLong distinctKeys() {
    return partitions.stream().allMatch(one -> one.distinctKeys().isPresent())
        ? OptionalLong.of(
            partitions.stream().mapToLong(one -> one.distinctKeys().orElseThrow()).sum())
        : OptionalLong.empty();
  }
}
