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

import io.trident.layout.format.ColumnType;
import io.trident.layout.format.ColumnType.Kind;
import java.util.List;
import java.util.Optional;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Which type of a table a column of Avro has, as Spark reads it. */
final class KeyTypes {
  private static final int MAX_PRECISION = 38;

  private KeyTypes() {}

  /** Returns the type, or nothing if values of the column are no keys. */
  static Optional<ColumnType> of(Schema column) {
    return single(column).flatMap(KeyTypes::ofSingle);
  }

  /** Returns the type of values that are not null; nothing if they may be of several types. */
  static Optional<Schema> single(Schema column) {
    if (column.getType() != Schema.Type.UNION) {
      return Optional.of(column);
    }
    List<Schema> branches =
        column.getTypes().stream().filter(one -> one.getType() != Schema.Type.NULL).toList();
    return branches.size() == 1 ? Optional.of(branches.get(0)) : Optional.empty();
  }

  private static Optional<ColumnType> ofSingle(Schema type) {
    @Nullable LogicalType logical = type.getLogicalType();
    if (logical instanceof LogicalTypes.Decimal decimal) {
      return decimal.getPrecision() <= MAX_PRECISION
          ? Optional.of(ColumnType.decimal(decimal.getPrecision(), decimal.getScale()))
          : Optional.empty();
    }
    return switch (type.getType()) {
      case BOOLEAN -> of(Kind.BOOLEAN, logical == null);
      case FLOAT -> of(Kind.FLOAT, logical == null);
      case DOUBLE -> of(Kind.DOUBLE, logical == null);
      case ENUM -> of(Kind.STRING, logical == null);
      case BYTES -> of(Kind.STRING, logical == null);
      case STRING, FIXED ->
          of(Kind.STRING, logical == null || logical instanceof LogicalTypes.Uuid);
      case INT ->
          logical instanceof LogicalTypes.Date
              ? of(Kind.DATE, true)
              : of(Kind.INT, logical == null);
      case LONG -> isTime(logical) ? of(Kind.TIMESTAMP, true) : of(Kind.LONG, logical == null);
      case NULL, UNION, ARRAY, MAP, RECORD -> Optional.empty();
    };
  }

  private static boolean isTime(@Nullable LogicalType logical) {
    return isMillis(logical)
        || logical instanceof LogicalTypes.TimestampMicros
        || logical instanceof LogicalTypes.LocalTimestampMicros;
  }

  /** Returns whether times are in milliseconds, and not in microseconds. */
  static boolean isMillis(@Nullable LogicalType logical) {
    return logical instanceof LogicalTypes.TimestampMillis
        || logical instanceof LogicalTypes.LocalTimestampMillis;
  }

  private static Optional<ColumnType> of(Kind kind, boolean isKey) {
    return Optional.of(ColumnType.of(kind)).filter(any -> isKey);
  }
}
