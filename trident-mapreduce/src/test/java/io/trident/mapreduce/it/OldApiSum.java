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
import java.util.Iterator;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;

/** The reducer of the word count, for the old API. */
public final class OldApiSum extends MapReduceBase
    implements Reducer<Text, IntWritable, Text, IntWritable> {
  @Override
  public void reduce(
      Text word,
      Iterator<IntWritable> counts,
      OutputCollector<Text, IntWritable> out,
      Reporter reporter)
      throws IOException {
    int sum = 0;
    while (counts.hasNext()) {
      sum += counts.next().get();
    }
    out.collect(word, new IntWritable(sum));
  }
}
