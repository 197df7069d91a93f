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
package io.trident.lab.demo;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.partition.InputSampler;
import org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;

/** The two jobs of the demo; one map task per block each. */
enum DemoJob {
  /** Counts words: small output, CPU in the maps. */
  WORDCOUNT("wordcount") {
    @Override
    void configure(Job job, Path work) {
      job.setMapperClass(TokenCounterMapper.class);
      job.setCombinerClass(IntSumReducer.class);
      job.setReducerClass(IntSumReducer.class);
      job.setOutputKeyClass(Text.class);
      job.setOutputValueClass(IntWritable.class);
    }
  },
  /** Sorts 100-byte records into one total order, as TeraSort does: everything is shuffled. */
  SORT("sort") {
    @Override
    void configure(Job job, Path work) throws IOException {
      job.setInputFormatClass(RecordInputFormat.class);
      job.setOutputFormatClass(RecordOutputFormat.class);
      job.setOutputKeyClass(BytesWritable.class);
      job.setOutputValueClass(BytesWritable.class);
      job.setPartitionerClass(TotalOrderPartitioner.class);
      TotalOrderPartitioner.setPartitionFile(job.getConfiguration(), new Path(work, "partitions"));
      try {
        InputSampler.writePartitionFile(
            job, new InputSampler.SplitSampler<BytesWritable, BytesWritable>(1_000, 4));
      } catch (ClassNotFoundException e) {
        throw new IOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
    }
  };

  private static final int REDUCES = 2;

  private final String label;

  DemoJob(String label) {
    this.label = label;
  }

  /** Returns the name used in tables and JSON. */
  String label() {
    return label;
  }

  /** Returns the job, ready to be submitted. */
  Job create(Configuration conf, Path input, Path output) throws IOException {
    Job job = Job.getInstance(conf, "Trident demo: " + label);
    job.setJarByClass(DemoJob.class);
    job.setNumReduceTasks(REDUCES);
    // Reduces start when all maps have run, so that both schedulers place maps on the same slots.
    job.getConfiguration().setFloat("mapreduce.job.reduce.slowstart.completedmaps", 1.0f);
    job.getConfiguration().setBoolean("mapreduce.map.speculative", false);
    job.getConfiguration().setBoolean("mapreduce.reduce.speculative", false);
    FileInputFormat.addInputPath(job, input);
    FileOutputFormat.setOutputPath(job, output);
    configure(job, output.getParent());
    return job;
  }

  abstract void configure(Job job, Path work) throws IOException;
}
