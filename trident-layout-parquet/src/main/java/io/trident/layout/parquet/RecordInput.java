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

import io.trident.layout.format.InvalidRecordException;
import java.util.Arrays;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType;

/** The bytes of a canonical record, as they are read. */
final class RecordInput {
  private static final int INT96_BYTES = 12;
  private static final int LOW_BITS = 0x7f;
  private static final int BITS = 7;

  private final byte[] bytes;
  private int position;

  RecordInput(byte[] bytes) {
    this.bytes = bytes;
  }

  boolean isAtEnd() {
    return position == bytes.length;
  }

  /** Passes over bytes and returns where they are. */
  int skip(int count) throws InvalidRecordException {
    if (count < 0 || count > bytes.length - position) {
      throw InvalidRecords.cut();
    }
    position += count;
    return position - count;
  }

  boolean bit(int at, int bit) {
    return bit == GroupShape.REQUIRED || (bytes[at + bit / Byte.SIZE] >> bit % Byte.SIZE & 1) == 1;
  }

  /** A byte that is 0 or 1. */
  boolean flag() throws InvalidRecordException {
    byte one = bytes[skip(1)];
    if (one < 0 || one > 1) {
      throw InvalidRecords.cut();
    }
    return one == 1;
  }

  long fixed(int count) throws InvalidRecordException {
    int at = skip(count);
    long number = 0;
    for (int i = 0; i < count; i++) {
      number |= Byte.toUnsignedLong(bytes[at + i]) << i * Byte.SIZE;
    }
    return number;
  }

  long varint() throws InvalidRecordException {
    long number = 0;
    for (int shift = 0; shift < Long.SIZE; shift += BITS) {
      byte one = bytes[skip(1)];
      number |= (long) (one & LOW_BITS) << shift;
      if (one >= 0) {
        return number;
      }
    }
    throw InvalidRecords.cut();
  }

  long zigzag() throws InvalidRecordException {
    long number = varint();
    return (number >>> 1) ^ -(number & 1);
  }

  /** A copy of the bytes of a value that has bytes. */
  byte[] bytes(PrimitiveType type) throws InvalidRecordException {
    int length = binaryLength(type);
    int at = skip(length);
    return Arrays.copyOfRange(bytes, at, at + length);
  }

  /** The bytes of a value that has bytes; whoever keeps them makes a copy. */
  Binary binary(PrimitiveType type) throws InvalidRecordException {
    int length = binaryLength(type);
    return Binary.fromReusedByteArray(bytes, skip(length), length);
  }

  private int binaryLength(PrimitiveType type) throws InvalidRecordException {
    return switch (type.getPrimitiveTypeName()) {
      case INT96 -> INT96_BYTES;
      case FIXED_LEN_BYTE_ARRAY -> type.getTypeLength();
      default -> {
        long length = varint();
        yield length < 0 || length > bytes.length ? -1 : (int) length; // skip refuses it
      }
    };
  }

  void skipValue(PrimitiveType type) throws InvalidRecordException {
    switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> skip(1);
      case INT32, INT64 -> varint();
      case FLOAT -> skip(Float.BYTES);
      case DOUBLE -> skip(Double.BYTES);
      case INT96, FIXED_LEN_BYTE_ARRAY, BINARY -> skip(binaryLength(type));
    }
  }
}
