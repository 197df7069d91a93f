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

/**
 * Where a byte of CSV is: within quotes, between values, in which value. RFC 4180, and an escape
 * character of one's own. A quote that does not begin a value is data.
 */
final class CsvScanner implements RecordEnds {
  /** What a byte is. */
  enum Role {
    /** Part of a value. */
    DATA,
    /** Part of a value, and so is the escape before it, which escapes nothing. */
    DATA_AFTER_ESCAPE,
    /** A quote or an escape. */
    SYNTAX,
    /** A separator. */
    SEPARATOR,
    /** The line feed at the end. */
    END,
    /** Neither a separator nor an end, after a quote that ended a value. */
    STRAY
  }

  private enum State {
    BEGIN,
    PLAIN,
    QUOTED,
    ESCAPED,
    CLOSED
  }

  private final CsvDialect dialect;
  private State state = State.BEGIN;

  CsvScanner(CsvDialect dialect) {
    this.dialect = dialect;
  }

  @Override
  public boolean isEnd(byte one) {
    return take(one) == Role.END;
  }

  /** Returns whether the value that was begun is within quotes that are still open. */
  boolean isOpen() {
    return state == State.QUOTED || state == State.ESCAPED;
  }

  /** Takes the next byte and returns what it is. */
  Role take(byte one) {
    return switch (state) {
      case QUOTED -> quoted(one);
      case ESCAPED -> to(State.QUOTED, isEscapable(one) ? Role.DATA : Role.DATA_AFTER_ESCAPE);
      case CLOSED -> closed(one);
      case BEGIN -> one == dialect.quote() ? to(State.QUOTED, Role.SYNTAX) : plain(one);
      case PLAIN -> plain(one);
    };
  }

  /**
   * Returns where a value ends: at a separator, or where the row does.
   *
   * @param from where it begins
   * @param end of the row
   * @throws InvalidRecordException if it is quoted and does not end, or something follows a quote
   */
  static int endOfValue(CsvDialect dialect, byte[] row, int from, int end)
      throws InvalidRecordException {
    int plain = from;
    if (from < end
        && row[from] != dialect.quote()) { // what plain() calls data, for most of a table
      byte separator = dialect.separator();
      while (plain < end && row[plain] != separator && row[plain] != '\n') {
        plain++;
      }
    }
    CsvScanner scanner = new CsvScanner(dialect);
    for (int i = plain; i < end; i++) {
      switch (scanner.take(row[i])) {
        case DATA, DATA_AFTER_ESCAPE, SYNTAX -> {}
        case SEPARATOR -> {
          return i;
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
    return end;
  }

  /**
   * Returns what is within quotes.
   *
   * @param from of a value that {@link #endOfValue} has found
   */
  static byte[] unquote(CsvDialect dialect, byte[] row, int from, int end) {
    CsvScanner scanner = new CsvScanner(dialect);
    byte[] text = new byte[end - from];
    int length = 0;
    for (int i = from; i < end; i++) {
      Role role = scanner.take(row[i]);
      if (role == Role.DATA_AFTER_ESCAPE) {
        text[length++] = dialect.escape();
      }
      if (role != Role.SYNTAX) {
        text[length++] = row[i];
      }
    }
    return Arrays.copyOf(text, length);
  }

  private Role plain(byte one) {
    if (one == dialect.separator()) {
      return to(State.BEGIN, Role.SEPARATOR);
    }
    return one == '\n' ? to(State.BEGIN, Role.END) : to(State.PLAIN, Role.DATA);
  }

  private Role quoted(byte one) {
    if (one == dialect.quote()) {
      return to(State.CLOSED, Role.SYNTAX);
    }
    return one == dialect.escape() ? to(State.ESCAPED, Role.SYNTAX) : Role.DATA;
  }

  private boolean isEscapable(byte one) {
    return one == dialect.quote() || one == dialect.escape();
  }

  private Role closed(byte one) {
    if (one == dialect.quote() && dialect.doublesQuotes()) {
      return to(State.QUOTED, Role.DATA);
    } else if (one == dialect.separator()) {
      return to(State.BEGIN, Role.SEPARATOR);
    }
    return one == '\n' ? to(State.BEGIN, Role.END) : Role.STRAY;
  }

  private Role to(State next, Role role) {
    state = next;
    return role;
  }
}
