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

import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the first bytes of the input, as many as in the trace: a split is a block, the last one may
 * be cut short. What a record holds is of no use to a replay, so a record is the number of bytes
 * that were read.
 *
 * <p>Each map counts where it read from, by its HDFS client's word, in the counter group {@link
 * #READS}.
 */
public final class SwimInputFormat extends FileInputFormat<NullWritable, IntWritable> {
  /** Counter group whose counters are called after places to read from. */
  static final String READS = "Trident SWIM reads";

  /** How many bytes the job reads. */
  static final String INPUT_BYTES = "trident.swim.input-bytes";

  /** For Hadoop. */
  public SwimInputFormat() {}

  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    Configuration conf = job.getConfiguration();
    long left = conf.getLong(INPUT_BYTES, 0);
    List<FileStatus> files = new ArrayList<>(listStatus(job));
    files.sort(Comparator.comparing(FileStatus::getPath));
    List<InputSplit> splits = new ArrayList<>();
    for (FileStatus file : files) {
      FileSystem fs = file.getPath().getFileSystem(conf);
      long end = Math.min(file.getLen(), left);
      if (end == 0) {
        continue;
      }
      BlockLocation[] blocks = fs.getFileBlockLocations(file, 0, end);
      for (long at = 0; at < end; at += file.getBlockSize()) {
        BlockLocation block = blocks[getBlockIndex(blocks, at)];
        splits.add(
            makeSplit(
                file.getPath(),
                at,
                Math.min(file.getBlockSize(), end - at),
                block.getHosts(),
                block.getCachedHosts()));
      }
      left -= end;
    }
    if (splits.isEmpty()) {
      Path any = files.isEmpty() ? getInputPaths(job)[0] : files.get(0).getPath();
      splits.add(makeSplit(any, 0, 0, new String[0]));
    }
    return splits;
  }

  @Override
  public RecordReader<NullWritable, IntWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new ChunkReader();
  }

  /** Reads a split from its start to its end. */
  private static final class ChunkReader extends RecordReader<NullWritable, IntWritable> {
    private static final int CHUNK = 1 << 16;

    private final byte[] chunk = new byte[CHUNK];
    private final IntWritable value = new IntWritable();
    private @Nullable FSDataInputStream in;
    private @Nullable TaskAttemptContext context;
    private Path file = new Path("/");
    private long start;
    private long length;
    private long done;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext task) throws IOException {
      FileSplit part = (FileSplit) split;
      context = task;
      file = part.getPath();
      start = part.getStart();
      length = part.getLength();
      if (length > 0) {
        in = file.getFileSystem(task.getConfiguration()).open(file);
        in.seek(start);
      }
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      if (in == null || done == length) {
        return false;
      }
      int read = in.read(chunk, 0, (int) Math.min(CHUNK, length - done));
      if (read < 0) {
        throw new EOFException(
            "%s ends %d bytes before its split does".formatted(file, length - done));
      }
      if (done == 0 && context != null) {
        TaskAttemptContext task = context;
        ReadPlace.of(in, file, start, task.getConfiguration())
            .ifPresent(place -> task.getCounter(READS, place).increment(1));
      }
      done += read;
      value.set(read);
      return true;
    }

    @Override
    public NullWritable getCurrentKey() {
      return NullWritable.get();
    }

    @Override
    public IntWritable getCurrentValue() {
      return value;
    }

    @Override
    public float getProgress() {
      return length == 0 ? 1 : (float) done / length;
    }

    @Override
    public void close() throws IOException {
      if (in != null) {
        in.close();
      }
    }
  }
}
