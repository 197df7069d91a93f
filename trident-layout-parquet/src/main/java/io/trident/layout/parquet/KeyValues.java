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

import io.trident.core.layout.value.Value;
import io.trident.layout.format.Column;
import io.trident.layout.format.ColumnType.Kind;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.SparkCalendar;
import java.math.BigInteger;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Takes values of a column as keys: each is the value that a query of Spark sees.
 *
 * @param column of the table
 * @param type of the files
 * @param calendar of the files' dates and times
 */
record KeyValues(Column column, PrimitiveType type, SparkCalendar calendar) {
  private static final int MICROS_PER_MILLI = 1000;
  private static final int NANOS_PER_MICRO = 1000;

  /** The number that 1970-01-01 has among the days that INT96 counts. */
  private static final int EPOCH_DAY = 2_440_588;

  private static final long MICROS_PER_DAY = 86_400_000_000L;

  /** Reads a value that is present. */
  Value read(RecordInput in) throws InvalidRecordException {
    if (column.type().kind() == Kind.DECIMAL) {
      return decimal(unscaled(in));
    }
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> Value.ofBoolean(in.flag());
      case INT32 -> int32((int) in.zigzag());
      case INT64 -> int64(in.zigzag());
      case FLOAT -> Value.ofFloat(Float.intBitsToFloat((int) in.fixed(Float.BYTES)));
      case DOUBLE -> Value.ofDouble(Double.longBitsToDouble(in.fixed(Double.BYTES)));
      case INT96 -> int96(in.fixed(Long.BYTES), (int) in.fixed(Integer.BYTES));
      case FIXED_LEN_BYTE_ARRAY, BINARY -> Value.ofBytes(in.bytes(type));
    };
  }

  private Value int32(int value) throws InvalidRecordException {
    if (column.type().kind() == Kind.LONG) {
      return Value.ofLong(Integer.toUnsignedLong(value));
    } else if (column.type().kind() == Kind.DATE) {
      calendar.checkDate(column.name(), value);
    }
    return Value.ofInt(value);
  }

  private Value int64(long value) throws InvalidRecordException {
    if (column.type().kind() == Kind.LONG) {
      return Value.ofLong(value);
    }
    return timestamp(microseconds(value));
  }

  private Value int96(long nanoseconds, int day) throws InvalidRecordException {
    try {
      long microseconds = Math.multiplyExact(day - (long) EPOCH_DAY, MICROS_PER_DAY);
      return timestamp(Math.addExact(microseconds, nanoseconds / NANOS_PER_MICRO));
    } catch (ArithmeticException e) {
      throw new InvalidRecordException(
          "column %s has a time of day %d, which is out of range; correct it."
              .formatted(column.name(), day));
    }
  }

  private Value timestamp(long microseconds) throws InvalidRecordException {
    calendar.checkTime(column.name(), microseconds);
    return Value.ofTimestamp(microseconds);
  }

  private long microseconds(long value) throws InvalidRecordException {
    TimeUnit unit = ((TimestampLogicalTypeAnnotation) type.getLogicalTypeAnnotation()).getUnit();
    try {
      return switch (unit) {
        case MILLIS -> Math.multiplyExact(value, MICROS_PER_MILLI);
        case MICROS -> value;
        case NANOS -> Math.floorDiv(value, NANOS_PER_MICRO);
      };
    } catch (ArithmeticException e) {
      throw new InvalidRecordException(
          "column %s has the time of %d milliseconds, which is out of range; correct it."
              .formatted(column.name(), value));
    }
  }

  private BigInteger unscaled(RecordInput in) throws InvalidRecordException {
    return switch (type.getPrimitiveTypeName()) {
      case INT32 -> BigInteger.valueOf((int) in.zigzag());
      case INT64 -> {
        long value = in.zigzag();
        yield type.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation
            ? new BigInteger(Long.toUnsignedString(value))
            : BigInteger.valueOf(value);
      }
      default -> {
        byte[] bytes = in.bytes(type);
        yield bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes);
      }
    };
  }

  private Value decimal(BigInteger unscaled) throws InvalidRecordException {
    try {
      return new Value.Decimal(unscaled, column.type().precision(), column.type().scale());
    } catch (IllegalArgumentException e) {
      throw new InvalidRecordException(
          "column %s: %s Correct it.".formatted(column.name(), e.getMessage()));
    }
  }
}
