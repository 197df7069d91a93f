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
package io.trident.layout.mapreduce.table;

import io.trident.core.layout.Bucket;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.manifest.Manifest;
import io.trident.layout.extent.BucketRows;
import io.trident.layout.extent.RowOrderReader;
import io.trident.layout.format.ByteSource;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * An extent of dimension 0, whose rows are read with their places in the source files.
 *
 * @param files where the table is
 * @param directory the table's
 * @param table the table
 * @param manifest of the extent's super-extent
 * @param extent of dimension 0
 */
public record PlacedExtent(
    FileSystem files, Path directory, TableLayout table, Manifest manifest, DataExtent extent) {
  /** Takes rows. */
  @FunctionalInterface
  public interface Sink {
    /** Takes a row, and its place in all source files. */
    void add(long place, LayoutRow row) throws IOException;
  }

  /**
   * Reads all rows, in the extent's order.
   *
   * @throws IOException if the extent or the places cannot be read, or are not what was written;
   *     what the sink made of the rows is void then
   */
  public void read(Sink sink) throws IOException {
    int superExtent = (int) manifest.superExtent();
    FileSource data = source(table.paths().of(superExtent, extent));
    FileSource places = source(table.paths().order(superExtent, extent.extent()));
    try (SequentialSource source = new SequentialSource(data);
        RowOrderReader order = new RowOrderReader(places)) {
      ByteSource rowSource = table.adapter().isSequential() ? source : data;
      BucketRows rows = new BucketRows(manifest, table.keys(superExtent), any -> rowSource);
      for (Bucket bucket : manifest.geometry().bucketsOf(extent)) {
        rows.read(
            bucket,
            row -> {
              if (!order.hasNext()) {
                throw new IOException("%s has too few rows.".formatted(places.name()));
              }
              sink.add(order.next(), row);
            });
      }
      if (order.hasNext()) {
        throw new IOException("%s has too many rows.".formatted(places.name()));
      }
    }
  }

  private FileSource source(String relative) throws IOException {
    Path path = new Path(directory, relative);
    return new FileSource(files, path, files.getFileStatus(path).getLen());
  }
}
