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

import io.trident.layout.format.InvalidRecordException;
import java.util.Arrays;

/** Where the values of a row of CSV are; a value is copied when it is asked for. */
final class CsvRow {
  private final CsvDialect dialect;
  private final byte[] row;

  /** Where each value ends, before its separator. */
  private int[] ends;

  private int size;

  private CsvRow(CsvDialect dialect, byte[] row, int columns) {
    this.dialect = dialect;
    this.row = row;
    this.ends = new int[Math.max(columns, 1)];
  }

  /**
   * Finds the values of a row; an empty one has none. O(length).
   *
   * @param length of the row, whose end may be before that of the array
   * @param columns about how many there are
   */
  static CsvRow of(CsvDialect dialect, byte[] row, int length, int columns)
      throws InvalidRecordException {
    CsvRow found = new CsvRow(dialect, row, columns);
    for (int from = length == 0 ? 1 : 0; from <= length; ) {
      from = found.add(from, length) + 1;
    }
    return found;
  }

  /** Adds the value that begins at a byte; returns where it ends. */
  private int add(int from, int length) throws InvalidRecordException {
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, 2 * size);
    }
    int end = CsvScanner.endOfValue(dialect, row, from, length);
    ends[size++] = end;
    return end;
  }

  int size() {
    return size;
  }

  private int start(int number) {
    return number == 0 ? 0 : ends[number - 1] + 1;
  }

  boolean isQuoted(int number) {
    return start(number) < ends[number] && row[start(number)] == dialect.quote();
  }

  /** Returns a copy of a value, without quotes. */
  byte[] text(int number) {
    return isQuoted(number)
        ? CsvScanner.unquote(dialect, row, start(number), ends[number])
        : Arrays.copyOfRange(row, start(number), ends[number]);
  }
}
