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

import io.trident.core.replication.LostParts;
import io.trident.layout.mapreduce.job.JobCost;
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.job.ProgressReport;
import io.trident.layout.mapreduce.replica.CollidingRows;
import io.trident.layout.mapreduce.replica.FoundParts;
import io.trident.layout.mapreduce.replica.PartitionRecovery;
import io.trident.layout.mapreduce.replica.Replica;
import io.trident.layout.mapreduce.replica.ReplicaGroup;
import io.trident.layout.mapreduce.replica.SourceRecovery;
import io.trident.layout.mapreduce.replica.StatisticsFile;
import io.trident.layout.mapreduce.table.Blocks;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Writes again what is lost of a replica group: partitions of replicas, then files of the source.
 *
 * @param conf of the cluster
 * @param progress takes what is done
 */
public record ReplicaRecovery(Configuration conf, ProgressReport progress) {
  /**
   * What was done.
   *
   * @param partitions how many partitions of replicas were written again
   * @param files how many files of the source
   * @param collidingRows how many rows are stored apart now
   * @param cost of all jobs
   */
  public record Result(int partitions, int files, long collidingRows, JobCost cost) {}

  /** When the colliding rows are determined anew. */
  public enum Collisions {
    /** If partitions are on other nodes than they were, or members have gone. */
    IF_MOVED,
    /** In any case: files of the source may have moved. */
    ALWAYS
  }

  /**
   * Recovers a group.
   *
   * @param directory its source, or a replica; of the latter only that is recovered
   * @param collisions when the colliding rows are determined anew
   * @throws IOException if that is not possible; the message has the remedy. What could not be
   *     recovered is as it was
   */
  public Result run(Path directory, Collisions collisions)
      throws IOException, InterruptedException {
    DistributedFileSystem files = Blocks.hdfs(directory, conf);
    Path wanted = files.makeQualified(directory);
    ReplicaGroup group = readable(files, wanted);
    Jobs jobs = new Jobs(files, progress);
    boolean isWhole = wanted.equals(group.source());
    int partitions = 0;
    JobCost cost = JobCost.NONE;
    for (int r = 0; r < group.replicas().size(); r++) {
      Replica replica = group.replicas().get(r);
      LostParts lost = FoundParts.lost(files, group);
      Set<Integer> own = lost.byMember().get(r + 1);
      if ((isWhole || replica.path().equals(wanted)) && !own.isEmpty()) {
        progress.line(
            "%s: %d of %d partitions are lost"
                .formatted(replica.path(), own.size(), replica.scheme().partitions()));
        cost = cost.plus(new PartitionRecovery(files, conf, group, jobs).run(r + 1, lost));
        partitions += own.size();
        group = ReplicaGroup.of(files, wanted); // with the manifest as it is now
      }
    }
    LostParts lost = FoundParts.lost(files, group);
    Set<Integer> ofSource = isWhole ? lost.byMember().get(0) : Set.of();
    if (!ofSource.isEmpty()) {
      progress.line("%s: %d files are lost".formatted(group.source(), ofSource.size()));
      Replica from = intact(group.replicas(), lost);
      checkBytesComeBack(group, from);
      cost = cost.plus(new SourceRecovery(files, conf, group.source(), jobs).run(from, ofSource));
    }
    if (collisions == Collisions.ALWAYS || !ofSource.isEmpty() || hasMoved(files, group)) {
      cost = cost.plus(separate(files, group, jobs));
    }
    return new Result(partitions, ofSource.size(), colliding(files, group), cost);
  }

  private ReplicaGroup readable(DistributedFileSystem files, Path wanted) throws IOException {
    ReplicaGroup group = ReplicaGroup.of(files, wanted);
    group.absent().forEach((path, why) -> progress.line("%s is left out: %s".formatted(path, why)));
    if (group.replicas().isEmpty()) {
      throw new IOException(
          "No replica of %s can be read; make one: bin/trident replicas create"
              .formatted(group.source()));
    }
    return group;
  }

  private static boolean hasMoved(DistributedFileSystem files, ReplicaGroup group)
      throws IOException {
    boolean hasMoved = !group.absent().isEmpty();
    for (Replica replica : group.replicas()) {
      hasMoved |= !StatisticsFile.moved(files, replica, replica.statistics(files)).isEmpty();
    }
    return hasMoved;
  }

  /** Stores the rows apart that collide as parts are placed now. */
  private JobCost separate(DistributedFileSystem files, ReplicaGroup group, Jobs jobs)
      throws IOException, InterruptedException {
    if (!FoundParts.lost(files, group).byMember().get(0).isEmpty()) {
      progress.line(
          "The source has lost files; recover it as well, so that colliding rows are stored apart");
      return JobCost.NONE;
    }
    int failures = 1;
    for (Replica replica : group.replicas()) {
      failures = Math.max(failures, replica.statistics(files).failures());
    }
    JobCost cost = CollidingRows.refresh(files, conf, group, failures, jobs);
    for (Replica replica : group.replicas()) {
      StatisticsFile.update(files, replica);
    }
    return cost;
  }

  private static long colliding(DistributedFileSystem files, ReplicaGroup group)
      throws IOException {
    long rows = 0;
    for (Replica replica : group.replicas()) {
      rows += CollidingRows.tally(files, replica.path()).rows();
    }
    return rows;
  }

  /** Rows of files that came out with other bytes would have other places than replicas know. */
  private static void checkBytesComeBack(ReplicaGroup group, Replica from) throws IOException {
    if (!from.table().adapter().isSequential()) {
      throw new IOException(
          "Lost files of %s cannot be written again byte for byte: format %s does not allow it. Replicas are whole. Copy %s, make files of the copy (bin/trident layout revert), put them in the source's place, and make the replicas again."
              .formatted(group.source(), from.table().format().name(), from.path()));
    }
  }

  private static Replica intact(List<Replica> replicas, LostParts lost) throws IOException {
    for (int r = 0; r < replicas.size(); r++) {
      if (lost.byMember().get(r + 1).isEmpty()) {
        return replicas.get(r);
      }
    }
    throw new IOException("No replica is whole, so that no file can be written from it.");
  }
}
