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
    StringBuilder token = token();
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

  /**
   * Checks that nothing is left.
   *
   * @param after what came before, for the message
   * @throws IllegalArgumentException naming the line and what is there
   */
  void end(Supplier<String> after) throws IOException {
    if (hasNext()) {
      throw new IllegalArgumentException(
          "line %d: expected the end of the file after %s, found \"%s\"; remove what follows, or"
                  .formatted(line, after.get(), shown(token()))
              + " correct the number of tasks.");
    }
  }

  private StringBuilder token() throws IOException {
    StringBuilder token = new StringBuilder();
    while (character > ' ') {
      token.append((char) character);
      character = in.read();
    }
    return token;
  }

  /** Reads {@code 7}, and {@code 7.0} or {@code 7e0} as some programs write it. */
  private static long parse(StringBuilder token) {
    for (int i = 0; i < token.length(); i++) {
      if (".eE".indexOf(token.charAt(i)) >= 0) {
        return new BigDecimal(token.toString()).longValueExact();
      }
    }
    return Long.parseLong(token, 0, token.length(), 10);
  }

  private IllegalArgumentException unexpected(
      Supplier<String> what, String kind, StringBuilder token) {
    return new IllegalArgumentException(
        "line %d: expected %s, %s; found \"%s\".".formatted(line, what.get(), kind, shown(token)));
  }

  private static String shown(StringBuilder token) {
    return token.length() <= LONGEST_SHOWN
        ? token.toString()
        : token.substring(0, LONGEST_SHOWN) + "...";
  }
}
