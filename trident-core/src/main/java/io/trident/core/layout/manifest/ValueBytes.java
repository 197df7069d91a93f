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
package io.trident.core.layout.manifest;

import io.trident.core.layout.value.Value;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/**
 * Values as bytes of which neighbours have the first ones in common: a byte for the kind, then the
 * number, most significant byte first, or the string. Null is no byte, and nothing else is. These
 * bytes are kept in memory only.
 */
final class ValueBytes {
  private static final byte INT32 = 1;
  private static final byte INT64 = 2;
  private static final byte FLOAT32 = 3;
  private static final byte FLOAT64 = 4;
  private static final byte BYTES = 5;
  private static final byte DECIMAL = 6;

  private ValueBytes() {}

  static byte[] of(Value value) {
    if (value instanceof Value.Int32 number) {
      return numbered(INT32, Integer.BYTES).putInt(number.value()).array();
    } else if (value instanceof Value.Int64 number) {
      return numbered(INT64, Long.BYTES).putLong(number.value()).array();
    } else if (value instanceof Value.Float32 number) {
      return numbered(FLOAT32, Float.BYTES).putFloat(number.value()).array();
    } else if (value instanceof Value.Float64 number) {
      return numbered(FLOAT64, Double.BYTES).putDouble(number.value()).array();
    } else if (value instanceof Value.Bytes bytes) {
      byte[] all = new byte[1 + bytes.length()];
      all[0] = BYTES;
      bytes.copyTo(all, 1);
      return all;
    } else if (value instanceof Value.Decimal number) {
      byte[] unscaled = number.unscaled().toByteArray();
      return numbered(DECIMAL, 2 + unscaled.length)
          .put((byte) number.precision())
          .put((byte) number.scale())
          .put(unscaled)
          .array();
    }
    return new byte[0];
  }

  /** Returns the value of which these are the bytes. */
  static Value read(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return bytes.length == 0
        ? Value.NULL
        : switch (in.get()) {
          case INT32 -> Value.ofInt(in.getInt());
          case INT64 -> Value.ofLong(in.getLong());
          case FLOAT32 -> Value.ofFloat(in.getFloat());
          case FLOAT64 -> Value.ofDouble(in.getDouble());
          case BYTES -> Value.ofBytes(in);
          case DECIMAL -> decimal(in.get(), in.get(), rest(in));
          default -> throw new IllegalArgumentException("A value of kind " + bytes[0]);
        };
  }

  private static Value decimal(int precision, int scale, byte[] unscaled) {
    return new Value.Decimal(new BigInteger(unscaled), precision, scale);
  }

  private static ByteBuffer numbered(byte kind, int length) {
    return ByteBuffer.allocate(1 + length).put(kind);
  }

  private static byte[] rest(ByteBuffer in) {
    byte[] rest = new byte[in.remaining()];
    in.get(rest);
    return rest;
  }
}
