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

import io.trident.layout.mapreduce.job.JobSettings;
import io.trident.layout.mapreduce.job.NoRecords;
import io.trident.layout.mapreduce.table.TableLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** All that is left of the members that supply rows: a map for each range of a file. */
public final class RecoveryInput extends InputFormat<NullWritable, NullWritable> {
  private static final long SPLIT_BYTES = 128 << 20;

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    FileSystem files = JobSettings.of(conf).data().getFileSystem(conf);
    RecoverySettings settings = RecoverySettings.of(conf);
    List<Replica> replicas = GroupRows.of(files, conf).replicas();
    List<InputSplit> splits = new ArrayList<>();
    for (int member : settings.plan().sources()) {
      if (member == 0) {
        addSource(settings, replicas.get(0).table(), files, conf, splits);
      } else {
        addReplica(settings, member, replicas.get(member - 1), files, splits);
      }
    }
    if (settings.plan().needsColliding()) {
      for (Replica replica : replicas) {
        for (Path file : CollidingRows.list(files, replica.path())) {
          add(RecoverySplit.COLLIDING, 0, files.getFileStatus(file), Long.MAX_VALUE, files, splits);
        }
      }
    }
    return splits;
  }

  private static void addSource(
      RecoverySettings settings,
      TableLayout table,
      FileSystem files,
      Configuration conf,
      List<InputSplit> splits)
      throws IOException {
    long most =
        table.adapter().isSplittable()
            ? conf.getLong("mapreduce.input.fileinputformat.split.maxsize", SPLIT_BYTES)
            : Long.MAX_VALUE;
    for (int s = 0; s < table.sources().sources().size(); s++) {
      if (!settings.plan().lost().get(0).contains(s)) {
        Path file = new Path(settings.source(), table.sources().sources().get(s).name());
        add(0, s, files.getFileStatus(file), most, files, splits);
      }
    }
  }

  private static void addReplica(
      RecoverySettings settings,
      int member,
      Replica replica,
      FileSystem files,
      List<InputSplit> splits)
      throws IOException {
    for (int p = 0; p < replica.scheme().partitions(); p++) {
      if (!settings.plan().lost().get(member).contains(p)) {
        add(member, p, files.getFileStatus(replica.file(p)), Long.MAX_VALUE, files, splits);
      }
    }
  }

  private static void add(
      int member, int part, FileStatus file, long most, FileSystem files, List<InputSplit> splits)
      throws IOException {
    long length = file.getLen();
    for (long from = 0; from < length; from += Math.min(most, length - from)) {
      long to = from + Math.min(most, length - from);
      BlockLocation[] blocks = files.getFileBlockLocations(file, from, to - from);
      List<String> hosts = blocks.length == 0 ? List.of() : List.of(blocks[0].getHosts());
      splits.add(new RecoverySplit(member, part, file.getPath(), from, to, hosts));
    }
  }

  /** There are no records: tasks read files themselves. */
  @Override
  public RecordReader<NullWritable, NullWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new NoRecords();
  }
}
