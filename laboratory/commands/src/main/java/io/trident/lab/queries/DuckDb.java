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

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Another engine, which answers the queries from the same files. */
final class DuckDb implements AutoCloseable {
  /** What its tables have as layout. */
  static final String LAYOUT = "duckdb";

  private final Connection connection;

  private DuckDb(Connection connection) {
    this.connection = connection;
  }

  /**
   * Starts it.
   *
   * @param directory has a directory of files for each table
   */
  static DuckDb onParquet(Path directory, List<SourceTable> tables) throws SQLException {
    return on(
        tables, table -> "read_parquet('%s/*.parquet')".formatted(directory.resolve(table.name())));
  }

  /**
   * Starts it, on lines; the names of types are those of Spark, which it has, too.
   *
   * @param directory has a directory of files for each table
   */
  static DuckDb onLines(Path directory, List<SourceTable> tables) throws SQLException {
    return on(
        tables,
        table ->
            "read_csv('%s/*.csv', header = false, delim = '%s', columns = {%s})"
                .formatted(
                    directory.resolve(table.name()), table.separator(), columns(table.schema())));
  }

  private static String columns(String schema) {
    return Arrays.stream(schema.split(",(?![^(]*\\))"))
        .map(column -> column.strip().split(" ", 2))
        .map(column -> "'%s': '%s'".formatted(column[0], column[1]))
        .collect(Collectors.joining(", "));
  }

  private static DuckDb on(List<SourceTable> tables, Function<SourceTable, String> source)
      throws SQLException {
    DuckDb database = new DuckDb(DriverManager.getConnection("jdbc:duckdb:"));
    try (Statement statement = database.connection.createStatement()) {
      for (SourceTable table : tables) {
        statement.execute(
            "CREATE VIEW %s_%s AS SELECT * FROM %s"
                .formatted(table.name(), LAYOUT, source.apply(table)));
      }
    }
    return database;
  }

  /** Answers queries, and keeps the answers as those of {@link #LAYOUT}. */
  void answer(List<QueryText> queries, Answers answers) throws SQLException, IOException {
    for (QueryText query : queries) {
      answer(query).write(answers.file(query.name(), LAYOUT));
    }
  }

  Answer answer(QueryText query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(query.on(LAYOUT))) {
      int columns = found.getMetaData().getColumnCount();
      while (found.next()) {
        List<String> row = new ArrayList<>();
        for (int column = 1; column <= columns; column++) {
          row.add(Answer.text(found.getObject(column)));
        }
        rows.add(Answer.row(row));
      }
    }
    return new Answer(rows);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
