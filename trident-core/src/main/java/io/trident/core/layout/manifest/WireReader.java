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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads fields of a message that {@link WireWriter} wrote, or somebody's. */
final class WireReader {
  private static final int TYPE_MASK = 7;
  private static final int TYPE_BITS = 3;
  private static final int VARINT_BITS = 7;

  private final ByteBuffer in;
  private final int end;
  private int at;
  private int type;

  WireReader(ByteBuffer message) {
    this(message.slice().order(ByteOrder.LITTLE_ENDIAN), 0, message.remaining());
  }

  private WireReader(ByteBuffer in, int at, int end) {
    this.in = in;
    this.at = at;
    this.end = end;
  }

  /** Returns the number of the next field, or 0 at the end. */
  int next() throws MalformedManifestException {
    if (at == end) {
      return 0;
    }
    long key = raw();
    long field = key >>> TYPE_BITS;
    type = (int) key & TYPE_MASK;
    if (field < 1 || field > Integer.MAX_VALUE) {
      throw new MalformedManifestException("field " + field);
    }
    return (int) field;
  }

  long varint() throws MalformedManifestException {
    expect(WireWriter.VARINT);
    return raw();
  }

  /** Returns a number that is not negative and fits 32 bits. */
  int count() throws MalformedManifestException {
    long value = varint();
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new MalformedManifestException("the number " + Long.toUnsignedString(value));
    }
    return (int) value;
  }

  int fixed32() throws MalformedManifestException {
    expect(WireWriter.FIXED32);
    return in.getInt(passed(Integer.BYTES));
  }

  long fixed64() throws MalformedManifestException {
    expect(WireWriter.FIXED64);
    return in.getLong(passed(Long.BYTES));
  }

  byte[] bytes() throws MalformedManifestException {
    byte[] value = new byte[length()];
    in.get(passed(value.length), value);
    return value;
  }

  Value.Bytes string() throws MalformedManifestException {
    int length = length();
    return Value.ofBytes(in.slice(passed(length), length));
  }

  WireReader message() throws MalformedManifestException {
    int length = length();
    int from = passed(length);
    return new WireReader(in, from, from + length);
  }

  /** Passes over a field that the reader does not know. */
  void skip() throws MalformedManifestException {
    switch (type) {
      case WireWriter.VARINT -> varint();
      case WireWriter.FIXED32 -> fixed32();
      case WireWriter.FIXED64 -> fixed64();
      case WireWriter.BYTES -> message();
      default -> throw new MalformedManifestException("wire type " + type);
    }
  }

  private int length() throws MalformedManifestException {
    expect(WireWriter.BYTES);
    long length = raw();
    if (length < 0 || length > end - at) {
      throw new MalformedManifestException(
          "%s bytes where %d are left".formatted(Long.toUnsignedString(length), end - at));
    }
    return (int) length;
  }

  private long raw() throws MalformedManifestException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += VARINT_BITS) {
      byte next = in.get(passed(1));
      value |= (long) (next & Byte.MAX_VALUE) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new MalformedManifestException("a number of more than 64 bits");
  }

  private void expect(int expected) throws MalformedManifestException {
    if (type != expected) {
      throw new MalformedManifestException("wire type %d, not %d".formatted(type, expected));
    }
  }

  /** Passes over bytes, and returns where they are. */
  private int passed(int bytes) throws MalformedManifestException {
    if (end - at < bytes) {
      throw new MalformedManifestException("it is cut off");
    }
    int from = at;
    at += bytes;
    return from;
  }
}
