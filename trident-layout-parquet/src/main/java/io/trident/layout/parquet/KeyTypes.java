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
package io.trident.layout.parquet;

import io.trident.layout.format.ColumnType;
import io.trident.layout.format.ColumnType.Kind;
import java.util.Optional;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.BsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/** Which type of a table a column of Parquet has, as Spark reads it. */
final class KeyTypes {
  private static final int UNSIGNED_LONG_DIGITS = 20;
  private static final int INT_BITS = 32;
  private static final int MAX_PRECISION = 38;

  private KeyTypes() {}

  /** Returns the type, or nothing if values of the column are no keys. */
  static Optional<ColumnType> of(PrimitiveType type) {
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
      return decimal.getPrecision() <= MAX_PRECISION
          ? Optional.of(ColumnType.decimal(decimal.getPrecision(), decimal.getScale()))
          : Optional.empty();
    }
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> Optional.of(ColumnType.of(Kind.BOOLEAN));
      case INT32 -> ofInt32(annotation);
      case INT64 -> ofInt64(annotation);
      case FLOAT -> Optional.of(ColumnType.of(Kind.FLOAT));
      case DOUBLE -> Optional.of(ColumnType.of(Kind.DOUBLE));
      case BINARY -> ofBinary(annotation);
      case FIXED_LEN_BYTE_ARRAY ->
          annotation == null || annotation instanceof UUIDLogicalTypeAnnotation
              ? Optional.of(ColumnType.of(Kind.STRING))
              : Optional.empty();
      case INT96 -> Optional.of(ColumnType.of(Kind.TIMESTAMP));
    };
  }

  private static Optional<ColumnType> ofInt32(@Nullable LogicalTypeAnnotation annotation) {
    if (annotation == null) {
      return Optional.of(ColumnType.of(Kind.INT));
    } else if (annotation instanceof IntLogicalTypeAnnotation number) {
      boolean isInt = number.isSigned() || number.getBitWidth() < INT_BITS;
      return Optional.of(ColumnType.of(isInt ? Kind.INT : Kind.LONG));
    } else if (annotation instanceof DateLogicalTypeAnnotation) {
      return Optional.of(ColumnType.of(Kind.DATE));
    }
    return Optional.empty();
  }

  private static Optional<ColumnType> ofInt64(@Nullable LogicalTypeAnnotation annotation) {
    if (annotation == null) {
      return Optional.of(ColumnType.of(Kind.LONG));
    } else if (annotation instanceof IntLogicalTypeAnnotation number) {
      return Optional.of(
          number.isSigned()
              ? ColumnType.of(Kind.LONG)
              : ColumnType.decimal(UNSIGNED_LONG_DIGITS, 0));
    } else if (annotation instanceof TimestampLogicalTypeAnnotation) {
      return Optional.of(ColumnType.of(Kind.TIMESTAMP));
    }
    return Optional.empty();
  }

  private static Optional<ColumnType> ofBinary(@Nullable LogicalTypeAnnotation annotation) {
    return annotation == null
            || annotation instanceof StringLogicalTypeAnnotation
            || annotation instanceof EnumLogicalTypeAnnotation
            || annotation instanceof JsonLogicalTypeAnnotation
            || annotation instanceof BsonLogicalTypeAnnotation
        ? Optional.of(ColumnType.of(Kind.STRING))
        : Optional.empty();
  }

  /**
   * Returns whether a column may have a type. Timestamps of nanoseconds may also be long, which is
   * what Spark reads with {@code spark.sql.legacy.parquet.nanosAsLong}.
   */
  static boolean isOf(PrimitiveType type, ColumnType wanted) {
    return of(type).filter(wanted::equals).isPresent()
        || (wanted.kind() == Kind.LONG
            && type.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation timestamp
            && timestamp.getUnit() == LogicalTypeAnnotation.TimeUnit.NANOS);
  }
}
