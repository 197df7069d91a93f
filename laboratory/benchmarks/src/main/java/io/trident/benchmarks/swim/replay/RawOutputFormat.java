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

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Writes the content of values and nothing else, so that files are as long as in the trace. */
public final class RawOutputFormat extends FileOutputFormat<NullWritable, BytesWritable> {
  /** For Hadoop. */
  public RawOutputFormat() {}

  @Override
  public RecordWriter<NullWritable, BytesWritable> getRecordWriter(TaskAttemptContext task)
      throws IOException {
    Path file = getDefaultWorkFile(task, "");
    return new Writer(file.getFileSystem(task.getConfiguration()).create(file, false));
  }

  private static final class Writer extends RecordWriter<NullWritable, BytesWritable> {
    private final OutputStream out;

    Writer(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(NullWritable key, BytesWritable value) throws IOException {
      out.write(value.getBytes(), 0, value.getLength());
    }

    @Override
    public void close(TaskAttemptContext task) throws IOException {
      out.close();
    }
  }
}
