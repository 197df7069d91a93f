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
package io.trident.layout.mapreduce.convert;

import static java.util.Objects.requireNonNull;

import io.trident.layout.format.RecordReader;
import io.trident.layout.format.StoredRow;
import io.trident.layout.mapreduce.convert.SourceSplit.Piece;
import io.trident.layout.mapreduce.job.JobSettings;
import io.trident.layout.mapreduce.table.FileSource;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.table.SourceList.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.jspecify.annotations.Nullable;

/** Rows of the source files, each with its place in all of them. */
public final class SourceInput extends InputFormat<LongWritable, StoredRow> {
  private static final long SPLIT_BYTES = 128 << 20;

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    JobSettings settings = JobSettings.of(conf);
    TableLayout table = settings.table(conf);
    FileSystem files = settings.data().getFileSystem(conf);
    Map<String, FileStatus> statuses = new HashMap<>();
    for (FileStatus status : files.listStatus(settings.data())) {
      statuses.put(status.getPath().getName(), status);
    }
    for (Source source : table.newestSources().sources()) {
      if (!statuses.containsKey(source.name())) {
        throw new IOException(
            "%s is gone; convert again with --restart."
                .formatted(new Path(settings.data(), source.name())));
      }
    }
    SplitPlan plan =
        new SplitPlan(
            table,
            source -> status(statuses, table.newestSource(source)).getBlockSize(),
            conf.getLong("mapreduce.input.fileinputformat.split.maxsize", SPLIT_BYTES));
    List<InputSplit> splits = new ArrayList<>();
    for (List<Piece> pieces : plan.of(settings.superExtents())) {
      Piece largest = pieces.stream().max(Comparator.comparingLong(Piece::length)).orElseThrow();
      BlockLocation[] blocks =
          files.getFileBlockLocations(
              status(statuses, table.newestSource(largest.source())),
              largest.from(),
              largest.length());
      List<String> hosts = blocks.length == 0 ? List.of() : List.of(blocks[0].getHosts());
      List<Path> paths =
          pieces.stream()
              .map(piece -> status(statuses, table.newestSource(piece.source())).getPath())
              .toList();
      splits.add(new SourceSplit(pieces, paths, hosts));
    }
    return splits;
  }

  private static FileStatus status(Map<String, FileStatus> statuses, Source source) {
    return requireNonNull(statuses.get(source.name()));
  }

  @Override
  public org.apache.hadoop.mapreduce.RecordReader<LongWritable, StoredRow> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Rows();
  }

  /** Reads the pieces of a split. */
  private static final class Rows
      extends org.apache.hadoop.mapreduce.RecordReader<LongWritable, StoredRow> {
    private final LongWritable place = new LongWritable();
    private @Nullable FileSystem files;
    private @Nullable Path directory;
    private @Nullable TableLayout table;
    private List<Piece> pieces = List.of();
    private int next;
    private long start;
    private @Nullable RecordReader reader;
    private @Nullable StoredRow row;
    private long readBytes;
    private long allBytes;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      JobSettings settings = JobSettings.of(context.getConfiguration());
      table = settings.table(context.getConfiguration());
      directory = settings.data();
      files = settings.data().getFileSystem(context.getConfiguration());
      pieces = ((SourceSplit) split).pieces();
      allBytes = ((SourceSplit) split).getLength();
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      while (true) {
        if (reader == null && !open()) {
          row = null;
          return false;
        }
        row = requireNonNull(reader).next();
        if (row != null) {
          place.set(start + row.offset());
          readBytes += row.record().length() + 1;
          return true;
        }
        close();
      }
    }

    private boolean open() throws IOException {
      if (next == pieces.size()) {
        return false;
      }
      TableLayout of = requireNonNull(table);
      Piece piece = pieces.get(next++);
      Source source = of.newestSource(piece.source());
      Path path = new Path(requireNonNull(directory), source.name());
      FileSource file = new FileSource(requireNonNull(files), path, source.length());
      start = of.startOf(piece.source());
      reader = of.adapter().read(file, piece.from(), piece.to());
      return true;
    }

    @Override
    public LongWritable getCurrentKey() {
      return place;
    }

    @Override
    public StoredRow getCurrentValue() {
      return requireNonNull(row);
    }

    @Override
    public float getProgress() {
      return allBytes == 0 ? 1 : Math.min(1, (float) readBytes / allBytes);
    }

    @Override
    public void close() throws IOException {
      if (reader != null) {
        reader.close();
        reader = null;
      }
    }
  }
}
