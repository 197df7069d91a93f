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
package io.trident.layout.mapreduce.convert;

import io.trident.layout.format.Column;
import io.trident.layout.format.ColumnType;
import io.trident.layout.format.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A schema as users write it: {@code a long, b decimal(8,2), c string}. */
final class SchemaText {
  private static final Pattern COLUMN =
      Pattern.compile("\\s*(.+?)\\s+([A-Za-z]+(?:\\s*\\([^)]*\\))?)\\s*");
  private static final Pattern BETWEEN = Pattern.compile(",(?![^(]*\\))");

  private SchemaText() {}

  /**
   * Returns the schema of a table.
   *
   * @param given what the user wrote: all columns or, where their names are known, some
   * @param known the names of all columns, if the format knows them; those that are not given are
   *     strings
   * @throws IllegalArgumentException if neither is there, or a given column is not known
   */
  static Schema schema(Optional<String> given, Optional<List<String>> known) {
    Map<String, ColumnType> types = given.map(SchemaText::parse).orElse(Map.of());
    if (known.isEmpty()) {
      if (given.isEmpty()) {
        throw new IllegalArgumentException(
            "The columns are not known; give --schema \"name type, ...\", or a format with header.");
      }
      return schema(List.copyOf(types.keySet()), types);
    }
    checkKnown(types, known.get());
    return schema(known.get(), types);
  }

  /**
   * Returns the schema of a table whose format knows its columns.
   *
   * @param given what the user wrote: columns that have another type than the format takes them for
   * @param known the columns, as the format takes them
   * @throws IllegalArgumentException if a given column is not known
   */
  static Schema schema(Optional<String> given, Schema known) {
    Map<String, ColumnType> types = given.map(SchemaText::parse).orElse(Map.of());
    checkKnown(types, known.names());
    return new Schema(
        known.columns().stream()
            .map(one -> new Column(one.name(), types.getOrDefault(one.name(), one.type())))
            .toList());
  }

  private static void checkKnown(Map<String, ColumnType> types, List<String> known) {
    for (String name : types.keySet()) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "--schema has the column %s; there are %s.".formatted(name, known));
      }
    }
  }

  private static Schema schema(List<String> names, Map<String, ColumnType> types) {
    List<Column> columns = new ArrayList<>();
    for (String name : names) {
      ColumnType type = types.get(name);
      columns.add(new Column(name, type == null ? ColumnType.of(ColumnType.Kind.STRING) : type));
    }
    return new Schema(columns);
  }

  private static Map<String, ColumnType> parse(String text) {
    Map<String, ColumnType> types = new LinkedHashMap<>();
    for (String one : BETWEEN.split(text, -1)) {
      Matcher column = COLUMN.matcher(one);
      if (!column.matches()) {
        throw new IllegalArgumentException(
            "'%s' is no column; write its name and its type, such as: id long"
                .formatted(one.strip()));
      }
      if (types.put(column.group(1), ColumnType.parse(column.group(2))) != null) {
        throw new IllegalArgumentException(
            "Column %s is there twice; rename one.".formatted(column.group(1)));
      }
    }
    return types;
  }
}
