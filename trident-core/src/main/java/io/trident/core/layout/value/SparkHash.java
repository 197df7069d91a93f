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
package io.trident.core.layout.value;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Spark's hash of a value: what {@code hash(column)} of Spark SQL returns, and its {@code
 * HashPartitioning} uses. Rows that are partitioned by it need no shuffle for Spark's joins.
 *
 * <p>It is MurmurHash3 (x86, 32 bits) but for the bytes after the last whole word, each of which is
 * mixed in as a word of its own, with its sign. A null leaves the seed as it is. Strings of
 * collations other than {@code UTF8_BINARY} are hashed by their sort key, which the caller gives as
 * the value.
 *
 * @see <a href="https://github.com/aappleby/smhasher">A. Appleby: MurmurHash3</a>
 */
public final class SparkHash {
  /** The seed of Spark SQL. */
  public static final int SEED = 42;

  /** Longest decimals that Spark hashes as a long. */
  private static final int MAX_LONG_DIGITS = 18;

  private SparkHash() {}

  /** Returns the hash of a key of one column. O(length). */
  public static int hash(Value value) {
    return hash(value, SEED);
  }

  /**
   * Returns the hash of a key of which columns before this one gave {@code seed}. So the hash of
   * (a, b) is {@code hash(b, hash(a, SEED))}.
   */
  public static int hash(Value value, int seed) {
    if (value instanceof Value.Int32 number) {
      return hashInt(number.value(), seed);
    } else if (value instanceof Value.Int64 number) {
      return hashLong(number.value(), seed);
    } else if (value instanceof Value.Float32 number) {
      return hashInt(Float.floatToIntBits(number.value()), seed);
    } else if (value instanceof Value.Float64 number) {
      return hashLong(Double.doubleToLongBits(number.value()), seed);
    } else if (value instanceof Value.Bytes bytes) {
      return hashBytes(bytes.shared(), seed);
    } else if (value instanceof Value.Decimal number) {
      return number.precision() <= MAX_LONG_DIGITS
          ? hashLong(number.unscaled().longValueExact(), seed)
          : hashBytes(number.unscaled().toByteArray(), seed);
    }
    return seed; // null
  }

  /** Returns {@code pmod(hash(value), partitions)}: from 0 to {@code partitions - 1}. */
  public static int partition(Value value, int partitions) {
    return Math.floorMod(hash(value), partitions);
  }

  private static int hashInt(int value, int seed) {
    return finish(mix(seed, value), Integer.BYTES);
  }

  private static int hashLong(long value, int seed) {
    return finish(mix(mix(seed, (int) value), (int) (value >>> Integer.SIZE)), Long.BYTES);
  }

  private static int hashBytes(byte[] bytes, int seed) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int hash = seed;
    while (in.remaining() >= Integer.BYTES) {
      hash = mix(hash, in.getInt());
    }
    while (in.hasRemaining()) {
      hash = mix(hash, in.get());
    }
    return finish(hash, bytes.length);
  }

  private static int mix(int hash, int word) {
    int mixed = Integer.rotateLeft(word * 0xcc9e2d51, 15) * 0x1b873593;
    return Integer.rotateLeft(hash ^ mixed, 13) * 5 + 0xe6546b64;
  }

  private static int finish(int hash, int length) {
    int h = hash ^ length;
    h = (h ^ (h >>> 16)) * 0x85ebca6b;
    h = (h ^ (h >>> 13)) * 0xc2b2ae35;
    return h ^ (h >>> 16);
  }
}
