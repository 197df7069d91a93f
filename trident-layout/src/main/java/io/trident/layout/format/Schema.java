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
package io.trident.layout.format;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The columns of a table, in order. */
public record Schema(List<Column> columns) {
  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException if there is no column, or a name is there twice
   */
  public Schema {
    columns = List.copyOf(columns);
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("The table has no columns; give at least one.");
    }
    Set<String> seen = new HashSet<>();
    for (Column column : columns) {
      if (!seen.add(column.name())) {
        throw new IllegalArgumentException(
            "Column %s is there twice; rename one.".formatted(column.name()));
      }
    }
  }

  /**
   * Returns a column by its name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Column column(String name) {
    return columns.get(indexOf(name));
  }

  /**
   * Returns the number of a column, from 0.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public int indexOf(String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException(
        "There is no column %s; there are %s.".formatted(name, names()));
  }

  /** Returns the names, in order. */
  public List<String> names() {
    return columns.stream().map(Column::name).toList();
  }
}
