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

import io.trident.core.layout.value.Value;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.io.ParquetDecodingException;

/** The bytes of a canonical record, as they become more. */
final class RecordBuffer {
  private static final int INITIAL = 1 << 10;

  /** A longer array is not kept for the next record. */
  private static final int KEPT = 1 << 20;

  /** Longest arrays of Java are some bytes shorter than the largest number. */
  private static final int MAX_RECORD = Integer.MAX_VALUE - 16;

  private static final int LOW_BITS = 0x7f;
  private static final int MORE = 0x80;
  private static final int BITS = 7;
  private static final int MAX_VARINT = 10;

  private byte[] bytes = new byte[INITIAL];
  private int length;

  void clear() {
    if (bytes.length > KEPT) {
      bytes = new byte[INITIAL];
    }
    length = 0;
  }

  Value.Bytes toRecord() {
    return Value.ofBytes(Arrays.copyOf(bytes, length));
  }

  /** Adds bytes of 0 and returns where they are. */
  int reserve(int count) {
    grow(count);
    Arrays.fill(bytes, length, length + count, (byte) 0);
    length += count;
    return length - count;
  }

  /** Sets a bit of those that were reserved, the lowest of a byte first. */
  void setBit(int at, int bit) {
    bytes[at + bit / Byte.SIZE] |= (byte) (1 << bit % Byte.SIZE);
  }

  void put(int one) {
    grow(1);
    bytes[length++] = (byte) one;
  }

  /** A number of a length that does not depend on it, the lowest byte first. */
  void putFixed(long number, int count) {
    grow(count);
    for (int i = 0; i < count; i++) {
      bytes[length++] = (byte) (number >>> (i * Byte.SIZE));
    }
  }

  /** A number as protocol buffers have it, seven bits in each byte, the lowest first. */
  void putVarint(long number) {
    grow(MAX_VARINT);
    long left = number;
    while ((left & ~LOW_BITS) != 0) {
      bytes[length++] = (byte) (left & LOW_BITS | MORE);
      left >>>= BITS;
    }
    bytes[length++] = (byte) left;
  }

  /** A number of which small ones of either sign take few bytes. */
  void putZigzag(long number) {
    putVarint((number << 1) ^ (number >> (Long.SIZE - 1)));
  }

  void put(ByteBuffer value) {
    int count = value.remaining();
    grow(count);
    value.duplicate().order(ByteOrder.BIG_ENDIAN).get(bytes, length, count);
    length += count;
  }

  private void grow(int count) {
    long needed = (long) length + count;
    if (needed > MAX_RECORD) {
      throw new ParquetDecodingException("a row has more than %d bytes.".formatted(MAX_RECORD));
    }
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(MAX_RECORD, 2L * bytes.length)));
    }
  }
}
