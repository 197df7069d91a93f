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
import io.trident.layout.mapreduce.Conversion.Earlier;
import io.trident.layout.mapreduce.convert.TableBuild;
import io.trident.layout.mapreduce.job.BuildLock;
import io.trident.layout.mapreduce.job.JobCost;
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.job.ProgressReport;
import io.trident.layout.mapreduce.replica.CollidingRows;
import io.trident.layout.mapreduce.replica.Replica;
import io.trident.layout.mapreduce.replica.ReplicaGroup;
import io.trident.layout.mapreduce.replica.ReplicaRequest;
import io.trident.layout.mapreduce.replica.StatisticsFile;
import io.trident.layout.mapreduce.table.Attributes;
import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.table.Places;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.table.ReplicaPaths;
import io.trident.layout.table.ReplicaStatistics;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * Makes a replica of a directory of files: another directory with the same rows, partitioned by the
 * hash of a column. The files stay as they are.
 *
 * @param conf of the cluster
 * @param progress takes what is done
 */
public record ReplicaCreation(Configuration conf, ProgressReport progress) {
  /**
   * What was done.
   *
   * @param statistics of the replica
   * @param skew of its partitions
   * @param cost of all jobs of this run
   */
  public record Result(ReplicaStatistics statistics, Skew skew, JobCost cost) {}

  /**
   * Makes a replica, and registers it.
   *
   * @param source a directory of files
   * @param target where the replica is to be; there is nothing, unless an earlier run has made it
   * @param earlier what becomes of an earlier run that did not end
   * @throws IOException if that is not possible. What was done is kept beside the target for the
   *     next run
   * @throws IllegalArgumentException if the request is not valid; the message has the remedy
   */
  public Result run(Path source, Path target, ReplicaRequest request, Earlier earlier)
      throws IOException, InterruptedException {
    DistributedFileSystem files = Blocks.hdfs(source, conf);
    Path from = files.makeQualified(source);
    Path to = target.getFileSystem(conf).makeQualified(target);
    check(files, from, to);
    if (files.exists(to)) {
      return registered(files, from, to, request);
    }
    Places places = new Places(from, Places.of(to).build(), Places.of(to).kept());
    ReplicaGroup group = ReplicaGroup.ofSource(files, from);
    Attributes.ofKept(files, from, List.of()).create(files, places.build());
    setNodes(files, places.build(), request.nodes().toString());
    Jobs jobs = new Jobs(files, progress);
    TableBuild build = new TableBuild(files, conf, places, jobs);
    JobCost cost;
    ReplicaStatistics statistics;
    try (BuildLock lock = BuildLock.acquire(files, places.lock())) {
      jobs.endEarlier(conf, places.work());
      if (earlier == Earlier.RESTART) {
        build.forget();
      }
      build.prepare(request.conversion(bytes(files, from, request.scheme().partitions())));
      group.checkAlike(to, TableLayout.read(files, places.work()));
      cost = build.write(Long.MAX_VALUE, request.maxRowBytes()).cost().plus(build.verify().cost());
      Map<Integer, Long> keys = build.keys();
      build.finish(from);
      Replica built = Replica.open(files, places.build());
      List<Replica> all = new ArrayList<>(group.replicas());
      all.add(built);
      cost = cost.plus(new CollidingRows(files, conf, places, jobs).write(all, request.failures()));
      statistics =
          StatisticsFile.write(
              files, built, from, request.nodes(), request.failures(), Optional.of(keys));
      build.finish(from); // what was written since has the owner and the permissions, too
      publish(files, places.build(), to);
    }
    files.delete(new Path(to, places.work().getName()), true);
    ReplicaGroup.register(files, from, to);
    return new Result(statistics, skew(Replica.open(files, to)), cost);
  }

  private static void check(DistributedFileSystem files, Path from, Path to) throws IOException {
    if (!files.getUri().equals(to.getFileSystem(files.getConf()).getUri())) {
      throw new IOException(
          "%s is on another file system than %s; a group is on one HDFS.".formatted(to, from));
    }
    if ((from + Path.SEPARATOR).startsWith(to + Path.SEPARATOR)
        || (to + Path.SEPARATOR).startsWith(from + Path.SEPARATOR)) {
      throw new IOException(
          "%s and %s are one in the other; make the replica outside of its source."
              .formatted(from, to));
    }
  }

  /** Completes an earlier run that ended when the replica was in its place. */
  private static Result registered(
      DistributedFileSystem files, Path from, Path to, ReplicaRequest request) throws IOException {
    Replica replica;
    ReplicaStatistics statistics;
    try {
      replica = Replica.open(files, to);
      statistics = replica.statistics(files);
    } catch (FileNotFoundException e) {
      throw new IOException(
          "%s exists, and is no replica; give a directory that does not exist.".formatted(to), e);
    }
    if (!statistics.source().equals(from.toUri().getPath())
        || !statistics.scheme().equals(request.scheme())
        || !statistics.nodes().equals(request.nodes())) {
      throw new IOException(
          "%s is a replica of %s by %s on %s already; give another directory, or remove it."
              .formatted(to, statistics.source(), statistics.scheme(), statistics.nodes()));
    }
    files.delete(new Path(to, Places.of(to).work().getName()), true);
    ReplicaGroup.register(files, from, to);
    return new Result(statistics, skew(replica), JobCost.NONE);
  }

  private static Skew skew(Replica replica) {
    return replica.manifest().dimensions().get(0).skew();
  }

  /** Sets by which map a directory's partitions are placed. */
  static void setNodes(DistributedFileSystem files, Path directory, String nodes)
      throws IOException {
    files.setXAttr(
        directory,
        ReplicaPaths.NODES,
        nodes.getBytes(StandardCharsets.UTF_8),
        EnumSet.of(XAttrSetFlag.CREATE, XAttrSetFlag.REPLACE));
  }

  private static long bytes(DistributedFileSystem files, Path from, int partitions)
      throws IOException {
    long bytes = 0;
    for (FileStatus file : files.listStatus(from)) {
      bytes += file.isFile() ? file.getLen() : 0;
    }
    if (bytes < partitions) {
      throw new IOException(
          "%s has %d bytes, less than %d partitions; make fewer."
              .formatted(from, bytes, partitions));
    }
    return bytes;
  }

  private static void publish(DistributedFileSystem files, Path build, Path to) throws IOException {
    @Nullable Path parent = to.getParent();
    if (parent != null) {
      files.mkdirs(parent);
    }
    if (files.exists(to) || !files.rename(build, to)) {
      throw new IOException(
          "%s cannot be renamed to %s; if that exists, move it away.".formatted(build, to));
    }
  }
}
