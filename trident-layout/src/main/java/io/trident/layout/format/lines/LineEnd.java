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

import io.trident.layout.format.FormatOptions;
import io.trident.layout.format.InvalidRecordException;

/**
 * What ends a line for the table's other readers: the option {@code line.end}. Hadoop and Spark
 * take a carriage return alone for an end, too, unless another one is set. A row that has one would
 * be two rows to them, so it is refused.
 */
enum LineEnd {
  /** A line feed, a carriage return, or both: what Hadoop and Spark read by default. */
  ANY,
  /** A line feed; carriage returns are data. */
  LF;

  static LineEnd of(FormatOptions options) {
    return options.oneOf("line.end", "any", "lf").equals("lf") ? LF : ANY;
  }

  /**
   * Returns the length of the record without a carriage return at its end.
   *
   * @throws InvalidRecordException if there is one elsewhere
   */
  int contentLength(byte[] record) throws InvalidRecordException {
    if (this == LF) {
      return record.length;
    }
    int last = record.length - 1;
    for (int i = 0; i < last; i++) {
      if (record[i] == '\r') {
        throw loneCarriageReturn(i);
      }
    }
    return last >= 0 && record[last] == '\r' ? last : record.length;
  }

  static InvalidRecordException loneCarriageReturn(int position) {
    return new InvalidRecordException(
        ("byte %d of the row is a carriage return, which ends a line for Hadoop and Spark; remove"
                + " it, or set the option line.end=lf where readers take line feeds only.")
            .formatted(position));
  }
}
