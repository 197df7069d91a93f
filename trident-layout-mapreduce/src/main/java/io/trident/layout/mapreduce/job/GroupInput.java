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
package io.trident.layout.mapreduce.job;

import io.trident.core.layout.Extent;
import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.table.Group;
import io.trident.layout.mapreduce.table.StoredFiles;
import io.trident.layout.mapreduce.table.TableLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** A map for each group of the super-extents; what it does with the group is its own business. */
public abstract class GroupInput extends InputFormat<NullWritable, NullWritable> {
  private final int dimensions;

  /** All groups. */
  public static final class OfAllDimensions extends GroupInput {
    /** Made by Hadoop. */
    public OfAllDimensions() {
      super(Integer.MAX_VALUE);
    }
  }

  /** The groups of the first dimension. */
  public static final class OfFirstDimension extends GroupInput {
    /** Made by Hadoop. */
    public OfFirstDimension() {
      super(1);
    }
  }

  private GroupInput(int dimensions) {
    this.dimensions = dimensions;
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    JobSettings settings = JobSettings.of(conf);
    TableLayout table = settings.table(conf);
    StoredFiles stored =
        new StoredFiles(Blocks.hdfs(settings.data(), conf), settings.data(), table.paths());
    List<InputSplit> splits = new ArrayList<>();
    for (Group group : settings.groups(table)) {
      if (group.dimension() < dimensions) {
        splits.add(split(group, table, stored));
      }
    }
    return splits;
  }

  private static GroupSplit split(Group group, TableLayout table, StoredFiles stored)
      throws IOException {
    List<GroupSplit.Part> parts = new ArrayList<>();
    long largest = -1;
    List<String> hosts = List.of();
    for (Extent extent : group.files(table)) {
      Optional<HdfsLocatedFileStatus> file = stored.find(group.superExtent(), extent);
      if (file.isPresent() && file.get().getLen() > 0) {
        parts.add(new GroupSplit.Part(file.get().getPath(), file.get().getLen()));
        if (file.get().getLen() > largest && file.get().getBlockLocations().length > 0) {
          largest = file.get().getLen();
          hosts = List.of(file.get().getBlockLocations()[0].getHosts());
        }
      }
    }
    return new GroupSplit(group, parts, hosts);
  }

  /** There are no records: tasks read files themselves. */
  @Override
  public final RecordReader<NullWritable, NullWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new NoRecords();
  }
}
