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
package io.trident.lab.memory;

import java.util.List;
import java.util.Locale;

/** Prints what was measured as a table of Markdown. */
final class HeapTable {
  private static final String HEAD =
      """
      | | files of a TB | blocks of a TB | MB of heap for each TB | least to greatest | ratio |
      |---|---:|---:|---:|---:|---:|
      """;

  private HeapTable() {}

  /** Returns a row for each; ratios are to the first one. */
  static String of(List<HeapGrowth> measured) {
    StringBuilder table = new StringBuilder(HEAD);
    for (HeapGrowth one : measured) {
      table.append(
          String.format(
              Locale.ROOT,
              "| %s | %,.0f | %,.0f | %.2f | %.2f to %.2f | %.2f |%n",
              one.storing().title(),
              one.filesOfTerabyte(),
              one.blocksOfTerabyte(),
              one.meanOfTerabyte() / 1e6,
              one.leastOfTerabyte() / 1e6,
              one.greatestOfTerabyte() / 1e6,
              one.meanOfTerabyte() / measured.get(0).meanOfTerabyte()));
    }
    return table.toString();
  }
}
