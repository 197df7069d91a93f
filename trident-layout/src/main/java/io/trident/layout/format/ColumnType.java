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

import io.trident.core.layout.value.Value;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The type of a column.
 *
 * @param kind what it is
 * @param precision digits of a decimal; 0 for others
 * @param scale digits of a decimal after the point; 0 for others
 */
public record ColumnType(Kind kind, int precision, int scale) {
  private static final Pattern DECIMAL =
      Pattern.compile("decimal\\(\\s*(\\d{1,2})\\s*,\\s*(\\d{1,2})\\s*\\)");

  /** Kinds of types, named as in SQL but for {@code long}. */
  public enum Kind {
    BOOLEAN,
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    DECIMAL,
    STRING,
    DATE,
    TIMESTAMP
  }

  /**
   * Checks the digits of decimals.
   *
   * @throws IllegalArgumentException if there is no such decimal
   */
  public ColumnType {
    if (kind == Kind.DECIMAL) {
      Value.ofDecimal(BigDecimal.ZERO, precision, scale);
    }
  }

  /** A type other than decimal. */
  public static ColumnType of(Kind kind) {
    return new ColumnType(kind, 0, 0);
  }

  /** A decimal. */
  public static ColumnType decimal(int precision, int scale) {
    return new ColumnType(Kind.DECIMAL, precision, scale);
  }

  /**
   * Reads what {@link #toString} writes, and {@code integer} and {@code bigint} as well.
   *
   * @throws IllegalArgumentException if it is no type
   */
  public static ColumnType parse(String text) {
    String name = text.strip().toLowerCase(Locale.ROOT);
    Matcher decimal = DECIMAL.matcher(name);
    if (decimal.matches()) {
      return decimal(Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2)));
    }
    return switch (name) {
      case "boolean" -> of(Kind.BOOLEAN);
      case "int", "integer" -> of(Kind.INT);
      case "long", "bigint" -> of(Kind.LONG);
      case "float" -> of(Kind.FLOAT);
      case "double" -> of(Kind.DOUBLE);
      case "string" -> of(Kind.STRING);
      case "date" -> of(Kind.DATE);
      case "timestamp" -> of(Kind.TIMESTAMP);
      default ->
          throw new IllegalArgumentException(
              ("'%s' is no type; give boolean, int, long, float, double, decimal(p,s), string, date"
                      + " or timestamp.")
                  .formatted(text));
    };
  }

  @Override
  public String toString() {
    return kind == Kind.DECIMAL
        ? "decimal(" + precision + "," + scale + ")"
        : kind.name().toLowerCase(Locale.ROOT);
  }
}
