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
package io.trident.hdfs.layout;

import io.trident.core.layout.Extent;
import io.trident.core.layout.recovery.SuperExtentHealth;
import io.trident.hdfs.protocol.RebuildOutcome.Result;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * How the tables of a NameNode are, for people.
 *
 * @param tables registered ones
 * @param files their extents and parities
 * @param damaged super-extents of which something cannot be read; at most {@link #MOST_DAMAGED}
 * @param others how many more are damaged
 * @param rebuilds under way
 * @param results rebuilds that have ended since the NameNode started, by how
 * @param suspects replicas that match HDFS's checksums, and not the manifest
 * @param bytesRead bytes that were read for these
 */
public record LayoutReport(
    int tables,
    int files,
    List<Damaged> damaged,
    int others,
    List<Rebuild> rebuilds,
    Map<Result, Long> results,
    long suspects,
    long bytesRead) {
  /** Of more, only their number is reported. */
  static final int MOST_DAMAGED = 200;

  /** Copies the collections. */
  public LayoutReport {
    damaged = List.copyOf(damaged);
    rebuilds = List.copyOf(rebuilds);
    results = Map.copyOf(results);
  }

  /**
   * A damaged super-extent.
   *
   * @param table path of the table's directory, or its inode id if that is gone
   * @param number of the super-extent
   * @param health what of it cannot be read
   * @param unrecoverable what too little is left of; a part of what is lost
   * @param failures of rebuilds that are tried again
   */
  public record Damaged(
      String table,
      long number,
      SuperExtentHealth health,
      Collection<Extent> unrecoverable,
      Map<Extent, RebuildFailures> failures) {}

  /**
   * A rebuild that a DataNode has been given.
   *
   * @param table as in {@link Damaged}
   * @param number of the super-extent
   * @param extent that is rebuilt
   * @param node name of the DataNode, or its identifier if it is gone
   */
  public record Rebuild(String table, long number, Extent extent, String node) {}
}
