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
package io.trident.lab.demo;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FixedLengthInputFormat;

/** Reads records of {@link DemoData#RECORD_BYTES}: the key and the rest, as two byte strings. */
public final class RecordInputFormat extends FileInputFormat<BytesWritable, BytesWritable> {
  @Override
  public RecordReader<BytesWritable, BytesWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) throws IOException, InterruptedException {
    FixedLengthInputFormat.setRecordLength(context.getConfiguration(), DemoData.RECORD_BYTES);
    return new Reader(new FixedLengthInputFormat().createRecordReader(split, context));
  }

  private static final class Reader extends RecordReader<BytesWritable, BytesWritable> {
    private final RecordReader<LongWritable, BytesWritable> records;

    Reader(RecordReader<LongWritable, BytesWritable> records) {
      this.records = records;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context)
        throws IOException, InterruptedException {
      records.initialize(split, context);
    }

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
      return records.nextKeyValue();
    }

    @Override
    public BytesWritable getCurrentKey() throws IOException, InterruptedException {
      return new BytesWritable(
          Arrays.copyOf(records.getCurrentValue().getBytes(), DemoData.KEY_BYTES));
    }

    @Override
    public BytesWritable getCurrentValue() throws IOException, InterruptedException {
      return new BytesWritable(
          Arrays.copyOfRange(
              records.getCurrentValue().getBytes(), DemoData.KEY_BYTES, DemoData.RECORD_BYTES));
    }

    @Override
    public float getProgress() throws IOException, InterruptedException {
      return records.getProgress();
    }

    @Override
    public void close() throws IOException {
      records.close();
    }
  }
}
