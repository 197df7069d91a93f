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

import io.trident.layout.mapreduce.job.BuildLock;
import io.trident.layout.mapreduce.job.JobCost;
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.revert.SourceBuild;
import io.trident.layout.mapreduce.table.Attributes;
import io.trident.layout.mapreduce.table.Places;
import io.trident.layout.table.SourceList.Source;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Writes lost files of a source again, from a replica of which nothing is lost: as a reversion of
 * that replica.
 *
 * @param files where the group is
 * @param conf of the job
 * @param source the source's directory
 * @param jobs runs the job
 */
public record SourceRecovery(
    DistributedFileSystem files, Configuration conf, Path source, Jobs jobs) {
  /**
   * Recovers files.
   *
   * @param replica all of whose partitions can be read
   * @param lost the numbers of the files in the list that the replica has
   * @throws IOException if that is not possible; nothing has changed then
   */
  public JobCost run(Replica replica, Set<Integer> lost) throws IOException, InterruptedException {
    Places own = Places.of(source);
    Places places = new Places(replica.path(), own.build(), own.kept());
    Attributes.ofKept(files, source, List.of()).create(files, places.build());
    JobCost cost;
    try (BuildLock lock = BuildLock.acquire(files, places.lock())) {
      jobs.endEarlier(conf, places.work());
      places.clear(files);
      SourceBuild build = new SourceBuild(files, conf, places, jobs);
      cost = build.write(lost).cost();
      for (int number : lost) {
        Source file = replica.table().sources().sources().get(number);
        put(new Path(places.build(), file.name()), new Path(source, file.name()));
      }
    }
    files.delete(places.build(), true);
    return cost;
  }

  /** Replaces a file, whose owner, permissions and replication stay. */
  private void put(Path built, Path lost) throws IOException {
    if (files.exists(lost)) {
      FileStatus status = files.getFileStatus(lost);
      files.setPermission(built, status.getPermission());
      FileStatus now = files.getFileStatus(built);
      if (!now.getOwner().equals(status.getOwner()) || !now.getGroup().equals(status.getGroup())) {
        files.setOwner(built, status.getOwner(), status.getGroup());
      }
      files.setReplication(built, status.getReplication());
    }
    files.rename(built, lost, Rename.OVERWRITE);
  }
}
