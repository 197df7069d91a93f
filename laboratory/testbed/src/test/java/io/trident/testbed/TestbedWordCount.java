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
package io.trident.testbed;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;

/** A program for a test bed's master: counts words with Hadoop's own classes. */
final class TestbedWordCount {
  private static final int LINES = 100_000;

  private TestbedWordCount() {}

  /** Writes input, counts it, prints each word with its count, and whether the job succeeded. */
  public static void main(String[] args)
      throws IOException, InterruptedException, ClassNotFoundException {
    JobConf conf = new JobConf();
    conf.setLong("dfs.blocksize", 1 << 20);
    FileSystem fs = FileSystem.get(conf);
    Path input = new Path("/it/input");
    try (OutputStream out = fs.create(input)) {
      for (int i = 0; i < LINES; i++) {
        out.write("one two two\n".getBytes(StandardCharsets.US_ASCII));
      }
    }
    Job job = Job.getInstance(conf, "word count");
    job.setMapperClass(TokenCounterMapper.class);
    job.setCombinerClass(IntSumReducer.class);
    job.setReducerClass(IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    FileInputFormat.addInputPath(job, input);
    Path output = new Path("/it/output");
    fs.delete(output, true);
    FileOutputFormat.setOutputPath(job, output);
    boolean succeeded = job.waitForCompletion(true);
    for (FileStatus file : fs.listStatus(output, path -> path.getName().startsWith("part"))) {
      try (BufferedReader in =
          new BufferedReader(
              new InputStreamReader(fs.open(file.getPath()), StandardCharsets.UTF_8))) {
        in.lines().forEach(System.out::println);
      }
    }
    System.out.println(succeeded ? "succeeded" : "failed");
  }
}
