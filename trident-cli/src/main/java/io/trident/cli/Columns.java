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
package io.trident.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table for a terminal whose columns are as wide as they need to be. */
public final class Columns {
  private final List<String[]> rows = new ArrayList<>();

  /** Starts a table. */
  public Columns(String... head) {
    rows.add(head);
  }

  /** Adds a row with as many cells as the head has. */
  public void add(Object... cells) {
    rows.add(Arrays.stream(cells).map(String::valueOf).toArray(String[]::new));
  }

  @Override
  public String toString() {
    int columns = rows.get(0).length;
    int[] widths = new int[columns];
    for (String[] row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    StringBuilder out = new StringBuilder();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        line.append(row[i]).append(" ".repeat(widths[i] - row[i].length() + 2));
      }
      out.append(line.toString().stripTrailing()).append(System.lineSeparator());
    }
    return out.toString();
  }
}
