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
package io.trident.layout.mapreduce.shuffle;

import io.trident.core.layout.Bucket;
import io.trident.core.layout.value.Value;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.io.BytesWritable;

/*
 * Super-extent (4 bytes), dimension (1), extent (2), bucket (2), the key in that dimension as
 * OrderedValue has it, and the canonical record to the end. Compared as bytes, of two of which one
 * begins with the other the shorter first, rows are in the order in which ExtentWriter takes them.
 * BytesWritable is compared so.
 *
 * The tally of a super-extent has 255 for the dimension, and then its own bytes.
 */
/** Where a row goes, and the row: the key by which MapReduce sorts. */
public final class ShuffleKey {
  private static final int TALLY = 0xff;
  private static final int EXTENT_AT = Integer.BYTES + 1;
  private static final int BUCKET_AT = EXTENT_AT + Short.BYTES;
  private static final int VALUE_AT = BUCKET_AT + Short.BYTES;

  private ShuffleKey() {}

  /** Returns the key of a row. */
  public static BytesWritable ofRow(int superExtent, Bucket bucket, Value key, byte[] record) {
    ByteArrayOutputStream out =
        new ByteArrayOutputStream(VALUE_AT + 2 * Long.BYTES + record.length);
    byte[] place =
        ByteBuffer.allocate(VALUE_AT)
            .putInt(superExtent)
            .put((byte) bucket.dimension())
            .putShort((short) bucket.extent())
            .putShort((short) bucket.bucket())
            .array();
    out.write(place, 0, place.length);
    OrderedValue.write(key, out);
    out.write(record, 0, record.length);
    return new BytesWritable(out.toByteArray());
  }

  /** Returns the key of a tally, which follows all rows of the super-extent. */
  public static BytesWritable ofTally(int superExtent, byte[] tally) {
    return new BytesWritable(
        ByteBuffer.allocate(EXTENT_AT + tally.length)
            .putInt(superExtent)
            .put((byte) TALLY)
            .put(tally)
            .array());
  }

  /** Returns whether a key is that of a tally. */
  public static boolean isTally(BytesWritable key) {
    return (key.getBytes()[Integer.BYTES] & TALLY) == TALLY;
  }

  /** Returns the bytes of a tally. */
  public static byte[] tally(BytesWritable key) {
    return Arrays.copyOfRange(key.getBytes(), EXTENT_AT, key.getLength());
  }

  /** Returns the super-extent of any key. */
  public static int superExtent(BytesWritable key) {
    return ByteBuffer.wrap(key.getBytes()).getInt();
  }

  /** Returns where the row of a key goes. */
  public static Bucket bucket(BytesWritable key) {
    ByteBuffer bytes = ByteBuffer.wrap(key.getBytes());
    return new Bucket(
        bytes.get(Integer.BYTES), bytes.getShort(EXTENT_AT), bytes.getShort(BUCKET_AT));
  }

  /**
   * Returns where the row of a key goes and its value, as bytes: equal for rows of the same bucket
   * that have equal keys.
   */
  public static byte[] bucketAndValue(BytesWritable key) {
    byte[] bytes = key.getBytes();
    return Arrays.copyOf(bytes, OrderedValue.end(bytes, VALUE_AT));
  }

  /** Returns the canonical record of the row of a key. */
  public static Value.Bytes record(BytesWritable key) {
    byte[] bytes = key.getBytes();
    int from = OrderedValue.end(bytes, VALUE_AT);
    return Value.ofBytes(Arrays.copyOfRange(bytes, from, key.getLength()));
  }
}
