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
package io.trident.layout.mapreduce;

import io.trident.core.layout.partition.Skew;
import io.trident.layout.mapreduce.replica.FoundParts;
import io.trident.layout.mapreduce.replica.Replica;
import io.trident.layout.mapreduce.replica.ReplicaGroup;
import io.trident.layout.mapreduce.replica.SourceComparison;
import io.trident.layout.mapreduce.replica.StatisticsFile;
import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.table.ReplicaStatistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * A replica group, as it is now.
 *
 * @param source the source's directory
 * @param sourceFiles how many files it had when replicas were made
 * @param lostFiles the names of those that cannot be read
 * @param changed in what the source's files are others; nothing if they are not
 * @param members the replicas
 * @param absent replicas that cannot be read, and why
 */
public record ReplicaView(
    Path source,
    int sourceFiles,
    List<String> lostFiles,
    Optional<String> changed,
    List<Member> members,
    Map<Path, String> absent) {
  /**
   * A replica.
   *
   * @param statistics what is known of it
   * @param skew of its partitions
   * @param lost the partitions that cannot be read
   * @param moved those on other nodes than the statistics have
   */
  public record Member(
      Path path,
      ReplicaStatistics statistics,
      Skew skew,
      List<Integer> lost,
      List<Integer> moved) {}

  /**
   * Looks at a group.
   *
   * @param directory its source, or a replica
   * @throws IOException if it cannot be read
   */
  public static ReplicaView of(Path directory, Configuration conf) throws IOException {
    DistributedFileSystem files = Blocks.hdfs(directory, conf);
    ReplicaGroup group = ReplicaGroup.of(files, directory);
    if (group.replicas().isEmpty()) {
      return new ReplicaView(
          group.source(), 0, List.of(), Optional.empty(), List.of(), group.absent());
    }
    TableLayout table = group.replicas().get(0).table();
    Optional<String> changed = SourceComparison.changed(files, group.source(), table);
    Set<Integer> lostFiles = changed.isPresent() ? Set.of() : FoundParts.lostOfSource(files, group);
    List<Member> members = new ArrayList<>();
    for (Replica replica : group.replicas()) {
      ReplicaStatistics statistics = replica.statistics(files);
      members.add(
          new Member(
              replica.path(),
              statistics,
              replica.manifest().dimensions().get(0).skew(),
              FoundParts.lostOfReplica(files, replica).stream().sorted().toList(),
              StatisticsFile.moved(files, replica, statistics)));
    }
    return new ReplicaView(
        group.source(),
        table.sources().sources().size(),
        lostFiles.stream().map(one -> table.sources().sources().get(one).name()).toList(),
        changed,
        members,
        group.absent());
  }
}
