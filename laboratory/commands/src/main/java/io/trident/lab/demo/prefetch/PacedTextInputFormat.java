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
package io.trident.lab.demo.prefetch;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;

/**
 * Lines of text, from disks that are as slow as the demo's: on one machine the page cache serves
 * every block in no time, wherever its replica is.
 *
 * <p>A task reads the first byte of its split, which shows the DataNodes when it came, and sees
 * whether the DataNode that served it has the block in its cache. It then waits for as long as the
 * medium would take to read the split.
 */
public final class PacedTextInputFormat extends TextInputFormat {
  private static final String DISK_RATE = "trident.demo.disk-bytes-per-second";
  private static final String MEMORY_RATE = "trident.demo.memory-bytes-per-second";

  /** Sets the bandwidths of a job's media, in bytes per second. */
  static void setRates(Configuration job, double disk, double memory) {
    job.setDouble(DISK_RATE, disk);
    job.setDouble(MEMORY_RATE, memory);
  }

  @Override
  public RecordReader<LongWritable, Text> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader(super.createRecordReader(split, context));
  }

  private static boolean isCached(FileSplit split, Configuration conf) throws IOException {
    Path path = split.getPath();
    try (FSDataInputStream in = path.getFileSystem(conf).open(path)) {
      in.seek(split.getStart());
      in.read();
      if (in instanceof HdfsDataInputStream hdfs) {
        DatanodeInfo server = hdfs.getCurrentDatanode();
        for (LocatedBlock block : hdfs.getAllBlocks()) {
          if (block.getStartOffset() == split.getStart()) {
            return Arrays.asList(block.getCachedLocations()).contains(server);
          }
        }
      }
      return false;
    }
  }

  private static void pace(FileSplit split, Configuration conf)
      throws IOException, InterruptedException {
    String medium = isCached(split, conf) ? MEMORY_RATE : DISK_RATE;
    double rate = conf.getDouble(medium, Double.POSITIVE_INFINITY);
    Thread.sleep((long) (split.getLength() / rate * 1e3));
  }

  private static final class Reader extends RecordReader<LongWritable, Text> {
    private final RecordReader<LongWritable, Text> lines;

    Reader(RecordReader<LongWritable, Text> lines) {
      this.lines = lines;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context)
        throws IOException, InterruptedException {
      pace((FileSplit) split, context.getConfiguration());
      lines.initialize(split, context);
    }

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
      return lines.nextKeyValue();
    }

    @Override
    public LongWritable getCurrentKey() throws IOException, InterruptedException {
      return lines.getCurrentKey();
    }

    @Override
    public Text getCurrentValue() throws IOException, InterruptedException {
      return lines.getCurrentValue();
    }

    @Override
    public float getProgress() throws IOException, InterruptedException {
      return lines.getProgress();
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }
}
