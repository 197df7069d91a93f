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
import io.trident.layout.format.ValueText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Takes keys from lines of text.
 *
 * @param columns the key columns
 * @param numbers their numbers in the line
 * @param separator what is between columns; if absent the line is one
 * @param nullText what is null
 */
record TextKeys(
    List<Column> columns,
    List<Integer> numbers,
    Optional<byte[]> separator,
    byte[] nullText,
    LineEnd lineEnd,
    InvalidValues invalid,
    ValueText values)
    implements LineFormat.KeyExtractor {

  @Override
  public List<Value> keys(byte[] record) throws InvalidRecordException {
    byte[] line = Arrays.copyOf(record, lineEnd.contentLength(record));
    List<Value> found = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      found.add(key(line, columns.get(i), numbers.get(i)));
    }
    return found;
  }

  private Value key(byte[] line, Column column, int number) throws InvalidRecordException {
    if (separator.isEmpty()) {
      return Arrays.equals(line, nullText) ? Value.NULL : Value.ofBytes(line);
    } else if (line.length == 0) {
      return Value.NULL;
    }
    int from = 0;
    for (int passed = 0; passed < number; passed++) {
      int end = find(line, from, separator.get());
      if (end == line.length) {
        return invalid.orNull(
            new InvalidRecordException(
                "column %s is missing: the row has %d columns."
                    .formatted(column.name(), passed + 1)));
      }
      from = end + separator.get().length;
    }
    byte[] text = Arrays.copyOfRange(line, from, find(line, from, separator.get()));
    return Arrays.equals(text, nullText) ? Value.NULL : invalid.parse(column, text, values);
  }

  /** Returns where the next separator is, or the line's end. */
  private static int find(byte[] line, int from, byte[] separator) {
    for (int i = from; i <= line.length - separator.length; i++) {
      if (line[i] == separator[0] // most bytes are no separator's first
          && Arrays.equals(line, i, i + separator.length, separator, 0, separator.length)) {
        return i;
      }
    }
    return line.length;
  }
}
