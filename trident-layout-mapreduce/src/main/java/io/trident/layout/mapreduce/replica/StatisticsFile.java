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

import io.trident.core.layout.manifest.ExtentEntry;
import io.trident.core.layout.manifest.KeyRange;
import io.trident.core.layout.value.Value;
import io.trident.core.replication.NodeMapId;
import io.trident.layout.format.ColumnType;
import io.trident.layout.format.ValueText;
import io.trident.layout.mapreduce.table.StoredFiles;
import io.trident.layout.mapreduce.table.Texts;
import io.trident.layout.table.ReplicaPaths;
import io.trident.layout.table.ReplicaStatistics;
import io.trident.layout.table.ReplicaStatistics.Partition;
import io.trident.layout.table.ReplicaStatistics.Rows;
import io.trident.layout.table.ReplicaStatisticsJson;
import io.trident.layout.table.RowTally;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** Writes what is known of a replica. */
public final class StatisticsFile {
  private StatisticsFile() {}

  /**
   * Writes the statistics into the replica's directory.
   *
   * @param source the source's directory
   * @param nodes the map by which partitions are placed
   * @param failures that the colliding rows are for
   * @param keys distinct keys by partition; empty if they were not counted
   * @throws IOException if that is not possible
   */
  public static ReplicaStatistics write(
      DistributedFileSystem files,
      Replica replica,
      Path source,
      NodeMapId nodes,
      int failures,
      Optional<Map<Integer, Long>> keys)
      throws IOException {
    RowTally colliding = CollidingRows.tally(files, replica.path());
    StoredFiles stored = new StoredFiles(files, replica.path(), replica.table().paths());
    List<Partition> partitions = new ArrayList<>();
    Optional<KeyRange> range = Optional.empty();
    for (int p = 0; p < replica.scheme().partitions(); p++) {
      ExtentEntry entry = replica.entry(p);
      int number = p;
      partitions.add(
          new Partition(
              new Rows(entry.rows(), entry.stored().length()),
              keys.map(all -> OptionalLong.of(all.getOrDefault(number, 0L)))
                  .orElse(OptionalLong.empty()),
              nodes(stored.find(replica.file(p).getName()))));
      range = joined(range, entry.keys());
    }
    ColumnType type = replica.table().spec().schema().column(replica.scheme().column()).type();
    ReplicaStatistics statistics =
        new ReplicaStatistics(
            source.toUri().getPath(),
            replica.scheme(),
            nodes,
            failures,
            range.flatMap(one -> text(type, one.least())),
            range.flatMap(one -> text(type, one.most())),
            partitions,
            new Rows(colliding.rows(), colliding.bytes()));
    Path file = new Path(replica.path(), ReplicaPaths.STATISTICS);
    byte[] text = ReplicaStatisticsJson.write(statistics).getBytes(StandardCharsets.UTF_8);
    if (files.exists(file)) {
      Texts.update(files, file, text);
    } else {
      Texts.replace(files, file, text);
    }
    return statistics;
  }

  /**
   * Writes what has changed: where partitions are, and how many rows are stored apart.
   *
   * @throws IOException if that is not possible
   */
  public static void update(DistributedFileSystem files, Replica replica) throws IOException {
    ReplicaStatistics before = replica.statistics(files);
    Map<Integer, Long> keys = new HashMap<>();
    for (int p = 0; p < before.partitions().size(); p++) {
      int partition = p;
      before.partitions().get(p).distinctKeys().ifPresent(count -> keys.put(partition, count));
    }
    write(
        files,
        replica,
        new Path(before.source()),
        before.nodes(),
        before.failures(),
        before.distinctKeys().isPresent() ? Optional.of(keys) : Optional.empty());
  }

  /**
   * Returns the partitions of a replica that are on other nodes than its statistics have, or on
   * none.
   *
   * @throws IOException if the replica cannot be listed
   */
  public static List<Integer> moved(
      DistributedFileSystem files, Replica replica, ReplicaStatistics statistics)
      throws IOException {
    StoredFiles stored = new StoredFiles(files, replica.path(), replica.table().paths());
    List<Integer> moved = new ArrayList<>();
    for (int p = 0; p < replica.scheme().partitions(); p++) {
      List<String> now = nodes(stored.find(replica.file(p).getName()));
      if (!now.equals(statistics.partitions().get(p).nodes())) {
        moved.add(p);
      }
    }
    return moved;
  }

  private static Optional<KeyRange> joined(Optional<KeyRange> one, Optional<KeyRange> other) {
    return one.isEmpty() ? other : other.isEmpty() ? one : Optional.of(one.get().with(other.get()));
  }

  private static Optional<String> text(ColumnType type, Value value) {
    return value instanceof Value.Null
        ? Optional.empty()
        : Optional.of(ValueText.format(type, value));
  }

  private static List<String> nodes(Optional<HdfsLocatedFileStatus> file) {
    List<String> nodes = new ArrayList<>();
    for (LocatedBlock block :
        file.map(one -> one.getLocatedBlocks().getLocatedBlocks()).orElse(List.of())) {
      nodes.addAll(StoredCopies.nodes(block));
    }
    return nodes.stream().distinct().sorted().toList();
  }
}
