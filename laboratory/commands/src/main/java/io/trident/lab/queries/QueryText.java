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
package io.trident.lab.queries;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * A query.
 *
 * @param name its name in its benchmark
 * @param sql for Spark and DuckDB; tables and parameters are in braces
 * @param dimensions the dimension of a logically replicated table that the query names, by tables;
 *     where there is none, Spark chooses
 */
public record QueryText(String name, String sql, Map<String, String> dimensions) {
  private static final Pattern TABLE = Pattern.compile("\\{(\\w+)}");

  /** Copies the map. */
  public QueryText {
    dimensions = Map.copyOf(dimensions);
  }

  /** Creates one that names no dimensions. */
  QueryText(String name, String sql) {
    this(name, sql, Map.of());
  }

  /** Returns the query with a value for each parameter. */
  QueryText with(Map<String, String> parameters) {
    String text = sql;
    for (Map.Entry<String, String> parameter : parameters.entrySet()) {
      text = text.replace("{" + parameter.getKey() + "}", parameter.getValue());
    }
    return new QueryText(name, text, dimensions);
  }

  /** Returns whether it reads a table. */
  boolean reads(SourceTable table) {
    return sql.contains("{" + table.name() + "}");
  }

  /** Returns the text for a layout, with the names that {@link #table} gives. */
  public String on(String layout) {
    Map<String, String> named = layout.equals(QueryPlan.TRIDENT) ? dimensions : Map.of();
    return TABLE
        .matcher(sql)
        .replaceAll(
            found -> {
              String table = found.group(1);
              return table(table, layout, named.getOrDefault(table, ""));
            });
  }

  /**
   * Returns the name of a table.
   *
   * @param dimension that it is read in; empty if Spark chooses
   */
  public static String table(String table, String layout, String dimension) {
    return dimension.isEmpty()
        ? "%s_%s".formatted(table, layout)
        : "%s_%s_%s".formatted(table, layout, dimension);
  }
}
