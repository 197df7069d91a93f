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

import io.trident.benchmarks.workloads.KMeans;
import io.trident.benchmarks.workloads.ResultFiles;
import io.trident.benchmarks.workloads.Vectors;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/** One job for each iteration; centres travel in the job's configuration. */
final class KMeansJobs implements MapReduceApplication {
  private static final String CENTRES = "trident.workload.kmeans.centres";

  @Override
  public void run(JobRunner jobs) throws IOException, InterruptedException {
    List<double[]> centres = Vectors.start(jobs.directory());
    for (int i = 1; i <= KMeans.ITERATIONS; i++) {
      String[] lines = centres.stream().map(Vectors::format).toArray(String[]::new);
      Path moved = jobs.scratch("centres-" + i);
      jobs.run(
          "iteration " + i,
          List.of(jobs.input("samples")),
          moved,
          job -> {
            job.getConfiguration().setStrings(CENTRES, lines);
            job.setMapperClass(Nearest.class);
            job.setReducerClass(Mean.class);
            job.setOutputKeyClass(IntWritable.class);
            job.setOutputValueClass(Text.class);
          });
      List<double[]> next = new ArrayList<>(centres);
      new ResultFiles(jobs.directory().files(), moved)
          .forEach(
              line -> {
                String[] fields = line.split("\t");
                next.set(Integer.parseInt(fields[0]), Vectors.parse(fields[1]));
              });
      centres = next;
    }
    try (OutputStream out =
        jobs.directory().files().create(new Path(jobs.result(), "part-00000"))) {
      for (int i = 0; i < centres.size(); i++) {
        String line = i + "\t" + Vectors.format(centres.get(i)) + "\n";
        out.write(line.getBytes(StandardCharsets.US_ASCII));
      }
    }
  }

  /** Adds the points nearest to each centre, and emits the sums with their counts. */
  static final class Nearest extends Mapper<LongWritable, Text, IntWritable, Text> {
    private final List<double[]> centres = new ArrayList<>();
    private final List<double[]> sums = new ArrayList<>();

    @Override
    protected void setup(Context context) {
      for (String centre : context.getConfiguration().getStrings(CENTRES)) {
        centres.add(Vectors.parse(centre));
        sums.add(new double[Vectors.parse(centre).length + 1]);
      }
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context) {
      double[] point = Vectors.parse(line.toString());
      int nearest = Vectors.nearest(centres, point);
      sums.set(nearest, Vectors.plus(sums.get(nearest), Vectors.counted(point)));
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      for (int i = 0; i < sums.size(); i++) {
        double[] sum = sums.get(i);
        if (sum[sum.length - 1] > 0) {
          context.write(new IntWritable(i), new Text(Vectors.format(sum)));
        }
      }
    }
  }

  /** Divides the sum by the count. */
  static final class Mean extends Reducer<IntWritable, Text, IntWritable, Text> {
    @Override
    protected void reduce(IntWritable cluster, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      context.write(cluster, new Text(Vectors.format(Vectors.mean(total(values)))));
    }
  }

  private static double[] total(Iterable<Text> values) {
    double[] total = {};
    for (Text value : values) {
      double[] part = Vectors.parse(value.toString());
      total = total.length == 0 ? part : Vectors.plus(total, part);
    }
    return total;
  }
}
