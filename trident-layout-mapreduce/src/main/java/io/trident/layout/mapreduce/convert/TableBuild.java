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
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
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
   * @param superExtents of the source files
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
    prepare(
        request.fingerprint(),
        list -> {
          TableSpec spec = new SpecPlanner(files, places.table(), list).spec(request);
          return new TableLayout(spec, List.of(list));
        });
  }

  /**
   * Takes the specification of a table to which the source files are appended.
   *
   * @param table as it is
   * @param fingerprint another one for another table, or other super-extents
   * @throws IOException if there was an earlier run of another kind, or of other source files
   */
  public void prepare(TableLayout table, String fingerprint) throws IOException {
    prepare(fingerprint, table::plus);
  }

  /**
   * Returns the layout of what an earlier run prepared to append, if that is in a table.
   *
   * @param table the table's directory
   * @throws IOException if it cannot be read
   */
  public Optional<TableLayout> appended(Path table) throws IOException {
    try {
      TableLayout prepared = TableLayout.read(files, places.work());
      Path list = new Path(table, prepared.newestSourcesPath());
      boolean isOfThese =
          Texts.read(files, work(REQUEST)).startsWith("append %s%n".formatted(places.table()))
              && SourceListJson.read(Texts.read(files, list)).equals(prepared.newestSources());
      return isOfThese ? Optional.of(prepared) : Optional.empty();
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns how many keys each extent has that was written, of a table of one dimension.
   *
   * @throws IOException if they were not counted
   */
  public Map<Integer, Long> keys() throws IOException {
    return new Parts(files, places.build(), TableLayout.read(files, places.work())).keys();
  }

  /** How a table of some source files is laid out. */
  @FunctionalInterface
  private interface Plan {
    TableLayout of(SourceList list) throws IOException;
  }

  private void prepare(String request, Plan plan) throws IOException {
    SourceFiles sources = SourceFiles.list(files, places.table());
    String earlier;
    try {
      earlier = Texts.read(files, work(REQUEST));
    } catch (FileNotFoundException e) {
      forget();
      plan(request, plan, sources);
      return;
    }
    if (!earlier.equals(request)) {
      throw new IOException(
          "What an earlier run left in %s is of other options or other files; give the same, or --restart."
              .formatted(places.build()));
    }
    checkUnchanged(sources);
    Problems.clear(files, places.work());
  }

  private void plan(String request, Plan plan, SourceFiles sources) throws IOException {
    SourceList list = sources.list(files);
    TableLayout table = plan.of(list);
    if (table.newestSuperExtents().isEmpty()) {
      throw new IOException(
          "%s has %d bytes; super-extents have at least %d extents of --target-mb (%d bytes each). Convert with a smaller target, append more at once, or leave the files as they are."
              .formatted(
                  places.table(), list.bytes(), TableSpec.MIN_EXTENTS, table.spec().targetBytes()));
    }
    if (!isAppendable(table)) {
      throw new IOException(
          "%s makes more super-extents than one append may add; append its files in several parts."
              .formatted(places.table()));
    }
    table.write(files, places.work());
    // The NameNode places parities by it while they are written.
    write(new Path(places.build(), TablePaths.SPEC), TableSpecJson.write(table.spec()));
    write(work(SOURCE_TIMES), sources.fingerprint());
    write(work(REQUEST), request);
  }

  /** A conversion is one rename, however many files it has. */
  private static boolean isAppendable(TableLayout table) {
    List<Integer> superExtents = table.newestSuperExtents();
    return superExtents.get(0) == 0
        || superExtents.stream().mapToInt(one -> 1 + table.runs().get(one).extents()).sum()
            <= TablePaths.MAX_APPENDED;
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
   * Writes all super-extents of the source files that have no manifest, a batch a job.
   *
   * @param batchBytes what one job converts, about
   * @param maxRowBytes most bytes of a row
   * @throws IOException if a job fails, or source files were changed
   */
  public Written write(long batchBytes, long maxRowBytes) throws IOException, InterruptedException {
    TableLayout table = TableLayout.read(files, places.work());
    Manifests manifests = new Manifests(files, places.build(), table);
    List<Integer> own = table.newestSuperExtents();
    List<Integer> pending = new ArrayList<>();
    StoredFiles stored = new StoredFiles(files, places.build(), table.paths());
    for (int i : own) {
      if (!manifests.exists(i) && !manifests.complete(i, stored)) {
        pending.add(i);
      }
    }
    if (pending.size() < own.size()) {
      jobs.progress()
          .line(
              "%d of %d super-extents are there"
                  .formatted(own.size() - pending.size(), own.size()));
    }
    JobCost cost = JobCost.NONE;
    for (List<Integer> batch : Batches.of(table, pending, batchBytes)) {
      cost = cost.plus(write(batch, table, maxRowBytes));
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
    return new Written(own.size(), pending.size(), cost);
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
    TableLayout table = TableLayout.read(files, places.work());
    Verification.Result result =
        new Verification(files, conf, jobs)
            .run(places.build(), places.work(), work("verify"), table.newestSuperExtents());
    if (!result.problems().isEmpty()) {
      Manifests manifests = new Manifests(files, places.build(), table);
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
   * Completes the table: its source files, its owner and permissions.
   *
   * @throws IOException if that is not possible, or source files were changed
   */
  public void finish() throws IOException {
    List<FileStatus> sources = complete();
    Attributes.of(files, places.table(), sources).apply(files, places.build());
  }

  /**
   * Completes super-extents that are appended to a table: they get its owner and permissions.
   *
   * @param table its directory
   * @throws IOException if that is not possible, or source files were changed
   */
  public void finish(Path table) throws IOException {
    List<FileStatus> sources = complete();
    Attributes.ofKept(files, table, sources).apply(files, places.build());
  }

  private List<FileStatus> complete() throws IOException {
    SourceFiles sources = SourceFiles.list(files, places.table());
    checkUnchanged(sources);
    files.delete(new Path(places.build(), "_temporary"), true); // of a job whose master died
    TableLayout table = TableLayout.read(files, places.work());
    write(
        new Path(places.build(), table.newestSourcesPath()),
        SourceListJson.write(table.newestSources()));
    return sources.files();
  }
}
