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

import io.trident.core.layout.value.Value;
import io.trident.layout.format.ByteSource;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RecordReader;
import io.trident.layout.format.StoredRow;
import io.trident.layout.mapreduce.table.FileSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** Reads the rows of a split that match, one after the other. Not thread-safe. */
public final class RowReader implements Closeable {
  private final FormatAdapter adapter;

  /** Has values of the columns that conditions compare and that are no dimensions, if there are. */
  private final Optional<FormatAdapter> others;

  private final Conditions conditions;
  private final Optional<RowSlice> slice;
  private final RecordReader rows;

  /**
   * Opens a split.
   *
   * @param directory the table's
   * @param request what the split was planned for
   * @throws IOException if the table or the file cannot be read
   */
  public static RowReader of(
      Path directory, ReadRequest request, FileSplit split, Configuration conf) throws IOException {
    OpenTable table = new OpenTable(directory, conf);
    Conditions conditions = Conditions.parse(request.where(), table.spec());
    FileSource file = table.source(split);
    if (!(split instanceof SliceSplit sliced)) {
      return new RowReader(table, conditions, RowSlice.of(request, table), split, file);
    }
    RowSlice slice = RowSlice.of(request, sliced.slice(), table);
    boolean isWhole = split.getStart() == 0 && split.getLength() == file.length();
    Optional<ByteSource> served =
        isWhole
            ? SlicedRows.served(table, file, slice.dimension(), slice.slice(), conf)
            : Optional.empty();
    if (served.isEmpty()) {
      return new RowReader(table, conditions, Optional.of(slice), split, file);
    }
    ByteSource rows = served.get();
    FileSplit whole = new FileSplit(split.getPath(), 0, rows.length(), split.getLocations());
    return new RowReader(table, conditions, Optional.empty(), whole, rows);
  }

  RowReader(
      OpenTable table,
      Conditions conditions,
      Optional<RowSlice> slice,
      FileSplit split,
      ByteSource file)
      throws IOException {
    this.adapter = table.adapter();
    this.others =
        conditions.others().isEmpty()
            ? Optional.empty()
            : Optional.of(table.adapter(conditions.others()));
    this.conditions = conditions;
    this.slice = slice;
    this.rows = adapter.read(file, split.getStart(), split.getStart() + split.getLength());
  }

  /**
   * Returns the next row that matches; nothing after the last.
   *
   * @return it as a line, without line feed
   * @throws IOException if it cannot be read, or a key is not valid
   */
  public Optional<byte[]> next() throws IOException {
    for (StoredRow row = rows.next(); row != null; row = rows.next()) {
      if (isWanted(row)) {
        return Optional.of(adapter.line(row.record()));
      }
    }
    return Optional.empty();
  }

  private boolean isWanted(StoredRow row) throws IOException {
    if (conditions.all().isEmpty() && slice.isEmpty()) {
      return true;
    }
    List<Value> values = new ArrayList<>(adapter.keys(row.record()));
    if (slice.isPresent() && !slice.get().has(values)) {
      return false;
    }
    if (others.isPresent()) {
      values.addAll(others.get().keys(row.record()));
    }
    return conditions.matches(values);
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
