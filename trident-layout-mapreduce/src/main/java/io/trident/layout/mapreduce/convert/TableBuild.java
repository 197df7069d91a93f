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
package io.trident.layout.mapreduce.convert;

import io.trident.layout.mapreduce.job.JobCost;
import io.trident.layout.mapreduce.job.JobSettings;
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.job.Problems;
import io.trident.layout.mapreduce.table.Attributes;
import io.trident.layout.mapreduce.table.Places;
import io.trident.layout.mapreduce.table.StoredFiles;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.mapreduce.table.Texts;
import io.trident.layout.mapreduce.verify.Verification;
import io.trident.layout.table.SourceList;
import io.trident.layout.table.SourceListJson;
import io.trident.layout.table.TablePaths;
import io.trident.layout.table.TableSpec;
import io.trident.layout.table.TableSpecJson;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;

/**
 * Writes a table to the build directory, so far that it can be published. A crash between any two
 * of its steps is made good by running them again.
 *
 * @param files where the source files are
 * @param conf of jobs
 * @param places the source files and the build directory
 * @param jobs runs jobs
 */
public record TableBuild(
    DistributedFileSystem files, Configuration conf, Places places, Jobs jobs) {
  private static final String REQUEST = "request";
  private static final String SOURCE_TIMES = "times";

  /**
   * What was written.
   *
   * @param superExtents of the table
   * @param written those that were not there already
   */
  public record Written(int superExtents, int written, JobCost cost) {}

  private Path work(String name) {
    return new Path(places.work(), name);
  }

  /**
   * Throws away what an earlier run did.
   *
   * @throws IOException if that is not possible
   */
  public void forget() throws IOException {
    files.delete(work(REQUEST), false); // first, so that a crash in between leaves no half of it
    places.clear(files);
  }

  /**
   * Decides on the specification, or takes that of an earlier run with the same request.
   *
   * @throws IOException if there was an earlier run with another request, or of other source files
   */
  public void prepare(ConversionRequest request) throws IOException {
    SourceFiles sources = SourceFiles.list(files, places.table());
    String earlier;
    try {
      earlier = Texts.read(files, work(REQUEST));
    } catch (FileNotFoundException e) {
      forget();
      plan(request, sources);
      return;
    }
    if (!earlier.equals(request.fingerprint())) {
      throw new IOException(
          "An earlier conversion of %s had other options; give the same, or --restart."
              .formatted(places.table()));
    }
    checkUnchanged(sources);
    Problems.clear(files, places.work());
  }

  private void plan(ConversionRequest request, SourceFiles sources) throws IOException {
    SourceList list = sources.list(files);
    TableSpec spec = new SpecPlanner(files, places.table(), list).spec(request);
    TableLayout table = new TableLayout(spec, list);
    if (table.runs().isEmpty()) {
      throw new IOException(
          "%s has %d bytes; a table has at least %d extents of --target-mb (%d bytes each). Take a smaller target, or leave the files as they are."
              .formatted(places.table(), list.bytes(), TableSpec.MIN_EXTENTS, spec.targetBytes()));
    }
    write(work(TableLayout.SPEC), TableSpecJson.write(spec));
    // The NameNode places parities by it while they are written.
    write(new Path(places.build(), TablePaths.SPEC), TableSpecJson.write(spec));
    write(work(TableLayout.SOURCES), SourceListJson.write(list));
    write(work(SOURCE_TIMES), sources.fingerprint());
    write(work(REQUEST), request.fingerprint());
  }

  private void write(Path path, String text) throws IOException {
    Texts.replace(files, path, text.getBytes(StandardCharsets.UTF_8));
  }

  private void checkUnchanged(SourceFiles sources) throws IOException {
    if (!Texts.read(files, work(SOURCE_TIMES)).equals(sources.fingerprint())) {
      throw new IOException(
          "Files of %s were changed since the conversion began; give --restart."
              .formatted(places.table()));
    }
  }

  /**
   * Writes all super-extents that have no manifest, a batch a job.
   *
   * @throws IOException if a job fails, or source files were changed
   */
  public Written write(ConversionRequest request) throws IOException, InterruptedException {
    TableLayout table = TableLayout.read(files, places.work());
    Manifests manifests = new Manifests(files, places.build(), table);
    int all = table.runs().size();
    List<Integer> pending = new ArrayList<>();
    StoredFiles stored = new StoredFiles(files, places.build(), table.paths());
    for (int i = 0; i < all; i++) {
      if (!manifests.exists(i) && !manifests.complete(i, stored)) {
        pending.add(i);
      }
    }
    if (pending.size() < all) {
      jobs.progress().line("%d of %d super-extents are there".formatted(all - pending.size(), all));
    }
    JobCost cost = JobCost.NONE;
    for (List<Integer> batch : Batches.of(table, pending, request.batchBytes())) {
      cost = cost.plus(write(batch, table, request.maxRowBytes()));
      checkUnchanged(SourceFiles.list(files, places.table()));
      StoredFiles after = new StoredFiles(files, places.build(), table.paths());
      for (int superExtent : batch) {
        if (!manifests.complete(superExtent, after)) {
          throw new IOException(
              "Super-extent %d is not complete although its job succeeded; run the command again."
                  .formatted(superExtent));
        }
      }
    }
    return new Written(all, pending.size(), cost);
  }

  private JobCost write(List<Integer> batch, TableLayout table, long maxRowBytes)
      throws IOException, InterruptedException {
    JobSettings settings = new JobSettings(places.table(), places.work(), places.build(), batch);
    Job job = Jobs.create(conf, "Trident: convert " + places.table(), settings);
    job.getConfiguration().setLong(ConvertMapper.MAX_ROW_BYTES, maxRowBytes);
    job.setInputFormatClass(SourceInput.class);
    job.setMapperClass(ConvertMapper.class);
    job.setMapOutputKeyClass(BytesWritable.class);
    job.setMapOutputValueClass(LongWritable.class);
    job.setPartitionerClass(GroupPartitioner.class);
    job.setReducerClass(ConvertReducer.class);
    job.setNumReduceTasks(settings.groups(table).size());
    String what =
        batch.size() == 1
            ? "Super-extent %d of %d".formatted(batch.get(0), table.runs().size())
            : "Super-extents %d to %d of %d"
                .formatted(batch.get(0), batch.get(batch.size() - 1), table.runs().size());
    return jobs.run(job, what);
  }

  /**
   * Reads what was written again.
   *
   * @throws IOException if it is not right; the super-extents in question are then written again by
   *     the next run
   */
  public Verification.Result verify() throws IOException, InterruptedException {
    Verification.Result result =
        new Verification(files, conf, jobs).run(places.build(), places.work(), work("verify"));
    if (!result.problems().isEmpty()) {
      Manifests manifests =
          new Manifests(files, places.build(), TableLayout.read(files, places.work()));
      for (int superExtent : result.superExtents()) {
        manifests.remove(superExtent);
      }
      throw new IOException(
          "%s (%d problems in all). Run the command again: it writes these super-extents again."
              .formatted(result.problems().get(0), result.problems().size()));
    }
    return result;
  }

  /**
   * Completes the table: its specification, its owner and permissions.
   *
   * @throws IOException if that is not possible, or source files were changed
   */
  public void finish() throws IOException {
    SourceFiles sources = SourceFiles.list(files, places.table());
    checkUnchanged(sources);
    files.delete(new Path(places.build(), "_temporary"), true); // of a job whose master died
    write(
        new Path(places.build(), TablePaths.SOURCES), Texts.read(files, work(TableLayout.SOURCES)));
    Attributes.of(files, places.table(), sources.files()).apply(files, places.build());
  }
}
