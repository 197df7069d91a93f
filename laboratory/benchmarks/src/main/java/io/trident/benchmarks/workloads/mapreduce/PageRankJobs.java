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

import io.trident.benchmarks.workloads.PageRank;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * One job for each iteration. Between them, a line is {@code page TAB targets TAB rank}; the first
 * reads lines without a rank, the last writes them without targets.
 */
final class PageRankJobs implements MapReduceApplication {
  private static final String PAGES = "trident.workload.pagerank.pages";
  private static final String LAST = "trident.workload.pagerank.last";
  private static final String LINKS = "L";

  @Override
  public void run(JobRunner jobs) throws IOException, InterruptedException {
    long pages = jobs.directory().spec().amount();
    Path from = jobs.input("links");
    for (int i = 1; i <= PageRank.ITERATIONS; i++) {
      boolean last = i == PageRank.ITERATIONS;
      Path to = last ? jobs.result() : jobs.scratch("ranks-" + i);
      jobs.run(
          "iteration " + i,
          List.of(from),
          to,
          job -> {
            job.getConfiguration().setLong(PAGES, pages);
            job.getConfiguration().setBoolean(LAST, last);
            job.setMapperClass(Shares.class);
            job.setReducerClass(Ranks.class);
            job.setOutputKeyClass(Text.class);
            job.setOutputValueClass(Text.class);
          });
      from = to;
    }
  }

  /** Emits the links of a page, and to each target its share of the rank. */
  static final class Shares extends Mapper<LongWritable, Text, Text, Text> {
    private double start;

    @Override
    protected void setup(Context context) {
      start = 1.0 / context.getConfiguration().getLong(PAGES, 1);
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] fields = line.toString().split("\t");
      double rank = fields.length > 2 ? Double.parseDouble(fields[2]) : start;
      String[] targets = fields[1].split(" ");
      context.write(new Text(fields[0]), new Text(LINKS + fields[1]));
      Text share = new Text(Double.toString(rank / targets.length));
      for (String target : targets) {
        context.write(new Text(target), share);
      }
    }
  }

  /** Adds the shares of a page. */
  static final class Ranks extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text page, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      String links = "";
      double shares = 0;
      for (Text value : values) {
        String text = value.toString();
        if (text.startsWith(LINKS)) {
          links = text.substring(1);
        } else {
          shares += Double.parseDouble(text);
        }
      }
      long pages = context.getConfiguration().getLong(PAGES, 1);
      double rank = (1 - PageRank.DAMPING) / pages + PageRank.DAMPING * shares;
      boolean last = context.getConfiguration().getBoolean(LAST, false);
      context.write(page, new Text(last ? Double.toString(rank) : links + '\t' + rank));
    }
  }
}
