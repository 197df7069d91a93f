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
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;

/** Counts n-grams by class. */
final class BayesJob implements MapReduceApplication {
  @Override
  public void run(JobRunner jobs) throws IOException, InterruptedException {
    jobs.run(
        "train",
        List.of(jobs.input("documents")),
        jobs.result(),
        job -> {
          job.setMapperClass(NGrams.class);
          job.setCombinerClass(IntSumReducer.class);
          job.setReducerClass(IntSumReducer.class);
          job.setOutputKeyClass(Text.class);
          job.setOutputValueClass(IntWritable.class);
        });
  }

  /** Emits the n-grams of a document. */
  static final class NGrams extends Mapper<LongWritable, Text, Text, IntWritable> {
    private static final IntWritable ONE = new IntWritable(1);

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String document = line.toString();
      int tab = document.indexOf('\t');
      String label = document.substring(0, tab + 1);
      String[] words = document.substring(tab + 1).split(" ");
      context.write(new Text(label), ONE);
      for (int i = 0; i < words.length; i++) {
        context.write(new Text(label + words[i]), ONE);
        if (i > 0) {
          context.write(new Text(label + words[i - 1] + ' ' + words[i]), ONE);
        }
      }
    }
  }
}
