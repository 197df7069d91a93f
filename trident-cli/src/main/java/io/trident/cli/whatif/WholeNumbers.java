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
package io.trident.cli.whatif;

import java.io.IOException;
import java.io.Reader;
import java.math.BigDecimal;
import java.util.function.Supplier;

/** Reads whole numbers that are separated by white space, and knows which line each is on. */
final class WholeNumbers {
  private static final int LONGEST_SHOWN = 20;

  private final Reader in;
  private int line = 1;
  private int character = ' ';

  WholeNumbers(Reader in) {
    this.in = in;
  }

  /** Returns whether there is more than white space left. */
  boolean hasNext() throws IOException {
    while (character >= 0 && character <= ' ') {
      if (character == '\n') {
        line++;
      }
      character = in.read();
    }
    return character >= 0;
  }

  /**
   * Reads a number.
   *
   * @param what what the number is, for the message if there is none or another
   * @throws IllegalArgumentException naming the line, what was expected and what is there
   */
  long next(long least, long greatest, Supplier<String> what) throws IOException {
    if (!hasNext()) {
      throw new IllegalArgumentException(
          "line %d: expected %s, found the end of the file.".formatted(line, what.get()));
    }
    StringBuilder token = new StringBuilder();
    while (character > ' ') {
      token.append((char) character);
      character = in.read();
    }
    long number;
    try {
      number = parse(token);
    } catch (NumberFormatException | ArithmeticException e) {
      throw unexpected(what, "a whole number", token);
    }
    if (number < least || number > greatest) {
      throw unexpected(what, "a number from %d to %d".formatted(least, greatest), token);
    }
    return number;
  }

  /** Reads {@code 7}, and {@code 7.0} as some programs write it. */
  private static long parse(StringBuilder token) {
    for (int i = 0; i < token.length(); i++) {
      if (token.charAt(i) == '.') {
        return new BigDecimal(token.toString()).longValueExact();
      }
    }
    return Long.parseLong(token, 0, token.length(), 10);
  }

  private IllegalArgumentException unexpected(
      Supplier<String> what, String kind, StringBuilder token) {
    String shown =
        token.length() <= LONGEST_SHOWN
            ? token.toString()
            : token.substring(0, LONGEST_SHOWN) + "...";
    return new IllegalArgumentException(
        "line %d: expected %s, %s; found \"%s\".".formatted(line, what.get(), kind, shown));
  }
}
