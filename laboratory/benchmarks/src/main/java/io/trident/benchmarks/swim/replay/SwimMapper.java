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
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Emits its split's share of what all maps emit, in pace with reading.
 *
 * @param <K> of its output
 */
abstract class SwimMapper<K extends WritableComparable<?>>
    extends Mapper<NullWritable, IntWritable, K, BytesWritable> {
  /** What all maps of the job emit together, in bytes of keys and values. */
  static final String OUTPUT_BYTES = "trident.swim.map-output-bytes";

  /** Length of a record, as jobs have them that shuffle lines. */
  static final int RECORD = 1_000;

  private final int keyBytes;
  private final BytesWritable value = new BytesWritable();
  private Filler filler = new Filler(0);
  private Emission emission = new Emission(0, 0, 1, RECORD);
  private long consumed;

  /**
   * @param keyBytes bytes of a record beside its value's content
   */
  SwimMapper(int keyBytes) {
    this.keyBytes = keyBytes;
  }

  @Override
  protected void setup(Context context) {
    Configuration conf = context.getConfiguration();
    FileSplit split = (FileSplit) context.getInputSplit();
    long all = conf.getLong(OUTPUT_BYTES, 0);
    long input = conf.getLong(SwimInputFormat.INPUT_BYTES, 0);
    long before = split.getStart();
    long end = before + split.getLength();
    long share =
        JobShape.upTo(all, end, input) - (before == 0 ? 0 : JobShape.upTo(all, before, input));
    emission = new Emission(share, split.getLength(), Math.max(1, keyBytes), RECORD);
    filler = new Filler(context.getTaskAttemptID().getTaskID().getId());
  }

  @Override
  protected void map(NullWritable key, IntWritable bytes, Context context)
      throws IOException, InterruptedException {
    consumed += bytes.get();
    if (consumed < context.getInputSplit().getLength()) {
      emit(consumed, context);
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    emit(Long.MAX_VALUE, context);
  }

  private void emit(long upTo, Context context) throws IOException, InterruptedException {
    for (int length = emission.next(upTo); length > 0; length = emission.next(upTo)) {
      filler.fill(value, length - keyBytes);
      context.write(key(filler), value);
    }
  }

  /** Returns the key of the next record. */
  abstract K key(Filler random);

  /** Of a job with reduces: keys are random, so that all reduces get about as much. */
  static final class Shuffling extends SwimMapper<LongWritable> {
    private static final int LENGTH_FIELD = 4;
    private final LongWritable key = new LongWritable();

    /** For Hadoop. */
    Shuffling() {
      super(Long.BYTES + LENGTH_FIELD);
    }

    @Override
    LongWritable key(Filler random) {
      key.set(random.number());
      return key;
    }
  }

  /** Of a job without reduces: writes the job's output. */
  static final class Writing extends SwimMapper<NullWritable> {
    /** For Hadoop. */
    Writing() {
      super(0);
    }

    @Override
    NullWritable key(Filler random) {
      return NullWritable.get();
    }
  }
}
