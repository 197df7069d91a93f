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
package io.trident.layout.format;

import java.util.Arrays;

/**
 * The bytes of a canonical record that is binary, as they are read. Numbers are varints, as
 * protocol buffers and Avro have them: seven bits in each byte, the lowest first. For one thread.
 */
public class RecordBytes {
  private static final int LOW_BITS = 0x7f;
  private static final int BITS = 7;

  private final byte[] bytes;
  private int position;

  /** Reads an array from its first byte on; it is not copied. */
  public RecordBytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns the array. */
  protected final byte[] array() {
    return bytes;
  }

  /** Returns the number of the next byte. */
  public final int position() {
    return position;
  }

  /** Returns whether all bytes were read. */
  public final boolean isAtEnd() {
    return position == bytes.length;
  }

  /**
   * Passes over bytes and returns where they are.
   *
   * @throws InvalidRecordException if there are not as many, or the number is negative
   */
  public final int skip(long count) throws InvalidRecordException {
    if (count < 0 || count > bytes.length - position) {
      throw cut();
    }
    position += (int) count;
    return position - (int) count;
  }

  /**
   * Returns a copy of the next bytes.
   *
   * @throws InvalidRecordException if there are not as many, or the number is negative
   */
  public final byte[] take(long count) throws InvalidRecordException {
    int at = skip(count);
    return Arrays.copyOfRange(bytes, at, position);
  }

  /**
   * Reads a byte that is 0 or 1.
   *
   * @throws InvalidRecordException if it is neither
   */
  public final boolean flag() throws InvalidRecordException {
    byte one = bytes[skip(1)];
    if (one < 0 || one > 1) {
      throw cut();
    }
    return one == 1;
  }

  /**
   * Reads a number of some bytes, the lowest first.
   *
   * @throws InvalidRecordException if there are not as many
   */
  public final long fixed(int count) throws InvalidRecordException {
    int at = skip(count);
    long number = 0;
    for (int i = 0; i < count; i++) {
      number |= Byte.toUnsignedLong(bytes[at + i]) << i * Byte.SIZE;
    }
    return number;
  }

  /**
   * Reads a varint.
   *
   * @throws InvalidRecordException if it does not end, or has more than ten bytes
   */
  public final long varint() throws InvalidRecordException {
    long number = 0;
    for (int shift = 0; shift < Long.SIZE; shift += BITS) {
      byte one = bytes[skip(1)];
      number |= (long) (one & LOW_BITS) << shift;
      if (one >= 0) {
        return number;
      }
    }
    throw cut();
  }

  /**
   * Reads a zigzag-encoded varint: of small numbers of either sign it has few bytes.
   *
   * @throws InvalidRecordException if it does not end, or has more than ten bytes
   */
  public final long zigzag() throws InvalidRecordException {
    long number = varint();
    return (number >>> 1) ^ -(number & 1);
  }

  /** Returns the error of bytes that are no record. */
  public static InvalidRecordException cut() {
    return new InvalidRecordException(
        "the bytes are no canonical record of the table's schema; read the row anew.");
  }
}
