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
import io.trident.layout.mapreduce.job.JobSettings;
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.mapreduce.table.Texts;
import io.trident.layout.table.RowTally;
import io.trident.layout.table.SourceList.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.mapreduce.Job;

/**
 * Compares a source with what a replica was made of: that has equal rows at equal places if their
 * sums are equal.
 *
 * @param files where the group is
 * @param conf of the job
 * @param jobs runs it
 */
public record SourceComparison(DistributedFileSystem files, Configuration conf, Jobs jobs) {
  /**
   * Compares the names and lengths of files.
   *
   * @return what is other; nothing if all is the same
   * @throws IOException if the source cannot be listed
   */
  public static Optional<String> changed(
      DistributedFileSystem files, Path source, TableLayout table) throws IOException {
    Map<String, Long> now = new TreeMap<>();
    for (FileStatus file : files.listStatus(source)) {
      String name = file.getPath().getName();
      if (file.isFile() && !name.startsWith("_") && !name.startsWith(".")) {
        now.put(name, file.getLen());
      }
    }
    Map<String, Long> then =
        table.sources().sources().stream()
            .collect(Collectors.toMap(Source::name, Source::length, (a, b) -> a, TreeMap::new));
    if (now.equals(then)) {
      return Optional.empty();
    }
    Set<Map.Entry<String, Long>> more = new java.util.LinkedHashSet<>(now.entrySet());
    more.removeAll(then.entrySet());
    Set<Map.Entry<String, Long>> gone = new java.util.LinkedHashSet<>(then.entrySet());
    gone.removeAll(now.entrySet());
    return Optional.of(
        "files that the source has and had not: %s; that it had: %s"
            .formatted(first(more), first(gone)));
  }

  private static String first(Set<Map.Entry<String, Long>> files) {
    int shown = 3;
    List<String> names = new ArrayList<>();
    files.stream().limit(shown).forEach(one -> names.add(one.getKey()));
    return names + (files.size() > shown ? " and %d more".formatted(files.size() - shown) : "");
  }

  /**
   * Compares rows and places, by a job that reads the source.
   *
   * @param work a directory for reports; it is created, and removed in the end
   * @return what is other; nothing if all is the same
   * @throws IOException if that is not possible
   */
  public Optional<String> compare(Path source, Replica replica, Path work)
      throws IOException, InterruptedException {
    Optional<String> changed = changed(files, source, replica.table());
    if (changed.isPresent()) {
      return changed;
    }
    files.delete(work, true);
    try {
      replica.table().write(files, work);
      Job job =
          Jobs.create(
              conf,
              "Trident: compare " + source,
              new JobSettings(source, work, new Path(work, "found"), List.of(0)));
      job.setInputFormatClass(SourceInput.class);
      job.setMapperClass(TallyMapper.class);
      job.setNumReduceTasks(0);
      jobs.run(job, "Comparing");
      RowTally found = RowTally.NONE;
      for (FileStatus file : files.listStatus(new Path(work, "found"))) {
        if (file.getPath().getName().startsWith(TallyMapper.TALLY)) {
          found = found.plus(RowTally.read(Texts.read(files, file.getPath())));
        }
      }
      Path written = new Path(replica.path(), replica.table().paths().tally(0));
      RowTally expected = RowTally.read(Texts.read(files, written));
      return found.equals(expected)
          ? Optional.empty()
          : Optional.of(
              "the source has %d rows of sum %s, the replica %d of %s"
                  .formatted(found.rows(), found.placed(), expected.rows(), expected.placed()));
    } finally {
      files.delete(work, true);
    }
  }
}
