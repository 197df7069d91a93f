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
