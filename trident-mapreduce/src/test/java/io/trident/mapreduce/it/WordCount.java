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
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;

/** The job of the integration tests. */
final class WordCount {
  /** How many first attempts of the first map are to fail. */
  static final String FAILURES = "test.first-map-failures";

  /** How long every map sleeps before it ends, in milliseconds. */
  static final String SLEEP_MS = "test.map-sleep-ms";

  /** Every map ends only once this file is there. */
  static final String WAIT_FOR = "test.maps-wait-for";

  private WordCount() {}

  static Job job(Configuration conf, Path output, Path... inputs) throws IOException {
    Job job = Job.getInstance(conf, "word count");
    job.setJar(JobJar.path().toString());
    job.setMapperClass(Words.class);
    job.setCombinerClass(IntSumReducer.class);
    job.setReducerClass(IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    for (Path input : inputs) {
      FileInputFormat.addInputPath(job, input);
    }
    FileOutputFormat.setOutputPath(job, output);
    return job;
  }

  /** Emits each word once per occurrence. */
  public static final class Words extends Mapper<LongWritable, Text, Text, IntWritable> {
    private static final IntWritable ONE = new IntWritable(1);
    private final Text word = new Text();

    @Override
    protected void setup(Context context) throws IOException {
      if (context.getTaskAttemptID().getTaskID().getId() == 0
          && context.getTaskAttemptID().getId() < context.getConfiguration().getInt(FAILURES, 0)) {
        throw new IOException("A failure that the test planned");
      }
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      StringTokenizer words = new StringTokenizer(line.toString());
      while (words.hasMoreTokens()) {
        word.set(words.nextToken());
        context.write(word, ONE);
      }
    }

    @Override
    protected void cleanup(Context context) throws InterruptedException {
      Configuration conf = context.getConfiguration();
      Thread.sleep(conf.getLong(SLEEP_MS, 0));
      String awaited = conf.get(WAIT_FOR);
      while (awaited != null && !isThere(new Path(awaited), conf)) {
        context.progress();
        Thread.sleep(200);
      }
    }

    private static boolean isThere(Path path, Configuration conf) {
      try {
        return path.getFileSystem(conf).exists(path);
      } catch (IOException e) {
        return false; // the NameNode may be away for a moment
      }
    }
  }
}
