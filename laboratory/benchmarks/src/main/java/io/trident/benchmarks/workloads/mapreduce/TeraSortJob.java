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
package io.trident.benchmarks.workloads.mapreduce;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.partition.InputSampler;
import org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner;

/** Hadoop's total order, and nothing else: all data is shuffled and written. */
final class TeraSortJob implements MapReduceApplication {
  private static final int SAMPLES = 10_000;
  private static final int SAMPLED_SPLITS = 4;

  @Override
  public void run(JobRunner jobs) throws IOException, InterruptedException {
    Path partitions = jobs.scratch("partitions");
    jobs.run(
        "sort",
        List.of(jobs.input("rows")),
        jobs.result(),
        job -> {
          // Rows have no tab: a row is a key without a value.
          job.setInputFormatClass(KeyValueTextInputFormat.class);
          job.setMapOutputValueClass(Text.class);
          job.setReducerClass(Rows.class);
          job.setOutputKeyClass(Text.class);
          job.setOutputValueClass(NullWritable.class);
          job.setPartitionerClass(TotalOrderPartitioner.class);
          TotalOrderPartitioner.setPartitionFile(job.getConfiguration(), partitions);
          if (job.getNumReduceTasks() > 1) {
            try {
              InputSampler.writePartitionFile(
                  job, new InputSampler.SplitSampler<Text, Text>(SAMPLES, SAMPLED_SPLITS));
            } catch (ClassNotFoundException e) {
              throw new IOException(e);
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
              throw new IOException(e);
            }
          }
        });
  }

  /** Writes each row as it was. */
  static final class Rows extends Reducer<Text, Text, Text, NullWritable> {
    @Override
    protected void reduce(Text row, Iterable<Text> empty, Context context)
        throws IOException, InterruptedException {
      for (Text ignored : empty) {
        context.write(row, NullWritable.get());
      }
    }
  }
}
