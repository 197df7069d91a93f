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

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads fields of a message that {@link WireWriter} wrote, or somebody's. */
final class WireReader {
  private static final int TYPE_MASK = 7;
  private static final int TYPE_BITS = 3;
  private static final int VARINT_BITS = 7;

  private final ByteBuffer in;
  private int type;

  WireReader(ByteBuffer message) {
    this.in = message.slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns the number of the next field, or 0 at the end. */
  int next() throws MalformedManifestException {
    if (!in.hasRemaining()) {
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
    require(Integer.BYTES);
    return in.getInt();
  }

  long fixed64() throws MalformedManifestException {
    expect(WireWriter.FIXED64);
    require(Long.BYTES);
    return in.getLong();
  }

  byte[] bytes() throws MalformedManifestException {
    byte[] value = new byte[length()];
    in.get(value);
    return value;
  }

  WireReader message() throws MalformedManifestException {
    int length = length();
    WireReader message = new WireReader(in.slice(in.position(), length));
    in.position(in.position() + length);
    return message;
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
    if (length < 0 || length > in.remaining()) {
      throw new MalformedManifestException(
          "%s bytes where %d are left".formatted(Long.toUnsignedString(length), in.remaining()));
    }
    return (int) length;
  }

  private long raw() throws MalformedManifestException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += VARINT_BITS) {
      require(1);
      byte next = in.get();
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

  private void require(int bytes) throws MalformedManifestException {
    if (in.remaining() < bytes) {
      throw new MalformedManifestException("it is cut off");
    }
  }
}
