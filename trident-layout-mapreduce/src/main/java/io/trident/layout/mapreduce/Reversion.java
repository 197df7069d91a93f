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

import io.trident.layout.mapreduce.job.BuildLock;
import io.trident.layout.mapreduce.job.JobCost;
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.job.ProgressReport;
import io.trident.layout.mapreduce.revert.SourceBuild;
import io.trident.layout.mapreduce.revert.SourceBuild.Equality;
import io.trident.layout.mapreduce.table.Attributes;
import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.table.Places;
import io.trident.layout.table.TablePaths;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Makes a table the files again that it was converted from: byte for byte or, of formats that
 * encode rows in more ways than one, row for row.
 *
 * @param conf of the cluster
 * @param publisher puts the files in the table's place
 * @param progress takes what is done
 */
public record Reversion(Configuration conf, Publisher publisher, ProgressReport progress) {
  /**
   * What was done.
   *
   * @param files source files
   * @param bytes of them
   * @param equality in what they are as they were
   * @param cost of the job
   * @param kept where the table is, if it is not in the trash
   */
  public record Result(
      int files, long bytes, Equality equality, JobCost cost, Optional<Path> kept) {}

  /**
   * Reverts a table.
   *
   * @throws IOException if that is not possible; the table is as it was
   */
  public Result run(Path directory) throws IOException, InterruptedException {
    DistributedFileSystem files = Blocks.hdfs(directory, conf);
    Places places = Places.of(files.makeQualified(directory));
    if (!files.exists(new Path(places.table(), TablePaths.SPEC))) {
      throw new IOException(
          "%s is no logically replicated table: it has no %s."
              .formatted(places.table(), TablePaths.SPEC));
    }
    Replacement replacement = new Replacement(files, conf, publisher);
    replacement.check(places);
    Attributes.of(files, places.table(), List.of()).create(files, places.build());
    SourceBuild.Written written;
    try (BuildLock lock = BuildLock.acquire(files, places.lock())) {
      Jobs jobs = new Jobs(files, progress);
      jobs.endEarlier(conf, places.work());
      SourceBuild build = new SourceBuild(files, conf, places, jobs);
      places.clear(files); // a reversion begins anew
      written = build.write();
      build.finish();
      replacement.publish(places);
    }
    return new Result(
        written.files(),
        written.bytes(),
        written.equality(),
        written.cost(),
        replacement.cleanUp(places));
  }
}
