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
package io.trident.layout.format;

import io.trident.core.layout.value.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Formats opened for tests, and rows read with them. */
public final class Tables {
  private static final RowFormats FORMATS = RowFormats.installed(Tables.class.getClassLoader());

  private Tables() {}

  public static RowFormats formats() {
    return FORMATS;
  }

  /** Columns written {@code "a long, b string"}. */
  public static Schema schema(String columns) {
    return new Schema(
        Arrays.stream(columns.split(", "))
            .map(one -> one.split(" "))
            .map(one -> new Column(one[0], ColumnType.parse(one[1])))
            .toList());
  }

  /** A format, all of whose columns are keys. */
  public static FormatAdapter open(String format, String columns, Map<String, String> options) {
    Schema schema = schema(columns);
    return FORMATS.newest(format).open(schema, schema.names(), options);
  }

  public static List<StoredRow> read(FormatAdapter adapter, ByteSource file, long from, long to)
      throws IOException {
    List<StoredRow> rows = new ArrayList<>();
    try (RecordReader reader = adapter.read(file, from, to)) {
      for (StoredRow row = reader.next(); row != null; row = reader.next()) {
        rows.add(row);
      }
    }
    return rows;
  }

  public static List<String> texts(FormatAdapter adapter, String file) throws IOException {
    MemorySource source = MemorySource.of(file);
    return read(adapter, source, 0, source.length()).stream()
        .map(row -> row.record().toString())
        .toList();
  }

  /** The keys of a row as text. */
  public static List<String> keys(FormatAdapter adapter, String row) throws InvalidRecordException {
    return adapter.keys(Value.ofBytes(row.getBytes(StandardCharsets.UTF_8))).stream()
        .map(Value::toString)
        .toList();
  }
}
