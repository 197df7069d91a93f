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
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.replication.LostParts;
import io.trident.core.replication.RecoveryPlan;
import io.trident.layout.mapreduce.job.BuildLock;
import io.trident.layout.mapreduce.job.JobCost;
import io.trident.layout.mapreduce.job.JobSettings;
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.job.Problems;
import io.trident.layout.mapreduce.table.Attributes;
import io.trident.layout.mapreduce.table.Places;
import io.trident.layout.mapreduce.table.StoredFiles;
import io.trident.layout.mapreduce.table.Texts;
import io.trident.layout.table.ReplicaPaths;
import io.trident.layout.table.RowTally;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;

/*
 * The manifest is replaced before the files. Who dies in between leaves partitions that are not the
 * blocks of the manifest, which count as lost and are written again; those in their place already
 * are right. The other way round, partitions that were in their place would count as lost.
 */
/**
 * Writes the lost partitions of a replica again.
 *
 * @param files where the group is
 * @param conf of the job
 * @param group the source and all replicas
 * @param jobs runs the job
 */
public record PartitionRecovery(
    DistributedFileSystem files, Configuration conf, ReplicaGroup group, Jobs jobs) {
  /**
   * Recovers a replica.
   *
   * @param member its number in the group, from 1
   * @param lost what cannot be read; of the replica something
   * @throws IOException if rows are missing, or the job fails; nothing has changed then
   */
  public JobCost run(int member, LostParts lost) throws IOException, InterruptedException {
    Replica replica = group.replicas().get(member - 1);
    List<Long> bytes = new ArrayList<>(List.of(replica.table().sources().bytes()));
    group.replicas().forEach(one -> bytes.add(one.bytes()));
    RecoveryPlan plan = RecoveryPlan.of(member, lost.byMember(), bytes);
    Places places = Places.of(replica.path());
    Attributes attributes =
        Attributes.ofKept(files, replica.path(), CollidingRows.visible(files, replica.path()));
    attributes.create(files, places.build());
    copyNodes(replica.path(), places.build());
    JobCost cost;
    try (BuildLock lock = BuildLock.acquire(files, places.lock())) {
      jobs.endEarlier(conf, places.work());
      places.clear(files);
      RecoverySettings settings = new RecoverySettings(group.source(), plan);
      cost = jobs.run(job(replica, places, settings), "Recovering " + replica.path());
      check(replica, places, settings.partitions());
      files.delete(new Path(places.build(), "_temporary"), true);
      attributes.apply(files, places.build());
      publish(replica, places.build(), settings.partitions());
    }
    files.delete(places.build(), true);
    return cost;
  }

  private Job job(Replica replica, Places places, RecoverySettings settings) throws IOException {
    replica.table().write(files, places.work());
    Problems.clear(files, places.work());
    Job job =
        Jobs.create(
            conf,
            "Trident: recover " + replica.path(),
            new JobSettings(replica.path(), places.work(), places.build(), List.of(0)));
    settings.set(job.getConfiguration());
    new GroupRows(group.replicas()).set(job.getConfiguration());
    job.setInputFormatClass(RecoveryInput.class);
    job.setMapperClass(RecoveryMapper.class);
    job.setMapOutputKeyClass(BytesWritable.class);
    job.setMapOutputValueClass(LongWritable.class);
    job.setPartitionerClass(LostPartitioner.class);
    job.setReducerClass(RecoveryReducer.class);
    job.setNumReduceTasks(settings.partitions().size());
    return job;
  }

  /** Has the NameNode place what is written as it does the replica's own files. */
  private void copyNodes(Path replica, Path build) throws IOException {
    for (Map.Entry<String, byte[]> one : files.getXAttrs(replica).entrySet()) {
      if (one.getKey().equals(ReplicaPaths.NODES)) {
        files.setXAttr(
            build,
            one.getKey(),
            one.getValue(),
            EnumSet.of(XAttrSetFlag.CREATE, XAttrSetFlag.REPLACE));
      }
    }
  }

  private void check(Replica replica, Places places, List<Integer> partitions) throws IOException {
    List<String> wrong = new ArrayList<>();
    for (int p : partitions) {
      RowTally found = RowTally.read(Texts.read(files, RecoveryReducer.tally(places.build(), p)));
      ExtentEntry entry = replica.entry(p);
      if (found.rows() != entry.rows() || !found.sum().equals(entry.sum())) {
        wrong.add(
            "partition %d has %d rows, of which %d were found"
                .formatted(p, entry.rows(), found.rows()));
      }
    }
    if (!wrong.isEmpty()) {
      throw new IOException(
          "%s cannot be recovered: %s. Too many nodes are lost at once; bring one back, and run the command again. Nothing was changed."
              .formatted(replica.path(), String.join("; ", wrong)));
    }
  }

  private void publish(Replica replica, Path build, List<Integer> partitions) throws IOException {
    Manifest manifest =
        BlockUpdate.of(replica, partitions, new StoredFiles(files, build, replica.table().paths()));
    BlockUpdate.write(files, replica, manifest);
    Replica inBuild = new Replica(build, replica.table(), manifest);
    for (int p : partitions) {
      files.rename(inBuild.order(p), replica.order(p), Rename.OVERWRITE);
      files.rename(inBuild.file(p), replica.file(p), Rename.OVERWRITE);
    }
  }
}
