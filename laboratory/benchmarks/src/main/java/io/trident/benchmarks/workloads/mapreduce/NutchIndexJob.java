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
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/** One job: words with their postings. */
final class NutchIndexJob implements MapReduceApplication {
  @Override
  public void run(JobRunner jobs) throws IOException, InterruptedException {
    jobs.run(
        "index",
        List.of(jobs.input("pages")),
        jobs.result(),
        job -> {
          job.setMapperClass(Postings.class);
          job.setReducerClass(Index.class);
          job.setOutputKeyClass(Text.class);
          job.setOutputValueClass(Text.class);
        });
  }

  /** Emits the different words of a page, each with a posting. */
  static final class Postings extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String page = line.toString();
      int tab = page.indexOf('\t');
      Map<String, Integer> counts = new HashMap<>();
      for (String word : page.substring(tab + 1).split(" ")) {
        counts.merge(word, 1, Integer::sum);
      }
      for (Map.Entry<String, Integer> word : counts.entrySet()) {
        context.write(
            new Text(word.getKey()), new Text(page.substring(0, tab) + '=' + word.getValue()));
      }
    }
  }

  /** Lists the postings of a word in order. */
  static final class Index extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text word, Iterable<Text> postings, Context context)
        throws IOException, InterruptedException {
      TreeSet<String> ordered = new TreeSet<>(Comparator.comparing(Index::address));
      for (Text posting : postings) {
        ordered.add(posting.toString());
      }
      context.write(word, new Text(String.join(" ", ordered)));
    }

    private static String address(String posting) {
      return posting.substring(0, posting.lastIndexOf('='));
    }
  }
}
