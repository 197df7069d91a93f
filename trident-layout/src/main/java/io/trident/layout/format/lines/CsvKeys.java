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
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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

  /** A value between separators, without its quotes. */
  private record Field(byte[] text, boolean isQuoted) {}

  @Override
  public List<Value> keys(byte[] record) throws InvalidRecordException {
    List<Value> found = new ArrayList<>(numbers.size());
    byte[] line = Arrays.copyOf(record, contentLength(record));
    List<Field> fields;
    try {
      fields = fields(line);
    } catch (InvalidRecordException e) {
      for (int i = 0; i < numbers.size(); i++) {
        found.add(invalid.orNull(e));
      }
      return found;
    }
    for (int number : numbers) {
      found.add(fields.isEmpty() ? Value.NULL : key(fields, number));
    }
    return found;
  }

  /** Returns all values of a record as strings. */
  List<String> texts(byte[] record) throws InvalidRecordException {
    return fields(Arrays.copyOf(record, contentLength(record))).stream()
        .map(field -> new String(field.text(), StandardCharsets.UTF_8))
        .toList();
  }

  private Value key(List<Field> fields, int number) throws InvalidRecordException {
    Column column = schema.columns().get(number);
    if (number >= fields.size()) {
      return invalid.orNull(
          new InvalidRecordException(
              "column %s is missing: the row has %d columns."
                  .formatted(column.name(), fields.size())));
    }
    Field field = fields.get(number);
    return !field.isQuoted() && Arrays.equals(field.text(), nullText)
        ? Value.NULL
        : invalid.parse(column, field.text(), values);
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

  /** Returns the values of a line; none of an empty one. */
  private List<Field> fields(byte[] line) throws InvalidRecordException {
    List<Field> fields = new ArrayList<>();
    CsvScanner scanner = new CsvScanner(dialect);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    boolean isQuoted = false;
    for (int i = 0; i < line.length; i++) {
      switch (scanner.take(line[i])) {
        case DATA -> text.write(line[i]);
        case DATA_AFTER_ESCAPE -> {
          text.write(dialect.escape());
          text.write(line[i]);
        }
        case SYNTAX -> isQuoted = true;
        case SEPARATOR -> {
          fields.add(new Field(text.toByteArray(), isQuoted));
          text.reset();
          isQuoted = false;
        }
        case STRAY, END ->
            throw new InvalidRecordException(
                "byte %d of the row follows a quoted value and is no separator; double the quotes"
                        .formatted(i)
                    + " within, or set the option escape.");
      }
    }
    if (scanner.isOpen()) {
      throw new InvalidRecordException(
          "a quoted value does not end on its line; close it, or set the option multiline=true.");
    }
    if (line.length > 0) {
      fields.add(new Field(text.toByteArray(), isQuoted));
    }
    return fields;
  }
}
