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

import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RecordReader;
import io.trident.layout.format.StoredRow;
import io.trident.layout.mapreduce.table.FileSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** Reads the rows of a split that match, one after the other. Not thread-safe. */
public final class RowReader implements Closeable {
  private final FormatAdapter adapter;
  private final Conditions conditions;
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
    return new RowReader(table, Conditions.parse(request.where(), table.spec()), split);
  }

  RowReader(OpenTable table, Conditions conditions, FileSplit split) throws IOException {
    this.adapter = table.adapter();
    this.conditions = conditions;
    Path file = split.getPath();
    long length = table.files().getFileStatus(file).getLen();
    this.rows =
        adapter.read(
            new FileSource(table.files(), file, length),
            split.getStart(),
            split.getStart() + split.getLength());
  }

  /**
   * Returns the next row that matches; nothing after the last.
   *
   * @return it as a line, without line feed
   * @throws IOException if it cannot be read, or a key is not valid
   */
  public Optional<byte[]> next() throws IOException {
    for (StoredRow row = rows.next(); row != null; row = rows.next()) {
      if (conditions.all().isEmpty() || conditions.matches(adapter.keys(row.record()))) {
        return Optional.of(adapter.line(row.record()));
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
