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
package io.trident.cli.whatif;

import com.fasterxml.jackson.databind.JsonNode;
import io.trident.core.layout.value.Value;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The values of a column, and boundaries of it, as written in JSON; all of one type. */
final class JsonColumn {
  private final String name;
  private final List<JsonNode> rows;
  private final List<JsonNode> boundaries;
  private final Set<Type> types = EnumSet.noneOf(Type.class);

  /** What values of JSON are to a layout. */
  private enum Type {
    BOOLEANS,
    WHOLE_NUMBERS,
    FRACTIONS,
    STRINGS
  }

  /**
   * Looks at all values.
   *
   * @throws IllegalArgumentException if no row has the column, or it has values of several types
   */
  JsonColumn(String name, List<JsonNode> rows, List<JsonNode> boundaries) {
    this.name = name;
    this.rows = rows;
    this.boundaries = boundaries;
    if (!rows.isEmpty() && rows.stream().noneMatch(row -> row.has(name))) {
      Set<String> known = new TreeSet<>();
      rows.forEach(row -> row.fieldNames().forEachRemaining(known::add));
      throw new IllegalArgumentException(
          "No row has the column %s; there are %s.".formatted(name, known));
    }
    rows.forEach(row -> look(row.get(name)));
    boundaries.forEach(this::look);
    boolean areNumbers = EnumSet.of(Type.WHOLE_NUMBERS, Type.FRACTIONS).containsAll(types);
    if (types.size() > 1 && !areNumbers) {
      throw new IllegalArgumentException(
          "The column %s has values of several types; give only numbers, strings or booleans."
              .formatted(name));
    }
  }

  private void look(@Nullable JsonNode value) {
    if (value == null || value.isNull()) {
      return;
    }
    if (value.isBoolean()) {
      types.add(Type.BOOLEANS);
    } else if (value.isTextual()) {
      types.add(Type.STRINGS);
    } else if (value.isIntegralNumber() && value.canConvertToLong()) {
      types.add(Type.WHOLE_NUMBERS);
    } else if (value.isFloatingPointNumber()) {
      types.add(Type.FRACTIONS);
    } else {
      throw new IllegalArgumentException(
          "The column %s has the value %s; give numbers of 64 bits, strings or booleans."
              .formatted(name, value));
    }
  }

  /** Returns the value of each row, null where it is absent. */
  List<Value> ofRows() {
    return rows.stream().map(row -> value(row.get(name))).toList();
  }

  /** Returns the boundaries. */
  List<Value> ofBoundaries() {
    return boundaries.stream().map(this::value).toList();
  }

  private Value value(@Nullable JsonNode value) {
    if (value == null || value.isNull()) {
      return Value.NULL;
    }
    if (value.isBoolean()) {
      return Value.ofBoolean(value.booleanValue());
    }
    if (value.isTextual()) {
      return Value.ofString(value.textValue());
    }
    return types.contains(Type.FRACTIONS)
        ? Value.ofDouble(value.doubleValue())
        : Value.ofLong(value.longValue());
  }
}
