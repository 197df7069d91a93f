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

import io.trident.core.layout.value.Value;
import io.trident.layout.format.Column;
import io.trident.layout.format.ColumnType.Kind;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.RecordBytes;
import io.trident.layout.format.SparkCalendar;
import java.math.BigInteger;
import org.apache.avro.Schema;

/**
 * Takes values of a column as keys: each is the value that a query of Spark sees.
 *
 * @param column of the table
 * @param schema of the column in the files
 * @param calendar of the files' dates and times
 */
record KeyValues(Column column, Schema schema, SparkCalendar calendar) {
  private static final int MICROS_PER_MILLI = 1000;

  /** Reads a value. */
  Value read(RecordBytes in) throws InvalidRecordException {
    if (schema.getType() != Schema.Type.UNION) {
      return value(schema, in);
    }
    long branch = in.zigzag();
    if (branch < 0 || branch >= schema.getTypes().size()) {
      throw RecordBytes.cut();
    }
    return value(schema.getTypes().get((int) branch), in);
  }

  private Value value(Schema type, RecordBytes in) throws InvalidRecordException {
    return switch (type.getType()) {
      case NULL -> Value.NULL;
      case BOOLEAN -> Value.ofBoolean(in.flag());
      case INT -> int32(in.zigzag());
      case LONG -> int64(type, in.zigzag());
      case FLOAT -> Value.ofFloat(Float.intBitsToFloat((int) in.fixed(Float.BYTES)));
      case DOUBLE -> Value.ofDouble(Double.longBitsToDouble(in.fixed(Double.BYTES)));
      case STRING, BYTES -> bytes(in.take(in.zigzag()));
      case FIXED -> bytes(in.take(type.getFixedSize()));
      case ENUM -> symbol(type, in.zigzag());
      case UNION, ARRAY, MAP, RECORD -> throw new AssertionError("no key has this type");
    };
  }

  private Value int32(long value) throws InvalidRecordException {
    if (value != (int) value) {
      throw RecordBytes.cut();
    }
    if (column.type().kind() == Kind.DATE) {
      calendar.checkDate(column.name(), (int) value);
    }
    return Value.ofInt((int) value);
  }

  private Value int64(Schema type, long value) throws InvalidRecordException {
    if (column.type().kind() != Kind.TIMESTAMP) {
      return Value.ofLong(value);
    }
    try {
      long microseconds =
          KeyTypes.isMillis(type.getLogicalType())
              ? Math.multiplyExact(value, MICROS_PER_MILLI)
              : value;
      calendar.checkTime(column.name(), microseconds);
      return Value.ofTimestamp(microseconds);
    } catch (ArithmeticException e) {
      throw new InvalidRecordException(
          "column %s has the time of %d milliseconds, which is out of range; correct it."
              .formatted(column.name(), value));
    }
  }

  private static Value symbol(Schema type, long number) throws InvalidRecordException {
    if (number < 0 || number >= type.getEnumSymbols().size()) {
      throw RecordBytes.cut();
    }
    return Value.ofString(type.getEnumSymbols().get((int) number));
  }

  private Value bytes(byte[] value) throws InvalidRecordException {
    if (column.type().kind() != Kind.DECIMAL) {
      return Value.ofBytes(value);
    }
    try {
      return new Value.Decimal(
          value.length == 0 ? BigInteger.ZERO : new BigInteger(value),
          column.type().precision(),
          column.type().scale());
    } catch (IllegalArgumentException e) {
      throw new InvalidRecordException(
          "column %s: %s Correct it.".formatted(column.name(), e.getMessage()));
    }
  }
}
