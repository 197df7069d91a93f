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
package io.trident.layout.mapreduce.replica;

import io.trident.core.replication.NodeMapId;
import io.trident.core.replication.PartitionScheme;
import io.trident.layout.mapreduce.convert.ConversionRequest;
import io.trident.layout.mapreduce.convert.ConversionRequest.By;
import io.trident.layout.mapreduce.convert.ConversionRequest.Partition;
import io.trident.layout.table.ReplicaStatistics;
import io.trident.layout.table.TableSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a user asks for.
 *
 * @param scheme how the replica is partitioned
 * @param nodes the map by which its partitions are placed
 * @param failures how many nodes can be lost at once without a row, from 1 to {@link
 *     ReplicaStatistics#MAX_FAILURES}
 * @param schema columns and types, as of {@link ConversionRequest}
 * @param format of the rows, such as {@code csv}
 * @param options of the format
 * @param maxRowBytes most bytes of a row
 */
public record ReplicaRequest(
    PartitionScheme scheme,
    NodeMapId nodes,
    int failures,
    Optional<String> schema,
    String format,
    Map<String, String> options,
    long maxRowBytes) {
  /** More tasks that write would each write little, and report on all partitions. */
  private static final int MAX_REDUCES = 200;

  /**
   * Copies the options.
   *
   * @throws IllegalArgumentException if the nodes are of another number of partitions, or failures
   *     out of their range
   */
  public ReplicaRequest {
    options = Map.copyOf(options);
    if (nodes.partitions() != scheme.partitions()) {
      throw new IllegalArgumentException(
          "%s cannot be placed by %s; take one of as many partitions.".formatted(scheme, nodes));
    }
    ReplicaStatistics.checkFailures(failures);
  }

  /**
   * Returns the request for a table of one super-extent, of one dimension.
   *
   * @param sourceBytes of the source's files; at least as many as there are partitions
   */
  public ConversionRequest conversion(long sourceBytes) {
    int partitions = scheme.partitions();
    long target = sourceBytes / partitions;
    if (sourceBytes % partitions >= TableSpec.MIN_EXTENTS * target) {
      target++; // or what is left would be a super-extent of its own
    }
    return new ConversionRequest(
        List.of(new By(scheme.column(), Partition.HASH, Optional.empty())),
        schema,
        format,
        options,
        partitions,
        target,
        (partitions + MAX_REDUCES - 1) / MAX_REDUCES,
        0,
        Long.MAX_VALUE,
        maxRowBytes);
  }
}
