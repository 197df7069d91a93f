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
package io.trident.benchmarks.workloads.data;

import java.util.function.Consumer;
import org.apache.commons.math3.random.RandomGenerator;

/** TeraSort's rows: 100 bytes each, of which the first 10 are a random key, all of them text. */
public final class SortRecords extends Dataset<String> {
  /** Characters of the key. */
  public static final int KEY = 10;

  private static final int LINE = 99;
  private static final int FIRST_PRINTABLE = ' ' + 1;
  private static final int PRINTABLE = 94;

  private final long rows;

  /** Describes a number of rows. */
  public SortRecords(long rows, long seed, int parts) {
    super("rows", seed, parts);
    this.rows = rows;
  }

  @Override
  public void generate(int part, Consumer<? super String> sink) {
    RandomGenerator random = random(part);
    char[] row = new char[LINE];
    for (long i = first(part, rows); i < first(part + 1, rows); i++) {
      for (int j = 0; j < KEY; j++) {
        row[j] = (char) (FIRST_PRINTABLE + random.nextInt(PRINTABLE));
      }
      String number = Long.toString(i);
      number.getChars(0, number.length(), row, KEY);
      for (int j = KEY + number.length(); j < LINE; j++) {
        row[j] = (char) ('A' + (int) ((i + j) % 26));
      }
      sink.accept(new String(row));
    }
  }

  @Override
  public String line(String row) {
    return row;
  }
}
