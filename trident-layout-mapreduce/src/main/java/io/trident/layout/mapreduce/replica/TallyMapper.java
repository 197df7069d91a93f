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

import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.StoredRow;
import io.trident.layout.mapreduce.job.BuildOutput;
import io.trident.layout.mapreduce.job.Problems;
import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.table.Texts;
import io.trident.layout.table.RowTally;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Adds up the rows of the source, each with its place. */
public final class TallyMapper extends Mapper<LongWritable, StoredRow, NullWritable, NullWritable> {
  static final String TALLY = "rows-";

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    RowTally tally = RowTally.NONE;
    try {
      while (context.nextKeyValue()) {
        byte[] record = context.getCurrentValue().record().toArray();
        tally = tally.plus(RowTally.of(context.getCurrentKey().get(), record));
      }
    } catch (InvalidRecordException e) {
      Problems.report(context, e);
      throw e;
    }
    int task = context.getTaskAttemptID().getTaskID().getId();
    Path file = new Path(BuildOutput.workDirectory(context), TALLY + task);
    Texts.replace(
        Blocks.hdfs(file, context.getConfiguration()),
        file,
        tally.toJson().getBytes(StandardCharsets.UTF_8));
  }
}
