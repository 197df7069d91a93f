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

import io.trident.layout.mapreduce.job.BuildOutput;
import io.trident.layout.mapreduce.job.JobSettings;
import io.trident.layout.mapreduce.job.Problems;
import io.trident.layout.mapreduce.revert.PiecePlan.Piece;
import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.table.TableLayout;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Reducer;

/** Writes pieces of the source files. */
public final class RevertReducer
    extends Reducer<LongWritable, BytesWritable, NullWritable, NullWritable> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    TableLayout table = JobSettings.of(conf).table(conf);
    PiecePlan plan = PiecePlan.of(table, conf);
    Path work = BuildOutput.workDirectory(context);
    int part = context.getTaskAttemptID().getTaskID().getId();
    DistributedFileSystem files = Blocks.hdfs(work, conf);
    List<Piece> pieces = plan.parts().get(part);
    try (SourceWriter writer =
        table.adapter().isSequential()
            ? new PieceWriter(table, files, work, pieces)
            : new RowFileWriter(table, files, work, pieces)) {
      while (context.nextKeyValue()) {
        writer.add(context.getCurrentKey().get(), context.getCurrentValue().copyBytes());
      }
      writer.finish();
    } catch (IOException e) {
      Problems.report(context, e);
      throw e;
    }
  }
}
