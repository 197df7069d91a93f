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
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/*
 * A super-extent of 32 extents in three dimensions has 3,072 buckets, and whoever plans queries
 * keeps all of them of a table. An object takes some 170 bytes, and 300 with keys of 50. So the
 * buckets of an extent are one array of bytes: first what the bytes of all keys begin with
 * (ValueBytes), then a record for each bucket with rows. Records have the same width, so that any
 * is found at once:
 *
 *   offset | length | rows | least | most
 *
 * Numbers are as wide as the largest of the extent needs. A key is a byte, 0 for null and otherwise
 * one more than the number of bytes that follow, and these; the rest of the width is 0. Where each
 * bucket ends at the next one's offset, lengths have no bytes, and the last record is followed by
 * its end. Buckets without rows have no record, as of a replica of 1,000 partitions nearly all are
 * empty.
 */
/**
 * Buckets as whoever plans a query needs them. They have neither checksums nor sums, bounds of long
 * keys are wider than in the manifest, and the offset of one without rows is 0.
 */
final class PackedBuckets extends Buckets {
  /** Bytes of a string that are kept after those that all keys of the extent begin with. */
  private static final int DISTINCT_BYTES = 8;

  /** All records are as wide as the longest key needs. Decimals have up to 19 bytes. */
  private static final int MOST_KEY_BYTES = 32;

  private static final int BYTE_MASK = 0xff;
  private static final short[] ALL = {};
  private static final BucketEntry EMPTY =
      new BucketEntry(0, 0, 0, 0, Optional.empty(), RecordSum.NONE);

  private final byte[] packed;

  /** Numbers of the buckets with rows, ascending; {@link #ALL} if all have some. */
  private final short[] filled;

  private final short size;
  private final short shared;
  private final byte offsetWidth;
  private final byte lengthWidth;
  private final byte rowsWidth;
  private final byte keyWidth;

  private PackedBuckets(Buckets from, int[] numbers, byte[][] keys, byte[] begin, int keyWidth) {
    this.size = (short) from.size();
    this.filled = numbers.length == size ? ALL : shorts(numbers);
    this.shared = (short) begin.length;
    long ends = 0;
    long lengths = 0;
    long rows = 0;
    for (int number : numbers) {
      ends |= end(from, number);
      lengths |= from.length(number);
      rows |= from.rows(number);
    }
    this.offsetWidth = width(ends);
    this.lengthWidth = areContiguous(from, numbers) ? 0 : width(lengths);
    this.rowsWidth = width(rows);
    this.keyWidth = (byte) keyWidth;
    int at = shared;
    this.packed = Arrays.copyOf(begin, at + numbers.length * width() + offsetWidth);
    for (int i = 0; i < numbers.length; i++) {
      at = put(from.offset(numbers[i]), at, offsetWidth);
      at = put(from.length(numbers[i]), at, lengthWidth);
      at = put(from.rows(numbers[i]), at, rowsWidth);
      at = put(keys[2 * i], at);
      at = put(keys[2 * i + 1], at);
      put(end(from, numbers[i]), at, offsetWidth);
    }
  }

  /**
   * Packs buckets. Those of an extent with bounds that cannot be shortened stay as they are.
   *
   * @param from at most {@link io.trident.core.layout.Geometry#MAX_EXTENTS}
   */
  static Buckets of(Buckets from) {
    int[] numbers = IntStream.range(0, from.size()).filter(b -> from.rows(b) > 0).toArray();
    byte[][] keys = keys(from, numbers);
    byte[] begin = begin(keys);
    int keyBytes = longest(keys) - begin.length;
    return keyBytes > MOST_KEY_BYTES || begin.length > Short.MAX_VALUE
        ? from
        : new PackedBuckets(from, numbers, keys, begin, 1 + keyBytes);
  }

  @Override
  public BucketEntry get(int bucket) {
    return rows(bucket) == 0
        ? EMPTY
        : new BucketEntry(
            offset(bucket), length(bucket), 0, rows(bucket), keys(bucket), RecordSum.NONE);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  long offset(int bucket) {
    int record = record(bucket);
    return record < 0 ? 0 : number(record, 0, offsetWidth);
  }

  @Override
  long length(int bucket) {
    int record = record(bucket);
    if (record < 0) {
      return 0;
    }
    return lengthWidth > 0
        ? number(record, offsetWidth, lengthWidth)
        : number(record + 1, 0, offsetWidth) - number(record, 0, offsetWidth);
  }

  @Override
  long rows(int bucket) {
    int record = record(bucket);
    return record < 0 ? 0 : number(record, offsetWidth + lengthWidth, rowsWidth);
  }

  @Override
  Optional<KeyRange> keys(int bucket) {
    int record = record(bucket);
    if (record < 0) {
      return Optional.empty();
    }
    int most = shared + (record + 1) * width() - keyWidth;
    return Optional.of(new KeyRange(key(most - keyWidth), key(most)));
  }

  private int width() {
    return offsetWidth + lengthWidth + rowsWidth + 2 * keyWidth;
  }

  /** Returns the number of a bucket's record, negative if it has none. */
  private int record(int bucket) {
    int number = Objects.checkIndex(bucket, size);
    return filled == ALL ? number : Arrays.binarySearch(filled, (short) number);
  }

  private long number(int record, int skipped, int width) {
    int from = shared + record * width() + skipped;
    long value = 0;
    for (int at = from; at < from + width; at++) {
      value = value << Byte.SIZE | packed[at] & BYTE_MASK;
    }
    return value;
  }

  private Value key(int at) {
    if (packed[at] == 0) {
      return Value.NULL;
    }
    int own = packed[at] - 1;
    byte[] bytes = Arrays.copyOf(packed, shared + own);
    System.arraycopy(packed, at + 1, bytes, shared, own);
    return ValueBytes.read(bytes);
  }

  private int put(long value, int at, int width) {
    for (int i = 0; i < width; i++) {
      packed[at + i] = (byte) (value >>> Byte.SIZE * (width - 1 - i));
    }
    return at + width;
  }

  private int put(byte[] key, int at) {
    if (key.length > 0) {
      int own = key.length - shared;
      packed[at] = (byte) (1 + own);
      System.arraycopy(key, shared, packed, at + 1, own);
    }
    return at + keyWidth;
  }

  private static byte[][] keys(Buckets from, int[] numbers) {
    KeyRange[] ranges = new KeyRange[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      ranges[i] = from.keys(numbers[i]).orElseThrow();
    }
    int kept = common(ranges) + DISTINCT_BYTES;
    byte[][] keys = new byte[2 * numbers.length][];
    for (int i = 0; i < numbers.length; i++) {
      KeyRange range = ranges[i].shortened(kept);
      keys[2 * i] = ValueBytes.of(range.least());
      keys[2 * i + 1] = ValueBytes.of(range.most());
    }
    return keys;
  }

  /** Returns with how many bytes all strings begin. */
  private static int common(KeyRange[] ranges) {
    Value first = Value.NULL;
    int common = 0;
    for (KeyRange range : ranges) {
      if (first instanceof Value.Bytes text) {
        common = Math.min(common(text, range.least(), common), common(text, range.most(), common));
      } else {
        first = range.most();
        common = first instanceof Value.Bytes text ? common(text, range.least(), text.length()) : 0;
      }
    }
    return common;
  }

  private static int common(Value.Bytes first, Value other, int most) {
    return other instanceof Value.Bytes text ? Math.min(most, first.common(text)) : most;
  }

  /** Returns what all keys that are not null begin with. */
  private static byte[] begin(byte[][] keys) {
    byte[] first = {};
    int shared = 0;
    for (byte[] key : keys) {
      if (key.length > 0 && first.length == 0) {
        first = key;
        shared = key.length;
      } else if (key.length > 0) {
        int other = Arrays.mismatch(first, 0, shared, key, 0, Math.min(shared, key.length));
        shared = other < 0 ? shared : other;
      }
    }
    return Arrays.copyOf(first, shared);
  }

  private static int longest(byte[][] keys) {
    int longest = 0;
    for (byte[] key : keys) {
      longest = Math.max(longest, key.length);
    }
    return longest;
  }

  private static boolean areContiguous(Buckets from, int[] numbers) {
    for (int i = 1; i < numbers.length; i++) {
      if (from.offset(numbers[i]) != end(from, numbers[i - 1])) {
        return false;
      }
    }
    return true;
  }

  private static long end(Buckets from, int bucket) {
    return from.offset(bucket) + from.length(bucket);
  }

  /** Returns how many bytes numbers take that have some bits. */
  private static byte width(long bits) {
    return (byte) ((Long.SIZE - Long.numberOfLeadingZeros(bits) + Byte.SIZE - 1) / Byte.SIZE);
  }

  private static short[] shorts(int[] numbers) {
    short[] shorts = new short[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      shorts[i] = (short) numbers[i];
    }
    return shorts;
  }
}
