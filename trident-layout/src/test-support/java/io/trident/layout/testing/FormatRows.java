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
package io.trident.layout.testing;

import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.ByteSource;
import io.trident.layout.format.Column;
import io.trident.layout.format.ColumnType;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RecordReader;
import io.trident.layout.format.RecordWriter;
import io.trident.layout.format.Schema;
import io.trident.layout.format.StoredRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows read and written by an adapter. */
public final class FormatRows {
  private FormatRows() {}

  /** A file in memory. */
  public static ByteSource source(byte[] file) {
    return new MemorySource("file", file);
  }

  /** Columns written {@code "a long, b string"}. */
  public static Schema schema(String columns) {
    return new Schema(
        Arrays.stream(columns.split(", "))
            .map(one -> one.split(" "))
            .map(one -> new Column(one[0], ColumnType.parse(one[1])))
            .toList());
  }

  public static List<StoredRow> read(FormatAdapter adapter, byte[] file) throws IOException {
    return read(adapter, source(file), 0, file.length);
  }

  public static List<StoredRow> read(FormatAdapter adapter, ByteSource file, long from, long to)
      throws IOException {
    return all(adapter.read(file, from, to));
  }

  public static List<StoredRow> all(RecordReader opened) throws IOException {
    List<StoredRow> rows = new ArrayList<>();
    try (RecordReader reader = opened) {
      for (StoredRow row = reader.next(); row != null; row = reader.next()) {
        rows.add(row);
      }
    }
    return rows;
  }

  public static List<Value.Bytes> records(List<StoredRow> rows) {
    return rows.stream().map(StoredRow::record).toList();
  }

  /** Writes an extent of one bucket. */
  public static byte[] write(FormatAdapter adapter, List<Value.Bytes> records) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RecordWriter writer = adapter.writer(out);
    writer.start();
    for (Value.Bytes record : records) {
      writer.row(new LayoutRow(0, List.of(), record));
    }
    writer.endBucket();
    writer.finish();
    return out.toByteArray();
  }
}
