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
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;

/** The mapper of the word count, for the old API. */
public final class OldApiWords extends MapReduceBase
    implements Mapper<LongWritable, Text, Text, IntWritable> {
  @Override
  public void map(
      LongWritable offset, Text line, OutputCollector<Text, IntWritable> out, Reporter reporter)
      throws IOException {
    StringTokenizer words = new StringTokenizer(line.toString());
    while (words.hasMoreTokens()) {
      out.collect(new Text(words.nextToken()), new IntWritable(1));
    }
  }
}
