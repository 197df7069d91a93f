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

/**
 * A sum that identifies a bag of records whatever their order: the hashes of their canonical bytes,
 * of 128 bits each, added modulo 2^128. Records that are lost, doubled or changed change it, but
 * for a chance of 2^-128; it does not withstand somebody who forges records on purpose.
 *
 * <p>The hash is MurmurHash3 (x64, 128 bits) with seed 0.
 *
 * @param high the upper 64 bits
 * @param low the lower 64 bits
 * @see <a href="https://github.com/aappleby/smhasher">A. Appleby: MurmurHash3</a>
 */
public record RecordSum(long high, long low) {
  /** The sum of no record. */
  public static final RecordSum NONE = new RecordSum(0, 0);

  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;

  /** Returns the sum of both bags. */
  public RecordSum plus(RecordSum other) {
    long sum = low + other.low;
    long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    return new RecordSum(high + other.high + carry, sum);
  }

  /** Returns the sum of one record: the hash of its canonical bytes. O(length). */
  public static RecordSum of(byte[] record) {
    ByteBuffer in = ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN);
    long h1 = 0;
    long h2 = 0;
    while (in.remaining() >= 2 * Long.BYTES) {
      h1 = Long.rotateLeft(h1 ^ first(in.getLong()), 27) + h2;
      h1 = h1 * 5 + 0x52dce729;
      h2 = Long.rotateLeft(h2 ^ second(in.getLong()), 31) + h1;
      h2 = h2 * 5 + 0x38495ab5;
    }
    h1 ^= first(rest(in));
    h2 ^= second(rest(in));
    h1 ^= record.length;
    h2 ^= record.length;
    h1 += h2;
    h2 += h1;
    h1 = finish(h1);
    h2 = finish(h2);
    h1 += h2;
    return new RecordSum(h1, h2 + h1);
  }

  private static long first(long word) {
    return Long.rotateLeft(word * C1, 31) * C2;
  }

  private static long second(long word) {
    return Long.rotateLeft(word * C2, 33) * C1;
  }

  /** Takes up to eight bytes as a word, the first lowest; 0 at the end. */
  private static long rest(ByteBuffer in) {
    long word = 0;
    for (int shift = 0; shift < Long.SIZE && in.hasRemaining(); shift += Byte.SIZE) {
      word |= Byte.toUnsignedLong(in.get()) << shift;
    }
    return word;
  }

  private static long finish(long hash) {
    long h = hash;
    h = (h ^ (h >>> 33)) * 0xff51afd7ed558ccdL;
    h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return h ^ (h >>> 33);
  }
}
