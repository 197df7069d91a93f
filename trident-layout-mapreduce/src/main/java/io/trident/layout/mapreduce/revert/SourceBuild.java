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
package io.trident.layout.mapreduce.revert;

import io.trident.layout.mapreduce.job.GroupInput;
import io.trident.layout.mapreduce.job.JobCost;
import io.trident.layout.mapreduce.job.JobSettings;
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.table.Attributes;
import io.trident.layout.mapreduce.table.Places;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.table.SourceList.Source;
import io.trident.layout.table.TablePaths;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;

/**
 * Writes the source files of a table to the build directory.
 *
 * @param files where the table is
 * @param conf of the job
 * @param places the table and the build directory
 * @param jobs runs jobs
 */
public record SourceBuild(
    DistributedFileSystem files, Configuration conf, Places places, Jobs jobs) {
  /** In what files that come back equal those that were converted. */
  public enum Equality {
    /** In all bytes. */
    BYTES,
    /** In their rows and the order of these; of formats that encode rows in more ways than one. */
    ROWS
  }

  /**
   * What was written.
   *
   * @param files source files
   * @param bytes of them
   * @param equality in what they are as they were
   */
  public record Written(int files, long bytes, Equality equality, JobCost cost) {}

  /**
   * Writes all source files.
   *
   * @throws IOException if rows are missing or not in their places, or the table has files that
   *     would be lost
   */
  public Written write() throws IOException, InterruptedException {
    return write(Set.of());
  }

  /**
   * Writes some source files; of formats whose rows have not the bytes of their file, all.
   *
   * @param sources their numbers; all if it is empty
   * @throws IOException as {@link #write()}
   */
  public Written write(Set<Integer> sources) throws IOException, InterruptedException {
    Path description = new Path(places.table(), TablePaths.HIDDEN);
    TableLayout table = TableLayout.read(files, description);
    checkNothingElse(table);
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < table.runs().size(); i++) {
      all.add(i);
    }
    Configuration wanted = new Configuration(conf);
    PiecePlan.want(sources, wanted);
    PiecePlan plan = PiecePlan.of(table, wanted);
    table.write(files, places.work());
    Job job =
        Jobs.create(
            wanted,
            "Trident: revert " + places.table(),
            new JobSettings(places.table(), places.work(), places.build(), all));
    job.setInputFormatClass(GroupInput.OfFirstDimension.class);
    job.setMapperClass(RevertMapper.class);
    job.setMapOutputKeyClass(LongWritable.class);
    job.setMapOutputValueClass(BytesWritable.class);
    job.setPartitionerClass(PlacePartitioner.class);
    job.setReducerClass(RevertReducer.class);
    job.setNumReduceTasks(plan.parts().size());
    JobCost cost = jobs.run(job, "Reverting");
    int count = table.sources().sources().size();
    if (table.adapter().isSequential()) {
      new SourceAssembly(files, places.build(), table, plan).run();
      return new Written(count, table.sources().bytes(), Equality.BYTES, cost);
    }
    new RowFileCheck(files, places.table(), places.build(), table, plan).run();
    long bytes = 0;
    for (Source source : table.sources().sources()) {
      bytes += files.getFileStatus(new Path(places.build(), source.name())).getLen();
    }
    return new Written(count, bytes, Equality.ROWS, cost);
  }

  private void checkNothingElse(TableLayout table) throws IOException {
    Set<String> own = new HashSet<>();
    for (int i = 0; i < table.runs().size(); i++) {
      int superExtent = i;
      table
          .layout(i)
          .geometry()
          .extentsOf(0)
          .forEach(extent -> own.add(table.paths().of(superExtent, extent)));
    }
    for (FileStatus child : files.listStatus(places.table())) {
      String name = child.getPath().getName();
      if (!name.startsWith("_") && !own.contains(name)) {
        throw new IOException(
            "%s is none of the table's files and would be lost; move or remove it."
                .formatted(child.getPath()));
      }
    }
  }

  /**
   * Gives the files their owner and permissions: those that the extents have.
   *
   * @throws IOException if that is not possible
   */
  public void finish() throws IOException {
    List<FileStatus> visible = new ArrayList<>();
    for (FileStatus child : files.listStatus(places.table())) {
      if (child.isFile()) {
        visible.add(child);
      }
    }
    Attributes.of(files, places.table(), visible).apply(files, places.build());
  }
}
