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
package io.trident.benchmarks.swim.replay;

import io.trident.benchmarks.swim.JobShape;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Reducer;

/** Writes its part of the job's output, in pace with what it is expected to receive. */
final class SwimReducer extends Reducer<LongWritable, BytesWritable, NullWritable, BytesWritable> {
  /** What all reduces of the job write together. */
  static final String OUTPUT_BYTES = "trident.swim.output-bytes";

  private static final int BESIDE_CONTENT = Long.BYTES + Integer.BYTES;

  private final BytesWritable record = new BytesWritable();
  private Filler filler = new Filler(0);
  private Emission emission = new Emission(0, 0, 1, SwimMapper.RECORD);
  private long consumed;

  /** For Hadoop. */
  SwimReducer() {}

  @Override
  protected void setup(Context context) {
    Configuration conf = context.getConfiguration();
    int reduces = context.getNumReduceTasks();
    int number = context.getTaskAttemptID().getTaskID().getId();
    emission =
        new Emission(
            JobShape.part(conf.getLong(OUTPUT_BYTES, 0), number, reduces),
            conf.getLong(SwimMapper.OUTPUT_BYTES, 0) / reduces,
            1,
            SwimMapper.RECORD);
    filler = new Filler(number);
  }

  @Override
  protected void reduce(LongWritable key, Iterable<BytesWritable> values, Context context)
      throws IOException, InterruptedException {
    for (BytesWritable value : values) {
      consumed += BESIDE_CONTENT + value.getLength();
    }
    emit(consumed, context);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    emit(Long.MAX_VALUE, context);
  }

  private void emit(long upTo, Context context) throws IOException, InterruptedException {
    for (int length = emission.next(upTo); length > 0; length = emission.next(upTo)) {
      filler.fill(record, length);
      context.write(NullWritable.get(), record);
    }
  }
}
