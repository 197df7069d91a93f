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
package io.trident.mapreduce.it;

import java.io.IOException;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** A map-only job that reads lines and works on each for a time that is set. */
final class Digest {
  /** How many times a line is digested: 0 for a scan, many for work that the processor bounds. */
  static final String ROUNDS = "test.digest-rounds";

  private Digest() {}

  static Job job(Configuration conf, Path output, Path input, int rounds) throws IOException {
    conf.setInt(ROUNDS, rounds);
    Job job = Job.getInstance(conf, "digest");
    job.setJar(JobJar.path().toString());
    job.setMapperClass(Lines.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(LongWritable.class);
    FileInputFormat.addInputPath(job, input);
    FileOutputFormat.setOutputPath(job, output);
    return job;
  }

  /** Writes one number for each split. */
  public static final class Lines extends Mapper<LongWritable, Text, NullWritable, LongWritable> {
    private final CRC32 crc = new CRC32();

    @Override
    protected void map(LongWritable offset, Text line, Context context) {
      int rounds = context.getConfiguration().getInt(ROUNDS, 0);
      for (int i = 0; i < rounds; i++) {
        crc.update(line.getBytes(), 0, line.getLength());
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      context.write(NullWritable.get(), new LongWritable(crc.getValue()));
    }
  }
}
