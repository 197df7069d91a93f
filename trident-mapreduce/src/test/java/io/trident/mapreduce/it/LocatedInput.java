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

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Input that is not of files: three splits of one line, two with a host and one without. */
public final class LocatedInput extends InputFormat<LongWritable, Text> {
  @Override
  public List<InputSplit> getSplits(JobContext context) {
    List<InputSplit> splits = new ArrayList<>();
    splits.add(new Split("node1"));
    splits.add(new Split("node2"));
    splits.add(new Split(""));
    return splits;
  }

  @Override
  public RecordReader<LongWritable, Text> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  /** A split with at most one host. */
  public static final class Split extends InputSplit implements Writable {
    private String host = "";

    /** For deserialisation. */
    public Split() {}

    Split(String host) {
      this.host = host;
    }

    @Override
    public long getLength() {
      return 1;
    }

    @Override
    public String[] getLocations() {
      return host.isEmpty() ? new String[0] : new String[] {host};
    }

    @Override
    public void write(DataOutput out) throws IOException {
      out.writeUTF(host);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      host = in.readUTF();
    }
  }

  /** Reads the one line "located". */
  public static final class Reader extends RecordReader<LongWritable, Text> {
    private boolean read;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) {}

    @Override
    public boolean nextKeyValue() {
      boolean more = !read;
      read = true;
      return more;
    }

    @Override
    public LongWritable getCurrentKey() {
      return new LongWritable(0);
    }

    @Override
    public Text getCurrentValue() {
      return new Text("located");
    }

    @Override
    public float getProgress() {
      return read ? 1 : 0;
    }

    @Override
    public void close() {}
  }
}
