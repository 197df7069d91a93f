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
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.MultipleInputs;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;

/** Three jobs: a reduce-side join by page, sums by visitor, and a sort by revenue in one reduce. */
final class JoinJobs implements MapReduceApplication {
  private static final String RANK = "R";
  private static final String VISIT = "V";

  @Override
  public void run(JobRunner jobs) throws IOException, InterruptedException {
    Path joined = jobs.scratch("joined");
    Path totals = jobs.scratch("totals");
    jobs.run(
        "join",
        List.of(),
        joined,
        job -> {
          MultipleInputs.addInputPath(
              job, jobs.input("rankings"), TextInputFormat.class, Rankings.class);
          MultipleInputs.addInputPath(
              job, jobs.input("uservisits"), TextInputFormat.class, Visits.class);
          job.setReducerClass(Joined.class);
          job.setOutputKeyClass(Text.class);
          job.setOutputValueClass(Text.class);
        });
    jobs.run(
        "total",
        List.of(joined),
        totals,
        job -> {
          job.setMapperClass(ByVisitor.class);
          job.setReducerClass(Totals.class);
          job.setOutputKeyClass(Text.class);
          job.setOutputValueClass(Text.class);
        });
    jobs.run(
        "order",
        List.of(totals),
        jobs.result(),
        job -> {
          job.setMapperClass(ByRevenue.class);
          job.setSortComparatorClass(Descending.class);
          job.setReducerClass(Lines.class);
          job.setMapOutputKeyClass(DoubleWritable.class);
          job.setOutputKeyClass(Text.class);
          job.setOutputValueClass(Text.class);
          job.setNumReduceTasks(1);
        });
  }

  /** Emits page and rank. */
  static final class Rankings extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] fields = line.toString().split(",", 3);
      context.write(new Text(fields[0]), new Text(RANK + fields[1]));
    }
  }

  /** Emits page and visitor of the visits that count. */
  static final class Visits extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      VisitFields visit = VisitFields.parse(line.toString());
      if (visit.isInPeriod()) {
        context.write(
            new Text(visit.page()), new Text(VISIT + visit.source() + '\t' + visit.revenue()));
      }
    }
  }

  /** Emits visitor, revenue and rank of a page. */
  static final class Joined extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text page, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      String rank = null;
      List<String> visits = new ArrayList<>();
      for (Text value : values) {
        String text = value.toString();
        if (text.startsWith(RANK)) {
          rank = text.substring(1);
        } else {
          visits.add(text.substring(1));
        }
      }
      if (rank != null) {
        for (String visit : visits) {
          int tab = visit.indexOf('\t');
          context.write(
              new Text(visit.substring(0, tab)), new Text(visit.substring(tab + 1) + '\t' + rank));
        }
      }
    }
  }

  /** Emits visitor and the rest. */
  static final class ByVisitor extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] fields = line.toString().split("\t", 2);
      context.write(new Text(fields[0]), new Text(fields[1]));
    }
  }

  /** Emits revenue, average rank and visitor. */
  static final class Totals extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text visitor, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      double revenue = 0;
      double ranks = 0;
      long count = 0;
      for (Text value : values) {
        String[] fields = value.toString().split("\t", 2);
        revenue += Double.parseDouble(fields[0]);
        ranks += Double.parseDouble(fields[1]);
        count++;
      }
      context.write(
          new Text(VisitFields.format(revenue)), new Text(visitor + "\t" + ranks / count));
    }
  }

  /** Emits by revenue. */
  static final class ByRevenue extends Mapper<LongWritable, Text, DoubleWritable, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] fields = line.toString().split("\t", 2);
      context.write(new DoubleWritable(Double.parseDouble(fields[0])), new Text(fields[1]));
    }
  }

  /** Writes visitor, average rank and revenue. */
  static final class Lines extends Reducer<DoubleWritable, Text, Text, Text> {
    @Override
    protected void reduce(DoubleWritable revenue, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      for (Text value : values) {
        context.write(value, new Text(VisitFields.format(revenue.get())));
      }
    }
  }

  /** Larger numbers first. */
  static final class Descending extends WritableComparator {
    Descending() {
      super(DoubleWritable.class, true);
    }

    @Override
    @SuppressWarnings("rawtypes") // the overridden method's
    public int compare(WritableComparable a, WritableComparable b) {
      return Double.compare(((DoubleWritable) b).get(), ((DoubleWritable) a).get());
    }
  }
}
