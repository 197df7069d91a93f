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

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A row format, found by {@link java.util.ServiceLoader}. One name and version always means the
 * same bytes: an extent is rebuilt years after it was written, and must come out as it was. What
 * changes bytes is a new version beside the old ones, which stay.
 */
public interface RowFormat {
  /** Returns the name, such as {@code csv}. */
  String name();

  /** Returns the version, from 1. */
  int version();

  /** Returns the extension of the names of extents, with its dot. */
  String extension();

  /**
   * Returns whether rows can be given as lines of text ({@link FormatAdapter#line}); by default
   * they cannot.
   */
  default boolean givesLines() {
    return false;
  }

  /**
   * Returns whether each stored row has its id, so that the original order can be a dimension; by
   * default not.
   */
  default boolean storesRowIds() {
    return false;
  }

  /**
   * Returns the options with which a value that is none of its column's type is null and no error;
   * by default these, as of formats in which there is no such value.
   */
  default Map<String, String> tolerant(Map<String, String> options) {
    return Map.copyOf(options);
  }

  /**
   * Returns the options with what a source file adds to them, such as its header. For the first
   * file of a table.
   *
   * @throws IOException if the file cannot be read, or is none of this format
   */
  default Map<String, String> complete(Map<String, String> options, ByteSource file)
      throws IOException {
    return Map.copyOf(options);
  }

  /**
   * Returns the names of all columns, in order, if the options have them, as a header does; by
   * default nothing. For a new table whose user gives no columns.
   *
   * @param options as {@link #complete} returned them
   * @throws IllegalArgumentException if an option has no valid value
   */
  default Optional<List<String>> columns(Map<String, String> options) {
    return Optional.empty();
  }

  /**
   * Returns the columns that can be keys, if the options have them with their types, as those of
   * formats that know their schema do; by default nothing. For a new table whose user gives none.
   *
   * @param options as {@link #complete} returned them
   * @throws IllegalArgumentException if an option has no valid value, or no column can be a key
   */
  default Optional<Schema> schema(Map<String, String> options) {
    return Optional.empty();
  }

  /**
   * Opens the format for a table.
   *
   * @param schema the table's columns
   * @param keys the columns whose values are keys; each one of the schema's
   * @param options of this format
   * @throws IllegalArgumentException if an option is not known or has no valid value, or the format
   *     cannot hold the schema
   */
  FormatAdapter open(Schema schema, List<String> keys, Map<String, String> options);
}
