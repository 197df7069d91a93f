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

/**
 * The special characters of CSV, of which no two are the same but quote and escape.
 *
 * @param separator between values
 * @param quote around values that have special characters
 * @param escape before a quote within quotes; the quote itself, as in RFC 4180, or another one
 */
record CsvDialect(byte separator, byte quote, byte escape) {
  static CsvDialect of(FormatOptions options) {
    CsvDialect dialect =
        new CsvDialect(
            options.character("separator", ','),
            options.character("quote", '"'),
            options.character("escape", '"'));
    if (dialect.separator == dialect.quote || dialect.separator == dialect.escape) {
      throw options.invalid(
          "separator",
          String.valueOf((char) dialect.separator),
          "another one than quote and escape");
    }
    return dialect;
  }

  boolean doublesQuotes() {
    return quote == escape;
  }
}
