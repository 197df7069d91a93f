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
package io.trident.layout.format.lines;

import io.trident.core.layout.value.Value;
import io.trident.layout.format.Column;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.Schema;
import io.trident.layout.format.ValueText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Takes keys from records of CSV.
 *
 * @param numbers the numbers of the key columns
 * @param nullText what is null without quotes
 */
record CsvKeys(
    CsvDialect dialect,
    Schema schema,
    List<Integer> numbers,
    byte[] nullText,
    boolean multiline,
    LineEnd lineEnd,
    InvalidValues invalid,
    ValueText values)
    implements LineFormat.KeyExtractor {

  @Override
  public List<Value> keys(byte[] record) throws InvalidRecordException {
    List<Value> found = new ArrayList<>(numbers.size());
    int length = contentLength(record);
    CsvRow row;
    try {
      row = row(record, length);
    } catch (InvalidRecordException e) {
      for (int i = 0; i < numbers.size(); i++) {
        found.add(invalid.orNull(e));
      }
      return found;
    }
    for (int number : numbers) {
      found.add(row.size() == 0 ? Value.NULL : key(row, number));
    }
    return found;
  }

  private CsvRow row(byte[] record, int length) throws InvalidRecordException {
    return CsvRow.of(dialect, record, length, schema.columns().size());
  }

  /** Returns all values of a record as strings. */
  List<String> texts(byte[] record) throws InvalidRecordException {
    CsvRow row = row(record, contentLength(record));
    return IntStream.range(0, row.size())
        .mapToObj(number -> new String(row.text(number), StandardCharsets.UTF_8))
        .toList();
  }

  private Value key(CsvRow row, int number) throws InvalidRecordException {
    Column column = schema.columns().get(number);
    if (number >= row.size()) {
      return invalid.orNull(
          new InvalidRecordException(
              "column %s is missing: the row has %d columns."
                  .formatted(column.name(), row.size())));
    }
    byte[] text = row.text(number);
    return !row.isQuoted(number) && Arrays.equals(text, nullText)
        ? Value.NULL
        : invalid.parse(column, text, values);
  }

  /**
   * Returns the length without a carriage return at the end; of others only quotes may have any.
   */
  private int contentLength(byte[] record) throws InvalidRecordException {
    if (!multiline || lineEnd == LineEnd.LF) {
      return lineEnd.contentLength(record);
    }
    CsvScanner scanner = new CsvScanner(dialect);
    for (int i = 0; i < record.length; i++) {
      if (record[i] == '\r' && !scanner.isOpen()) {
        if (i < record.length - 1) {
          throw LineEnd.loneCarriageReturn(i);
        }
        return i;
      }
      scanner.take(record[i]);
    }
    return record.length;
  }
}
