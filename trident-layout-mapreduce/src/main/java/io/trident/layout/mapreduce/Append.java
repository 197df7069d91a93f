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

import io.trident.core.layout.manifest.DimensionEntry;
import io.trident.core.layout.partition.Skew;
import io.trident.layout.mapreduce.Conversion.Earlier;
import io.trident.layout.mapreduce.convert.TableBuild;
import io.trident.layout.mapreduce.job.BuildLock;
import io.trident.layout.mapreduce.job.JobCost;
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.job.ProgressReport;
import io.trident.layout.mapreduce.table.Attributes;
import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.table.ManifestFiles;
import io.trident.layout.mapreduce.table.Places;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.mapreduce.verify.Verification;
import io.trident.layout.table.TablePaths;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Appends the files of a directory to a logically replicated table, as super-extents of their own.
 * The table's specification stays, and so do its boundaries.
 *
 * @param conf of the cluster
 * @param appender puts the super-extents into the table
 * @param progress takes what is done
 */
public record Append(Configuration conf, Appender appender, ProgressReport progress) {
  /**
   * What was done.
   *
   * @param firstSuperExtent the number of the first one that is new
   * @param superExtents how many are new
   * @param written those of them that this run wrote; the others an earlier one had
   * @param rows that are new
   * @param skew by dimension, in the new super-extent where it is greatest
   * @param cost of all jobs of this run
   * @param kept where the source directory is, if it is not in the trash
   */
  public record Result(
      int firstSuperExtent,
      int superExtents,
      int written,
      long rows,
      Map<String, Skew> skew,
      JobCost cost,
      Optional<Path> kept) {}

  /**
   * Appends a directory.
   *
   * @param table the table's directory
   * @param source a directory of files, on the same HDFS and outside of the table's
   * @param batchBytes what one job converts, about
   * @param maxRowBytes most bytes of a row
   * @param earlier what becomes of an earlier run that did not end
   * @throws IOException if it cannot be appended; both directories are as they were. What was done
   *     is kept beside the table for the next run
   */
  public Result run(Path table, Path source, long batchBytes, long maxRowBytes, Earlier earlier)
      throws IOException, InterruptedException {
    DistributedFileSystem files = Blocks.hdfs(table, conf);
    Path to = files.makeQualified(table);
    Path from = source.getFileSystem(conf).makeQualified(source);
    TableLayout current = open(files, to);
    check(files, to, from);
    Places places = Places.ofAppend(to, from);
    Replacement replacement =
        new Replacement(
            files,
            conf,
            (build, replaced, kept) ->
                appender.append(build, to.toUri().getPath(), replaced, kept));
    Jobs jobs = new Jobs(files, progress);
    TableBuild build = new TableBuild(files, conf, places, jobs);
    if (!files.exists(from)) {
      return cleanUp(files, places, to, build, replacement);
    }
    replacement.check(places);
    Attributes.ofKept(files, to, List.of()).create(files, places.build());
    TableBuild.Written written;
    Verification.Result verified;
    TableLayout grown;
    Map<String, Skew> skew;
    try (BuildLock lock = BuildLock.acquire(files, places.lock())) {
      jobs.endEarlier(conf, places.work());
      if (earlier == Earlier.RESTART) {
        build.forget();
      }
      String fingerprint = fingerprint(files, to, from, current);
      build.prepare(current, fingerprint);
      written = build.write(batchBytes, maxRowBytes);
      verified = build.verify();
      build.finish(to);
      grown = TableLayout.read(files, places.work());
      skew = skew(files, places.build(), grown);
      if (!fingerprint(files, to, from, open(files, to)).equals(fingerprint)) {
        throw new IOException(
            "%s was replaced or appended to meanwhile; append again with --restart.".formatted(to));
      }
      replacement.publish(places);
    }
    Optional<Path> kept = replacement.cleanUp(places);
    files.delete(places.build(), true);
    return new Result(
        grown.newestSuperExtents().get(0),
        written.superExtents(),
        written.written(),
        verified.rows(),
        skew,
        written.cost().plus(verified.cost()),
        kept);
  }

  private static TableLayout open(DistributedFileSystem files, Path table) throws IOException {
    try {
      return TableLayout.read(files, new Path(table, TablePaths.HIDDEN));
    } catch (FileNotFoundException e) {
      throw new IOException(
          "%s is no logically replicated table: it has no %s; convert it first."
              .formatted(table, TablePaths.SPEC),
          e);
    }
  }

  private static void check(DistributedFileSystem files, Path table, Path source)
      throws IOException {
    if (!files.getUri().equals(source.getFileSystem(files.getConf()).getUri())) {
      throw new IOException(
          "%s is on another file system than %s; copy it there first.".formatted(source, table));
    }
    if ((source + Path.SEPARATOR).startsWith(table + Path.SEPARATOR)
        || (table + Path.SEPARATOR).startsWith(source + Path.SEPARATOR)) {
      throw new IOException(
          "%s and %s are one in the other; append a directory outside of the table's."
              .formatted(source, table));
    }
  }

  /** Another text for another table, or one with other super-extents. */
  private static String fingerprint(
      DistributedFileSystem files, Path table, Path source, TableLayout layout) throws IOException {
    return "append %s%nto inode %d behind %d super-extents%n"
        .formatted(
            source,
            files.getClient().getFileInfo(table.toUri().getPath()).getFileId(),
            layout.runs().size());
  }

  private static Map<String, Skew> skew(DistributedFileSystem files, Path build, TableLayout table)
      throws IOException {
    Map<String, Skew> greatest = new LinkedHashMap<>();
    for (int superExtent : table.newestSuperExtents()) {
      for (DimensionEntry one : ManifestFiles.read(files, build, table, superExtent).dimensions()) {
        greatest.merge(
            one.dimension().name(),
            one.skew(),
            (known, other) -> other.largestToMean() > known.largestToMean() ? other : known);
      }
    }
    return greatest;
  }

  /** Does what is left if an earlier run ended just after its super-extents were in the table. */
  private static Result cleanUp(
      DistributedFileSystem files,
      Places places,
      Path table,
      TableBuild build,
      Replacement replacement)
      throws IOException {
    Optional<TableLayout> appended = build.appended(table);
    if (appended.isEmpty()) {
      throw new FileNotFoundException(
          "%s does not exist; give a directory of files.".formatted(places.table()));
    }
    Optional<Path> kept =
        files.exists(places.kept()) ? replacement.cleanUp(places) : Optional.empty();
    files.delete(places.build(), true);
    List<Integer> superExtents = appended.get().newestSuperExtents();
    long rows = 0;
    for (int superExtent : superExtents) {
      rows +=
          ManifestFiles.read(files, table, appended.get(), superExtent).dimensions().get(0).rows();
    }
    return new Result(
        superExtents.get(0),
        superExtents.size(),
        0,
        rows,
        skew(files, table, appended.get()),
        JobCost.NONE,
        kept);
  }
}
