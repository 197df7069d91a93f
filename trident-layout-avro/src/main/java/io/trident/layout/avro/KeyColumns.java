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
package io.trident.layout.avro;

import io.trident.layout.format.Column;
import io.trident.layout.format.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;

/**
 * The columns of a schema: the fields of its record, by their names.
 *
 * @param schema of rows
 */
record KeyColumns(Schema schema) {
  /**
   * Returns all columns that can be keys, with their types.
   *
   * @throws IllegalArgumentException if there are none
   */
  io.trident.layout.format.Schema schemaOfKeys() {
    List<Column> columns = new ArrayList<>();
    for (Schema.Field field : schema.getFields()) {
      if (!field.name().isBlank()) {
        KeyTypes.of(field.schema()).ifPresent(type -> columns.add(new Column(field.name(), type)));
      }
    }
    if (columns.isEmpty()) {
      throw new IllegalArgumentException(
          "No column of the files can be a key: all are lists, records or of several types.");
    }
    return new io.trident.layout.format.Schema(columns);
  }

  /**
   * Returns the type that a column has in the files.
   *
   * @throws IllegalArgumentException if there is none such
   */
  Schema type(String name) {
    Schema.Field field = schema.getField(name);
    if (field == null) {
      throw new IllegalArgumentException(
          "The files have no column %s; there are %s.".formatted(name, schemaOfKeys().names()));
    }
    return field.schema();
  }

  /**
   * Checks that a column of the table is one of the files, and has its type.
   *
   * @throws IllegalArgumentException if not; the message has the remedy
   */
  void check(Column column) {
    Schema type = type(column.name());
    Optional<ColumnType> known = KeyTypes.of(type);
    if (!known.equals(Optional.of(column.type()))) {
      throw new IllegalArgumentException(
          "Column %s is %s in the files, %s; the table has %s. Give %s."
              .formatted(
                  column.name(),
                  type,
                  known.map(one -> "which is " + one).orElse("which is no key"),
                  column.type(),
                  known.isPresent() ? "its type" : "another column"));
    }
  }
}
