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

import io.trident.layout.mapreduce.job.BuildOutput;
import io.trident.layout.mapreduce.job.JobSettings;
import io.trident.layout.mapreduce.shuffle.ShuffleKey;
import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.table.Group;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.mapreduce.table.Texts;
import io.trident.layout.table.RowTally;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Reducer;

/** Writes the extents and parities of one group. */
public final class ConvertReducer
    extends Reducer<BytesWritable, LongWritable, NullWritable, NullWritable> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    JobSettings settings = JobSettings.of(conf);
    TableLayout table = settings.table(conf);
    Group group = settings.groups(table).get(context.getTaskAttemptID().getTaskID().getId());
    Path work = BuildOutput.workDirectory(context);
    DistributedFileSystem files = Blocks.hdfs(work, conf);
    RowTally tally = RowTally.NONE;
    Parts parts = new Parts(files, work, table);
    KeyCount keys = new KeyCount();
    try (GroupWriter writer = new GroupWriter(table, group, files, work, context::progress)) {
      while (context.nextKeyValue()) {
        BytesWritable key = context.getCurrentKey();
        if (ShuffleKey.isTally(key)) {
          String json = new String(ShuffleKey.tally(key), StandardCharsets.UTF_8);
          tally = tally.plus(RowTally.read(json));
        } else {
          keys.add(key);
          writer.add(
              ShuffleKey.bucket(key).extent(),
              ShuffleKey.record(key),
              context.getCurrentValue().get());
        }
      }
      parts.write(group, writer.finish());
    }
    if (table.spec().dimensions().size() == 1) { // else a key is in several buckets
      parts.write(group, keys);
    }
    if (group.dimension() == 0 && group.group() == 0) {
      Texts.replace(
          files, parts.tally(group.superExtent()), tally.toJson().getBytes(StandardCharsets.UTF_8));
    }
  }
}
