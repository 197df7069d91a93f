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

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.trident.lab.queries.SingleLayout.ByColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What is to be laid out and queried: what the command and its programs on Spark share, as JSON.
 *
 * @param root URI of the directory of all layouts; a table is in {@code root/layout/table}
 * @param tables the tables
 * @param singles layouts by single columns
 * @param layouts names of the layouts, those that are measured against the others last
 * @param queries the queries
 * @param format of the logically replicated tables, {@code parquet} or {@code csv}
 * @param extents extents of a dimension, and files of other layouts
 * @param repetitions how often each query is measured on each layout
 * @param output directory on this machine for answers and measurements
 */
public record QueryPlan(
    String root,
    List<SourceTable> tables,
    List<SingleLayout> singles,
    List<String> layouts,
    List<QueryText> queries,
    String format,
    int extents,
    int repetitions,
    String output) {
  /** The lines that all other layouts are made of. */
  public static final String LINES = "lines";

  /** Parquet, with its rows in the order of the lines. */
  public static final String AS_WRITTEN = "as_written";

  /** Parquet, sorted along a Z-curve over the columns of the dimensions. */
  public static final String Z_ORDER = "z_order";

  /**
   * Replica groups: files as those of {@link #AS_WRITTEN}, and a replica of them by each column of
   * the dimensions, all of Parquet.
   */
  public static final String REPLICAS = "replicas";

  /** The logically replicated tables. */
  public static final String TRIDENT = "trident";

  /** The format with which logically replicated tables have the files of {@link #AS_WRITTEN}. */
  public static final String PARQUET = "parquet";

  private static final JsonMapper MAPPER = new JsonMapper();

  /** Copies the lists. */
  public QueryPlan {
    tables = List.copyOf(tables);
    singles = List.copyOf(singles);
    layouts = List.copyOf(layouts);
    queries = List.copyOf(queries);
  }

  /** Reads it. */
  public static QueryPlan read(Path file) throws IOException {
    return MAPPER.readValue(file.toFile(), QueryPlan.class);
  }

  void write(Path file) throws IOException {
    MAPPER.writeValue(file.toFile(), this);
  }

  /** Returns where a layout has a table. */
  public String path(String layout, String table) {
    return path(root, layout, table);
  }

  static String path(String root, String layout, String table) {
    return "%s/%s/%s".formatted(root, layout, table);
  }

  /** Returns the source of a table's replicas. */
  public String source(String table) {
    return source(root, table);
  }

  static String source(String root, String table) {
    return path(root, REPLICAS, table) + "/source";
  }

  static String replica(String root, String table, String column) {
    return "%s/%s".formatted(path(root, REPLICAS, table), column);
  }

  /** Returns whether a layout is Trident's, and not one that it is measured against. */
  static boolean isOurs(String layout) {
    return layout.equals(TRIDENT) || layout.equals(REPLICAS);
  }

  /** Returns whether the tables of a layout are files of Parquet. */
  public boolean isParquet(String layout) {
    return switch (layout) {
      case LINES -> false;
      case TRIDENT -> format.equals(PARQUET);
      default -> true;
    };
  }

  /** Returns how a table is laid out by single columns. */
  public static ByColumn of(SingleLayout single, SourceTable table) {
    ByColumn by = single.tables().get(table.name());
    if (by == null) {
      throw new IllegalArgumentException(
          "The layout %s has no table %s".formatted(single.name(), table.name()));
    }
    return by;
  }

  /** Returns the file with the answer to a query on a layout. */
  public Path answer(String query, String layout) {
    return new Answers(Path.of(output)).file(query, layout);
  }
}
