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
package io.trident.layout.extent;

import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.value.Value;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/*
 * Which sort a rebuild needs. The sources are N buckets, each in order of a key, but of the key of
 * its own dimension, d - 1. The target's order is by bucket, which is the partition in d + 1, then
 * by the key in d. No order of the sources is of use for that, so merging them is not enough, and
 * all rows of the extent are sorted. (With two dimensions d + 1 is d - 1, and each source is one
 * bucket of the target. Sorting all works as well then.)
 *
 * An extent may be larger than memory where a column is skewed: so rows are sorted as far as memory
 * goes, each such run is written to a file, and the runs are merged.
 */
/** Sorts rows of one extent in bounded memory. */
final class RowSorter implements Closeable {
  /** What a row takes besides its bytes: objects, references, keys. */
  private static final int ROW_OVERHEAD = 250;

  private final RowKeys keys;
  private final int dimension;
  private final SortSpace space;
  private final List<SortedRun> runs = new ArrayList<>();
  private List<PlacedRow> rows = new ArrayList<>();
  private long bytes;

  RowSorter(RowKeys keys, int dimension, SortSpace space) {
    this.keys = keys;
    this.dimension = dimension;
    this.space = space;
  }

  /**
   * A row, its bucket and its key. The order is that of {@link RowLayout#order}, which the writer
   * checks; most of a rebuild's time goes into it, so the key is at hand.
   */
  record PlacedRow(int bucket, Value key, LayoutRow row) implements Comparable<PlacedRow> {
    @Override
    public int compareTo(PlacedRow other) {
      int order = Integer.compare(bucket, other.bucket);
      if (order == 0) {
        order = key.compareTo(other.key);
      }
      return order == 0 ? row.record().compareTo(other.row.record()) : order;
    }
  }

  /** Takes sorted rows. */
  @FunctionalInterface
  interface Sink {
    void add(LayoutRow row) throws IOException;
  }

  void add(LayoutRow row) throws IOException {
    rows.add(place(row));
    bytes += 2L * row.record().length() + ROW_OVERHEAD; // keys may be copies of most of it
    if (bytes >= space.memoryBytes()) {
      rows.sort(Comparator.naturalOrder());
      runs.add(SortedRun.write(rows, space.directory()));
      rows = new ArrayList<>();
      bytes = 0;
    }
  }

  /** Gives all rows in order. */
  void drainTo(Sink sink) throws IOException {
    rows.sort(Comparator.naturalOrder());
    if (runs.isEmpty()) {
      for (PlacedRow placed : rows) {
        sink.add(placed.row());
      }
      return;
    }
    runs.add(SortedRun.write(rows, space.directory()));
    rows = new ArrayList<>();
    merge(sink);
  }

  private void merge(Sink sink) throws IOException {
    PriorityQueue<Head> heads = new PriorityQueue<>(Comparator.comparing(Head::first));
    for (SortedRun run : runs) {
      run.open();
      push(run, heads);
    }
    for (Head head = heads.poll(); head != null; head = heads.poll()) {
      sink.add(head.first().row());
      push(head.run(), heads);
    }
  }

  /** The first row that is left of a run. */
  private record Head(PlacedRow first, SortedRun run) {}

  private void push(SortedRun run, PriorityQueue<Head> heads) throws IOException {
    SortedRun.Entry entry = run.next();
    if (entry != null) {
      heads.add(new Head(place(keys.of(entry.record(), entry.id())), run));
    }
  }

  @Override
  public void close() throws IOException {
    for (SortedRun run : runs) {
      run.close();
    }
  }

  private PlacedRow place(LayoutRow row) {
    RowLayout layout = keys.layout();
    int bucket = layout.bucket(dimension, layout.cell(row)).bucket();
    return new PlacedRow(bucket, row.keys().get(dimension), row);
  }
}
