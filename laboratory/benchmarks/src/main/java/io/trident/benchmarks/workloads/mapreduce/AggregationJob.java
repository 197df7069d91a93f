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

import io.trident.benchmarks.workloads.VisitFields;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/** One job, with a combiner. */
final class AggregationJob implements MapReduceApplication {
  @Override
  public void run(JobRunner jobs) throws IOException, InterruptedException {
    jobs.run(
        "sum",
        List.of(jobs.input("uservisits")),
        jobs.result(),
        job -> {
          job.setMapperClass(Visits.class);
          job.setCombinerClass(Sum.class);
          job.setReducerClass(Result.class);
          job.setMapOutputKeyClass(Text.class);
          job.setMapOutputValueClass(DoubleWritable.class);
          job.setOutputKeyClass(Text.class);
          job.setOutputValueClass(Text.class);
        });
  }

  /** Emits address and revenue. */
  static final class Visits extends Mapper<LongWritable, Text, Text, DoubleWritable> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      VisitFields visit = VisitFields.parse(line.toString());
      context.write(new Text(visit.source()), new DoubleWritable(visit.revenue()));
    }
  }

  /** Adds. */
  static final class Sum extends Reducer<Text, DoubleWritable, Text, DoubleWritable> {
    @Override
    protected void reduce(Text key, Iterable<DoubleWritable> values, Context context)
        throws IOException, InterruptedException {
      context.write(key, new DoubleWritable(total(values)));
    }
  }

  /** Adds, and writes with six decimals. */
  static final class Result extends Reducer<Text, DoubleWritable, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<DoubleWritable> values, Context context)
        throws IOException, InterruptedException {
      context.write(key, new Text(VisitFields.format(total(values))));
    }
  }

  private static double total(Iterable<DoubleWritable> values) {
    double total = 0;
    for (DoubleWritable value : values) {
      total += value.get();
    }
    return total;
  }
}
