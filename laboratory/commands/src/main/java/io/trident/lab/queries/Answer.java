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

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a query returned, whatever their order. There may be millions, so each is one text.
 *
 * @param rows as {@link #row} makes them, in the order of their texts
 */
public record Answer(List<String> rows) {
  /** Engines add up floating-point numbers in any order, and divide decimals to other scales. */
  private static final double RELATIVE = 1e-9;

  private static final double ABSOLUTE = 1e-6;
  private static final JsonMapper MAPPER = new JsonMapper();

  /** Sorts the rows. */
  public Answer {
    rows = rows.stream().sorted().toList();
  }

  /** Returns a row as a JSON array of its values' texts. */
  public static String row(List<String> values) {
    try {
      return MAPPER.writeValueAsString(values);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the texts of a row's values. */
  static List<String> values(String row) {
    try {
      return List.of(MAPPER.readValue(row, String[].class));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the text of a value: equal numbers have the same, whatever their scale. */
  public static String text(@Nullable Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal.signum() == 0 ? "0" : decimal.stripTrailingZeros().toPlainString();
    }
    return String.valueOf(value);
  }

  /** Reads an answer. */
  static Answer read(Path file) throws IOException {
    return new Answer(Files.readAllLines(file));
  }

  /** Writes it, a line for each row. */
  public void write(Path file) throws IOException {
    Path parent = file.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.write(file, rows);
  }

  /** Returns where another one differs; nothing if it is equal. */
  Optional<String> difference(Answer other) {
    if (rows.size() != other.rows.size()) {
      return Optional.of("%d rows, not %d".formatted(other.rows.size(), rows.size()));
    }
    for (int row = 0; row < rows.size(); row++) {
      String expected = rows.get(row);
      String found = other.rows.get(row);
      if (!expected.equals(found) && !areEqual(values(expected), values(found))) {
        return Optional.of("%s, not %s".formatted(found, expected));
      }
    }
    return Optional.empty();
  }

  private static boolean areEqual(List<String> expected, List<String> found) {
    boolean equal = expected.size() == found.size();
    for (int column = 0; equal && column < expected.size(); column++) {
      equal = areEqual(expected.get(column), found.get(column));
    }
    return equal;
  }

  private static boolean areEqual(String one, String other) {
    if (one.equals(other)) {
      return true;
    }
    try {
      double left = Double.parseDouble(one);
      double right = Double.parseDouble(other);
      return Math.abs(left - right)
          <= ABSOLUTE + RELATIVE * Math.max(Math.abs(left), Math.abs(right));
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
