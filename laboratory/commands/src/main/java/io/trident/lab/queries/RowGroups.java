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
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The row groups of a table in a layout; of a logically replicated table, of all its dimensions.
 *
 * @param table name of the table
 * @param layout name of the layout
 * @param files of Parquet
 * @param groups row groups of these
 * @param bytes of these row groups, as they are stored
 */
public record RowGroups(String table, String layout, int files, long groups, long bytes) {
  private static final JsonMapper MAPPER = new JsonMapper();

  /** Returns the bytes of one, on average; 0 if there is none. */
  double mean() {
    return groups == 0 ? 0 : (double) bytes / groups;
  }

  /** Reads what {@link #write} wrote. */
  static List<RowGroups> read(Path file) throws IOException {
    return List.of(MAPPER.readValue(file.toFile(), RowGroups[].class));
  }

  /** Writes them. */
  public static void write(Path file, List<RowGroups> all) throws IOException {
    MAPPER.writeValue(file.toFile(), all);
  }
}
