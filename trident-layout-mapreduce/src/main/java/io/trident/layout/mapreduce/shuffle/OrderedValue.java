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
package io.trident.layout.mapreduce.shuffle;

import io.trident.core.layout.value.Value;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.Arrays;

/*
 * A byte for the kind, null least, then bytes that compare unsigned as the values do:
 *
 *   int32, int64      big-endian, sign bit inverted
 *   float32, float64  the bits of the number; inverted if it is negative, else the sign bit only.
 *                     NaN is the canonical one, which is above infinity. There is one zero
 *   bytes             each 0 as 0 255, and 0 0 at the end: less than whatever may continue it
 *   decimal           the unscaled number in 16 bytes, sign bit inverted. Columns have one scale
 *
 * Values of a column are of one kind, or null, so kinds are never compared with each other.
 */
/** Encodes values so that their bytes, compared unsigned, have the order of {@link Value}. */
public final class OrderedValue {
  private static final int NULL = 0;
  private static final int INT32 = 1;
  private static final int INT64 = 2;
  private static final int FLOAT32 = 3;
  private static final int FLOAT64 = 4;
  private static final int BYTES = 5;
  private static final int DECIMAL = 6;
  private static final int DECIMAL_BYTES = 16;
  private static final int ESCAPED_ZERO = 0xff;

  private OrderedValue() {}

  /** Writes a value. O(its bytes). */
  public static void write(Value value, ByteArrayOutputStream out) {
    if (value instanceof Value.Int32 number) {
      out.write(INT32);
      write(number.value() ^ Integer.MIN_VALUE, Integer.BYTES, out);
    } else if (value instanceof Value.Int64 number) {
      out.write(INT64);
      write(number.value() ^ Long.MIN_VALUE, Long.BYTES, out);
    } else if (value instanceof Value.Float32 number) {
      out.write(FLOAT32);
      int bits = Float.floatToIntBits(number.value());
      write(bits < 0 ? ~bits : bits ^ Integer.MIN_VALUE, Integer.BYTES, out);
    } else if (value instanceof Value.Float64 number) {
      out.write(FLOAT64);
      long bits = Double.doubleToLongBits(number.value());
      write(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE, Long.BYTES, out);
    } else if (value instanceof Value.Bytes bytes) {
      out.write(BYTES);
      write(bytes.toArray(), out);
    } else if (value instanceof Value.Decimal decimal) {
      out.write(DECIMAL);
      write(decimal.unscaled(), out);
    } else {
      out.write(NULL);
    }
  }

  private static void write(long bits, int bytes, ByteArrayOutputStream out) {
    for (int shift = (bytes - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      out.write((int) (bits >>> shift));
    }
  }

  private static void write(byte[] bytes, ByteArrayOutputStream out) {
    int from = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == 0) {
        out.write(bytes, from, i + 1 - from);
        out.write(ESCAPED_ZERO);
        from = i + 1;
      }
    }
    out.write(bytes, from, bytes.length - from);
    out.write(0);
    out.write(0);
  }

  private static void write(BigInteger number, ByteArrayOutputStream out) {
    byte[] shortest = number.toByteArray();
    byte[] bytes = new byte[DECIMAL_BYTES];
    Arrays.fill(bytes, (byte) (number.signum() < 0 ? -1 : 0));
    System.arraycopy(shortest, 0, bytes, DECIMAL_BYTES - shortest.length, shortest.length);
    bytes[0] ^= Byte.MIN_VALUE;
    out.write(bytes, 0, bytes.length);
  }

  /**
   * Returns where a value that begins at an offset ends.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static int end(byte[] bytes, int offset) {
    return switch (bytes[offset]) {
      case NULL -> offset + 1;
      case INT32, FLOAT32 -> offset + 1 + Integer.BYTES;
      case INT64, FLOAT64 -> offset + 1 + Long.BYTES;
      case DECIMAL -> offset + 1 + DECIMAL_BYTES;
      case BYTES -> endOfBytes(bytes, offset + 1);
      default -> throw new IllegalArgumentException("There is no value at %d.".formatted(offset));
    };
  }

  private static int endOfBytes(byte[] bytes, int offset) {
    int i = offset;
    while (bytes[i] != 0 || bytes[i + 1] != 0) {
      i += bytes[i] == 0 ? 2 : 1;
    }
    return i + 2;
  }
}
