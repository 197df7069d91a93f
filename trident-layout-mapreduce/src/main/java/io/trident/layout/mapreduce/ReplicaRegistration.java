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

import io.trident.core.layout.manifest.Manifest;
import io.trident.core.replication.NodeMapId;
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.job.ProgressReport;
import io.trident.layout.mapreduce.replica.BlockUpdate;
import io.trident.layout.mapreduce.replica.CollidingRows;
import io.trident.layout.mapreduce.replica.Replica;
import io.trident.layout.mapreduce.replica.ReplicaGroup;
import io.trident.layout.mapreduce.replica.SourceComparison;
import io.trident.layout.mapreduce.replica.StatisticsFile;
import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.table.StoredFiles;
import io.trident.layout.mapreduce.verify.Verification;
import io.trident.layout.table.ReplicaStatistics;
import io.trident.layout.table.TablePaths;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Registers replicas that exist, and compares all copies of a group.
 *
 * @param conf of the cluster
 * @param progress takes what is done
 */
public record ReplicaRegistration(Configuration conf, ProgressReport progress) {
  /**
   * What was compared.
   *
   * @param rows of the source
   * @param problems what is wrong, a line each; empty if all is right
   */
  public record Verified(long rows, List<String> problems) {}

  /**
   * Registers a directory as a replica of a source, after all of both was read and compared. Ends
   * the registrations of directories that do not exist.
   *
   * @param target a table of one super-extent and one dimension by hash, such as a replica that was
   *     copied or renamed
   * @param nodes the map by which its partitions are placed from now on
   * @param failures how many nodes the group is to survive the loss of, 1 or 2
   * @throws IOException if the directory is none, or has other rows; nothing has changed then
   */
  public ReplicaStatistics register(Path source, Path target, NodeMapId nodes, int failures)
      throws IOException, InterruptedException {
    ReplicaStatistics.checkFailures(failures);
    DistributedFileSystem files = Blocks.hdfs(source, conf);
    Path from = files.makeQualified(source);
    Replica replica = Replica.open(files, files.makeQualified(target));
    ReplicaGroup group = ReplicaGroup.ofSource(files, from);
    group.checkAlike(replica.path(), replica.table());
    List<Integer> all = IntStream.range(0, replica.scheme().partitions()).boxed().toList();
    Manifest own =
        BlockUpdate.of(
            replica, all, new StoredFiles(files, replica.path(), replica.table().paths()));
    BlockUpdate.write(files, replica, own); // a copy has other blocks
    List<String> problems = new ArrayList<>();
    verify(files, replica, problems);
    compare(files, from, replica).ifPresent(problems::add);
    if (!problems.isEmpty()) {
      BlockUpdate.write(files, replica, replica.manifest());
      throw new IOException(
          "%s is no replica of %s: %s (%d problems in all)."
              .formatted(replica.path(), from, problems.get(0), problems.size()));
    }
    ReplicaCreation.setNodes(files, replica.path(), nodes.toString());
    StatisticsFile.write(
        files, Replica.open(files, replica.path()), from, nodes, failures, Optional.empty());
    ReplicaGroup.register(files, from, replica.path());
    ReplicaGroup.forgetGone(files, from);
    ReplicaGroup grown = ReplicaGroup.ofSource(files, from);
    CollidingRows.refresh(files, conf, grown, failures, new Jobs(files, progress));
    for (Replica one : grown.replicas()) {
      StatisticsFile.update(files, one);
    }
    return replica.statistics(files);
  }

  /**
   * Reads all of a group, and compares it.
   *
   * @param directory its source or a replica; of the latter only that is compared with the source
   * @throws IOException if that is not possible; of copies that are not right, nothing is thrown
   */
  public Verified verify(Path directory) throws IOException, InterruptedException {
    DistributedFileSystem files = Blocks.hdfs(directory, conf);
    Path wanted = files.makeQualified(directory);
    ReplicaGroup group = ReplicaGroup.of(files, wanted);
    List<String> problems = new ArrayList<>();
    group.absent().forEach((path, why) -> problems.add("%s: %s".formatted(path, why)));
    long rows = 0;
    boolean isCompared = false;
    for (Replica replica : group.replicas()) {
      if (wanted.equals(group.source()) || wanted.equals(replica.path())) {
        verify(files, replica, problems);
        rows = replica.manifest().dimensions().get(0).rows();
        if (!isCompared) { // replicas of a group are made of the same files
          compare(files, group.source(), replica).ifPresent(problems::add);
          isCompared = true;
        }
      }
    }
    return new Verified(rows, problems);
  }

  private void verify(DistributedFileSystem files, Replica replica, List<String> problems)
      throws IOException, InterruptedException {
    new Verification(files, conf, new Jobs(files, progress))
        .run(replica.path(), new Path(replica.path(), TablePaths.HIDDEN), work(files))
        .problems()
        .forEach(problem -> problems.add("%s: %s".formatted(replica.path(), problem)));
  }

  private Optional<String> compare(DistributedFileSystem files, Path source, Replica replica)
      throws IOException, InterruptedException {
    return new SourceComparison(files, conf, new Jobs(files, progress))
        .compare(source, replica, work(files))
        .map(other -> "%s: %s".formatted(source, other));
  }

  private static Path work(DistributedFileSystem files) {
    return new Path(files.getHomeDirectory(), ".trident-verify-" + UUID.randomUUID());
  }
}
