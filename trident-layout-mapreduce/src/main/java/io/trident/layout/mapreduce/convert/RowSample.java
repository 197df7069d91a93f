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

import io.trident.core.layout.partition.WeightedValue;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.RecordReader;
import io.trident.layout.format.StoredRow;
import io.trident.layout.mapreduce.table.FileSource;
import io.trident.layout.table.SourceList;
import io.trident.layout.table.SourceList.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Rows from random places of the source files, from which boundaries are drawn. The same files give
 * the same sample.
 *
 * @param files where they are
 * @param directory where they are
 * @param sources the source files
 * @param adapter opened with the columns that are sampled as keys
 */
record RowSample(FileSystem files, Path directory, SourceList sources, FormatAdapter adapter) {
  private static final int RANGES = 256;
  private static final long RANGE_BYTES = 64 << 10;

  /** Of formats whose rows are read in large groups: how many, and each which row of them. */
  private static final int GROUPS = 16;

  private static final int STEP = 16;

  /** Boundaries need not be values that exist, so longer ones are cut. */
  private static final int VALUE_BYTES = 64;

  /** Takes the keys of a row. */
  private interface Sink {
    void add(List<Value> keys, long bytes);
  }

  /**
   * Returns values of each column, weighted by the bytes of their rows.
   *
   * @param columns how many there are
   * @throws IOException if the files cannot be read, or a row is not valid
   */
  List<List<WeightedValue>> values(int columns) throws IOException {
    List<List<WeightedValue>> values = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      values.add(new ArrayList<>());
    }
    Sink sink =
        (keys, bytes) -> {
          for (int i = 0; i < columns; i++) {
            values.get(i).add(new WeightedValue(shortened(keys.get(i)), bytes));
          }
        };
    if (adapter.isSplittable() && sources.bytes() > RANGES * RANGE_BYTES) {
      readRandomly(sink);
    } else {
      readBeginnings(sink);
    }
    return values;
  }

  private static Value shortened(Value value) {
    return value instanceof Value.Bytes bytes && bytes.length() > VALUE_BYTES
        ? Value.ofBytes(Arrays.copyOf(bytes.toArray(), VALUE_BYTES))
        : value;
  }

  /** A part of a source file that has rows. */
  private record Group(Source source, long from, long to) {
    static Group at(Source source, List<Long> cuts, long place) {
      int found = Collections.binarySearch(cuts, place);
      int cut = Math.max(0, found >= 0 ? found : -found - 2);
      return new Group(
          source, cuts.get(cut), cut + 1 < cuts.size() ? cuts.get(cut + 1) : source.length());
    }
  }

  private void readRandomly(Sink sink) throws IOException {
    Map<Source, List<Long>> cuts = new HashMap<>();
    Set<Group> groups = new LinkedHashSet<>();
    Random random = new Random(sources.bytes());
    long[] starts = sources.starts();
    for (int i = 0; i < RANGES; i++) {
      long place = random.nextLong(sources.bytes());
      int found = Arrays.binarySearch(starts, place);
      int source = found >= 0 ? found : -found - 2;
      while (source + 1 < starts.length && starts[source + 1] <= place) {
        source++; // of files that begin at the same place only the last one has bytes
      }
      long from = place - starts[source];
      long end = Math.min(from + RANGE_BYTES, sources.sources().get(source).length());
      Source at = sources.sources().get(source);
      List<Long> ofFile = cuts.get(at);
      if (ofFile == null) {
        ofFile = adapter.cuts(file(at));
        cuts.put(at, ofFile);
      }
      if (ofFile.isEmpty()) {
        read(at, from, end, sink);
      } else if (groups.size() < GROUPS) {
        groups.add(Group.at(at, ofFile, from));
      }
    }
    for (Group group : groups) {
      int[] rows = {0};
      Sink some =
          (keys, bytes) -> {
            if (rows[0]++ % STEP == 0) {
              sink.add(keys, bytes);
            }
          };
      read(group.source(), group.from(), group.to(), some);
    }
  }

  private FileSource file(Source source) {
    return new FileSource(files, new Path(directory, source.name()), source.length());
  }

  /** The whole of small sources; of large ones that cannot be split the same share of each file. */
  private void readBeginnings(Sink sink) throws IOException {
    double share = Math.min(1, (double) RANGES * RANGE_BYTES / Math.max(1, sources.bytes()));
    for (Source source : sources.sources()) {
      if (source.length() > 0) {
        read(source, 0, (long) Math.ceil(source.length() * share), sink);
      }
    }
  }

  private void read(Source source, long from, long end, Sink sink) throws IOException {
    FileSource file = file(source);
    try (RecordReader reader = adapter.read(file, from, Math.min(end, source.length()))) {
      for (StoredRow row = reader.next(); row != null; row = reader.next()) {
        try {
          sink.add(adapter.keys(row.record()), row.record().length() + 1L);
        } catch (InvalidRecordException e) {
          throw e.at(file.name(), row.offset());
        }
      }
    }
  }
}
