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
package io.trident.core.layout.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;

/**
 * A value of a column, as a partitioner sees it.
 *
 * <p>There is a kind for each way in which Spark stores and hashes a value, not for each type of
 * SQL: booleans, bytes, shorts, ints and dates are {@link Int32}; longs, timestamps (microseconds)
 * and day-time intervals {@link Int64}; strings and binaries {@link Bytes}. All values of a column
 * are of one kind, or null.
 *
 * <p>The order is total on a column: null first, then by value; NaN is equal to itself and last,
 * negative zero equals zero, bytes are compared unsigned, and so strings by code point, as Spark's
 * {@code UTF8_BINARY} collation does. It agrees with equality. Values of two kinds cannot be
 * compared: a column never has them, and a guess would put rows into wrong extents.
 */
public sealed interface Value extends Comparable<Value> {
  /** The absent value. */
  Value NULL = new Null();

  /**
   * Compares with a value of the same column.
   *
   * @throws IllegalArgumentException if the other is neither of this kind nor null
   */
  @Override
  int compareTo(Value other);

  /** Returns the kind for messages, such as {@code "decimal(10,2)"}. */
  String kind();

  /** A boolean; false is less than true. */
  static Value ofBoolean(boolean value) {
    return new Int32(value ? 1 : 0);
  }

  /** A byte, short or int. */
  static Value ofInt(int value) {
    return new Int32(value);
  }

  /** A long, or what Spark stores as one. */
  static Value ofLong(long value) {
    return new Int64(value);
  }

  /** A float. */
  static Value ofFloat(float value) {
    return new Float32(value);
  }

  /** A double. */
  static Value ofDouble(double value) {
    return new Float64(value);
  }

  /** A string, by its bytes in UTF-8. */
  static Bytes ofString(String value) {
    return new Bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  /** A binary, or a string in UTF-8; the array is copied. */
  static Bytes ofBytes(byte[] value) {
    return new Bytes(value.clone());
  }

  /** A binary, or a string in UTF-8: the remaining bytes of a buffer, which are copied. */
  static Bytes ofBytes(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.get(bytes);
    return new Bytes(bytes);
  }

  /** A date, by its days since 1970-01-01. */
  static Value ofDate(LocalDate value) {
    return new Int32(Math.toIntExact(value.toEpochDay()));
  }

  /** A timestamp, with or without time zone, in microseconds since 1970-01-01T00:00. */
  static Value ofTimestamp(long microseconds) {
    return new Int64(microseconds);
  }

  /**
   * A decimal of a column of the given precision and scale.
   *
   * @throws ArithmeticException if the value has more digits after the point than {@code scale}
   * @throws IllegalArgumentException if it has more than {@code precision} digits
   */
  static Value ofDecimal(BigDecimal value, int precision, int scale) {
    return new Decimal(value.setScale(scale).unscaledValue(), precision, scale);
  }

  /** The absent value; less than all others. */
  record Null() implements Value {
    @Override
    public int compareTo(Value other) {
      return other instanceof Null ? 0 : -1;
    }

    @Override
    public String kind() {
      return "null";
    }

    @Override
    public String toString() {
      return "null";
    }
  }

  /** A number of 32 bits. */
  record Int32(int value) implements Value {
    @Override
    public int compareTo(Value other) {
      return other instanceof Int32 that
          ? Integer.compare(value, that.value)
          : Kinds.compareWithNull(this, other);
    }

    @Override
    public String kind() {
      return "int32";
    }

    @Override
    public String toString() {
      return Integer.toString(value);
    }
  }

  /** A number of 64 bits. */
  record Int64(long value) implements Value {
    @Override
    public int compareTo(Value other) {
      return other instanceof Int64 that
          ? Long.compare(value, that.value)
          : Kinds.compareWithNull(this, other);
    }

    @Override
    public String kind() {
      return "int64";
    }

    @Override
    public String toString() {
      return Long.toString(value);
    }
  }

  /** A float; of zeros there is the positive one, of NaNs one. */
  record Float32(float value) implements Value {
    /** Takes any float. */
    public Float32 {
      value = value == 0 ? 0 : value;
    }

    @Override
    public int compareTo(Value other) {
      return other instanceof Float32 that
          ? Float.compare(value, that.value)
          : Kinds.compareWithNull(this, other);
    }

    @Override
    public String kind() {
      return "float32";
    }

    @Override
    public String toString() {
      return Float.toString(value);
    }
  }

  /** A double; of zeros there is the positive one, of NaNs one. */
  record Float64(double value) implements Value {
    /** Takes any double. */
    public Float64 {
      value = value == 0 ? 0 : value;
    }

    @Override
    public int compareTo(Value other) {
      return other instanceof Float64 that
          ? Double.compare(value, that.value)
          : Kinds.compareWithNull(this, other);
    }

    @Override
    public String kind() {
      return "float64";
    }

    @Override
    public String toString() {
      return Double.toString(value);
    }
  }

  /**
   * A string of bytes, compared unsigned; of two of which one begins with the other, it is more.
   */
  final class Bytes implements Value {
    private static final byte LARGEST_BYTE = (byte) 0xff;

    private final byte[] value;

    private Bytes(byte[] value) {
      this.value = value;
    }

    /** Returns the number of bytes. */
    public int length() {
      return value.length;
    }

    /** Returns a copy of the bytes. */
    public byte[] toArray() {
      return value.clone();
    }

    /** Copies the bytes into an array. */
    public void copyTo(byte[] into, int at) {
      System.arraycopy(value, 0, into, at, value.length);
    }

    /** Returns the first bytes; all, if there are not more. */
    public Bytes first(int bytes) {
      return bytes < value.length ? new Bytes(Arrays.copyOf(value, bytes)) : this;
    }

    /**
     * Returns a string of at most as many bytes that is more than all that begin as this one does;
     * this one if all of its first bytes are 0xff, as there is none.
     */
    public Bytes above(int bytes) {
      for (int length = Math.min(bytes, value.length); length > 0; length--) {
        if (value[length - 1] != LARGEST_BYTE) {
          byte[] next = Arrays.copyOf(value, length);
          next[length - 1]++;
          return new Bytes(next);
        }
      }
      return this;
    }

    /** Returns with how many bytes both begin. */
    public int common(Bytes other) {
      int first = Arrays.mismatch(value, other.value);
      return first < 0 ? value.length : first;
    }

    /** The bytes themselves, for the hash. */
    byte[] shared() {
      return value;
    }

    @Override
    public int compareTo(Value other) {
      return other instanceof Bytes that
          ? Arrays.compareUnsigned(value, that.value)
          : Kinds.compareWithNull(this, other);
    }

    @Override
    public String kind() {
      return "bytes";
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Bytes that && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(value);
    }

    @Override
    public String toString() {
      return new String(value, StandardCharsets.UTF_8);
    }
  }

  /**
   * A decimal number {@code unscaled / 10^scale}; precision and scale are those of the column.
   *
   * @param unscaled at most {@code precision} digits
   * @param precision from 1 to 38
   * @param scale from 0 to {@code precision}
   */
  record Decimal(BigInteger unscaled, int precision, int scale) implements Value {
    private static final int MAX_PRECISION = 38;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if one is exceeded
     */
    public Decimal {
      if (precision < 1 || precision > MAX_PRECISION || scale < 0 || scale > precision) {
        throw new IllegalArgumentException(
            "decimal(%d,%d) is no type; the precision is 1 to %d, the scale 0 to the precision."
                .formatted(precision, scale, MAX_PRECISION));
      }
      if (new BigDecimal(unscaled).precision() > precision) {
        throw new IllegalArgumentException(
            "The decimal %s has more digits than decimal(%d,%d) holds."
                .formatted(new BigDecimal(unscaled, scale), precision, scale));
      }
    }

    @Override
    public int compareTo(Value other) {
      return other instanceof Decimal that && precision == that.precision && scale == that.scale
          ? unscaled.compareTo(that.unscaled)
          : Kinds.compareWithNull(this, other);
    }

    @Override
    public String kind() {
      return "decimal(" + precision + "," + scale + ")";
    }

    @Override
    public String toString() {
      return new BigDecimal(unscaled, scale).toPlainString();
    }
  }
}
