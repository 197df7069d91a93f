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
import io.trident.layout.format.RecordBytes;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType;

/** The bytes of a canonical record, as they are read. */
final class RecordInput extends RecordBytes {
  private static final int INT96_BYTES = 12;

  RecordInput(byte[] bytes) {
    super(bytes);
  }

  boolean bit(int at, int bit) {
    return bit == GroupShape.REQUIRED
        || (array()[at + bit / Byte.SIZE] >> bit % Byte.SIZE & 1) == 1;
  }

  /** A copy of the bytes of a value that has bytes. */
  byte[] bytes(PrimitiveType type) throws InvalidRecordException {
    return take(binaryLength(type));
  }

  /** The bytes of a value that has bytes; whoever keeps them makes a copy. */
  Binary binary(PrimitiveType type) throws InvalidRecordException {
    int length = binaryLength(type);
    return Binary.fromReusedByteArray(array(), skip(length), length);
  }

  private int binaryLength(PrimitiveType type) throws InvalidRecordException {
    return switch (type.getPrimitiveTypeName()) {
      case INT96 -> INT96_BYTES;
      case FIXED_LEN_BYTE_ARRAY -> type.getTypeLength();
      default -> {
        long length = varint();
        yield length < 0 || length > array().length ? -1 : (int) length; // skip refuses it
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
