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

import io.trident.layout.mapreduce.convert.ConversionRequest;
import io.trident.layout.mapreduce.convert.TableBuild;
import io.trident.layout.mapreduce.job.BuildLock;
import io.trident.layout.mapreduce.job.JobCost;
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.job.ProgressReport;
import io.trident.layout.mapreduce.table.Attributes;
import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.table.Places;
import io.trident.layout.mapreduce.verify.Verification;
import io.trident.layout.table.TablePaths;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Converts a directory of files into a logically replicated table, in place.
 *
 * @param conf of the cluster
 * @param publisher puts the table in the directory's place
 * @param progress takes what is done
 */
public record Conversion(Configuration conf, Publisher publisher, ProgressReport progress) {
  /** What becomes of an earlier conversion of the same directory that did not end. */
  public enum Earlier {
    /** It is gone on with, if it had the same request. */
    RESUME,
    /** It is thrown away. */
    RESTART
  }

  /**
   * What was done.
   *
   * @param superExtents of the table
   * @param written super-extents that this run wrote; the others an earlier one had
   * @param rows of the table
   * @param cost of all jobs of this run
   * @param kept where the former directory is, if it is not in the trash
   */
  public record Result(
      int superExtents, int written, long rows, JobCost cost, Optional<Path> kept) {}

  /**
   * Converts a directory.
   *
   * @throws IOException if it cannot be converted; the directory is as it was. What was done is
   *     kept beside it for the next run
   * @throws IllegalArgumentException if the request is not valid; the message has the remedy
   */
  public Result run(Path directory, ConversionRequest request, Earlier earlier)
      throws IOException, InterruptedException {
    DistributedFileSystem files = Blocks.hdfs(directory, conf);
    Places places = Places.of(files.makeQualified(directory));
    Replacement replacement = new Replacement(files, conf, publisher);
    checkIsNoTable(files, places);
    replacement.check(places);
    Attributes.of(files, places.table(), List.of()).create(files, places.build());
    Jobs jobs = new Jobs(files, progress);
    TableBuild.Written written;
    Verification.Result verified;
    try (BuildLock lock = BuildLock.acquire(files, places.lock())) {
      jobs.endEarlier(conf, places.work());
      TableBuild build = new TableBuild(files, conf, places, jobs);
      if (earlier == Earlier.RESTART) {
        build.forget();
      }
      build.prepare(request);
      written = build.write(request.batchBytes(), request.maxRowBytes());
      verified = build.verify();
      build.finish();
      replacement.publish(places);
    }
    return new Result(
        written.superExtents(),
        written.written(),
        verified.rows(),
        written.cost().plus(verified.cost()),
        replacement.cleanUp(places));
  }

  private static void checkIsNoTable(DistributedFileSystem files, Places places)
      throws IOException {
    if (files.exists(new Path(places.table(), TablePaths.SPEC))) {
      files.delete(places.published(), true); // if an earlier run ended just before that
      throw new IOException(
          "%s is a logically replicated table already; to convert it otherwise, revert it first."
              .formatted(places.table()));
    }
  }
}
