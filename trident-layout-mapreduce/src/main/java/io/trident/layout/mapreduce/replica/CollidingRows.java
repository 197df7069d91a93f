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

import io.trident.layout.mapreduce.convert.SourceInput;
import io.trident.layout.mapreduce.job.BuildLock;
import io.trident.layout.mapreduce.job.JobCost;
import io.trident.layout.mapreduce.job.JobSettings;
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.table.Attributes;
import io.trident.layout.mapreduce.table.Places;
import io.trident.layout.mapreduce.table.Texts;
import io.trident.layout.table.ReplicaPaths;
import io.trident.layout.table.RowTally;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.mapreduce.Job;

/**
 * Stores the rows apart of which all copies could be lost at once.
 *
 * @param files where the group is
 * @param conf of the job
 * @param places the source, and the replica that is being built
 * @param jobs runs the job
 */
public record CollidingRows(
    DistributedFileSystem files, Configuration conf, Places places, Jobs jobs) {
  static Path copies(Path work) {
    return new Path(work, "copies.json");
  }

  /**
   * Writes them to the replica that is being built; nothing if there cannot be any.
   *
   * @param replicas all of the group, with the new one
   * @param failures how many nodes may be lost at once
   * @throws IOException if the job fails
   */
  public JobCost write(List<Replica> replicas, int failures)
      throws IOException, InterruptedException {
    files.delete(new Path(places.build(), ReplicaPaths.COLLIDING), true);
    StoredCopies copies = StoredCopies.of(files, places.table(), replicas, failures);
    if (copies.isSafe()) {
      return JobCost.NONE;
    }
    Texts.replace(files, copies(places.work()), copies.toJson().getBytes(StandardCharsets.UTF_8));
    Job job =
        Jobs.create(
            conf,
            "Trident: colliding rows of " + places.table(),
            new JobSettings(places.table(), places.work(), places.build(), List.of(0)));
    new GroupRows(replicas).set(job.getConfiguration());
    job.setInputFormatClass(SourceInput.class);
    job.setMapperClass(CollidingMapper.class);
    job.setNumReduceTasks(0);
    return jobs.run(job, "Colliding rows");
  }

  /**
   * Determines the colliding rows anew, and replaces all that are stored: partitions may have
   * moved, and members may have gone.
   *
   * @param group of at least one replica
   * @param failures how many nodes may be lost at once
   * @throws IOException if the job fails; what was stored is there all the same
   */
  public static JobCost refresh(
      DistributedFileSystem files, Configuration conf, ReplicaGroup group, int failures, Jobs jobs)
      throws IOException, InterruptedException {
    Replica keeper = group.replicas().get(0);
    Places own = Places.of(keeper.path());
    Places places = new Places(group.source(), own.build(), own.kept());
    Attributes attributes = Attributes.ofKept(files, keeper.path(), visible(files, keeper.path()));
    attributes.create(files, places.build());
    JobCost cost;
    try (BuildLock lock = BuildLock.acquire(files, places.lock())) {
      jobs.endEarlier(conf, places.work());
      places.clear(files);
      keeper.table().write(files, places.work());
      List<Path> before = new ArrayList<>();
      for (Replica replica : group.replicas()) {
        before.addAll(directories(files, replica.path()));
      }
      cost = new CollidingRows(files, conf, places, jobs).write(group.replicas(), failures);
      Path written = new Path(places.build(), ReplicaPaths.COLLIDING);
      if (files.exists(written)) {
        attributes.apply(files, places.build());
        Path stored = new Path(keeper.path(), ReplicaPaths.COLLIDING + "-" + UUID.randomUUID());
        if (!files.rename(written, stored)) {
          throw new IOException("%s cannot be renamed to %s.".formatted(written, stored));
        }
      }
      for (Path one : before) {
        files.delete(one, true);
      }
    }
    files.delete(places.build(), true);
    return cost;
  }

  /** Returns the visible files of a replica, by whose permissions others are written. */
  static List<FileStatus> visible(FileSystem files, Path directory) throws IOException {
    List<FileStatus> visible = new ArrayList<>();
    for (FileStatus child : files.listStatus(directory)) {
      if (child.isFile()) {
        visible.add(child);
      }
    }
    return visible;
  }

  /** Returns the directories of colliding rows of a replica: those of its creation, or later. */
  private static List<Path> directories(FileSystem files, Path replica) throws IOException {
    List<Path> found = new ArrayList<>();
    Path colliding = new Path(replica, ReplicaPaths.COLLIDING);
    for (FileStatus child : files.listStatus(colliding.getParent())) {
      if (child.isDirectory() && child.getPath().getName().startsWith(colliding.getName())) {
        found.add(child.getPath());
      }
    }
    return found;
  }

  /** Returns the files of colliding rows of a replica; none if it has none. */
  static List<Path> list(FileSystem files, Path replica) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path directory : directories(files, replica)) {
      for (FileStatus file : files.listStatus(directory)) {
        String name = file.getPath().getName();
        if (name.endsWith(CollidingFile.TALLY)) {
          found.add(
              new Path(directory, name.substring(0, name.length() - CollidingFile.TALLY.length())));
        }
      }
    }
    return found;
  }

  /**
   * Returns what the colliding rows of a replica are.
   *
   * @throws IOException if that cannot be read
   */
  public static RowTally tally(FileSystem files, Path replica) throws IOException {
    RowTally tally = RowTally.NONE;
    for (Path file : list(files, replica)) {
      tally = tally.plus(RowTally.read(Texts.read(files, file.suffix(CollidingFile.TALLY))));
    }
    return tally;
  }
}
