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
package io.trident.layout.mapreduce.verify;

import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.FoundFile;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.layout.mapreduce.job.GroupInput;
import io.trident.layout.mapreduce.job.JobCost;
import io.trident.layout.mapreduce.job.JobSettings;
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.table.Group;
import io.trident.layout.mapreduce.table.ManifestFiles;
import io.trident.layout.mapreduce.table.StoredFiles;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.mapreduce.table.Texts;
import io.trident.layout.table.RowTally;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.mapreduce.Job;

/**
 * Reads all of a table again and compares it with its manifests, and the original order with what
 * was counted when the table was converted.
 *
 * @param files where the table is
 * @param conf of the job
 * @param jobs runs it
 */
public record Verification(DistributedFileSystem files, Configuration conf, Jobs jobs) {
  /**
   * What was found.
   *
   * @param problems what is wrong, a line each; empty if all is right
   * @param superExtents those that have problems, ascending
   * @param rows of dimension 0
   * @param bytes that were compared
   * @param cost of the job
   */
  public record Result(
      List<String> problems, List<Integer> superExtents, long rows, long bytes, JobCost cost) {}

  /**
   * Verifies all of a table.
   *
   * @param directory the table's, or that of a table that is being built
   * @param description the directory with its specification and sources
   * @param output a directory for reports; it is created, and removed in the end
   * @throws IOException if that is not possible; of a table that is not right, nothing is thrown
   */
  public Result run(Path directory, Path description, Path output)
      throws IOException, InterruptedException {
    int superExtents = TableLayout.read(files, description).runs().size();
    return run(directory, description, output, IntStream.range(0, superExtents).boxed().toList());
  }

  /**
   * Verifies some super-extents, as {@link #run(Path, Path, Path)} does all.
   *
   * @param superExtents ascending
   */
  public Result run(Path directory, Path description, Path output, List<Integer> superExtents)
      throws IOException, InterruptedException {
    TableLayout table = TableLayout.read(files, description);
    Findings findings = new Findings();
    compareFiles(directory, table, superExtents, findings);
    files.delete(output, true);
    try {
      Job job =
          Jobs.create(
              conf,
              "Trident: verify " + directory,
              new JobSettings(directory, description, output, superExtents));
      job.setInputFormatClass(GroupInput.OfAllDimensions.class);
      job.setMapperClass(VerifyMapper.class);
      job.setNumReduceTasks(0);
      JobCost cost = jobs.run(job, "Verifying");
      readReports(directory, output, table, superExtents, findings);
      return new Result(
          findings.problems,
          List.copyOf(findings.superExtents),
          findings.rows,
          findings.bytes,
          cost);
    } finally {
      files.delete(output, true);
    }
  }

  /** What was found until now. */
  private static final class Findings {
    private final List<String> problems = new ArrayList<>();
    private final TreeSet<Integer> superExtents = new TreeSet<>();
    private long rows;
    private long bytes;

    void add(int superExtent, String problem) {
      superExtents.add(superExtent);
      problems.add("Super-extent %d: %s".formatted(superExtent, problem));
    }
  }

  private void compareFiles(Path directory, TableLayout table, List<Integer> all, Findings findings)
      throws IOException {
    StoredFiles stored = new StoredFiles(files, directory, table.paths());
    for (int superExtent : all) {
      Manifest manifest = ManifestFiles.read(files, directory, table, superExtent);
      for (Map.Entry<Extent, StoredObject> file : manifest.files().entrySet()) {
        FoundFile.State state = stored.state(superExtent, file.getKey(), file.getValue());
        switch (state) {
          case READABLE -> {}
          case LOST ->
              findings.add(
                  superExtent,
                  "%s has no readable replica; HDFS with Trident's plugin rebuilds it."
                      .formatted(file.getKey()));
          case BROKEN ->
              findings.add(
                  superExtent,
                  "%s was replaced or changed; it is not the block that was written."
                      .formatted(file.getKey()));
          case ABSENT -> findings.add(superExtent, "%s is gone.".formatted(file.getKey()));
        }
      }
    }
  }

  private void readReports(
      Path directory, Path output, TableLayout table, List<Integer> all, Findings findings)
      throws IOException {
    for (int superExtent : all) {
      RowTally found = RowTally.NONE;
      for (Group group : Group.of(table, superExtent)) {
        GroupReport name = new GroupReport(group, 0, RowTally.NONE, List.of());
        GroupReport report =
            GroupReport.read(group, Texts.read(files, new Path(output, name.fileName())));
        report.problems().forEach(problem -> findings.add(group.superExtent(), problem));
        found = found.plus(report.tally());
        findings.bytes += report.bytes();
      }
      findings.rows += found.rows();
      if (!table.format().storesRowIds()) {
        compareOrder(directory, table, superExtent, found, findings);
      }
    }
  }

  private void compareOrder(
      Path directory, TableLayout table, int superExtent, RowTally found, Findings findings)
      throws IOException {
    Path path = new Path(directory, table.paths().tally(superExtent));
    try {
      RowTally source = RowTally.read(Texts.read(files, path));
      if (!findings.superExtents.contains(superExtent) && !source.equals(found)) {
        findings.add(
            superExtent,
            "rows or their order are not those of the source files: %s, and %s were read."
                .formatted(source, found));
      }
    } catch (FileNotFoundException e) {
      findings.add(superExtent, "%s is gone.".formatted(path));
    }
  }
}
