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
package io.trident.layout.mapreduce.read;

import io.trident.core.layout.slice.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Rows of logically replicated tables as input of jobs: those that match {@link ReadKeys#WHERE},
 * read in the dimension {@link ReadKeys#DIMENSION} or that which costs least. The input paths are
 * tables. Values are rows without line feed, and without the header of files that have one.
 *
 * <p>Splits are {@link FileSplit}s of the extents, so that whoever knows the tiers of blocks places
 * the maps by them.
 */
public final class TableInputFormat extends FileInputFormat<NullWritable, Text> {
  /** Made by Hadoop. */
  public TableInputFormat() {}

  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    Configuration conf = job.getConfiguration();
    List<InputSplit> splits = new ArrayList<>();
    for (Path table : getInputPaths(job)) {
      splits.addAll(sliced(TableReads.of(table, ReadRequest.of(conf), conf), conf));
    }
    return splits;
  }

  /**
   * The slices of a range follow each other, so that a DataNode has requests for an extent
   * together.
   */
  private static List<FileSplit> sliced(TableReads reads, Configuration conf) throws IOException {
    int slices = ReadKeys.SLICES.read(conf::get);
    if (slices == 1) {
      return reads.splits();
    }
    if (ReadRequest.of(conf).dimension().isEmpty()) {
      throw new IllegalArgumentException(
          "%s is %d, and %s is not set; slices are of the keys of a dimension: name one."
              .formatted(ReadKeys.SLICES.name(), slices, ReadKeys.DIMENSION.name()));
    }
    List<FileSplit> all = new ArrayList<>();
    for (FileSplit range : reads.splits()) {
      for (int slice = 0; slice < slices; slice++) {
        all.add(new SliceSplit(range, new Slice(slice, slices)));
      }
    }
    return all;
  }

  @Override
  public RecordReader<NullWritable, Text> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Rows();
  }

  private static final class Rows extends RecordReader<NullWritable, Text> {
    private final Text row = new Text();
    private Optional<RowReader> reader = Optional.empty();
    private boolean isDone;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      Configuration conf = context.getConfiguration();
      FileSplit range = (FileSplit) split;
      reader =
          Optional.of(
              RowReader.of(
                  tableOf(range.getPath(), getInputPaths(context)),
                  ReadRequest.of(conf),
                  range,
                  conf));
    }

    /** Returns the input path that a file is below. */
    private static Path tableOf(Path file, Path[] tables) throws IOException {
      for (Path up = file.getParent(); up != null; up = up.getParent()) {
        for (Path table : tables) {
          if (up.toUri().getPath().equals(table.toUri().getPath())) {
            return table;
          }
        }
      }
      throw new IOException("%s is below none of the job's tables".formatted(file));
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      Optional<byte[]> next = reader.orElseThrow().next();
      next.ifPresent(row::set);
      isDone = next.isEmpty();
      return !isDone;
    }

    @Override
    public NullWritable getCurrentKey() {
      return NullWritable.get();
    }

    @Override
    public Text getCurrentValue() {
      return row;
    }

    /** Nothing in between is known: rows that do not match are not counted. */
    @Override
    public float getProgress() {
      return isDone ? 1 : 0;
    }

    @Override
    public void close() throws IOException {
      if (reader.isPresent()) {
        reader.get().close();
      }
    }
  }
}
