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

import java.io.ByteArrayOutputStream;

/**
 * Writes fields of a message in the wire format of protocol buffers. As in proto3, a number that is
 * 0 is left out.
 *
 * @see <a href="https://protobuf.dev/programming-guides/encoding/">Protocol buffers: encoding</a>
 */
final class WireWriter {
  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int BYTES = 2;
  static final int FIXED32 = 5;

  private static final int TYPE_BITS = 3;
  private static final int VARINT_BITS = 7;
  private static final int MORE = 1 << VARINT_BITS;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  WireWriter varint(int field, long value) {
    if (value != 0) {
      presentVarint(field, value);
    }
    return this;
  }

  /** Writes the number also if it is 0, as the field's presence has a meaning. */
  WireWriter presentVarint(int field, long value) {
    key(field, VARINT);
    raw(value);
    return this;
  }

  WireWriter fixed32(int field, int value) {
    if (value != 0) {
      presentFixed32(field, value);
    }
    return this;
  }

  WireWriter presentFixed32(int field, int value) {
    key(field, FIXED32);
    littleEndian(value, Integer.BYTES);
    return this;
  }

  WireWriter fixed64(int field, long value) {
    if (value != 0) {
      presentFixed64(field, value);
    }
    return this;
  }

  WireWriter presentFixed64(int field, long value) {
    key(field, FIXED64);
    littleEndian(value, Long.BYTES);
    return this;
  }

  WireWriter bytes(int field, byte[] value) {
    key(field, BYTES);
    raw(value.length);
    out.writeBytes(value);
    return this;
  }

  WireWriter message(int field, WireWriter message) {
    return bytes(field, message.toBytes());
  }

  byte[] toBytes() {
    return out.toByteArray();
  }

  private void key(int field, int type) {
    raw((long) field << TYPE_BITS | type);
  }

  private void raw(long value) {
    long rest = value;
    while (rest < 0 || rest >= MORE) {
      out.write((int) rest & (MORE - 1) | MORE);
      rest >>>= VARINT_BITS;
    }
    out.write((int) rest);
  }

  private void littleEndian(long value, int bytes) {
    for (int i = 0; i < bytes; i++) {
      out.write((int) (value >>> (Byte.SIZE * i)));
    }
  }
}
